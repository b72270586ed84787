// The mask of a selection is overwritten by the scalar ALU and read.
// @variants 64
// @run --grid 64 --block 64 --arg buf:u32:64:iota --arg buf:u32:64
    s_mov_b64 s[4:5], 3
    v_cndmask_b32_e64 v1, v0, 7, s[4:5]
    s_mov_b64 s[4:5], 5
    s_waitcnt_depctr 0xfffe // @right
    s_add_u32 s6, s4, 1 // @expect hazard:mask-write wave=0
    s_endpgm
