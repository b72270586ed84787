// Waves load a half of a dword, then all of it, and change it: by compare and swap, which notices that the value is
// outdated, or by an atomic that does not.
// @run --grid 256 --block 128 --arg buf:u32:4
// @check race
// @variants 32
    s_load_b64 s[4:5], s[0:1], 0x0
    v_mov_b32 v1, 0
    s_mov_b32 exec_lo, 1
    s_waitcnt lgkmcnt(0)
    global_load_u16 v2, v1, s[4:5] // @expect race:atomic-and-plain many=1
    s_waitcnt vmcnt(0)
    global_load_b32 v3, v1, s[4:5] // @expect race:atomic-and-plain many=1
    s_waitcnt vmcnt(0)
.Lagain:
    v_add_nc_u32 v2, 1, v3
    global_atomic_add_u32 v1, v2, s[4:5] // @bug
    global_atomic_cmpswap_b32 v2, v1, v[2:3], s[4:5] glc // @right
    s_waitcnt vmcnt(0)
    v_cmp_ne_u32_e32 vcc_lo, v2, v3
    v_mov_b32 v3, v2
    s_cbranch_vccnz .Lagain // @right
    s_endpgm
