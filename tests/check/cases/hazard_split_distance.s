// Two vector instructions around the change of EXEC, and four behind the later write, are still too near.
// @variants 64
// @run --grid 64 --block 64 --arg buf:u32:64:iota --arg buf:u32:64
    v_mov_b32_e32 v1, 7
    v_mov_b32_e32 v4, v0
    s_mov_b64 exec, -1
    v_mov_b32_e32 v5, v0
    v_mov_b32_e32 v2, v0
    v_mov_b32_e32 v6, v0
    v_mov_b32_e32 v7, v0
    v_mov_b32_e32 v8, v0
    v_mov_b32_e32 v9, v0
    v_mov_b32_e32 v10, v0 // @right
    v_add_f32_e32 v3, v1, v2 // @expect hazard:partial-forwarding
    v_mov_b32_e32 v1, 7
    v_mov_b32_e32 v4, v0
    v_mov_b32_e32 v5, v0
    s_mov_b64 exec, -1
    v_mov_b32_e32 v6, v0
    v_mov_b32_e32 v2, v0
    v_add_f32_e32 v3, v1, v2
    v_mov_b32_e32 v1, 7
    v_mov_b32_e32 v2, v0
    s_mov_b64 exec, -1
    v_add_f32_e32 v3, v1, v2
    s_endpgm
