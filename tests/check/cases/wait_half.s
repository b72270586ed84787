// Two loads fill the halves of a register; only the first one is waited for.
// @run --grid 64 --block 64 --arg buf:u32:64:iota --arg buf:u32:64
    s_load_b64 s[4:5], s[0:1], 0x0
    v_lshlrev_b32_e32 v1, 2, v0
    s_waitcnt lgkmcnt(0)
    v_mov_b32_e32 v2, 0
    global_load_d16_b16 v2, v1, s[4:5]
    global_load_d16_hi_b16 v2, v1, s[4:5] offset:2
    s_waitcnt vmcnt(1) // @bug
    s_waitcnt vmcnt(0) // @right
    v_pk_add_u16 v3, v2, v2 // @expect wait:read-before-wait
    s_endpgm
