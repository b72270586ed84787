// A field of a register of flags, of which another field was set.
// @check init
// @run --grid 64 --block 64 --arg buf:u32:64:iota --arg buf:u32:64
    v_mov_b32 v5, 3
    v_bfi_b32 v5, 0xff, v5, v6
    v_bfe_u32 v7, v5, 6, 3 // @bug
    v_bfe_u32 v7, v5, 5, 3 // @right
    v_cmpx_eq_u32_e32 0, v7 // @expect init:undefined-mask
    s_endpgm
