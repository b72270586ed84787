// The result of a load is used at once.
// @run --grid 64 --block 64 --arg buf:u32:64:iota --arg buf:u32:64
    s_load_b128 s[4:7], s[0:1], 0x0
    v_lshlrev_b32_e32 v1, 2, v0
    s_waitcnt lgkmcnt(0)
    global_load_b32 v2, v1, s[4:5]
    s_waitcnt vmcnt(0) // @right
    v_add_nc_u32_e32 v2, 1, v2 // @expect wait:read-before-wait wave=0
    global_store_b32 v1, v2, s[6:7]
    s_endpgm
