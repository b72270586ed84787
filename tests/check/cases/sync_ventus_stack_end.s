# Ventus: threads part, and one side ends the warp before the join.
# @run --isa ventus --kernel part --grid 16 --block 8 --arg buf:u32:16
# @variants --warp 8; --warp 4
# @any-order
# @check sync
    .text
    .globl part
    .type part, @function
part:
    lw a1, 0(a0)
    vid.v v1
    li t0, 2
    vmv.v.x v2, t0
    la t1, .Lmeet
    setrpc zero, t1, 0
    vblt v1, v2, .Lfew
    endprg x0, x0, x0 # @expect sync:unbalanced-stack @bug
    j .Lmeet
.Lfew:
    vadd.vi v1, v1, 1
.Lmeet:
    join zero, zero, 0
    endprg
