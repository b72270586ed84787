// Around the back edge of a loop: the first instruction is behind the second.
// @run --grid 64 --block 64 --arg buf:u32:64:iota --arg buf:u32:64
    v_cvt_f32_u32_e32 v1, v0
    v_mov_b32_e32 v2, v1
    s_mov_b32 s4, 3
.Lnext:
    v_add_f32_e32 v3, 1.0, v2 // @expect hazard:trans-use
    s_sub_u32 s4, s4, 1
    v_rcp_f32_e32 v2, v3
    s_waitcnt_depctr 0xfff // @right
    s_cmp_lg_u32 s4, 0
    s_cbranch_scc1 .Lnext
    s_endpgm
