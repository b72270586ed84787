# For elf.py: RISC-V only, so that llvm-mc assembles it too: every relocation, labels, sections.
	.text
	.globl _start
_start:
	la gp, __global_pointer$
	li t4, 32
	vsetvli t4, t4, e32, m1, ta, ma
	li t4, 0x2000; csrrs t4, mstatus, t4     # two statements
	csrr t1, 0x805
	li t3, -1024
	li t3, 0x7fffffff
	li t3, 0x80000000
	li t3, 0xfffff800
	mul t1, t1, t3
	la a0, table
	lla a2, table_end
	beq a0, a2, 2f
1:	sw zero, (a0)
	addi a0, a0, 4
	bltu a0, a2, 1b
	bgtz a0, 1b
	ble a0, a2, 2f
2:	lui t0, %hi(table+8)
	lw t1, %lo(table+8)(t0)
	sw t1, %lo(other)(t0)
	lw t2, table
	sw t2, other, t3
	lbu t2, far
3:	auipc a1, %pcrel_hi(other)
	addi a1, a1, %pcrel_lo(3b)
	sh a0, %pcrel_lo(3b)(a1)
	call function
	tail function
	jal function
	j 1b
	jr a0
	jalr a1, 8(a0)
	not a0, a1
	.globl function
	.type function,@function
	.p2align 4
function:
	vadd.vv v1, v2, v3, v0.t
	vle32.v v4, (a0)
	amoadd.w.aqrl a0, a1, (a2)
	ret
	.size function, .-function
	.section .text.more,"ax",@progbits
far:	beqz a0, far
	bnez a1, far
	j _start
	.rodata
constants:
	.word 1, function, table + 4, table_end - table
	.half 7
	.byte 1, 2
	.dword 0x123456789
	.asciz "text # no comment ; here"
	.data
	.align 3
table:	.word 1, 2, 3, 4
table_end:
other:	.word constants, other - table
	.bss
	.align 4
	.globl zeros
zeros:	.skip 64
