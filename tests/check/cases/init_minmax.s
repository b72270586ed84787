// A minimum with an undefined value is no clamp of its lower bits.
// @check init
// @run --grid 64 --block 64 --arg buf:u32:64:iota --arg buf:u32:64
    s_load_b64 s[4:5], s[0:1], 0x0
    v_and_b32 v5, 60, v5 // @bug
    v_and_b32 v5, 0, v5 // @right
    v_min_u32 v5, 64, v5
    s_waitcnt lgkmcnt(0)
    global_load_b32 v2, v5, s[4:5] // @expect init:undefined-address item=0,0,0
    s_waitcnt vmcnt(0)
    s_endpgm
