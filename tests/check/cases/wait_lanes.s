// Lanes that a load does not write may be used at once: only the right version keeps apart.
// @variants 32
// @run --grid 64 --block 64 --arg buf:u32:64:iota --arg buf:u32:64
    s_load_b128 s[4:7], s[0:1], 0x0
    v_lshlrev_b32_e32 v1, 2, v0
    s_mov_b32 s8, exec_lo
    s_mov_b32 exec_lo, 0xffff
    s_waitcnt lgkmcnt(0)
    global_load_b32 v2, v1, s[4:5]
    s_mov_b32 exec_lo, 0xffff0000 // @right
    v_mov_b32_e32 v2, 7 // @expect wait:overwritten-before-wait
    s_mov_b32 exec_lo, s8
    s_waitcnt vmcnt(0)
    s_endpgm
