// ds_load_2addr fills two registers at once: waiting for "one of two" waits for nothing.
// @run --grid 64 --block 64 --arg buf:u32:64:iota --arg buf:u32:64
    v_lshlrev_b32_e32 v1, 2, v0
    ds_load_2addr_b32 v[2:3], v1 offset1:1
    s_waitcnt lgkmcnt(1) // @bug
    s_waitcnt lgkmcnt(0) // @right
    v_mov_b32_e32 v4, v2 // @expect wait:read-before-wait
    s_waitcnt lgkmcnt(0)
    s_endpgm
