// Of messages and LDS, either may come first (manual 5.6): only a wait for all says something.
// @run --grid 64 --block 64 --arg buf:u32:64:iota --arg buf:u32:64
    v_lshlrev_b32_e32 v1, 2, v0
    ds_store_b32 v1, v0
    s_waitcnt lgkmcnt(0)
    s_sendmsg_rtn_b64 s[4:5], sendmsg(MSG_RTN_GET_REALTIME)
    ds_load_b32 v2, v1
    s_waitcnt lgkmcnt(1) // @bug
    s_waitcnt lgkmcnt(0) // @right
    s_mov_b32 s8, s4 // @expect wait:read-before-wait
    s_waitcnt lgkmcnt(0)
    s_endpgm
