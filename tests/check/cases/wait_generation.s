// An instruction that RDNA3.5 added uses what was loaded.
// @run --cflags=--mcpu=gfx1150 --grid 64 --block 64 --arg buf:u32:64:iota --arg buf:u32:64
    .amdgcn_target "amdgcn-amd-amdhsa--gfx1150"
    .text
    .globl k
    .p2align 8
    .type k,@function
k:
    s_load_b64 s[4:5], s[0:1], 0x0
    s_waitcnt lgkmcnt(0)
    s_load_b32 s6, s[4:5], 0x4
    s_waitcnt lgkmcnt(0) // @right
    s_add_f32 s7, s6, s6 // @expect wait:read-before-wait
    s_waitcnt lgkmcnt(0)
    s_endpgm
