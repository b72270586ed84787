// The result of a product overlaps a factor.
// @run --grid 64 --block 64 --arg buf:u32:64:iota --arg buf:u32:64
    v_mov_b32_e32 v4, 0
    v_mov_b32_e32 v5, 0
    v_mad_u64_u32 v[2:3], null, v0, v0, v[4:5]
    v_mad_u64_u32 v[5:6], null, v0, v0, v[4:5]
    v_mad_u64_u32 v[2:3], null, v3, v0, v[4:5] // @expect hazard:mad64-overlap @bug
    v_mad_u64_u32 v[6:7], null, v3, v0, v[4:5] // @right
    s_endpgm
