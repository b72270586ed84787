# Ventus: a loop counts in a register that was not set; what is known of it decides.
# @check init
# @run --isa ventus --kernel spin --grid 16 --block 16 --arg buf:u32:16:iota
# @variants --warp 16; --warp 8
    .text
    .globl spin
    .type spin, @function
spin:
    li t4, 0
    andi t5, s5, 7
    slti t4, t5, 5 # @bug
    slti t4, t5, 8 # @right
    bnez t4, .Lout # @expect init:undefined-branch
    nop
.Lout:
    ret
