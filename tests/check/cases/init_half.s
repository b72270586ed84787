// The upper half of a register into which only the lower was loaded.
// @check init
// @run --grid 64 --block 64 --arg buf:u32:64:iota --arg buf:u32:64
    s_load_b128 s[4:7], s[0:1], 0x0
    s_waitcnt lgkmcnt(0)
    v_lshlrev_b32_e32 v1, 2, v0
    global_load_d16_b16 v5, v1, s[4:5]
    s_waitcnt vmcnt(0)
    v_lshrrev_b32_e32 v6, 16, v5 // @bug
    v_and_b32_e32 v6, 0xffff, v5 // @right
    v_and_b32_e32 v6, 15, v6
    v_lshlrev_b32_e32 v6, 2, v6
    global_load_b32 v1, v6, s[4:5] // @expect init:undefined-address item=0,0,0
    s_waitcnt vmcnt(0)
    s_endpgm
