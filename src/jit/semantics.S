/* The by-value semantics, made by semlib. */
    .section .rodata
    .globl shoal_semantics
    .hidden shoal_semantics
    .balign 16
shoal_semantics:
    .incbin SEMANTICS_BLOB
    .section .note.GNU-stack,"",@progbits
