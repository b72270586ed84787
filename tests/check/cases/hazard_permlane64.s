// The same of the instruction that exchanges the halves of a wave.
// @variants 64
// @run --grid 64 --block 64 --arg buf:u32:64:iota --arg buf:u32:64
    v_mov_b32_e32 v1, v0
    v_cmpx_gt_u32_e32 32, v0
    v_mov_b32_e32 v1, v1 // @right
    v_permlane64_b32 v2, v1 // @expect hazard:vcmpx-permlane
    s_endpgm
