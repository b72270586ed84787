// The offset of a store is one.
// @check init
// @run --grid 64 --block 64 --arg buf:u32:64:iota --arg buf:u32:64
    s_load_b128 s[4:7], s[0:1], 0x0
    s_waitcnt lgkmcnt(0)
    v_and_b32_e32 v6, 1, v6 // @bug
    v_and_b32_e32 v6, 1, v0 // @right
    v_lshlrev_b32_e32 v6, 2, v6
    global_store_b32 v6, v0, s[6:7] // @expect init:undefined-address item=0,0,0
    s_endpgm
