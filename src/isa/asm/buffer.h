/* buffer.h: a text that is read: the file, or the expansion of a macro or repetition. */
#ifndef SHOAL_ISA_ASM_BUFFER_H
#define SHOAL_ISA_ASM_BUFFER_H

#include "isa/asm/assembler.h"

struct asm_buffer {
    struct asm_buffer *parent; /* that is read on after this one */
    struct asm_buffer *next;   /* of all */
    const char *name;
    const char *text, *end;           /* *end is zero */
    const char *p;                    /* the next statement */
    const char *parent_at;            /* where this was asked for */
    struct asm_condition *conditions; /* open when this began */
    bool is_expansion;
};

#endif
