// An atomic adds to LDS that nobody wrote; an exchange would have set it.
// @check init
// @run --grid 64 --block 64 --arg buf:u32:64:iota --arg buf:u32:64
    s_load_b128 s[4:7], s[0:1], 0x0
    s_waitcnt lgkmcnt(0)
    v_mov_b32_e32 v1, 0
    v_mov_b32_e32 v2, 0
    ds_storexchg_rtn_b32 v3, v1, v2 // @right
    ds_add_u32 v1, v2
    ds_load_b32 v4, v1
    s_waitcnt lgkmcnt(0)
    v_and_b32_e32 v4, 60, v4
    global_load_b32 v5, v4, s[4:5] // @expect init:undefined-address
    s_waitcnt vmcnt(0)
    s_endpgm
