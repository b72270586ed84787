// FLAT goes to global memory or LDS: here to LDS, for which only vmcnt is waited.
// @run --grid 64 --block 64 --arg buf:u32:64:iota --arg buf:u32:64
    v_lshlrev_b32_e32 v1, 2, v0
    s_mov_b64 s[4:5], src_shared_base
    v_mov_b32_e32 v2, s5
    flat_load_b32 v3, v[1:2]
    s_waitcnt vmcnt(0) // @bug
    s_waitcnt vmcnt(0) lgkmcnt(0) // @right
    v_mov_b32_e32 v4, v3 // @expect wait:read-before-wait
    s_endpgm
