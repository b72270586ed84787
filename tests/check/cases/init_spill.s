// A scalar is kept in a lane of a vector register, and fetched from another one.
// @check init
// @run --grid 64 --block 64 --arg buf:u32:64:iota --arg buf:u32:64
    v_writelane_b32 v9, s0, 3
    v_readlane_b32 s20, v9, 4 // @bug
    v_readlane_b32 s20, v9, 3 // @right
    s_cmp_eq_u32 s20, 0
    s_cbranch_scc1 .Lnone // @expect init:undefined-branch
    s_nop 0
.Lnone:
    s_endpgm
