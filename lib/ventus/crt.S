/* crt.S: start code of C for Ventus (shoal cc-ventus). As the manual's start.S, but the stack of each warp grows
 * down, as clang compiles for RISC-V: warp w has __warp_stack bytes of local memory below
 * CSR_LDS + (w + 1) * __warp_stack, and __local is what lies above the stacks of all warps. */
    .globl _start
    .type _start, @function
_start:
    li t0, 32
    .word 0x0d02f2d7            /* vsetvli t0, t0, e32, m1, ta, ma */
    li t0, 0x2000
    csrs mstatus, t0            /* floats on */
    .option push
    .option norelax
    lui gp, %hi(__global_pointer$)
    addi gp, gp, %lo(__global_pointer$)
    .option pop
    lui t0, %hi(__warp_stack)
    addi t0, t0, %lo(__warp_stack)
    csrr t1, 0x805              /* CSR_WID */
    addi t1, t1, 1
    mul t1, t1, t0
    csrr sp, 0x806              /* CSR_LDS */
    add sp, sp, t1
    csrr t1, 0x801              /* CSR_NUMW */
    mul t1, t1, t0
    csrr s0, 0x806
    add s0, s0, t1
    li tp, 0
    csrr t0, 0x803              /* CSR_KNL: entry, arguments */
    lw t1, 0(t0)
    lw a0, 4(t0)
    jalr t1                     /* a0 points to the arguments */
    .word 0x0000400b            /* endprg */
    .size _start, . - _start
