// LDS returns in order, so that a count is enough; not so with a scalar load among them.
// @run --grid 64 --block 64 --arg buf:u32:64:iota --arg buf:u32:64
    v_lshlrev_b32_e32 v1, 2, v0
    ds_load_b32 v2, v1
    s_load_b64 s[4:5], s[0:1], 0x0 // @bug
    ds_load_b32 v3, v1 offset:4
    s_waitcnt lgkmcnt(1)
    v_add_nc_u32_e32 v4, 1, v2 // @expect wait:read-before-wait
    s_waitcnt lgkmcnt(0)
    s_endpgm
