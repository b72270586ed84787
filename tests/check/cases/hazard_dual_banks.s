// A dual instruction whose halves read two registers of one bank.
// @variants 32
// @run --grid 64 --block 64 --arg buf:u32:64:iota --arg buf:u32:64
    v_mov_b32_e32 v1, 1
    v_mov_b32_e32 v6, 1
    .long 0xca100101, 0x04040105 ; v_dual_mov_b32 v4, v1 :: v_dual_mov_b32 v5, v5 // @expect hazard:dual-operands @bug
    v_dual_mov_b32 v4, v1 :: v_dual_mov_b32 v5, v6 // @right
    s_endpgm
