// A comparison makes the lane mask of a loop; one of its sides is on its way from LDS.
// @variants 32
// @run --grid 64 --block 64 --arg buf:u32:64:iota --arg buf:u32:64
    v_lshlrev_b32_e32 v1, 2, v0
    ds_store_b32 v1, v0
    ds_load_b32 v2, v1
    s_waitcnt lgkmcnt(1) // @bug
    s_waitcnt lgkmcnt(0) // @right
    v_cmp_lt_u32_e32 vcc_lo, v2, v0 // @expect wait:read-before-wait
    s_endpgm
