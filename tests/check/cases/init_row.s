// A move along a row brings a neighbour's register, which only the even lanes have set.
// @check init
// @run --grid 64 --block 64 --arg buf:u32:64:iota --arg buf:u32:64
    s_load_b64 s[4:5], s[0:1], 0x0
    v_and_b32 v3, 1, v0
    v_mov_b32 v6, 0 // @right
    v_cmpx_eq_u32 0, v3
    v_mov_b32 v6, 4
    s_mov_b64 exec, -1
    v_mov_b32_dpp v7, v6 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
    s_waitcnt lgkmcnt(0)
    global_load_b32 v8, v7, s[4:5] // @expect init:undefined-address item=0,0,0
    s_waitcnt vmcnt(0)
    s_endpgm
