# Ventus: warps count together in a word of LDS, without an atomic.
# @run --isa ventus --kernel count --grid 16 --block 16 --arg buf:u32:16
# @variants --warp 8; --warp 4
# @check race
    .text
    .globl count
    .type count, @function
count:
    csrr t0, lds
    csrr t2, tid # @right
    add t0, t0, t2 # @right
    lw t1, 0(t0) # @expect race:read-write many=1
    csrr t3, tid
    add t1, t1, t3
    addi t1, t1, 1
    sw t1, 0(t0) # @expect race:write-write many=1
    ret
