// A overlaps D.
// @variants 32
// @run --grid 32 --block 32 --arg buf:u32:64:iota --arg buf:u32:64
    v_wmma_f32_16x16x16_f16 v[0:7], v[7:14], v[16:23], v[0:7] // @expect hazard:wmma-sources @bug
    v_wmma_f32_16x16x16_f16 v[0:7], v[8:15], v[16:23], v[0:7] // @right
    s_endpgm
