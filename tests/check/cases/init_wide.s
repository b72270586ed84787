// A 64-bit shift brings undefined bits down.
// @check init
// @run --grid 64 --block 64 --arg buf:u32:64:iota --arg buf:u32:64
    s_mov_b32 s20, 1
    s_mov_b32 s21, 0 // @right
    s_lshr_b64 s[20:21], s[20:21], 1
    s_cmp_eq_u32 s20, 0
    s_cbranch_scc1 .Lnone // @expect init:undefined-branch
    s_nop 0
.Lnone:
    s_endpgm
