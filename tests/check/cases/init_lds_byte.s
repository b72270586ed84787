// Three bytes of a dword of LDS are written, the fourth is used.
// @check init
// @run --grid 64 --block 64 --arg buf:u32:64:iota --arg buf:u32:64
    s_load_b128 s[4:7], s[0:1], 0x0
    s_waitcnt lgkmcnt(0)
    v_lshlrev_b32_e32 v1, 2, v0
    v_mov_b32_e32 v3, 0
    ds_store_b8 v1, v3
    ds_store_b8 v1, v3 offset:1
    ds_store_b8 v1, v3 offset:2
    ds_store_b8 v1, v3 offset:3 // @right
    s_waitcnt lgkmcnt(0)
    ds_load_b32 v2, v1
    s_waitcnt lgkmcnt(0)
    v_and_b32_e32 v4, 0xffffff, v2
    v_lshlrev_b32_e32 v4, 2, v4
    global_load_b32 v5, v4, s[4:5]
    s_waitcnt vmcnt(0)
    v_lshrrev_b32_e32 v2, 24, v2
    v_and_b32_e32 v2, 63, v2
    v_lshlrev_b32_e32 v2, 2, v2
    global_load_b32 v5, v2, s[4:5] // @expect init:undefined-address item=0,0,0
    s_waitcnt vmcnt(0)
    s_endpgm
