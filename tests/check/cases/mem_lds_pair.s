// The second of two addresses is behind the 1024 bytes of LDS.
// @run --grid 32 --block 32 --arg buf:u32:1
    v_lshlrev_b32_e32 v1, 2, v0
    ds_load_2addr_b32 v[2:3], v1 offset1:225 // @expect mem:lds-out-of-bounds item=31,0,0 count=1 @bug
    ds_load_2addr_b32 v[2:3], v1 offset1:224 // @right
    s_waitcnt lgkmcnt(0)
    s_endpgm
