// The last row of 64 texels ends 24 bytes behind the buffer.
// @run --grid 64 --block 64 --arg buf:u32:250
    s_load_b64 s[4:5], s[0:1], 0x0
    s_waitcnt lgkmcnt(0)
    s_lshr_b64 s[8:9], s[4:5], 8
    s_or_b32 s9, s9, 0xc1400000             // @bug
    s_or_b32 s9, s9, 0x41400000             // 58 texels @right
    s_mov_b32 s10, 0xc00f                   // 64 by 4 @bug
    s_mov_b32 s10, 0xc00e                   // @right
    s_mov_b32 s11, 0x90000fac
    s_mov_b32 s12, 0
    s_mov_b32 s13, 0
    s_mov_b32 s14, 0
    s_mov_b32 s15, 0
    v_mov_b32_e32 v1, 3
    image_store v0, v[0:1], s[8:15] dmask:0x1 dim:SQ_RSRC_IMG_2D // @expect mem:descriptor-beyond-allocation // @expect mem:out-of-bounds item=58,0,0
    s_endpgm
