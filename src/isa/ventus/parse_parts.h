/* parse_parts.h: what the files of the parser share; included by parse*.c only. */
#ifndef SHOAL_ISA_VENTUS_PARSE_PARTS_H
#define SHOAL_ISA_VENTUS_PARSE_PARTS_H

#include "isa/ventus/parse.h"

struct parser {
    struct asm_cursor *c;
    const struct ventus_parse_options *opt;
    struct ventus_parsed *out;
};

/* parse_operand.c */

/* The operand of `role` at the cursor. `is_offset`: "(register)" follows, and the number may be
 * left out. */
bool ventus_parse_role(struct parser *p, unsigned role, bool is_offset);
/* The register at the cursor, which it must be, without regard to an operand. */
bool ventus_parse_scalar(struct parser *p, unsigned *number);
/* The number of a vector register's name, v0 to v255; -1: it is none. */
int ventus_vector_number(const char *word, size_t n);
/* Modifiers after the operands: ", pair, neg=1". */
bool ventus_parse_modifiers(struct parser *p);
/* An expression or a number as value of `fix`; numbers are written at once where that is exact. */
bool ventus_parse_target(struct parser *p, enum ventus_fix fix, struct asm_value *out);

/* parse_expand.c: statements that are several instructions. 1: it was one, 0: not one of these,
 * -1: error. */
int ventus_parse_expanded(struct parser *p, const char *word, size_t length, unsigned *count);

#endif
