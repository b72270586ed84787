// Two loads into the same register: the first one may come last, so the second needs a wait, too.
// @run --grid 64 --block 64 --arg buf:u32:64:iota --arg buf:u32:64
    s_load_b64 s[4:5], s[0:1], 0x0
    v_lshlrev_b32_e32 v1, 2, v0
    s_waitcnt lgkmcnt(0)
    v_lshlrev_b32_e32 v3, 2, v0
    ds_load_b32 v2, v3
    s_waitcnt lgkmcnt(0) // @right
    global_load_b32 v2, v1, s[4:5] // @expect wait:overwritten-before-wait
    s_waitcnt vmcnt(0) lgkmcnt(0)
    s_endpgm
