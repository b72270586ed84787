// ds_store_2addr: the second element is the next wave's first.
// @run --grid 64 --block 64 --arg buf:u32:1
// @variants 32
// @check race
    v_lshlrev_b32 v1, 3, v0 // @right
    v_lshlrev_b32 v1, 2, v0 // @bug
    v_add_nc_u32 v2, 100, v0
    v_sub_nc_u32 v3, 77, v0
    ds_store_2addr_b32 v1, v2, v3 offset1:1 // @expect race:write-write many=1 @expect race:lanes many=1
    s_waitcnt lgkmcnt(0)
    s_endpgm
