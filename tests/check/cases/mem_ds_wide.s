// 16 bytes of LDS for each of 64 work-items, and the kernel moves by 20.
// @variants 32; 64
// @run --grid 64 --block 64 --arg buf:u32:1
    v_mul_u32_u24 v1, 20, v0 // @bug
    v_mul_u32_u24 v1, 16, v0 // @right
    v_mov_b32 v2, 0
    v_mov_b32 v3, 0
    v_mov_b32 v4, 0
    v_mov_b32 v5, 0
    ds_store_b128 v1, v[2:5] // @expect mem:lds-out-of-bounds item=51,0,0
    s_waitcnt lgkmcnt(0)
    s_endpgm
