// A function that is called uses its argument, which is still on its way.
// @run --grid 64 --block 64 --arg buf:u32:64:iota --arg buf:u32:64
    s_load_b128 s[4:7], s[0:1], 0x0
    v_lshlrev_b32_e32 v1, 2, v0
    s_waitcnt lgkmcnt(0)
    global_load_b32 v2, v1, s[4:5]
    s_waitcnt vmcnt(0) // @right
    s_getpc_b64 s[8:9]
.Lat:
    s_add_u32 s8, s8, .Ltwice-.Lat
    s_addc_u32 s9, s9, 0
    s_swappc_b64 s[10:11], s[8:9]
    global_store_b32 v1, v3, s[6:7]
    s_endpgm
.Ltwice:
    v_add_nc_u32_e32 v3, v2, v2 // @expect wait:read-before-wait
    s_setpc_b64 s[10:11]
