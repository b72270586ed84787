/* print.h: a decoded instruction as text, in LLVM's assembler syntax for RISC-V.
 *
 * Knows the table and the fields of an instruction, nothing of execution. */
#ifndef SHOAL_ISA_VENTUS_PRINT_H
#define SHOAL_ISA_VENTUS_PRINT_H

#include "isa/ventus/ventus.h"

/* Enough for the longest text of any instruction whose labels have up to 80 characters. */
enum { VENTUS_TEXT_BYTES = 320 };

struct ventus_print_options {
    bool no_pseudos; /* `addi a0, a1, 0` instead of `mv a0, a1` */
    /* Branches: with `label`, the target is printed as the name that label(context, address)
     * returns; NULL from it, or no `label`, prints the distance in bytes. */
    uint64_t pc; /* of this instruction, or of its prefix */
    const char *(*label)(void *context, uint64_t address);
    void *context;
};

/* Writes the text of `in` to text[size], always with a final zero if size > 0. A folded prefix is
 * in the register numbers and immediates; modifiers follow the operands.
 *
 * in    as ventus_decode left it with SHOAL_OK
 * opt   NULL: pseudo-instructions, no labels
 *
 * Returns the length of the whole text without the zero. Allocates nothing. */
size_t ventus_print(const struct ventus_insn *in, const struct ventus_print_options *opt,
                    char *text, size_t size);

#endif
