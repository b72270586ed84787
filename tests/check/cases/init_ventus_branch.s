# Ventus: the condition of a branch is a register that nobody wrote.
# @check init
# @run --isa ventus --kernel copy --grid 16 --block 16 --arg buf:u32:16:iota --arg buf:u32:16
# @variants --warp 32; --warp 16; --warp 8
    .text
    .globl copy
    .type copy, @function
copy:
    lw a1, 0(a0)
    lw a2, 4(a0)
    li t3, 0 # @right
    beqz t3, .Lout # @expect init:undefined-branch
    nop
.Lout:
    ret
