// The same with VCC, which a comparison writes and a selection reads again; s_waitcnt_depctr of the scalar ALU does not help.
// @variants 64
// @run --grid 64 --block 64 --arg buf:u32:64:iota --arg buf:u32:64
    v_cmp_gt_u32_e32 vcc, 5, v0
    v_cndmask_b32_e32 v1, 1, v0, vcc
    v_cmp_lt_u32_e32 vcc, 5, v0
    s_waitcnt_depctr 0xfffe // @bug
    s_waitcnt_depctr 0xfffd // @right
    v_cndmask_b32_e32 v2, 1, v0, vcc // @expect hazard:mask-write
    s_endpgm
