// A store to LDS that is not waited for before the barrier.
// @run --grid 128 --block 128 --arg buf:i32:128
// @check race
    s_load_b64 s[4:5], s[0:1], 0x0
    v_lshlrev_b32 v1, 2, v0
    v_xor_b32 v2, 0x1fc, v1
    ds_store_b32 v1, v0
    s_waitcnt lgkmcnt(0) // @right
    s_barrier
    ds_load_b32 v3, v2 // @expect race:read-write many=1
    s_waitcnt lgkmcnt(0)
    global_store_b32 v1, v3, s[4:5]
    s_endpgm
