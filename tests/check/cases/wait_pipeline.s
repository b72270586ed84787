// A loop that loads for the next round: the wait lets both loads of the latest round stay away.
// @run --grid 64 --block 64 --arg buf:u32:64:iota --arg buf:u32:64
    s_load_b128 s[4:7], s[0:1], 0x0
    v_lshlrev_b32_e32 v1, 2, v0
    s_mov_b32 s8, 4
    s_waitcnt lgkmcnt(0)
    global_load_b32 v2, v1, s[4:5]
.Lround:
    v_mov_b32_e32 v4, v1
    global_load_b32 v3, v4, s[4:5]
    s_waitcnt vmcnt(2) // @bug
    s_waitcnt vmcnt(1) // @right
    v_add_nc_u32_e32 v5, v2, v2 // @expect wait:read-before-wait many=1
    s_waitcnt vmcnt(0)
    v_mov_b32_e32 v2, v3
    global_load_b32 v2, v4, s[4:5]
    s_sub_u32 s8, s8, 1
    s_cmp_lg_u32 s8, 0
    s_cbranch_scc1 .Lround
    s_endpgm
