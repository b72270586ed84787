// Only the half that was written counts.
// @run --grid 64 --block 64 --arg buf:u32:64:iota --arg buf:u32:64
    v_mov_b32_e32 v1, 0x3c003c00
    v_mov_b32_e32 v2, v1
    v_rcp_f16_e32 v2.l, v1.l
    v_add_f16_e32 v3.l, v1.l, v2.h
    v_add_f16_e32 v3.h, v1.l, v2.l // @expect hazard:trans-use @bug
    s_endpgm
