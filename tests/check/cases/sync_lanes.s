// EXEC has not been restored at the barrier.
// @run --grid 64 --block 64 --arg buf:i32:64
// @variants 32
// @check sync
    v_cmp_gt_u32_e32 vcc_lo, 16, v0
    s_and_saveexec_b32 s2, vcc_lo
    v_mov_b32 v1, 0
    s_mov_b32 exec_lo, s2 // @right
    s_barrier // @expect sync:inactive-at-barrier many=1
    s_endpgm
