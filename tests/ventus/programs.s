# programs.s: kernels of tests/ventus/programs.c, in the manual's dialect. Each is compared there
# with the same computation in C, at 8, 16 and 32 threads per warp.
#
# a0: argument buffer. Divergence: `closes LABEL` before a vector branch names the join at which
# both sides meet (spec simt-stack.md).

.macro closes label
.Lrpc\@:
    auipc t0, %pcrel_hi(\label)
    setrpc zero, t0, %pcrel_lo(.Lrpc\@)
.endm

# \v = global id in x
.macro global_id v
    csrr t0, knl
    lw t1, 24(t0)       # local size in x
    csrr t2, gidx
    mul t2, t2, t1
    csrr t1, tid
    add t2, t2, t1
    vid.v \v
    vadd.vx \v, \v, t2
.endm

# \x, \y = local ids, for work-groups of two dimensions
.macro local_ids x, y
    csrr t0, knl
    lw t1, 24(t0)
    csrr t2, tid
    vid.v \y
    vadd.vx \y, \y, t2
    vremu.vx \x, \y, t1
    vdivu.vx \y, \y, t1
.endm

.macro kernel name
    .globl \name
    .type \name, @function
\name:
.endm

    .text

# ---- vecadd(a, b, out, n): out[i] = a[i] + b[i] where i < n
kernel vecadd
    global_id v1
    lw a1, 0(a0)
    lw a2, 4(a0)
    lw a3, 8(a0)
    lw a4, 12(a0)
    vmv.v.x v2, a4
    closes vecadd_end
    vbgeu v1, v2, vecadd_end
    vsll.vi v3, v1, 2
    vadd.vx v4, v3, a1
    vadd.vx v5, v3, a2
    vadd.vx v6, v3, a3
    vlw12.v v4, 0(v4)
    vlw12.v v5, 0(v5)
    vadd.vv v4, v4, v5
    vsw12.v v4, 0(v6)
vecadd_end:
    join zero, zero, 0
    ret

# ---- two_places(a, b, out): out[i] = *a + 256 * *b, addresses that scalars are
kernel two_places
    global_id v1
    lw a1, 0(a0)
    lw a2, 4(a0)
    lw a3, 8(a0)
    vmv.v.x v2, a1
    vmv.v.x v3, a2
    vlw12.v v4, 0(v2)
    vlw12.v v5, 0(v3)
    vsll.vi v5, v5, 8
    vadd.vv v4, v4, v5
    vsll.vi v1, v1, 2
    vadd.vx v1, v1, a3
    vsw12.v v4, 0(v1)
    ret

# ---- saxpy(x, y, a): y[i] = a x[i] + y[i]
kernel saxpy
    global_id v1
    lw a1, 0(a0)
    lw a2, 4(a0)
    lw a3, 8(a0)
    vsll.vi v1, v1, 2
    vadd.vx v2, v1, a1
    vadd.vx v3, v1, a2
    vlw_global.v v4, 0(v2)
    vlw_global.v v5, 0(v3)
    vfmacc.vf v5, a3, v4
    vsw_global.v v5, 0(v3)
    ret

# ---- matadd(a, b, out, width): two dimensions, one element per work-item
kernel matadd
    local_ids v1, v2
    lw t3, 24(t0)
    lw t4, 28(t0)
    csrr t5, gidx
    mul t5, t5, t3
    vadd.vx v1, v1, t5  # x
    csrr t5, gidy
    mul t5, t5, t4
    vadd.vx v2, v2, t5  # y
    lw a1, 0(a0)
    lw a2, 4(a0)
    lw a3, 8(a0)
    lw a4, 12(a0)
    vmadd.vx v2, a4, v1 # y * width + x
    vsll.vi v2, v2, 2
    vadd.vx v3, v2, a1
    vadd.vx v4, v2, a2
    vadd.vx v5, v2, a3
    vlw12.v v3, 0(v3)
    vlw12.v v4, 0(v4)
    vfadd.vv v3, v3, v4
    vsw12.v v3, 0(v5)
    ret

# ---- matmul(a, b, c, n): tiles of 8 x 8 in local memory, work-groups of 8 x 8
kernel matmul
    local_ids v1, v2    # x, y in the tile
    lw a1, 0(a0)
    lw a2, 4(a0)
    lw a3, 8(a0)
    lw a4, 12(a0)
    csrr t3, numw
    slli t3, t3, 10
    csrr s1, lds
    add s1, s1, t3      # tile of a, behind the warps' stacks
    addi s2, s1, 256    # tile of b
    csrr t3, gidx
    slli t3, t3, 3
    vadd.vx v3, v1, t3  # column of c
    csrr t3, gidy
    slli t3, t3, 3
    vadd.vx v4, v2, t3  # row of c
    vsll.vi v5, v2, 3
    vadd.vv v5, v5, v1
    vsll.vi v5, v5, 2   # place in a tile
    vadd.vx v6, v5, s1
    vadd.vx v7, v5, s2
    vsll.vi v8, v2, 5   # row of a's tile
    vadd.vx v8, v8, s1
    vsll.vi v9, v1, 2   # column of b's tile
    vadd.vx v9, v9, s2
    vmv.v.i v10, 0      # sum
    li t4, 0            # first column of a's tile, first row of b's
matmul_tile:
    vmul.vx v11, v4, a4
    vadd.vv v11, v11, v1
    vadd.vx v11, v11, t4
    vsll.vi v11, v11, 2
    vadd.vx v11, v11, a1
    vlw12.v v12, 0(v11)
    vadd.vx v13, v2, t4
    vmul.vx v13, v13, a4
    vadd.vv v13, v13, v3
    vsll.vi v13, v13, 2
    vadd.vx v13, v13, a2
    vlw12.v v14, 0(v13)
    vsw12.v v12, 0(v6)
    vsw12.v v14, 0(v7)
    barrier x0, x0, 1
.set k, 0
.rept 8
    vlw12.v v15, 4 * k(v8)
    vlw12.v v16, 32 * k(v9)
    vfmacc.vv v10, v15, v16
.set k, k + 1
.endr
    barrier x0, x0, 1
    addi t4, t4, 8
    blt t4, a4, matmul_tile
    vmadd.vx v4, a4, v3
    vsll.vi v4, v4, 2
    vadd.vx v4, v4, a3
    vsw12.v v10, 0(v4)
    ret

# ---- collatz(out, n): steps of n = id + 1 to 1; odd and even ones differ, loops end apart.
# Numbers divisible by three count double.
kernel collatz
    global_id v1
    lw a1, 0(a0)
    vadd.vi v2, v1, 1   # n
    vmv.v.i v3, 0       # steps
    vmv.v.i v4, 1
    vmv.v.i v9, 0
    closes collatz_end
    vbeq v2, v4, collatz_end
collatz_loop:
    vand.vi v5, v2, 1
    closes collatz_step
    vbeq v5, v4, collatz_odd
    vsrl.vi v2, v2, 1
    j collatz_step
collatz_odd:
    li t1, 3
    vremu.vx v6, v2, t1
    closes collatz_three
    vbne v6, v9, collatz_three
    vadd.vi v3, v3, 1
collatz_three:
    join zero, zero, 0
    vmul.vx v2, v2, t1
    vadd.vi v2, v2, 1
collatz_step:
    join zero, zero, 0
    vadd.vi v3, v3, 1
    closes collatz_end
    vbne v2, v4, collatz_loop
collatz_end:
    join zero, zero, 0
    vsll.vi v1, v1, 2
    vadd.vx v1, v1, a1
    vsw12.v v3, 0(v1)
    ret

# ---- Gaussian elimination, step k of n x n: fan1(a, m, n, k): m[i] = a[i][k] / a[k][k] for i > k;
# fan2(a, m, n, k): a[i][j] -= m[i] a[k][j] for i > k, j >= k, with j in x and i in y.
kernel fan1
    global_id v1
    lw a1, 0(a0)
    lw a2, 4(a0)
    lw a3, 8(a0)
    lw a4, 12(a0)
    vmv.v.x v2, a4
    vmv.v.x v3, a3
    closes fan1_end
    vbgeu v2, v1, fan1_end      # k >= i
    closes fan1_end
    vbgeu v1, v3, fan1_end      # i >= n
    mul t3, a3, a4
    add t3, t3, a4
    slli t3, t3, 2
    add t3, t3, a1
    lw t3, 0(t3)                # a[k][k]
    vmul.vx v4, v1, a3
    vadd.vx v4, v4, a4
    vsll.vi v4, v4, 2
    vadd.vx v4, v4, a1
    vlw12.v v5, 0(v4)
    vfdiv.vf v5, v5, t3
    vsll.vi v6, v1, 2
    vadd.vx v6, v6, a2
    vsw12.v v5, 0(v6)
fan1_end:
    join zero, zero, 0
    ret

kernel fan2
    local_ids v1, v2
    lw t3, 24(t0)
    lw t4, 28(t0)
    csrr t5, gidx
    mul t5, t5, t3
    vadd.vx v1, v1, t5  # j
    csrr t5, gidy
    mul t5, t5, t4
    vadd.vx v2, v2, t5  # i
    lw a1, 0(a0)
    lw a2, 4(a0)
    lw a3, 8(a0)
    lw a4, 12(a0)
    vmv.v.x v3, a4
    vmv.v.x v4, a3
    closes fan2_end
    vbgeu v3, v2, fan2_end      # k >= i
    closes fan2_end
    vbltu v1, v3, fan2_end      # j < k
    closes fan2_end
    vbgeu v1, v4, fan2_end
    closes fan2_end
    vbgeu v2, v4, fan2_end
    vsll.vi v5, v2, 2
    vadd.vx v5, v5, a2
    vlw12.v v5, 0(v5)           # m[i]
    mul t3, a3, a4
    vadd.vx v6, v1, t3
    vsll.vi v6, v6, 2
    vadd.vx v6, v6, a1
    vlw12.v v6, 0(v6)           # a[k][j]
    vmul.vx v7, v2, a3
    vadd.vv v7, v7, v1
    vsll.vi v7, v7, 2
    vadd.vx v7, v7, a1
    vlw12.v v8, 0(v7)
    vfnmsac.vv v8, v5, v6
    vsw12.v v8, 0(v7)
fan2_end:
    join zero, zero, 0
    ret

# ---- bfs(first, edges, cost, frontier, next, changed, n, level): every node of the frontier
# gives its unvisited neighbours (cost -1) the cost level and puts them into next.
# first[n + 1]: where a node's edges begin.
kernel bfs
    global_id v1
    lw a1, 0(a0)
    lw a2, 4(a0)
    lw a3, 8(a0)
    lw a4, 12(a0)
    lw a5, 16(a0)
    lw a6, 20(a0)
    lw a7, 24(a0)
    lw s1, 28(a0)
    vmv.v.x v2, a7
    vmv.v.i v9, 0
    vmv.v.i v10, -1
    vmv.v.i v11, 1
    vmv.v.x v12, s1
    closes bfs_end
    vbgeu v1, v2, bfs_end
    vadd.vx v3, v1, a4
    vlbu12.v v3, 0(v3)
    closes bfs_end
    vbeq v3, v9, bfs_end
    vsll.vi v4, v1, 2
    vadd.vx v4, v4, a1
    vlw12.v v5, 0(v4)           # edge
    vlw12.v v6, 4(v4)           # end
    closes bfs_end
    vbgeu v5, v6, bfs_end
bfs_edge:
    vsll.vi v7, v5, 2
    vadd.vx v7, v7, a2
    vlw12.v v7, 0(v7)           # neighbour
    vsll.vi v8, v7, 2
    vadd.vx v8, v8, a3
    vlw12.v v13, 0(v8)
    closes bfs_seen
    vbne v13, v10, bfs_seen
    vsw12.v v12, 0(v8)
    vadd.vx v14, v7, a5
    vsb12.v v11, 0(v14)
    li t1, 1
    sw t1, 0(a6)
bfs_seen:
    join zero, zero, 0
    vadd.vi v5, v5, 1
    closes bfs_end
    vbltu v5, v6, bfs_edge
bfs_end:
    join zero, zero, 0
    ret

# ---- spill(out, n): 32 values per thread go to private memory and come back in the other
# order; v40 is beyond five bits.
kernel spill
    global_id v1
    lw a1, 0(a0)
    li t1, 0
    vmv.v.x v40, tp
spill_put:
    vadd.vx v3, v1, t1
    vmul.vv v3, v3, v3
    vsw_private.v v3, 0(v40)
    vadd.vi v40, v40, 4
    addi tp, tp, 4
    addi t1, t1, 1
    slti t2, t1, 32
    bnez t2, spill_put
    vmv.v.i v4, 0
spill_get:
    addi tp, tp, -4
    vmv.v.x v40, tp
    vlh_private.v v3, 0(v40)
    li t2, 3
    vmul.vx v4, v4, t2
    vadd.vv v4, v4, v3
    vlbu12.v v5, 2(v40)         # flat: the private window
    vxor.vv v4, v4, v5
    addi t1, t1, -1
    bnez t1, spill_get
    vsll.vi v1, v1, 2
    vadd.vx v1, v1, a1
    vsw12.v v4, 0(v1)
    ret

# ---- wide(a, out): out[i] = a[i] * (i + 1) + sum in 64 bits, with 64-bit addresses throughout.
# a: u32, out: u64
kernel wide
    global_id v1
    lw a2, 0(a0)
    li a3, 0                    # x12 and x13: address of a
    lw a4, 4(a0)
    li a5, 0
    vwmulu.vx v2, v1, zero      # pairs of zero
    li t1, 4
    vwmaccu.vx v2, t1, v1       # 4 i
    vwaddu.wx v2, v2, a2        # &a[i]
    vlw12d.v v4, 0(v2)
    vadd.vi v5, v1, 1
    vwmulu.vv v6, v4, v5        # a[i] (i + 1)
    ld t3, 4(a2)                # a[1] through a pair
    vwaddu.wx v6, v6, t3
    li t1, 8
    vwmulu.vx v2, v1, t1
    vwaddu.wx v2, v2, a4
    vsw12d.v v6, 0(v2)
    vsw12d.v v7, 4(v2)
    ret

# ---- hello(): one line per work-group. Records as in launch-abi.md 6.
kernel hello
    csrr t0, wid
    bnez t0, hello_end
    csrr t0, knl
    lw t1, 48(t0)
    li t2, 12
    amoadd.w t3, t2, (t1)
    add t1, t1, t3
    li t2, 1
    sw t2, 0(t1)
    csrr t2, gidx
    sw t2, 4(t1)
    csrr t3, numw
    sw t3, 8(t1)
    li t2, 1
    csrw print, t2
hello_end:
    ret

# ---- dma_sum(in, out, tiles, tile_bytes): work-item i of n adds (t + 1) in[t * n + i'] over the
# tiles t, i' the same thread of the neighbour warp: two buffers in local memory, of which one is
# filled while the other is read
kernel dma_sum
    global_id v1                # t2: that of the warp's first thread
    lw a1, 0(a0)
    lw a2, 4(a0)
    lw a3, 8(a0)
    lw a4, 12(a0)
    csrr s2, numt
    slli s2, s2, 2              # bytes of a warp's part of a tile
    slli t3, t2, 2
    add a1, a1, t3
    csrr t3, numw
    slli t3, t3, 10
    csrr s1, lds
    add s1, s1, t3              # local variables begin behind the stacks
    csrr t4, wid
    slli t5, s2, 1
    mul t6, t4, t5
    add s3, s1, t6              # the warp's own two buffers
    xori t4, t4, 1
    mul t6, t4, t5
    add s4, s1, t6              # the neighbour's
    vid.v v2
    vsll.vi v2, v2, 2
    vadd.vx v2, v2, s4
    vmv.v.i v3, 0
    li s5, 0                    # the buffer that is read: 0 or s2
    li t4, 1
    cp_dma_bulk s3, (a1), s2
dma_sum_tile:
    cp_dma_mbarrier             # this tile is there, nobody reads the other buffer any more
    beq t4, a3, dma_sum_last
    add a1, a1, a4
    xor t5, s5, s2
    add t5, t5, s3
    cp_dma_bulk t5, (a1), s2
dma_sum_last:
    vadd.vx v4, v2, s5
    vlw12.v v5, 0(v4)
    vmul.vx v5, v5, t4
    vadd.vv v3, v3, v5
    xor s5, s5, s2
    addi t4, t4, 1
    bgeu a3, t4, dma_sum_tile
    vsll.vi v1, v1, 2
    vadd.vx v1, v1, a2
    vsw12.v v3, 0(v1)
    ret

# ---- products: one kernel(a, b, c, d) for each type and shape of the manual's table (mma), and for
# each type (mma64). Each warp has 4096 bytes in each buffer: its fragments as they lie in registers.
    .include "products.s"

product mma_0, mma.m8n8k8.row.col.f32.f32.f32.f32 v96, v32, v64
product mma_1, mma.m16n8k8.col.col.f32.f32.f32.f32 v96, v32, v64
product mma_2, mma.m16n8k16.row.row.f32.f32.f32.f32 v96, v32, v64
product mma_3, mma.m8n8k8.col.row.f16.f16.f16.f16 v96, v32, v64
product mma_4, mma.m16n8k8.row.col.f16.f16.f16.f16 v96, v32, v64
product mma_5, mma.m16n8k16.col.col.f16.f16.f16.f16 v96, v32, v64
product mma_6, mma.m8n8k8.row.row.f32.f16.f16.f32 v96, v32, v64
product mma_7, mma.m16n8k8.col.row.f32.f16.f16.f32 v96, v32, v64
product mma_8, mma.m16n8k16.row.col.f32.f16.f16.f32 v96, v32, v64
product mma_9, mma.m8n8k8.col.col.f32.bf16.bf16.f32 v96, v32, v64
product mma_10, mma.m16n8k8.row.row.f32.bf16.bf16.f32 v96, v32, v64
product mma_11, mma.m16n8k16.col.row.f32.bf16.bf16.f32 v96, v32, v64
product mma_12, mma.m16n8k32.row.col.f32.e4m3.e4m3.f32 v96, v32, v64
product mma_13, mma.m16n8k32.col.col.f32.e5m2.e5m2.f32 v96, v32, v64
product mma_14, mma.m8n8k16.row.row.s32.s8.s8.s32 v96, v32, v64
product mma_15, mma.m16n16k16.col.row.s32.s8.s8.s32 v96, v32, v64
product mma_16, mma.m8n8k32.row.col.s32.s4.s4.s32 v96, v32, v64
product mma_17, mma.m16n8k32.col.col.s32.s4.s4.s32 v96, v32, v64
product mma_18, mma.m16n8k64.row.row.s32.s4.s4.s32 v96, v32, v64
product mma_19, mma.m8n8k128.col.row.s32.b1.b1.s32 v96, v32, v64
product mma64_0, mma64.m16n8k8.row.col.f32.f32.f32.f32 v96, v32, v64, v96
product mma64_1, mma64.m16n16k16.row.row.f32.f16.f16.f32.rz v96, v32, v64, v96
product mma64_2, mma64.m16n8k16.col.col.f32.bf16.bf16.f32.rm v96, v32, v64, v96
product mma64_3, mma64.m8n8k16.col.row.f32.e4m3.e4m3.f32.rp v96, v32, v64, v96
product mma64_4, mma64.m16n16k16.row.col.f32.e5m2.e5m2.f32 v96, v32, v64, v96
product mma64_5, mma64.m8n16k32.row.row.s32.s8.s8.s32.nosat v96, v32, v64, v96
product mma64_6, mma64.m8n8k64.col.col.s32.s4.s4.s32.sat v96, v32, v64, v96
product mma64_7, mma64.m16n8k128.col.row.s32.b1.b1.s32.nosat v96, v32, v64, v96
product mma64_8, mma64.m8n16k16.row.col.f32.e3m2.e3m2.f32 v96, v32, v64, v96
product mma64_9, mma64.m16n16k32.row.row.f32.e2m3.e2m3.f32.rz v96, v32, v64, v96
product mma64_10, mma64.m8n8k32.col.col.f32.e2m1.e2m1.f32.rm v96, v32, v64, v96
product mma64_11, mma64.m16n8k32.col.row.f32.e3m0.e3m0.f32.rp v96, v32, v64, v96

    .section .ventus.printf, "", @progbits
    .asciz "1:2:4:4:work-group %d of %d warps\n"
