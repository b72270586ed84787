// A load from LDS writes the register that a store to LDS may still read.
// @run --grid 64 --block 64 --arg buf:u32:64:iota --arg buf:u32:64
    s_mov_b32 m0, 0
    v_lshlrev_b32_e32 v1, 2, v0
    v_mov_b32_e32 v2, 7
    ds_store_b32 v1, v2
    s_waitcnt_depctr 0xffe3 // @right
    lds_direct_load v2 wait_vdst:0 // @expect hazard:ldsdir-vmem
    s_waitcnt lgkmcnt(0) expcnt(0)
    ds_store_b32 v1, v2
    s_waitcnt lgkmcnt(0)
    lds_direct_load v2 wait_vdst:0
    s_waitcnt expcnt(0)
    s_endpgm
