// LDS that no wave wrote decides a branch.
// @check init
// @run --grid 64 --block 64 --arg buf:u32:64:iota --arg buf:u32:64
    v_lshlrev_b32_e32 v1, 2, v0
    ds_store_b32 v1, v0 // @right
    ds_load_b32 v2, v1
    s_waitcnt lgkmcnt(0)
    v_readfirstlane_b32 s8, v2
    s_cmp_lg_u32 s8, 0
    s_cbranch_scc0 .Lnone // @expect init:undefined-branch
    s_nop 0
.Lnone:
    s_endpgm
