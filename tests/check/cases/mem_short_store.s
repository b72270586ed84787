// The upper half of a register is stored to the odd byte at the end.
// @run --grid 32 --block 32 --arg buf:u8:63
    s_load_b64 s[4:5], s[0:1], 0x0
    v_lshlrev_b32 v1, 1, v0
    v_cmpx_ne_u32 31, v0 // @right
    s_waitcnt lgkmcnt(0)
    global_store_d16_hi_b16 v1, v0, s[4:5] // @expect mem:out-of-bounds item=31,0,0 count=1
    s_endpgm
