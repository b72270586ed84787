// The address in LDS was never computed.
// @check init
// @run --grid 64 --block 64 --arg buf:u32:64:iota --arg buf:u32:64
    v_lshlrev_b32 v9, 2, v0 // @right
    ds_store_b32 v9, v0 // @expect init:undefined-address item=0,0,0
    s_waitcnt lgkmcnt(0)
    s_endpgm
