// The destination of a scalar load, as a constant, is set before the load has come.
// @run --grid 64 --block 64 --arg buf:u32:64:iota --arg buf:u32:64
    s_load_b64 s[4:5], s[0:1], 0x0
    s_waitcnt lgkmcnt(0)
    s_load_b64 s[6:7], s[4:5], 0x8
    s_waitcnt lgkmcnt(0) // @right
    s_mov_b32 s7, 5 // @expect wait:overwritten-before-wait
    s_waitcnt lgkmcnt(0)
    s_endpgm
