# programs_toolchain.s: kernels of tests/ventus/programs.c in the toolchain's dialect, where
# atomics have vector operands and v0 is an ordinary register.

.macro global_id v
    csrr t0, knl
    lw t1, 24(t0)
    csrr t2, gidx
    mul t2, t2, t1
    csrr t1, tid
    add t2, t2, t1
    vid.v \v
    vadd.vx \v, \v, t2
.endm

.macro kernel name
    .globl \name
    .type \name, @function
\name:
.endm

    .text

# ---- sum(in, out): each work-group adds its elements in local memory by atomics, its first
# warp adds that to out[0]; out[1]: maximum, unsigned.
kernel sum
    global_id v1
    lw a1, 0(a0)
    lw a2, 4(a0)
    csrr t3, numw
    slli t3, t3, 10
    csrr s1, lds
    add s1, s1, t3              # local variables begin behind the stacks
    sw zero, 0(s1)
    barrier x0, x0, 1
    vsll.vi v1, v1, 2
    vadd.vx v1, v1, a1
    vlw12.v v2, 0(v1)
    vmv.v.x v3, s1
    amoadd.w v4, v2, (v3)
    vmv.v.x v5, a2
    vadd12.vi v5, v5, 4
    amomaxu.w v0, v2, (v5)
    barrier x0, x0, 1
    csrr t0, wid
    bnez t0, sum_end
    vid.v v6
    vmv.v.i v7, 0
    auipc t0, 0
    setrpc zero, t0, sum_join - . + 4
    vbne v6, v7, sum_join       # thread 0 alone
    vlw12.v v2, 0(v3)
    vmv.v.x v5, a2
    amoadd.w v4, v2, (v5)
sum_join:
    join zero, zero, 0
sum_end:
    ret

# ---- count(in, out): out[in[i] & 7] += 1, by load-reserved and store-conditional: threads that
# fail try again
kernel count
    global_id v1
    lw a1, 0(a0)
    lw a2, 4(a0)
    vsll.vi v1, v1, 2
    vadd.vx v1, v1, a1
    vlw12.v v2, 0(v1)
    vand.vi v2, v2, 7
    vsll.vi v2, v2, 2
    vadd.vx v2, v2, a2
    vmv.v.i v5, 0
count_again:
    lr.w v3, (v2)
    vadd.vi v3, v3, 1
    sc.w v4, v3, (v2)
    auipc t0, 0
    setrpc zero, t0, 12
    vbne v4, v5, count_again
    join zero, zero, 0
    ret

# ---- spill(out): as in programs.s, by the old private family
kernel spill
    global_id v1
    lw a1, 0(a0)
    li t1, 0
    vmv.v.x v32, tp
spill_put:
    vadd.vx v3, v1, t1
    vmul.vv v3, v3, v3
    vsw.v v3, 0(v32)
    vadd.vi v32, v32, 4
    addi t1, t1, 1
    slti t2, t1, 32
    bnez t2, spill_put
    vmv.v.i v4, 0
spill_get:
    vadd.vi v32, v32, -4
    vlh.v v3, 0(v32)
    li t2, 3
    vmul.vx v4, v4, t2
    vadd.vv v4, v4, v3
    vlbu.v v5, 2(v32)
    vxor.vv v4, v4, v5
    addi t1, t1, -1
    bnez t1, spill_get
    vsll.vi v1, v1, 2
    vadd.vx v1, v1, a1
    vsw12.v v4, 0(v1)
    ret

# ---- products, as in programs.s: every type of the toolchain's compiler
    .include "products.s"

product mma_0, mma.m8n8k8.row.col.f32.tf32.tf32.f32 v96, v32, v64
product mma_1, mma.m16n8k8.col.col.f32.tf32.tf32.f32 v96, v32, v64
product mma_2, mma.m8n16k8.row.row.f32.tf32.tf32.f32 v96, v32, v64
product mma_3, mma.m16n16k8.col.row.f32.tf32.tf32.f32 v96, v32, v64
product mma_4, mma.m8n8k16.row.col.f16.f16.f16.f16 v96, v32, v64
product mma_5, mma.m16n16k16.col.col.f32.f16.f16.f32 v96, v32, v64
product mma_6, mma.m16n8k16.row.row.f32.bf16.bf16.f32 v96, v32, v64
product mma_7, mma.m8n16k16.col.row.f32.bf16.bf16.f32 v96, v32, v64
