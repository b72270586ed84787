// Base of a scalar load.
// @check init
// @run --grid 64 --block 64 --arg buf:u32:64:iota --arg buf:u32:64
    s_load_b64 s[20:21], s[0:1], 0x0 // @right
    s_and_b32 s22, s22, 4 // @bug
    s_add_u32 s20, s0, s22 // @bug
    s_mov_b32 s21, s1 // @bug
    s_waitcnt lgkmcnt(0)
    s_load_b32 s6, s[20:21], null // @expect init:undefined-address
    s_waitcnt lgkmcnt(0)
    s_endpgm
