// A scalar load from an odd address, which becomes another one.
// @check mem
// @run --grid 64 --block 64 --arg buf:u32:64:iota --arg buf:u32:64
    s_load_b128 s[4:7], s[0:1], 0x0
    s_waitcnt lgkmcnt(0)
    s_add_u32 s4, s4, 6 // @bug
    s_add_u32 s4, s4, 4 // @right
    s_addc_u32 s5, s5, 0
    s_load_b32 s8, s[4:5], 0x4 // @expect mem:misaligned wave=0
    s_waitcnt lgkmcnt(0)
    s_endpgm
