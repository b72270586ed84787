// V_PERMLANE directly behind V_CMPX.
// @run --grid 64 --block 64 --arg buf:u32:64:iota --arg buf:u32:64
    v_mov_b32_e32 v1, v0
    s_mov_b32 s4, 0
    v_cmpx_gt_u32_e64 32, v0
    s_nop 0
    v_nop // @right
    v_permlane16_b32 v2, v1, s4, s4 // @expect hazard:vcmpx-permlane
    s_endpgm
