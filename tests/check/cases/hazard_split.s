// A sum of two registers, one written before EXEC changed and one after.
// @variants 64
// @run --grid 64 --block 64 --arg buf:u32:64:iota --arg buf:u32:64
    v_mov_b32_e32 v1, 7
    s_mov_b64 exec, -1
    v_mov_b32_e32 v2, v0
    s_waitcnt_depctr 0xfff // @right
    v_add_f32_e32 v3, v1, v2 // @expect hazard:partial-forwarding wave=0
    s_endpgm
