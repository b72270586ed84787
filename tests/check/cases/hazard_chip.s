// gfx1150 waits for transcendental results by itself, and lets v_mad_u64_u32 overlap; V_PERMLANE behind V_CMPX it does not (llc-22 -mcpu=gfx1150).
// @run --chip gfx1150 --cflags=--mcpu=gfx1150 --grid 64 --block 64 --arg buf:u32:64:iota
    .amdgcn_target "amdgcn-amd-amdhsa--gfx1150"
    .text
    .globl k
    .p2align 8
    .type k,@function
k:
    v_cvt_f32_u32_e32 v1, v0
    v_rcp_f32_e32 v2, v1
    v_add_f32_e32 v3, 1.0, v2
    v_mad_u64_u32 v[2:3], null, v3, v0, v[2:3]
    s_mov_b32 s4, 0
    v_cmpx_gt_u32_e64 32, v0
    v_nop // @right
    v_permlane16_b32 v2, v1, s4, s4 // @expect hazard:vcmpx-permlane
    s_endpgm
