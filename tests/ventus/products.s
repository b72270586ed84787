# products.s: a kernel for one matrix product; programs.s says what it does.

# 32 registers from memory at \base, or to it
.macro fragment operation, base, r0, r1, r2, r3, r4, r5, r6, r7
    vadd.vx v2, v1, \base
    .irp r, \r0, \r1, \r2, \r3, \r4, \r5, \r6, \r7
    \operation v\r, 0(v2)
    vadd.vx v2, v2, s2
    .endr
    slli t3, s2, 3
    add \base, \base, t3
.endm
.macro fragments operation, base, first
    .if \first == 32
    fragment \operation, \base, 32, 33, 34, 35, 36, 37, 38, 39
    fragment \operation, \base, 40, 41, 42, 43, 44, 45, 46, 47
    fragment \operation, \base, 48, 49, 50, 51, 52, 53, 54, 55
    fragment \operation, \base, 56, 57, 58, 59, 60, 61, 62, 63
    .elseif \first == 64
    fragment \operation, \base, 64, 65, 66, 67, 68, 69, 70, 71
    fragment \operation, \base, 72, 73, 74, 75, 76, 77, 78, 79
    fragment \operation, \base, 80, 81, 82, 83, 84, 85, 86, 87
    fragment \operation, \base, 88, 89, 90, 91, 92, 93, 94, 95
    .else
    fragment \operation, \base, 96, 97, 98, 99, 100, 101, 102, 103
    fragment \operation, \base, 104, 105, 106, 107, 108, 109, 110, 111
    fragment \operation, \base, 112, 113, 114, 115, 116, 117, 118, 119
    fragment \operation, \base, 120, 121, 122, 123, 124, 125, 126, 127
    .endif
.endm
.macro product name, instruction:vararg
kernel \name
    csrr s2, numt
    slli s2, s2, 2
    csrr t0, gidx
    csrr t1, numw
    mul t0, t0, t1
    csrr t1, wid
    add t0, t0, t1
    slli t0, t0, 12
    lw a1, 0(a0)
    lw a2, 4(a0)
    lw a3, 8(a0)
    lw a4, 12(a0)
    add a1, a1, t0
    add a2, a2, t0
    add a3, a3, t0
    add a4, a4, t0
    vid.v v1
    vsll.vi v1, v1, 2
    fragments vlw12.v, a1, 32
    fragments vlw12.v, a2, 64
    fragments vlw12.v, a3, 96
    \instruction
    fragments vsw12.v, a4, 96
    ret
.endm
