# Ventus: a barrier inside a branch that not all threads of the warp take.
# @run --isa ventus --kernel part --grid 16 --block 8 --arg buf:u32:16
# @variants --warp 8; --warp 4
# @any-order
# @check sync
    .text
    .globl part
    .type part, @function
part:
    vid.v v1
    li t0, 2
    vmv.v.x v2, t0
    la t1, .Lmeet
    setrpc zero, t1, 0
    vblt v1, v2, .Lfew
    j .Lmeet
.Lfew:
    barrier x0, x0, 0 # @expect sync:unbalanced-stack @bug
    vadd.vi v1, v1, 1
.Lmeet:
    join zero, zero, 0
    barrier x0, x0, 0
    endprg
