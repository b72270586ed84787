# Ventus: each thread loads from its element and stores to it. The bug is an offset of one word. The
# numbers of words are as tests/ventus/programs.s has them.
# @run --isa ventus --kernel copy --grid 16 --block 16 --arg buf:u32:16:iota --arg buf:u32:16
# @variants --warp 32; --warp 16; --warp 8
    .text
    .globl copy
    .type copy, @function
copy:
    lw a1, 0(a0)
    lw a2, 4(a0)
    csrr t2, tid
    vid.v v1
    vadd.vx v1, v1, t2
    vsll.vi v1, v1, 2
    vadd.vx v2, v1, a1
    vadd.vx v3, v1, a2
    vlw12.v v4, 0(v2)
    vsw12.v v4, 4(v3) # @expect mem:out-of-bounds item=15,0,0 count=1 @bug
    vsw12.v v4, 0(v3) # @right
    ret
