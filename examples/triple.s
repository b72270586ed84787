// triple.s: data[i] = 3 * data[i], by hand. docs/assembler.md explains it line by line.
//
//   shoal as triple.s -o triple.co
//   shoal run triple.co --grid 64 --block 32 --arg buf:u32:64:iota --print 0:8

        .amdgcn_target "amdgcn-amd-amdhsa--gfx1100"
        .amdhsa_code_object_version 5

        .text
        .globl  triple
        .p2align 8
        .type   triple,@function
triple:
        s_load_b64    s[0:1], s[0:1], 0x0             // the buffer's address
        v_and_b32     v0, 0x3ff, v0                   // work-item id x: v0[9:0]
        v_lshl_or_b32 v0, s2, 5, v0                   // + 32 * work-group id
        v_lshlrev_b32 v0, 2, v0                       // in bytes
        s_waitcnt     lgkmcnt(0)
        global_load_b32 v1, v0, s[0:1]
        s_waitcnt     vmcnt(0)
        v_lshl_add_u32 v1, v1, 1, v1                  // v1 + 2 * v1
        global_store_b32 v0, v1, s[0:1]
        s_endpgm
.Lend:
        .size   triple, .Lend-triple

        .rodata
        .p2align 6
        .amdhsa_kernel triple
                .amdhsa_user_sgpr_kernarg_segment_ptr 1   // s[0:1]
                .amdhsa_system_sgpr_workgroup_id_x 1      // s2
                .amdhsa_kernarg_size 8
                .amdhsa_next_free_vgpr 2
                .amdhsa_next_free_sgpr 3
        .end_amdhsa_kernel

        .amdgpu_metadata
amdhsa.version: [1, 2]
amdhsa.kernels:
  - .name:                       triple
    .symbol:                     triple.kd
    .kernarg_segment_size:       8
    .kernarg_segment_align:      8
    .group_segment_fixed_size:   0
    .private_segment_fixed_size: 0
    .wavefront_size:             32
    .sgpr_count:                 3
    .vgpr_count:                 2
    .max_flat_workgroup_size:    32
    .args:
      - .name:          data
        .address_space: global
        .offset:        0
        .size:          8
        .type_name:     'uint*'
        .value_kind:    global_buffer
        .end_amdgpu_metadata
