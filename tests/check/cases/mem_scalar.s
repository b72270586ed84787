// A scalar load of two dwords begins with the last one of a buffer.
// @run --grid 32 --block 32 --arg buf:u32:16
    s_load_b64 s[4:5], s[0:1], 0x0
    s_waitcnt lgkmcnt(0)
    s_load_b64 s[6:7], s[4:5], 0x3c // @expect mem:out-of-bounds @bug
    s_load_b64 s[6:7], s[4:5], 0x38 // @right
    s_waitcnt lgkmcnt(0)
    s_endpgm
