// Sums of 96 bits: the carry in SGPRs, which are read and written by each of three.
// @variants 64
// @run --grid 64 --block 64 --arg buf:u32:64:iota --arg buf:u32:64
    v_add_co_u32 v1, s[4:5], v0, v0
    v_add_co_ci_u32_e64 v2, s[4:5], v0, v0, s[4:5]
    v_add_co_ci_u32_e64 v3, s[4:5], v0, v0, s[4:5]
    s_waitcnt_depctr 0xf1ff // @right
    v_add_co_ci_u32_e64 v4, s[4:5], v0, v0, s[4:5] // @expect hazard:mask-write
    s_endpgm
