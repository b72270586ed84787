// Of a 64-bit address that two loads make, the upper half is not there yet.
// @run --grid 64 --block 64 --arg buf:u32:64:iota --arg buf:u32:64
    s_load_b64 s[4:5], s[0:1], 0x0
    s_load_b64 s[6:7], s[0:1], 0x8
    v_mov_b32_e32 v1, 0
    s_waitcnt lgkmcnt(0)
    v_mov_b32_e32 v4, s4
    v_lshlrev_b32_e32 v5, 2, v0
    v_mov_b32_e32 v6, s5
    ds_store_b32 v5, v6
    ds_load_b32 v5, v5
    s_waitcnt lgkmcnt(0) // @right
    global_load_b32 v2, v[4:5], off // @expect wait:read-before-wait
    s_waitcnt vmcnt(0)
    s_endpgm
