// A word of the descriptor was never written.
// @check init
// @run --grid 64 --block 64 --arg buf:u32:64:iota --arg buf:u32:64
    s_load_b128 s[4:7], s[0:1], 0x0
    s_waitcnt lgkmcnt(0)
    s_mov_b32 s8, s4
    s_mov_b32 s9, s5
    s_mov_b32 s10, 0x100
    s_mov_b32 s11, 0x31016000 // @right
    v_lshlrev_b32_e32 v1, 2, v0
    v_and_b32_e32 v1, 60, v1
    buffer_load_b32 v2, v1, s[8:11], 0 offen // @expect init:undefined-descriptor
    s_waitcnt vmcnt(0)
    s_endpgm
