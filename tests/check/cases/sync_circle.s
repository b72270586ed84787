// A loop counter that is reset in the loop.
// @run --grid 64 --block 64 --arg buf:u32:1
    s_mov_b32 s2, 0
.Lloop:
    s_mov_b32 s2, 0 // @expect sync:spin wave=0 @bug
    s_add_u32 s2, s2, 1
    s_cmp_lt_u32 s2, 5
    s_cbranch_scc1 .Lloop
    s_endpgm
