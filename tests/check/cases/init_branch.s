// The condition of a branch comes from a scalar register that nobody wrote.
// @check init
// @run --grid 64 --block 64 --arg buf:u32:64:iota --arg buf:u32:64
    s_mov_b32 s20, 0 // @right
    s_cmp_eq_u32 s20, 7
    s_cbranch_scc1 .Lnone // @expect init:undefined-branch wave=0
    s_nop 0
.Lnone:
    s_endpgm
