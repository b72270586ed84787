// The last dword of a load of four is used; the wait covers the load before it.
// @run --grid 64 --block 64 --arg buf:u32:64:iota --arg buf:u32:64
    s_load_b128 s[8:11], s[0:1], 0x0
    v_lshlrev_b32_e32 v1, 2, v0
    v_and_b32_e32 v1, 0xf0, v1
    s_waitcnt lgkmcnt(0)
    global_load_b32 v2, v1, s[10:11]
    global_load_b128 v[4:7], v1, s[8:9]
    s_waitcnt vmcnt(1)
    v_mov_b32_e32 v8, v7 // @expect wait:read-before-wait @bug
    v_mov_b32_e32 v8, v2 // @right
    s_endpgm
