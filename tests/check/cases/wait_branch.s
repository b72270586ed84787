// A condition of a branch that comes from memory.
// @run --grid 64 --block 64 --arg buf:u32:64:iota --arg buf:u32:64
    s_load_b64 s[4:5], s[0:1], 0x0
    s_waitcnt lgkmcnt(0)
    s_load_b32 s6, s[4:5], 0x0
    s_waitcnt lgkmcnt(0) // @right
    s_cmp_eq_u32 s6, 0 // @expect wait:read-before-wait
    s_cbranch_scc1 .Lnone
    s_nop 0
.Lnone:
    s_endpgm
