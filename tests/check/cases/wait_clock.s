// The clock is a message with an answer, which a difference of two clocks does not wait for.
// @run --grid 64 --block 64 --arg buf:u32:64:iota --arg buf:u32:64
    s_sendmsg_rtn_b64 s[4:5], sendmsg(MSG_RTN_GET_REALTIME)
    s_waitcnt lgkmcnt(0)
    s_sendmsg_rtn_b64 s[6:7], sendmsg(MSG_RTN_GET_REALTIME)
    s_waitcnt lgkmcnt(0) // @right
    s_sub_u32 s8, s6, s4 // @expect wait:read-before-wait
    s_waitcnt lgkmcnt(0)
    s_endpgm
