# Ventus: threads part by a sum with a register that nobody wrote.
# @check init
# @run --isa ventus --kernel copy --grid 16 --block 16 --arg buf:u32:16:iota --arg buf:u32:16
# @variants --warp 32; --warp 16; --warp 8
    .text
    .globl copy
    .type copy, @function
copy:
    vmv.v.x v6, x0
    vmv.v.x v7, x0 # @right
    vfadd.vv v5, v6, v7
    auipc t3, 0
    setrpc x0, t3, 16
    vbeq v5, v6, .Lmeet # @expect init:undefined-branch
    vadd.vi v5, v5, 1
.Lmeet:
    join x0, x0, 0
    ret
