// ds_store_2addr_stride64 counts its offsets in 64 elements: the second is behind 1024 bytes.
// @run --grid 64 --block 64 --arg buf:u32:1
    v_lshlrev_b32 v1, 2, v0
    ds_store_2addr_stride64_b32 v1, v0, v0 offset1:4 // @expect mem:lds-out-of-bounds item=0,0,0 @bug
    ds_store_2addr_stride64_b32 v1, v0, v0 offset1:3 // @right
    s_waitcnt lgkmcnt(0)
    s_endpgm
