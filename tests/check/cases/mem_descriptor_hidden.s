// A descriptor of records that ends behind the allocation, where the instruction's own bounds check lets no lane through.
// @check mem
// @run --grid 64 --block 64 --arg buf:u32:64:iota --arg buf:u32:64
    s_load_b128 s[4:7], s[0:1], 0x0
    s_waitcnt lgkmcnt(0)
    s_mov_b32 s8, s4
    s_or_b32 s9, s5, 0x00080000
    s_mov_b32 s10, 33 // @bug
    s_mov_b32 s10, 32 // @right
    s_mov_b32 s11, 0x01016000
    v_add_nc_u32_e32 v1, 64, v0
    buffer_load_b32 v2, v1, s[8:11], 0 idxen // @expect mem:descriptor-beyond-allocation @bug
    buffer_load_b32 v2, v1, s[8:11], 0 idxen // @right
    s_buffer_load_b32 s12, s[8:11], 0x4 // @expect mem:descriptor-beyond-allocation @bug
    s_buffer_load_b32 s12, s[8:11], 0x4 // @right
    s_waitcnt vmcnt(0) lgkmcnt(0)
    s_endpgm
