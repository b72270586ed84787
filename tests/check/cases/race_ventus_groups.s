# Ventus: each work-group stores to its 16 elements, and to one of the next.
# @run --isa ventus --kernel fill --grid 32 --block 16 --arg buf:u32:48
# @variants --warp 16; --warp 8
# @check race
    .text
    .globl fill
    .type fill, @function
fill:
    lw a1, 0(a0)
    csrr t2, gidx
    slli t3, t2, 4
    csrr t1, tid
    add t3, t3, t1
    vid.v v1
    vadd.vx v1, v1, t3
    vsll.vi v2, v1, 2
    vadd.vx v3, v2, a1
    vadd.vx v4, v1, t2
    vsw12.v v4, 0(v3) # @expect race:write-write many=1
    vsw12.v v4, 4(v3) # @bug
    ret
