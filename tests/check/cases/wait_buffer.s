// A buffer load, as image filters and graphics compilers write it, is used a wait too early.
// @run --grid 64 --block 64 --arg buf:u32:64:iota --arg buf:u32:64
    s_load_b64 s[4:5], s[0:1], 0x0
    v_lshlrev_b32_e32 v1, 2, v0
    s_mov_b32 s6, 0x100
    s_mov_b32 s7, 0x31016000
    s_waitcnt lgkmcnt(0)
    buffer_load_b32 v2, v1, s[4:7], 0 offen
    s_waitcnt vmcnt(1) // @bug
    s_waitcnt vmcnt(0) // @right
    v_add_f32_e32 v3, v2, v2 // @expect wait:read-before-wait
    s_endpgm
