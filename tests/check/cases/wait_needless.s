// Hints: a wait for what nothing was begun for, and one of two counters.
// @check wait
// @run --hints --grid 64 --block 64 --arg buf:u32:64:iota --arg buf:u32:64
    s_load_b64 s[4:5], s[0:1], 0x0
    v_lshlrev_b32_e32 v1, 2, v0
    s_waitcnt vmcnt(0) lgkmcnt(0) // @expect wait:needless-wait @bug
    s_waitcnt lgkmcnt(0) // @right
    global_load_b32 v2, v1, s[4:5]
    s_waitcnt vmcnt(0)
    v_mov_b32_e32 v3, v2
    s_waitcnt vmcnt(0) // @expect wait:needless-wait @bug
    s_endpgm
