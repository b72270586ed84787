# Ventus: the flag that the second warp waits for is written to the next word.
# @run --isa ventus --kernel hand --grid 16 --block 8 --arg buf:u32:16
# @variants --warp 8
# @check sync
    .text
    .globl hand
    .type hand, @function
hand:
    lw a1, 0(a0)
    csrr t2, gidx
    addi t3, a1, 4
    addi t6, a1, 8 # @bug
    addi t6, a1, 4 # @right
    bnez t2, .Ltake
    li t5, 1
    amoswap.w x0, t5, (t6)
    ret
.Ltake:
    amoadd.w t5, zero, (t3) # @expect sync:spin group=1,0,0
    beqz t5, .Ltake
    ret
