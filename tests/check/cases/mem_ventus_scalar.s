# Ventus: the scalar loop clears one word more than there are.
# @run --isa ventus --kernel clear --grid 16 --block 16 --arg buf:u32:8
# @variants --warp 16; --warp 32
    .text
    .globl clear
    .type clear, @function
clear:
    lw a1, 0(a0)
    li t0, 9 # @bug
    li t0, 8 # @right
.Lnext:
    sw zero, 0(a1) # @expect mem:out-of-bounds
    addi a1, a1, 4
    addi t0, t0, -1
    bnez t0, .Lnext
    ret
