// A load from LDS whose data field, which it does not look at, is not 0.
// @run --grid 64 --block 64 --arg buf:u32:64:iota --arg buf:u32:64
    v_lshlrev_b32_e32 v1, 2, v0
    ds_store_b32 v1, v1
    s_waitcnt lgkmcnt(0)
    .long 0xd8d80000, 0x02000501 ; ds_load_b32 v2, v1 // @expect hazard:ignored-field @bug
    ds_load_b32 v2, v1 // @right
    s_waitcnt lgkmcnt(0)
    s_endpgm
