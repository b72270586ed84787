// The result of a move between lanes comes through LDS, and has to be waited for like LDS.
// @run --grid 64 --block 64 --arg buf:u32:64:iota --arg buf:u32:64
    v_lshlrev_b32_e32 v1, 2, v0
    v_xor_b32_e32 v1, 4, v1
    ds_bpermute_b32 v2, v1, v0
    s_waitcnt lgkmcnt(0) // @right
    v_add_nc_u32_e32 v3, v2, v0 // @expect wait:read-before-wait
    s_waitcnt lgkmcnt(0)
    s_endpgm
