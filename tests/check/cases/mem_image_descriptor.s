// An image of 64 by 5 texels where there is memory for 4 rows; only the first one is loaded.
// @run --grid 64 --block 64 --arg buf:u32:256:iota --arg buf:u32:64
    s_load_b128 s[4:7], s[0:1], 0x0
    s_waitcnt lgkmcnt(0)
    s_lshr_b64 s[8:9], s[4:5], 8
    s_or_b32 s9, s9, 0xc1400000             // format 20: 32_UINT, the width's low bits
    s_mov_b32 s10, 0x1000f                  // 64 wide, 5 high @bug
    s_mov_b32 s10, 0xc00f                   // 64 wide, 4 high @right
    s_mov_b32 s11, 0x90000fac               // 2D
    s_mov_b32 s12, 0
    s_mov_b32 s13, 0
    s_mov_b32 s14, 0
    s_mov_b32 s15, 0
    v_mov_b32_e32 v1, 0
    image_load v2, v[0:1], s[8:15] dmask:0x1 dim:SQ_RSRC_IMG_2D // @expect mem:descriptor-beyond-allocation
    v_lshlrev_b32_e32 v3, 2, v0
    s_waitcnt vmcnt(0)
    global_store_b32 v3, v2, s[6:7]
    s_endpgm
