// arguments.s: the code of test_arguments.c: a kernel without parameters that does nothing, variables
// and a texture reference.
        .amdgcn_target "amdgcn-amd-amdhsa--gfx1100"
        .amdhsa_code_object_version 5

        .text
        .globl  nothing
        .p2align 8
        .type   nothing,@function
nothing:
        s_endpgm
.Lend:
        .size   nothing, .Lend-nothing

        .rodata
        .p2align 6
        .amdhsa_kernel nothing
                .amdhsa_kernarg_size 0
                .amdhsa_next_free_vgpr 1
                .amdhsa_next_free_sgpr 1
        .end_amdhsa_kernel

        .data
        .globl  variable
        .p2align 2
        .type   variable,@object
variable:
        .long   42
        .size   variable, 4
        .globl  image
        .p2align 3
        .type   image,@object
image:                                          // a textureReference
        .zero   88
        .size   image, 88

        // A managed variable: its pointer, and its first value.
        .globl  shared
        .type   shared,@object
shared:
        .quad   0
        .size   shared, 8
        .globl  shared.managed
        .type   shared.managed,@object
shared.managed:
        .long   77
        .size   shared.managed, 4

        .amdgpu_metadata
amdhsa.version: [1, 2]
amdhsa.kernels:
  - .name:                       nothing
    .symbol:                     nothing.kd
    .kernarg_segment_size:       0
    .kernarg_segment_align:      8
    .group_segment_fixed_size:   0
    .private_segment_fixed_size: 0
    .wavefront_size:             32
    .sgpr_count:                 1
    .vgpr_count:                 1
    .max_flat_workgroup_size:    1024
        .end_amdgpu_metadata
