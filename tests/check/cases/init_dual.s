// One half of a dual instruction copies what nobody wrote.
// @check init
// @run --grid 64 --block 64 --arg buf:u32:64:iota --arg buf:u32:64
// @variants 32
    s_load_b128 s[4:7], s[0:1], 0x0
    s_waitcnt lgkmcnt(0)
    v_mov_b32_e32 v5, 4 // @right
    v_dual_mov_b32 v2, v5 :: v_dual_mov_b32 v3, v0
    v_and_b32_e32 v2, 60, v2
    global_load_b32 v1, v2, s[4:5] // @expect init:undefined-address item=0,0,0
    s_waitcnt vmcnt(0)
    s_endpgm
