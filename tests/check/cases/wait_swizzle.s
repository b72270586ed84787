// The same of ds_swizzle, of which one waits with vmcnt.
// @run --grid 64 --block 64 --arg buf:u32:64:iota --arg buf:u32:64
    ds_swizzle_b32 v2, v0 offset:swizzle(SWAP,1)
    s_waitcnt vmcnt(0) // @bug
    s_waitcnt lgkmcnt(0) // @right
    v_add_nc_u32_e32 v3, v2, v0 // @expect wait:read-before-wait
    s_waitcnt lgkmcnt(0)
    s_endpgm
