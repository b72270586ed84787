/* The by-value semantics, made by semlib. */
/* Read only so that a new library is noticed: .incbin is not a dependency. */
#define X(name, offset, size)
#include "semantics.inc"
    .section .rodata
    .globl shoal_semantics
    .hidden shoal_semantics
    .balign 16
shoal_semantics:
    .incbin SEMANTICS_BLOB
    .section .note.GNU-stack,"",@progbits
