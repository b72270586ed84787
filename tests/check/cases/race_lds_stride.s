// A tile of 33 columns, padded against bank conflicts, whose rows are 32 apart.
// @run --grid 64 --block 64 --arg buf:u32:1
// @variants 32
// @check race
    v_lshrrev_b32 v1, 5, v0
    v_mul_u32_u24 v1, 124, v1 // @bug
    v_mul_u32_u24 v1, 132, v1 // @right
    v_and_b32 v2, 31, v0
    v_lshl_add_u32 v1, v2, 2, v1
    ds_store_b32 v1, v0 // @expect race:write-write many=1
    s_waitcnt lgkmcnt(0)
    s_endpgm
