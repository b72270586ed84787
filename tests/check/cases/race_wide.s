// Waves store four dwords each, which overlap by one.
// @run --grid 128 --block 128 --arg buf:i32:1024
// @check race
    s_load_b64 s[4:5], s[0:1], 0x0
    v_mov_b32 v4, v0
    v_mov_b32 v5, v0
    v_mov_b32 v6, v0
    v_mov_b32 v7, v0
    v_mul_u32_u24 v1, 12, v0 // @bug
    v_lshlrev_b32 v1, 4, v0 // @right
    s_waitcnt lgkmcnt(0)
    global_store_b128 v1, v[4:7], s[4:5] // @expect race:write-write many=1 @expect race:lanes many=1
    s_endpgm
