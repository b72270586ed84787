// The upper half of a wave has been masked off when the barrier comes.
// @variants 32
// @run --grid 64 --block 64 --arg buf:u32:1
// @check sync
    v_and_b32 v1, 31, v0
    s_mov_b32 s8, exec_lo
    v_cmpx_gt_u32 16, v1
    s_mov_b32 exec_lo, s8 // @right
    s_barrier // @expect sync:inactive-at-barrier many=1
    s_mov_b32 exec_lo, s8
    s_endpgm
