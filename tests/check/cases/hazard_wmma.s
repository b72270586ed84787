// The matrix A of a product is the result of the product before it.
// @variants 32
// @run --grid 32 --block 32 --arg buf:u32:64:iota --arg buf:u32:64
    v_wmma_f32_16x16x16_f16 v[0:7], v[8:15], v[16:23], v[0:7]
    v_nop // @right
    v_wmma_f32_16x16x16_f16 v[24:31], v[0:7], v[16:23], v[24:31] // @expect hazard:wmma-overlap
    v_wmma_f32_16x16x16_f16 v[24:31], v[8:15], v[16:23], v[24:31]
    s_endpgm
