// A load from LDS writes a register that a vector instruction may still read.
// @run --grid 64 --block 64 --arg buf:u32:64:iota --arg buf:u32:64
    s_mov_b32 m0, 0
    v_add_nc_u32_e32 v2, 1, v1
    v_mov_b32_e32 v3, v0
    lds_direct_load v1 wait_vdst:2 // @expect hazard:ldsdir-valu @bug
    lds_direct_load v1 wait_vdst:1 // @right
    s_waitcnt expcnt(0)
    v_sqrt_f32_e32 v4, v0
    s_waitcnt_depctr 0xfff
    v_add_nc_u32_e32 v2, 1, v5
    v_rcp_f32_e32 v6, v0
    lds_direct_load v5 wait_vdst:1 // @expect hazard:ldsdir-valu @bug
    lds_direct_load v5 wait_vdst:0 // @right
    s_waitcnt expcnt(0)
    s_endpgm
