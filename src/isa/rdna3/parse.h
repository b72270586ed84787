/* parse.h: one instruction as text, in LLVM's assembler syntax for gfx1100, to a
 * struct rdna3_insn; the inverse of print.h.
 *
 *   struct asm_error error = {0};
 *   struct asm_cursor c = {"v_add_f32 v0, s1, v2", &error};
 *   struct rdna3_parsed out;
 *   if (rdna3_parse(&c, NULL, &out))
 *       size = rdna3_encode(&out.in, words);
 *
 * Knows the table, the fields of an instruction and the expressions of src/isa/asm; nothing of
 * sections and files. */
#ifndef SHOAL_ISA_RDNA3_PARSE_H
#define SHOAL_ISA_RDNA3_PARSE_H

#include "isa/asm/expr.h"
#include "isa/rdna3/rdna3.h"

struct rdna3_parse_options {
    unsigned generation;  /* enum rdna3_generation */
    bool wave64;          /* lane masks are SGPR pairs, no VOPD */
    struct assembler *as; /* whose symbols expressions may use; NULL: none */
};

/* A field that waits for the value of an expression. */
enum rdna3_fix { RDNA3_FIX_NONE, RDNA3_FIX_BRANCH, RDNA3_FIX_LITERAL };

struct rdna3_parsed {
    struct rdna3_insn in;
    enum rdna3_fix fix;
    struct asm_expr *expr; /* of fix */
};

/* Parses the instruction at the cursor up to the end of the statement.
 *
 * opt  NULL: wave32, no symbols
 *
 * false: c->error says what is wrong, where, and how to mend it. What comes out always decodes:
 * rdna3_decode takes its bytes and gives the same fields. Allocates only for expressions
 * with unknown symbols, from the assembler's memory. */
bool rdna3_parse(struct asm_cursor *c, const struct rdna3_parse_options *opt,
                 struct rdna3_parsed *out);

/* The row with this name or alias, whose case does not matter; NULL: none. */
const struct rdna3_row *rdna3_find_mnemonic(const char *name, size_t length);

/* The mnemonic most like the word, or NULL. */
const char *rdna3_nearest_mnemonic(const char *word, size_t length);

#endif
