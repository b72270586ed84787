/* parse.h: one statement as text, in LLVM's assembler syntax for RISC-V, to instructions; the
 * inverse of print.h.
 *
 *   struct asm_error error = {0};
 *   struct asm_cursor c = {"vadd.vv v1, v2, v40", &error};
 *   struct ventus_parsed out[VENTUS_MAX_PARSED];
 *   unsigned n;
 *   if (ventus_parse(&c, NULL, out, &n))
 *       size = ventus_encode(&out[0].in, words);
 *
 * Knows the table, the fields of an instruction and the expressions of src/isa/asm; nothing of
 * sections and files. */
#ifndef SHOAL_ISA_VENTUS_PARSE_H
#define SHOAL_ISA_VENTUS_PARSE_H

#include "isa/asm/expr.h"
#include "isa/ventus/operands.h"

enum { VENTUS_MAX_PARSED = 2 };

struct ventus_parse_options {
    bool is_toolchain;    /* dialect */
    struct assembler *as; /* whose symbols expressions may use; NULL: none */
};

/* A field that waits for the value of an expression, by instruction format. */
enum ventus_fix {
    VENTUS_FIX_NONE,
    VENTUS_FIX_BRANCH, /* label13 */
    VENTUS_FIX_JUMP,   /* label21 */
    VENTUS_FIX_IMM_I,  /* 12 bits as they are, or of %lo */
    VENTUS_FIX_IMM_S,
    VENTUS_FIX_LO_I,
    VENTUS_FIX_LO_S,
    VENTUS_FIX_HI,    /* %hi */
    VENTUS_FIX_UPPER, /* 20 bits as they are */
    VENTUS_FIX_PCREL_HI,
    VENTUS_FIX_PCREL_LO_I, /* expr is the label of the %pcrel_hi, if it is not the instruction
                              before */
    VENTUS_FIX_PCREL_LO_S,
    VENTUS_FIX_CALL, /* this instruction and the next */
};

struct ventus_parsed {
    struct ventus_insn in;
    enum ventus_fix fix;
    struct asm_expr *expr; /* of fix; NULL with PCREL_LO: that of the instruction before */
    const char *fix_at;    /* in the text */
};

/* Parses the statement at the cursor up to its end. Pseudo-instructions such as li and call become
 * up to VENTUS_MAX_PARSED instructions.
 *
 * opt  NULL: the manual's dialect, no symbols
 *
 * false: c->error says what is wrong, where, and how to mend it. What comes out always decodes.
 * Allocates only for expressions with unknown symbols, from the assembler's memory. */
bool ventus_parse(struct asm_cursor *c, const struct ventus_parse_options *opt,
                  struct ventus_parsed out[VENTUS_MAX_PARSED], unsigned *count);

/* `.insn`: bytes, and perhaps a field of the first word that waits for a value. */
struct ventus_raw {
    uint8_t bytes[8], size; /* 4 or 8 */
    uint32_t high;          /* the second word */
    enum ventus_fix fix;    /* of value.expr */
    struct asm_value value;
    const char *at; /* in the text */
};
/* Parses what follows the word .insn up to the end of the statement. false: c->error. */
bool ventus_parse_raw(struct asm_cursor *c, const struct ventus_parse_options *opt,
                      struct ventus_raw *out);

/* The value as the bits of the field of `fix`, into the word at `at`. NULL, or the problem. */
const char *ventus_apply(enum ventus_fix fix, uint8_t *at, int64_t value);

#endif
