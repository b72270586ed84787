// The carry of a sum of which one part is undefined.
// @variants 32
// @check init
// @run --grid 64 --block 64 --arg buf:u32:64:iota --arg buf:u32:64
    s_load_b128 s[4:7], s[0:1], 0x0
    s_waitcnt lgkmcnt(0)
    v_mov_b32_e32 v5, 1 // @right
    v_add_co_u32 v6, s8, v5, v0
    v_mov_b32_e32 v7, s4
    v_mov_b32_e32 v8, s5
    v_add_co_ci_u32_e64 v8, s9, v8, 0, s8
    global_load_b32 v1, v[7:8], off // @expect init:undefined-address
    s_waitcnt vmcnt(0)
    s_endpgm
