// A barrier of six waves, in a launch of four; the right one is of one wave.
// @check sync
// @variants 32
// @run --grid 128 --block 32 --arg buf:u32:1
    s_mov_b32 m0, 0
    v_mov_b32_e32 v0, 5 // @bug
    v_mov_b32_e32 v0, 0 // @right
    ds_gws_init v0 gds
    ds_gws_barrier v0 gds // @expect sync:deadlock wave=0 group=0,0,0
    s_endpgm
