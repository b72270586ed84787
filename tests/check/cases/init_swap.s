// DPP moves an undefined lane to where it is used.
// @check init
// @run --grid 64 --block 64 --arg buf:u32:64:iota --arg buf:u32:64
    s_load_b128 s[4:7], s[0:1], 0x0
    s_waitcnt lgkmcnt(0)
    v_mov_b32_e32 v5, v0 // @right
    v_mov_b32_dpp v6, v5 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
    v_and_b32_e32 v6, 63, v6
    v_lshlrev_b32_e32 v6, 2, v6
    global_load_b32 v1, v6, s[4:5] // @expect init:undefined-address item=0,0,0
    s_waitcnt vmcnt(0)
    s_endpgm
