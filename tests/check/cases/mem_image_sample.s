// Linear filtering of row 2 of three: the texels below it are behind the buffer if the image claims a row more.
// @run --grid 32 --block 32 --arg buf:f32:192:iota --arg buf:f32:32
    s_load_b128 s[4:7], s[0:1], 0x0
    s_waitcnt lgkmcnt(0)
    s_lshr_b64 s[8:9], s[4:5], 8
    s_or_b32 s9, s9, 0xc1600000             // format 22: 32_FLOAT
    s_mov_b32 s10, 0xc00f                   // 64 by 4 @bug
    s_mov_b32 s10, 0x800f                   // 64 by 3 @right
    s_mov_b32 s11, 0x90000fac
    s_mov_b32 s12, 0
    s_mov_b32 s13, 0
    s_mov_b32 s14, 0
    s_mov_b32 s15, 0
    s_mov_b32 s16, 0x8092                   // clamped, no normalization
    s_mov_b32 s17, 0x0
    s_mov_b32 s18, 0x500000                 // linear
    s_mov_b32 s19, 0
    v_cvt_f32_u32_e32 v2, v0
    v_mov_b32_e32 v3, 0x40400000            // 3.0: between rows 2 and 3
    image_sample_lz v4, v[2:3], s[8:15], s[16:19] dmask:0x1 dim:SQ_RSRC_IMG_2D unorm // @expect mem:descriptor-beyond-allocation // @expect mem:out-of-bounds item=0,0,0
    v_lshlrev_b32_e32 v1, 2, v0
    s_waitcnt vmcnt(0)
    global_store_b32 v1, v4, s[6:7]
    s_endpgm
