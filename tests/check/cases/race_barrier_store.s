// A store to global memory that is not waited for before the barrier.
// @run --grid 128 --block 128 --arg buf:i32:128 --arg buf:i32:128
// @check race
    s_load_b128 s[4:7], s[0:1], 0x0
    v_lshlrev_b32 v1, 2, v0
    v_xor_b32 v2, 0x1fc, v1
    s_waitcnt lgkmcnt(0)
    global_store_b32 v1, v0, s[4:5]
    s_waitcnt_vscnt null, 0x0 // @right
    s_barrier
    buffer_gl0_inv
    global_load_b32 v3, v2, s[4:5] // @expect race:read-write many=1
    s_waitcnt vmcnt(0)
    global_store_b32 v1, v3, s[6:7]
    s_endpgm
