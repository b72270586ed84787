// The wait is on one side of a branch, which lanes of this wave do not take.
// @run --grid 64 --block 64 --arg buf:u32:64:iota --arg buf:u32:64
    s_load_b128 s[4:7], s[0:1], 0x0
    v_lshlrev_b32_e32 v1, 2, v0
    s_waitcnt lgkmcnt(0)
    global_load_b32 v2, v1, s[4:5]
    s_cmp_eq_u64 s[4:5], 0
    s_waitcnt vmcnt(0) // @right
    s_cbranch_scc0 .Ljoin
    s_waitcnt vmcnt(0)
.Ljoin:
    v_mov_b32_e32 v3, v2 // @expect wait:read-before-wait
    s_endpgm
