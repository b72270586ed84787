// ds_bpermute fetches from a neighbour in a branch that the neighbour has not taken.
// @check init
// @run --grid 64 --block 64 --arg buf:u32:64:iota --arg buf:u32:64
    s_load_b64 s[4:5], s[0:1], 0x0
    v_lshlrev_b32 v1, 2, v0
    v_xor_b32 v2, 4, v1
    v_and_b32 v3, 1, v0
    v_mov_b32 v6, 0 // @right
    v_cmpx_eq_u32 0, v3
    v_mov_b32 v6, 0
    s_mov_b64 exec, -1
    ds_bpermute_b32 v4, v2, v6
    s_waitcnt lgkmcnt(0)
    global_load_b32 v7, v4, s[4:5] // @expect init:undefined-address item=0,0,0
    s_waitcnt vmcnt(0)
    s_endpgm
