// A wave sleeps until a word is not 0, which is in another buffer.
// @run --grid 64 --block 32 --arg buf:u32:1 --arg buf:u32:1
// @variants 32
    s_load_b128 s[4:7], s[0:1], 0x0
    v_mov_b32_e32 v1, 0
    v_mov_b32_e32 v2, 1
    s_cmp_eq_u32 s2, 0
    s_cbranch_scc0 .Lwait
    s_waitcnt lgkmcnt(0)
    global_atomic_add_u32 v1, v2, s[6:7] // @bug
    global_atomic_add_u32 v1, v2, s[4:5] // @right
    s_endpgm
.Lwait:
    s_waitcnt lgkmcnt(0)
.Lagain:
    s_sleep 1
    global_load_b32 v3, v1, s[4:5] glc // @expect sync:spin group=1,0,0
    s_waitcnt vmcnt(0)
    buffer_gl0_inv
    v_readfirstlane_b32 s8, v3
    s_cmp_eq_u32 s8, 0
    s_cbranch_scc1 .Lagain
    s_endpgm
