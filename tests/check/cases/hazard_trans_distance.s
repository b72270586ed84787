// Five vector instructions between are one too few; of transcendental ones two are enough, and so is a load.
// @run --grid 64 --block 64 --arg buf:u32:64:iota --arg buf:u32:64
    v_cvt_f32_u32_e32 v1, v0
    s_load_b64 s[4:5], s[0:1], 0x0
    v_lshlrev_b32_e32 v20, 2, v0
    s_waitcnt lgkmcnt(0)
    v_rcp_f32_e32 v2, v1
    v_mov_b32_e32 v4, 0
    v_mov_b32_e32 v5, 0
    v_mov_b32_e32 v6, 0
    v_mov_b32_e32 v7, 0
    v_mov_b32_e32 v8, 0
    v_mov_b32_e32 v9, 0 // @right
    v_add_f32_e32 v3, 1.0, v2 // @expect hazard:trans-use
    v_exp_f32_e32 v10, v1
    v_log_f32_e32 v11, v1
    v_sqrt_f32_e32 v12, v1
    v_add_f32_e32 v10, 1.0, v10
    v_rsq_f32_e32 v13, v1
    global_load_b32 v21, v20, s[4:5]
    v_add_f32_e32 v13, 1.0, v13
    s_waitcnt vmcnt(0)
    s_endpgm
