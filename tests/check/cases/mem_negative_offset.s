// The immediate offset of the neighbour to the left: lane 0 has none.
// @run --grid 32 --block 32 --arg buf:u32:32
    s_load_b64 s[4:5], s[0:1], 0x0
    v_lshlrev_b32 v1, 2, v0
    v_max_u32 v1, 4, v1 // @right
    s_waitcnt lgkmcnt(0)
    global_load_b32 v2, v1, s[4:5] offset:-4 // @expect mem:out-of-bounds item=0,0,0 count=1
    s_waitcnt vmcnt(0)
    s_endpgm
