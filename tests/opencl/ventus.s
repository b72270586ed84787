# Kernels for tests/opencl/test_ventus.c; Shoal's start code runs them.

# sum(out, in, int k, long c): out[i] = in[i] * k + low(c) + high(c)
	.globl sum
	.type sum, @function
sum:
	lw t0, 0(a0)
	lw t1, 4(a0)
	lw t2, 8(a0)
	lw t3, 16(a0)
	lw t4, 20(a0)
	add t3, t3, t4
	csrr t5, gidx
	csrr t6, numw
	mul t5, t5, t6
	csrr t6, wid
	add t5, t5, t6
	csrr t6, numt
	mul t5, t5, t6
	vid.v v1
	vadd.vx v1, v1, t5
	vsll.vi v1, v1, 2
	vadd.vx v2, v1, t1
	vlw12.v v3, 0(v2)
	vmul.vx v3, v3, t2
	vadd.vx v3, v3, t3
	vadd.vx v1, v1, t0
	vsw12.v v3, 0(v1)
	ret
	.size sum, . - sum

# sizes(out): what the packet says: work_dim, global and local sizes, offsets
	.globl sizes
	.type sizes, @function
sizes:
	lw t0, 0(a0)
	csrr t1, knl
	vid.v v1
	vsll.vi v1, v1, 2
	vadd.vx v2, v1, t1
	vlw12.v v3, 8(v2)
	vadd.vx v1, v1, t0
	vsw12.v v3, 0(v1)
	ret
	.size sizes, . - sizes

# hello(): prints the number of the work-group
	.globl hello
	.type hello, @function
hello:
	csrr t0, knl
	lw t1, 48(t0)
	li t2, 8
	amoadd.w t3, t2, (t1)
	add t1, t1, t3
	csrr t2, gidx
	sw t2, 4(t1)
	li t2, 1
	sw t2, 0(t1)
	csrw print, t2
1:	csrr t2, print
	bnez t2, 1b
	ret
	.size hello, . - hello
	.section .ventus.printf, "", @progbits
	.asciz "1:1:4:group %d\n"
