# Ventus: the base of the buffer is not loaded.
# @run --isa ventus --kernel fill --grid 16 --block 16 --arg buf:u32:16 --arg i32:8
# @variants --warp 16; --warp 8
    .text
    .globl fill
    .type fill, @function
fill:
    li a1, 0 # @bug
    lw a1, 0(a0) # @right
    csrr t2, tid
    vid.v v1
    vadd.vx v1, v1, t2
    vsll.vi v2, v1, 2
    vadd.vx v3, v2, a1
    vsw_global.v v1, 0(v3) # @expect mem:null-pointer item=0,0,0
    ret
