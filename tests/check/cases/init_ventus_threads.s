# Ventus: threads part by a register that nobody wrote.
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
    vmv.v.x v6, x0
    auipc t3, 0
    setrpc x0, t3, 16
    vbeq v5, v6, .Lmeet # @expect init:undefined-branch
    vadd.vi v5, v5, 1
.Lmeet:
    join x0, x0, 0
    ret
