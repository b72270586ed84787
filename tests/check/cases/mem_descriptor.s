// A descriptor with 4 bytes more than the allocation; no access is out of bounds.
// @check mem
// @run --grid 64 --block 64 --arg buf:u32:64:iota --arg buf:u32:64
    s_load_b128 s[4:7], s[0:1], 0x0
    s_waitcnt lgkmcnt(0)
    s_mov_b32 s8, s4
    s_mov_b32 s9, s5
    s_mov_b32 s10, 0x104 // @bug
    s_mov_b32 s10, 0x100 // @right
    s_mov_b32 s11, 0x31016000
    v_lshlrev_b32_e32 v1, 2, v0
    buffer_load_b32 v2, v1, s[8:11], 0 offen // @expect mem:descriptor-beyond-allocation @bug
    buffer_load_b32 v2, v1, s[8:11], 0 offen // @right
    s_mov_b32 s10, -1
    buffer_load_b32 v3, v1, s[8:11], 0 offen
    s_waitcnt vmcnt(0)
    s_endpgm
