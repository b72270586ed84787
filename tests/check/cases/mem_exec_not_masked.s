// The tail of a buffer of 40 elements: EXEC is set for it, and then set back too early.
// @variants 32; 64
// @run --grid 64 --block 64 --arg buf:u32:40
    s_load_b64 s[4:5], s[0:1], 0x0
    v_lshlrev_b32 v1, 2, v0
    v_cmpx_gt_u32 40, v0
    s_waitcnt lgkmcnt(0)
    s_mov_b64 exec, -1 // @bug
    global_store_b32 v1, v0, s[4:5] // @expect mem:out-of-bounds item=40,0,0
    s_endpgm
