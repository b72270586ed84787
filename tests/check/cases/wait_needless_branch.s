// Needed by some waves only: no hint.
// @check wait
// @run --hints --grid 128 --block 128 --arg buf:u32:64:iota --arg buf:u32:64
    s_load_b64 s[4:5], s[0:1], 0x0
    v_and_b32_e32 v1, 63, v0
    v_lshlrev_b32_e32 v1, 2, v1
    v_readfirstlane_b32 s6, v0
    s_waitcnt lgkmcnt(0)
    s_cmp_lg_u32 s6, 0
    s_cbranch_scc1 .Lelse
    global_load_b32 v2, v1, s[4:5] // @right
.Lelse:
    s_waitcnt vmcnt(0) // @expect wait:needless-wait
    s_endpgm
