// LDS is read back without a wait.
// @run --grid 64 --block 64 --arg buf:u32:64:iota --arg buf:u32:64
    v_lshlrev_b32_e32 v1, 2, v0
    ds_store_b32 v1, v0
    s_waitcnt lgkmcnt(0)
    ds_load_b32 v2, v1
    s_waitcnt lgkmcnt(0) // @right
    v_add_nc_u32_e32 v3, 1, v2 // @expect wait:read-before-wait
    s_endpgm
