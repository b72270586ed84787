// Each wave goes through the loop as often as its number says.
// @variants 32
// @run --grid 128 --block 128 --arg buf:u32:1
// @check sync
    v_lshrrev_b32 v1, 5, v0
    v_readfirstlane_b32 s8, v1
    s_mov_b32 s8, 3 // @right
.Lround:
    s_barrier // @expect sync:ended-before-barrier many=1
    s_sub_i32 s8, s8, 1
    s_cmp_ge_i32 s8, 0
    s_cbranch_scc1 .Lround
    s_endpgm
