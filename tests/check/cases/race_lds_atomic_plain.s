// A counter in LDS is raised with an atomic by one wave and set by the other.
// @run --grid 64 --block 64 --arg buf:u32:1
// @variants 32
// @check race
    v_mov_b32 v1, 0
    v_mov_b32 v2, 1
    v_readfirstlane_b32 s6, v0
    s_cmp_eq_u32 s6, 0
    s_cbranch_scc0 .Ladd
    s_mov_b32 exec_lo, 1
    v_mov_b32 v3, 9
    ds_store_b32 v1, v3 // @expect race:atomic-and-plain many=1
.Ladd:
    s_waitcnt lgkmcnt(0) // @right
    s_barrier // @right
    ds_add_u32 v1, v2
    s_waitcnt lgkmcnt(0)
    s_endpgm
