# Two kernels with start code, as PoCL links them for Ventus.
	.text
	.globl _start
	.type _start, @function
_start:
	csrr sp, lds
	csrr t0, knl
	lw t1, 0(t0)
	lw a0, 4(t0)
	jalr t1
	endprg x0, x0, x0
	.size _start, . - _start

# out[i] = x + counter of launches that is in .data
	.globl add
	.type add, @function
add:
	lw t0, 0(a0)
	lw t1, 4(a0)
	lui t2, %hi(counter)
	lw t3, %lo(counter)(t2)
	add t1, t1, t3
	addi t3, t3, 1
	csrr t4, wid
	bnez t4, 1f
	sw t3, %lo(counter)(t2)
1:	csrr t5, gidx
	csrr t6, numw
	mul t5, t5, t6
	add t5, t5, t4
	csrr t6, numt
	mul t5, t5, t6
	vid.v v1
	vadd.vx v1, v1, t5
	vsll.vi v1, v1, 2
	vadd.vx v1, v1, t0
	vmv.v.x v2, t1
	vsw12.v v2, 0(v1)
	ret
	.size add, . - add

# local memory: every thread stores its lane number at the pointer, then reads its neighbour's
	.globl shift
	.type shift, @function
shift:
	lw t0, 0(a0)
	lw t1, 4(a0)
	csrr t2, tid
	vid.v v1
	vadd.vx v1, v1, t2
	vsll.vi v2, v1, 2
	vadd.vx v3, v2, t1
	vsw12.v v1, 0(v3)
	barrier x0, x0, 1
	vlw12.v v4, 4(v3)
	vadd.vx v5, v2, t0
	vsw12.v v4, 0(v5)
	ret
	.size shift, . - shift

	.globl broken
	.type broken, @function
broken:
	li t0, 0x1000
	lw t0, 0(t0)
	ret
	.size broken, . - broken

	.data
counter:
	.word 0
