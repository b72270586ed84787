// The base of a buffer is used before scalar memory has brought it.
// @run --grid 64 --block 64 --arg buf:u32:64:iota --arg buf:u32:64
    s_load_b128 s[4:7], s[0:1], 0x0
    v_lshlrev_b32_e32 v1, 2, v0
    s_waitcnt lgkmcnt(0) // @right
    global_store_b32 v1, v0, s[6:7] // @expect wait:read-before-wait wave=0 item=0,0,0
    s_endpgm
