// loops.s: what the interpreter's speed is measured on (bench/interp.c): one wave32 kernel
// per kind of instruction, a loop of 64 such instructions plus three for the loop itself.
// kernarg: u64 buffer, u32 iterations.
.amdgcn_target "amdgcn-amd-amdhsa--gfx1100"

.macro head
  s_load_b64 s[4:5], s[0:1], 0x0
  s_load_b32 s6, s[0:1], 0x8
  v_lshlrev_b32_e32 v1, 2, v0
  v_mov_b32_e32 v2, 1.0
  v_mov_b32_e32 v3, 0.5
  v_mov_b32_e32 v4, 0
  v_mov_b32_e32 v5, 0
  v_mov_b32_e32 v6, 0
  v_mov_b32_e32 v7, 0
  s_waitcnt lgkmcnt(0)
.endm

.macro tail label
  s_sub_u32 s6, s6, 1
  s_cmp_lg_u32 s6, 0
  s_cbranch_scc1 \label
  global_store_b32 v1, v4, s[4:5]
  s_endpgm
.endm

.text
.p2align 8
fma:
  head
fma_loop:
.rept 16
  v_fma_f32 v4, v2, v3, v4
  v_fma_f32 v5, v2, v3, v5
  v_fma_f32 v6, v2, v3, v6
  v_fma_f32 v7, v2, v3, v7
.endr
  tail fma_loop

.p2align 8
integer:
  head
integer_loop:
.rept 16
  v_add_nc_u32_e32 v4, v4, v0
  v_xor_b32_e32 v5, v4, v5
  v_lshlrev_b32_e32 v6, 3, v5
  v_and_b32_e32 v7, v6, v4
.endr
  tail integer_loop

.p2align 8
lds:
  head
  s_mov_b32 m0, -1
lds_loop:
.rept 32
  ds_store_b32 v1, v4
  ds_load_b32 v4, v1
.endr
  tail lds_loop

.p2align 8
global:
  head
global_loop:
.rept 32
  global_store_b32 v1, v4, s[4:5]
  global_load_b32 v4, v1, s[4:5]
.endr
  tail global_loop

.macro kernel name
.globl \name
.type \name,@function
.rodata
.p2align 6
.amdhsa_kernel \name
  .amdhsa_group_segment_fixed_size 4096
  .amdhsa_kernarg_size 16
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_system_vgpr_workitem_id 0
  .amdhsa_next_free_vgpr 8
  .amdhsa_next_free_sgpr 16
  .amdhsa_float_denorm_mode_32 3
  .amdhsa_wavefront_size32 1
.end_amdhsa_kernel
.text
.endm
kernel fma
kernel integer
kernel lds
kernel global

.amdgpu_metadata
---
amdhsa.version: [1, 2]
amdhsa.kernels:
  -
    .name: fma
    .symbol: fma.kd
    .kernarg_segment_size: 16
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 4096
    .private_segment_fixed_size: 0
    .wavefront_size: 32
    .sgpr_count: 16
    .vgpr_count: 8
    .max_flat_workgroup_size: 1024
    .args:
      - {.name: buffer, .size: 8, .offset: 0, .value_kind: global_buffer, .address_space: global}
      - {.name: iterations, .size: 4, .offset: 8, .value_kind: by_value}
  - {.name: integer, .symbol: integer.kd, .kernarg_segment_size: 16, .kernarg_segment_align: 8, .group_segment_fixed_size: 4096, .private_segment_fixed_size: 0, .wavefront_size: 32, .sgpr_count: 16, .vgpr_count: 8, .max_flat_workgroup_size: 1024, .args: [{.name: buffer, .size: 8, .offset: 0, .value_kind: global_buffer, .address_space: global}, {.name: iterations, .size: 4, .offset: 8, .value_kind: by_value}]}
  - {.name: lds, .symbol: lds.kd, .kernarg_segment_size: 16, .kernarg_segment_align: 8, .group_segment_fixed_size: 4096, .private_segment_fixed_size: 0, .wavefront_size: 32, .sgpr_count: 16, .vgpr_count: 8, .max_flat_workgroup_size: 1024, .args: [{.name: buffer, .size: 8, .offset: 0, .value_kind: global_buffer, .address_space: global}, {.name: iterations, .size: 4, .offset: 8, .value_kind: by_value}]}
  - {.name: global, .symbol: global.kd, .kernarg_segment_size: 16, .kernarg_segment_align: 8, .group_segment_fixed_size: 4096, .private_segment_fixed_size: 0, .wavefront_size: 32, .sgpr_count: 16, .vgpr_count: 8, .max_flat_workgroup_size: 1024, .args: [{.name: buffer, .size: 8, .offset: 0, .value_kind: global_buffer, .address_space: global}, {.name: iterations, .size: 4, .offset: 8, .value_kind: by_value}]}
...
.end_amdgpu_metadata
