// A lane is read that was not active when the register was written: half of the wave was.
// @variants 32
// @check init
// @run --grid 64 --block 64 --arg buf:u32:64:iota --arg buf:u32:64
    s_mov_b32 exec_lo, 0xffff
    v_mov_b32 v5, 0
    s_mov_b32 exec_lo, -1
    v_readlane_b32 s8, v5, 20 // @bug
    v_readlane_b32 s8, v5, 12 // @right
    s_cmp_lg_u32 s8, 0
    s_cbranch_scc1 .Lout // @expect init:undefined-branch
    s_nop 0
.Lout:
    s_endpgm
