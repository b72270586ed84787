// Both halves of a dual instruction read.
// @variants 32
// @run --grid 64 --block 64 --arg buf:u32:64:iota --arg buf:u32:64
    v_cvt_f32_u32_e32 v1, v0
    v_rcp_f32_e32 v2, v1
    s_waitcnt_depctr 0xfff // @right
    v_dual_mov_b32 v4, v1 :: v_dual_mov_b32 v5, v2 // @expect hazard:trans-use
    s_endpgm
