// The upper half of a 64-bit address is forgotten.
// @variants 32
// @run --grid 32 --block 32 --arg buf:u32:32
    s_load_b64 s[4:5], s[0:1], 0x0
    v_lshlrev_b32 v1, 2, v0
    s_waitcnt lgkmcnt(0)
    v_add_co_u32 v2, s6, s4, v1
    v_mov_b32 v3, 0 // @bug
    v_add_co_ci_u32_e64 v3, s6, 0, s5, s6 // @right
    global_store_b32 v[2:3], v0, off // @expect mem:null-pointer item=0,0,0 count=32
    s_endpgm
