// The trip count is in a register that the code object did not ask for.
// @check init
// @run --grid 64 --block 64 --arg buf:u32:64:iota --arg buf:u32:64
    s_mov_b32 s20, 2 // @right
.Lround:
    s_sub_u32 s20, s20, 1
    s_cmp_gt_i32 s20, 0
    s_cbranch_scc1 .Lround // @expect init:undefined-branch
    s_endpgm
