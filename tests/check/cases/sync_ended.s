// The second wave ends, and the first waits.
// @run --grid 128 --block 128 --arg buf:i32:128
// @variants 64
// @check sync
    v_readfirstlane_b32 s2, v0
    s_cmp_lg_u32 s2, 0
    s_cbranch_scc1 .Lout // @bug
    s_barrier // @expect sync:ended-before-barrier wave=0 count=1
.Lout:
    s_endpgm
