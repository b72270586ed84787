// Only the lower half of an address pair is set.
// @check init
// @run --grid 64 --block 64 --arg buf:u32:64:iota --arg buf:u32:64
    s_load_b64 s[4:5], s[0:1], 0x0
    v_lshlrev_b32 v1, 2, v0
    s_waitcnt lgkmcnt(0)
    v_mov_b32 v9, s5 // @right
    v_add_nc_u32 v8, s4, v1
    global_load_b32 v2, v[8:9], off // @expect init:undefined-address item=0,0,0
    s_waitcnt vmcnt(0)
    s_endpgm
