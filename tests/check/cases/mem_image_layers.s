// An array of three slices of 64 by 2 texels where there are two slices, and the last one is stored to.
// @run --grid 64 --block 64 --arg buf:u32:256
    s_load_b64 s[4:5], s[0:1], 0x0
    s_waitcnt lgkmcnt(0)
    s_lshr_b64 s[8:9], s[4:5], 8
    s_or_b32 s9, s9, 0xc1400000
    s_mov_b32 s10, 0x400f                   // 64 by 2
    s_mov_b32 s11, 0xd0000fac               // 2D array
    s_mov_b32 s12, 2                        // the last slice @bug
    s_mov_b32 s12, 1                        // the last slice @right
    s_mov_b32 s13, 0
    s_mov_b32 s14, 0
    s_mov_b32 s15, 0
    v_mov_b32_e32 v1, 1
    v_mov_b32_e32 v2, 2
    image_store v0, v[0:2], s[8:15] dmask:0x1 dim:SQ_RSRC_IMG_2D_ARRAY // @expect mem:descriptor-beyond-allocation // @expect mem:out-of-bounds item=0,0,0
    s_endpgm
