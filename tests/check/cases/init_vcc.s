// Lanes compare a vector register that nobody wrote, and all branch by it.
// @check init
// @run --grid 64 --block 64 --arg buf:u32:64:iota --arg buf:u32:64
    v_mov_b32_e32 v5, v0 // @right
    v_cmpx_gt_u32_e32 3, v5 // @expect init:undefined-mask
    s_cbranch_execz .Lnone
    s_nop 0
.Lnone:
    s_endpgm
