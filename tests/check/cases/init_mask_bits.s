// An undefined register is masked: the bug keeps a bit that nobody wrote.
// @check init
// @run --grid 64 --block 64 --arg buf:u32:64:iota --arg buf:u32:64
    s_load_b128 s[4:7], s[0:1], 0x0
    s_waitcnt lgkmcnt(0)
    v_lshlrev_b32_e32 v5, 8, v5
    v_or_b32_e32 v5, v0, v5
    v_and_b32_e32 v5, 0x103f, v5 // @bug
    v_and_b32_e32 v5, 0x3f, v5 // @right
    v_min_u32_e32 v5, 63, v5
    v_lshlrev_b32_e32 v5, 2, v5
    global_load_b32 v1, v5, s[4:5] // @expect init:undefined-address item=0,0,0
    s_waitcnt vmcnt(0)
    s_endpgm
