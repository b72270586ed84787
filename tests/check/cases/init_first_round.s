// A loop uses the value of the round before, which the first one has not.
// @check init
// @run --grid 64 --block 64 --arg buf:u32:64:iota --arg buf:u32:64
    s_mov_b32 s8, 3
    s_mov_b32 s9, 0 // @right
.Lround:
    s_cmp_gt_u32 s9, 1
    s_cbranch_scc1 .Lout // @expect init:undefined-branch
    s_mov_b32 s9, s8
    s_sub_u32 s8, s8, 1
    s_cmp_lg_u32 s8, 1
    s_cbranch_scc1 .Lround
.Lout:
    s_endpgm
