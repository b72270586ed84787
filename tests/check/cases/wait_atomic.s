// An atomic that returns counts as a load, one that does not as a store.
// @run --grid 64 --block 64 --arg buf:u32:64:iota --arg buf:u32:64
    s_load_b128 s[4:7], s[0:1], 0x0
    v_lshlrev_b32_e32 v1, 2, v0
    v_mov_b32_e32 v2, 1
    s_waitcnt lgkmcnt(0)
    global_atomic_add_u32 v1, v2, s[6:7]
    v_mov_b32_e32 v2, 2
    global_atomic_add_u32 v3, v1, v2, s[4:5] glc
    s_waitcnt_vscnt null, 0x0 // @bug
    s_waitcnt vmcnt(0) // @right
    v_mov_b32_e32 v4, v3 // @expect wait:read-before-wait
    s_endpgm
