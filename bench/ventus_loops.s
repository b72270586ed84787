# ventus_loops.s: what the speed of Ventus in the interpreter is measured on (bench/interp.c
# --isa ventus): one kernel per kind of instruction, a loop of about 64 such instructions
# plus two for the loop itself, in a warp of 32 threads.
# Arguments: buffer, iterations.

.macro head
    lw t0, 0(a0)
    lw t1, 4(a0)
    vid.v v0
    li t2, 0x3f800000
    vmv.v.x v2, t2
    li t2, 0x3f000000
    vmv.v.x v3, t2
    vmv.v.i v4, 0
    vmv.v.i v5, 0
    vmv.v.i v6, 0
    vmv.v.i v7, 0
    li a1, 1
    li a2, 2
    li a3, 3
.endm

.macro tail label
    addi t1, t1, -1
    bnez t1, \label
    vsll.vi v1, v0, 2
    vadd.vx v1, v1, t0
    vsw12.v v4, 0(v1)
    ret
.endm

    .text
    .globl scalar
    .type scalar, @function
scalar:
    head
scalar_loop:
.rept 16
    add a1, a1, a2
    xor a2, a1, a3
    slli a3, a2, 3
    mul a2, a2, a1
.endr
    tail scalar_loop

    .globl fma
    .type fma, @function
fma:
    head
fma_loop:
.rept 16
    vfmacc.vv v4, v2, v3
    vfmacc.vv v5, v2, v3
    vfmacc.vv v6, v2, v3
    vfmacc.vv v7, v2, v3
.endr
    tail fma_loop

    .globl integer
    .type integer, @function
integer:
    head
integer_loop:
.rept 16
    vadd.vv v4, v4, v0
    vxor.vv v5, v4, v5
    vsll.vi v6, v5, 3
    vadd12.vi v7, v6, 5
.endr
    tail integer_loop

# Every branch splits the warp in two halves, each does two additions, and joins.
    .globl divergent
    .type divergent, @function
divergent:
    head
    li t2, 16
    vmv.v.x v8, t2
divergent_loop:
.rept 8
    auipc t3, 0
    setrpc zero, t3, 32
    vblt v0, v8, 1f
    vadd.vv v4, v4, v0
    vfadd.vv v5, v5, v2
    j 2f
1:  vsub.vv v4, v4, v0
    vfadd.vv v5, v5, v3
2:  join zero, zero, 0
.endr
    tail divergent_loop

# Half of the threads write; the mask is in bit 0 of v0, which counts them.
    .globl masked
    .type masked, @function
masked:
    head
masked_loop:
.rept 16
    vadd.vv v4, v4, v2, v0.t
    vmerge.vvm v5, v4, v6, v0
    vxor.vv v6, v5, v4, v0.t
    vsll.vi v7, v6, 3, v0.t
.endr
    tail masked_loop

# What compiled code calls the interpreter's executors for: operations on pairs, on scalar floats,
# and atomics.
    .globl pairs
    .type pairs, @function
pairs:
    head
pairs_loop:
.rept 16
    vadd64.vv v4, v4, v6
    vsub64.vv v6, v4, v6
    vadd64.vv v4, v4, v6
    vsub64.vv v6, v4, v6
.endr
    tail pairs_loop

    .globl sfloat
    .type sfloat, @function
sfloat:
    head
    li a1, 0x3f800000
    li a2, 0x3f000000
sfloat_loop:
.rept 16
    fadd.s a3, a1, a2
    fmul.s a4, a3, a2
    fsub.s a3, a4, a2
    fadd.s a4, a3, a1
.endr
    tail sfloat_loop

    .globl atomic
    .type atomic, @function
atomic:
    head
atomic_loop:
.rept 64
    amoadd.w a1, a2, (t0)
.endr
    tail atomic_loop

    .globl lds
    .type lds, @function
lds:
    head
    vsll.vi v1, v0, 2
    csrr t2, lds
    vadd.vx v9, v1, t2
lds_loop:
.rept 16
    vsw12.v v4, 0(v9)
    vlw12.v v4, 128(v9)
    vsw12.v v5, 256(v9)
    vlw12.v v5, 0(v9)
.endr
    tail lds_loop

    .globl global
    .type global, @function
global:
    head
    vsll.vi v1, v0, 2
    vadd.vx v9, v1, t0
global_loop:
.rept 16
    vsw12.v v4, 0(v9)
    vlw12.v v4, 128(v9)
    vsw12.v v5, 256(v9)
    vlw12.v v5, 0(v9)
.endr
    tail global_loop
