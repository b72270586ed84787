# Ventus: the second warp returns, the first one waits for it.
# @run --isa ventus --kernel part --grid 16 --block 16 --arg buf:u32:16
# @variants --warp 8; --warp 4
# @check sync
    .text
    .globl part
    .type part, @function
part:
    csrr t2, tid
    beqz t2, .Lwait # @bug
    ret # @bug
.Lwait:
    barrier x0, x0, 1 # @expect sync:ended-before-barrier many=1
    ret
