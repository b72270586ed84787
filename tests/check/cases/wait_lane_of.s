// A lane of a loaded register goes to a scalar register.
// @run --grid 64 --block 64 --arg buf:u32:64:iota --arg buf:u32:64
    s_load_b64 s[4:5], s[0:1], 0x0
    v_lshlrev_b32_e32 v1, 2, v0
    s_waitcnt lgkmcnt(0)
    global_load_b32 v2, v1, s[4:5]
    s_waitcnt vmcnt(0) // @right
    v_readfirstlane_b32 s6, v2 // @expect wait:read-before-wait
    s_waitcnt vmcnt(0)
    s_endpgm
