# Ventus: bytes of a buffer of 15, of which the last thread has the 16th.
# @run --isa ventus --kernel copy --grid 16 --block 16 --arg buf:u8:16:iota --arg buf:u8:15 --arg i32:15
# @variants --warp 32; --warp 16; --warp 8
    .text
    .globl copy
    .type copy, @function
copy:
    lw a1, 0(a0)
    lw a2, 4(a0)
    lw a3, 8(a0)
    csrr t2, tid
    vid.v v1
    vadd.vx v1, v1, t2
    vmv.v.x v7, a3
    vadd.vx v2, v1, a1
    vadd.vx v3, v1, a2
    vlb12.v v4, 0(v2)
    auipc t3, 0
    setrpc x0, t3, 16
    vbgeu v1, v7, .Lout // @right
    nop // @bug
    vsb12.v v4, 0(v3) # @expect mem:out-of-bounds item=15,0,0 count=1
.Lout:
    join x0, x0, 0
    ret
