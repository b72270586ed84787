# Ventus: each thread stores to an element whose number nobody wrote.
# @check init
# @run --isa ventus --kernel copy --grid 16 --block 16 --arg buf:u32:16:iota --arg buf:u32:16
# @variants --warp 32; --warp 16; --warp 8
    .text
    .globl copy
    .type copy, @function
copy:
    lw a1, 0(a0)
    lw a2, 4(a0)
    vid.v v5 # @right
    vand.vi v5, v5, 7
    vsll.vi v1, v5, 2
    vadd.vx v1, v1, a2
    vsw12.v v5, 0(v1) # @expect init:undefined-address
    ret
