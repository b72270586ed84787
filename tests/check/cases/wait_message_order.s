// Messages come back in the order in which they were sent (manual 5.6; LLVM waits for the clock so).
// @run --grid 64 --block 64 --arg buf:u32:64:iota --arg buf:u32:64
    s_sendmsg_rtn_b64 s[4:5], sendmsg(MSG_RTN_GET_REALTIME)
    s_sendmsg_rtn_b64 s[6:7], sendmsg(MSG_RTN_GET_REALTIME)
    s_waitcnt lgkmcnt(1)
    s_mov_b32 s8, s4 // @right
    s_mov_b32 s8, s6 // @expect wait:read-before-wait @bug
    s_waitcnt lgkmcnt(0)
    s_endpgm
