// A selection picks the undefined one of two registers.
// @check init
// @run --grid 64 --block 64 --arg buf:u32:64:iota --arg buf:u32:64
// @variants 32
    s_load_b128 s[4:7], s[0:1], 0x0
    s_waitcnt lgkmcnt(0)
    v_cmp_gt_u32_e64 s8, 32, v0
    v_mov_b32_e32 v4, 1
    v_cndmask_b32_e64 v6, v5, v4, s8 // @bug
    v_cndmask_b32_e64 v6, v4, v4, s8 // @right
    v_and_b32_e32 v6, 1, v6
    v_lshlrev_b32_e32 v6, 2, v6
    v_cmp_lt_u32_e64 s10, 40, v0
    global_load_b32 v1, v6, s[4:5] // @expect init:undefined-address
    s_waitcnt vmcnt(0)
    s_endpgm
