/* expr.h: integer expressions with symbols.
 *
 * Parsing folds what is known at once; what needs a symbol that is not yet defined, or an address
 * that is relative to a section, stays a tree and is evaluated when the file has been read. */
#ifndef SHOAL_ISA_ASM_EXPR_H
#define SHOAL_ISA_ASM_EXPR_H

#include "isa/asm/cursor.h"

struct assembler;
struct asm_symbol;
struct asm_section;

enum asm_op {
    ASM_OP_NUMBER,
    ASM_OP_SYMBOL,
    ASM_OP_HERE, /* a place in a section: the value of `.` */
    ASM_OP_NEGATE,
    ASM_OP_COMPLEMENT,
    ASM_OP_NOT,
    ASM_OP_MULTIPLY,
    ASM_OP_DIVIDE,
    ASM_OP_REMAINDER,
    ASM_OP_ADD,
    ASM_OP_SUBTRACT,
    ASM_OP_SHIFT_LEFT,
    ASM_OP_SHIFT_RIGHT,
    ASM_OP_AND,
    ASM_OP_OR,
    ASM_OP_XOR,
    ASM_OP_EQUAL,
    ASM_OP_NOT_EQUAL,
    ASM_OP_LESS,
    ASM_OP_LESS_EQUAL,
    ASM_OP_GREATER,
    ASM_OP_GREATER_EQUAL,
    ASM_OP_LOGICAL_AND,
    ASM_OP_LOGICAL_OR,
    ASM_OP_CALL, /* NAME(a, b, ...): the instruction set knows the function */
};

/* What a symbol is followed by: @rel32@lo and the like. The instruction set gives the names. */
struct asm_expr {
    uint8_t op;       /* enum asm_op */
    uint8_t variant;  /* ASM_OP_SYMBOL: 0, or the instruction set's number of @... */
    uint8_t function; /* ASM_OP_CALL: the instruction set's number */
    int64_t number;   /* ASM_OP_NUMBER; ASM_OP_HERE: the offset */
    struct asm_symbol *symbol;
    struct asm_section *section;   /* ASM_OP_HERE */
    struct asm_expr *left, *right; /* ASM_OP_CALL: left is the first argument */
    struct asm_expr *next;         /* the next argument */
    const char *at;                /* in the text, for errors */
};

/* A number, or an expression whose value is not known yet. */
struct asm_value {
    int64_t number;
    struct asm_expr *expr; /* NULL: the value is `number` */
};

/* What an expression comes to: add - subtract + number. */
struct asm_relocatable {
    int64_t number;
    struct asm_symbol *add, *subtract; /* undefined or external symbols, or NULL */
    struct asm_section *section;       /* an address in a section: its start is to be added */
    struct asm_symbol *origin;         /* the label that named `section`; NULL: `.` did */
    struct asm_section *minus_section; /* subtracted likewise */
    uint8_t variant;
};

/* Parses an expression. as: NULL where there are no symbols. */
bool asm_parse_expr(struct assembler *as, struct asm_cursor *c, struct asm_value *out);

/* As asm_parse_expr, but what has labels stays a tree even if its value is known. */
bool asm_parse_unfolded(struct assembler *as, struct asm_cursor *c, struct asm_value *out);

/* As asm_parse_expr; refuses what is not a number by now. `what` names it in the message. */
bool asm_parse_number(struct assembler *as, struct asm_cursor *c, const char *what, int64_t *out);

enum { ASM_DEEPEST_EXPR = 200 }; /* parentheses and prefix operators inside each other */

/* The operation on two numbers. Unsigned arithmetic wraps; what C leaves undefined gives 0 or
 * false. */
bool asm_fold(unsigned op, int64_t a, int64_t b, int64_t *out);

/* Evaluates with the symbols' present values. false: it has no value of this form (an error was
 * recorded in c->error at the right place). */
bool asm_evaluate(struct assembler *as, struct asm_cursor *c, const struct asm_expr *e,
                  struct asm_relocatable *out);

#endif
