// A float that is computed from an undefined register becomes an index.
// @check init
// @run --grid 64 --block 64 --arg buf:u32:64:iota --arg buf:u32:64
    s_load_b128 s[4:7], s[0:1], 0x0
    s_waitcnt lgkmcnt(0)
    v_cvt_f32_u32_e32 v5, v0 // @right
    v_mul_f32_e32 v6, 0.5, v5
    v_cvt_u32_f32_e32 v6, v6
    v_min_u32_e32 v6, 63, v6
    v_lshlrev_b32_e32 v6, 2, v6
    global_load_b32 v1, v6, s[4:5] // @expect init:undefined-address item=0,0,0
    s_waitcnt vmcnt(0)
    s_endpgm
