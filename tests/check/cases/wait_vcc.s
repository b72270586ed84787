// A lane mask from scalar memory selects before it is there.
// @variants 32
// @run --grid 64 --block 64 --arg buf:u32:64:iota --arg buf:u32:64
    s_load_b64 s[4:5], s[0:1], 0x0
    s_waitcnt lgkmcnt(0)
    s_load_b32 vcc_lo, s[4:5], 0x4
    v_mov_b32_e32 v1, 1
    s_waitcnt lgkmcnt(0) // @right
    v_cndmask_b32_e32 v2, v0, v1, vcc_lo // @expect wait:read-before-wait
    s_waitcnt lgkmcnt(0)
    s_endpgm
