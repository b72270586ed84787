// One wave waits at a barrier of its own. Without lines it cannot be told from a copy of the same: a note.
// @run --grid 128 --block 128 --arg buf:i32:128
// @check sync
    v_readfirstlane_b32 s2, v0
    s_cmp_lg_u32 s2, 0
    s_cbranch_scc1 .Lother // @bug
    s_barrier
    s_endpgm
.Lother:
    s_nop 0
    s_barrier // @expect sync:different-barriers wave=1 many=1 @bug
    s_endpgm
