# Ventus: a value is handed over through memory with a flag; the fence before the flag is missing.
# @run --isa ventus --kernel hand --grid 16 --block 8 --arg buf:u32:16
# @variants --warp 8
# @check race
    .text
    .globl hand
    .type hand, @function
hand:
    lw a1, 0(a0)
    csrr t2, gidx
    addi t3, a1, 4
    bnez t2, .Ltake
    li t4, 42
    sw t4, 0(a1)
    fence rw, rw # @right
    li t5, 1
    amoswap.w x0, t5, (t3)
    ret
.Ltake:
    amoadd.w t5, x0, (t3)
    beqz t5, .Ltake
    fence rw, rw
    lw t6, 0(a1) # @expect race:read-write many=1
    ret
