# Ventus: warps of a work-group store to LDS and read what the other has stored, without a barrier.
# @run --isa ventus --kernel swap --grid 16 --block 16 --arg buf:u32:16
# @variants --warp 8; --warp 4
# @check race
    .text
    .globl swap
    .type swap, @function
swap:
    lw a1, 0(a0)
    csrr t0, lds
    csrr t2, tid
    vid.v v1
    vadd.vx v1, v1, t2
    vsll.vi v2, v1, 2
    vadd.vx v3, v2, t0
    li t3, 60
    vxor.vx v4, v2, t3
    vadd.vx v4, v4, t0
    vsw12.v v1, 0(v3)
    barrier x0, x0, 1 # @right
    vlw12.v v5, 0(v4) # @expect race:read-write many=1
    vadd.vx v6, v2, a1
    vsw12.v v5, 0(v6)
    ret
