// A comparison that the undefined bits can change, and one that they cannot: they are the lowest.
// @check init
// @run --grid 64 --block 64 --arg buf:u32:64:iota --arg buf:u32:64
    s_mov_b32 s9, 0x100
    s_and_b32 s8, s10, 15
    s_or_b32 s8, s8, s9
    s_cmp_gt_u32 s8, 0x107 // @bug
    s_cmp_gt_u32 s8, 0x10f // @right
    s_cbranch_scc1 .Lout // @expect init:undefined-branch
    s_nop 0
.Lout:
    s_endpgm
