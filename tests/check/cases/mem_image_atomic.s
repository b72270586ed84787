// Counters in an image of 40 texels; the buffer has 39.
// @run --grid 64 --block 64 --arg buf:u32:39
    s_load_b64 s[4:5], s[0:1], 0x0
    s_waitcnt lgkmcnt(0)
    s_lshr_b64 s[8:9], s[4:5], 8
    s_or_b32 s9, s9, 0xc1400000             // 40 @bug
    s_or_b32 s9, s9, 0x81400000             // 39 @right
    s_mov_b32 s10, 9
    s_mov_b32 s11, 0x80000fac               // 1D
    s_mov_b32 s12, 0
    s_mov_b32 s13, 0
    s_mov_b32 s14, 0
    s_mov_b32 s15, 0
    v_mov_b32_e32 v1, 1
    image_atomic_add v1, v0, s[8:15] dmask:0x1 dim:SQ_RSRC_IMG_1D // @expect mem:descriptor-beyond-allocation // @expect mem:out-of-bounds item=39,0,0
    s_endpgm
