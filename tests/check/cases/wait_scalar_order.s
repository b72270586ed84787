// Scalar loads return in any order: only a wait for all of them says something.
// @run --grid 64 --block 64 --arg buf:u32:64:iota --arg buf:u32:64
    s_load_b64 s[4:5], s[0:1], 0x0
    s_load_b64 s[6:7], s[0:1], 0x8
    s_waitcnt lgkmcnt(1) // @bug
    s_waitcnt lgkmcnt(0) // @right
    s_mov_b32 s8, s4 // @expect wait:read-before-wait
    s_waitcnt lgkmcnt(0)
    s_endpgm
