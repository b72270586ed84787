// A load into the lower half leaves the upper one as it was: the whole register is an offset.
// @check init
// @run --grid 64 --block 64 --arg buf:u32:64:iota --arg buf:u32:64
    s_load_b128 s[4:7], s[0:1], 0x0
    v_lshlrev_b32 v1, 2, v0
    s_waitcnt lgkmcnt(0)
    v_mov_b32 v5, 0 // @right
    global_load_d16_b16 v5, v1, s[4:5]
    s_waitcnt vmcnt(0)
    global_load_b32 v2, v5, s[6:7] // @expect init:undefined-address item=0,0,0
    s_waitcnt vmcnt(0)
    s_endpgm
