/* print.h: a decoded instruction as text, in LLVM's assembler syntax for gfx1100.
 *
 *   struct rdna3_insn in;
 *   char text[RDNA3_TEXT_BYTES];
 *   if (rdna3_decode(code, avail, &in) == SHOAL_OK)
 *       rdna3_print(&in, NULL, text, sizeof text);
 *
 * Knows the table and the fields of an instruction, nothing of execution. */
#ifndef SHOAL_ISA_RDNA3_PRINT_H
#define SHOAL_ISA_RDNA3_PRINT_H

#include "isa/rdna3/rdna3.h"

/* Enough for the longest text of any instruction whose labels have up to 80 characters. */
enum { RDNA3_TEXT_BYTES = 320 };

struct rdna3_print_options {
    bool wave64; /* lane masks are SGPR pairs: vcc, s[0:1] instead of vcc_lo, s0 */
    /* Branches: with `label`, the target is printed as the name that label(context,
     * address) returns; NULL from it, or no `label`, prints the raw 16-bit field. */
    uint64_t pc; /* of this instruction */
    const char *(*label)(void *context, uint64_t address);
    void *context;
};

/* Writes the text of `in` to text[size], always with a final zero if size > 0.
 *
 * in    as rdna3_decode left it with SHOAL_OK
 * opt   NULL: wave32, no labels
 *
 * Returns the length of the whole text without the zero; `text` holds all of it if that is
 * less than size. Allocates nothing; safe to call from any thread. */
size_t rdna3_print(const struct rdna3_insn *in, const struct rdna3_print_options *opt, char *text,
                   size_t size);

#endif
