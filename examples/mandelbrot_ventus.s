# mandelbrot_ventus.s: examples/mandelbrot.cl by hand, for Ventus: the same operations in the same
# order, so the same counts, bit for bit.
#
#   shoal as --isa ventus examples/mandelbrot_ventus.s -o mandelbrot.riscv
#   shoal run mandelbrot.riscv --grid 96,96 --block 32,8 --arg f32:-2.2 --arg f32:-1.25 \
#       --arg f32:0.03125 --arg f32:0.0260416667 --arg u32:200 --arg buf:u32:9216 --print 5
#
# One thread per pixel. Threads leave the loop one by one: those whose point has escaped branch to
# the join, where they wait on the SIMT stack until all have come.

	.text
	.globl mandelbrot
	.type mandelbrot, @function
mandelbrot:
	# a0: left, top, step_x, step_y, limit, counts
	lw s1, 0(a0)
	lw s2, 4(a0)
	lw s3, 8(a0)
	lw s4, 12(a0)
	lw s5, 16(a0)
	lw s6, 20(a0)
	csrr t0, knl
	lw t1, 12(t0)           # global size in x
	lw t2, 24(t0)           # local size in x
	lw t3, 28(t0)           # and in y

	# v1 = column, v2 = row
	csrr t4, tid
	vid.v v3
	vadd.vx v3, v3, t4      # number of the thread in its work-group
	vremu.vx v1, v3, t2
	vdivu.vx v2, v3, t2
	csrr t4, gidx
	mul t4, t4, t2
	vadd.vx v1, v1, t4
	csrr t4, gidy
	mul t4, t4, t3
	vadd.vx v2, v2, t4

	# v4 = address of the pixel, v5, v6 = c
	vmul.vx v4, v2, t1
	vadd.vv v4, v4, v1
	vsll.vi v4, v4, 2
	vadd.vx v4, v4, s6
	vfcvt.f.xu.v v5, v1
	vfmul.vf v5, v5, s3
	vfadd.vf v5, v5, s1
	vfcvt.f.xu.v v6, v2
	vfmul.vf v6, v6, s4
	vfadd.vf v6, v6, s2

	# v7, v8 = z, v9 = n
	vmv.v.i v7, 0
	vmv.v.i v8, 0
	vmv.v.i v9, 0
	vmv.v.i v0, 0
	lui s7, 0x40800         # 4.0
	lui s8, 0x40000         # 2.0
	la t5, done
	setrpc zero, t5, 0      # where the threads meet again
loop:
	vfmul.vv v10, v7, v7
	vfmul.vv v11, v8, v8
	vfadd.vv v12, v10, v11
	vmfle.vf v12, v12, s7   # 1: has not escaped
	vmsltu.vx v13, v9, s5   # 1: may go on
	vand.vv v12, v12, v13
	vbeq v12, v0, done
	vfsub.vv v10, v10, v11
	vfmul.vf v11, v7, s8
	vfadd.vv v7, v10, v5
	vfmul.vv v11, v11, v8
	vfadd.vv v8, v11, v6
	vadd.vi v9, v9, 1
	j loop
done:
	join zero, zero, 0
	vsw12.v v9, 0(v4)
	ret
	.size mandelbrot, . - mandelbrot
