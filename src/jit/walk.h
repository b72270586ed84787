/* walk.h: abstract interpretation of semantic functions, step by step (steps.h).
 *
 * No list says which instructions add, shift, select, or pass NaNs on. An analysis is a domain:
 * what can be known of a value, and what each kind of step makes of that. There are five: how
 * values grow from lane to lane (shape.c), sums and shifts that addresses are made of (form.c),
 * lane masks (liveness.c), NaNs
 * (emit_nan.c), and which ids of work-items a value depends on (teams.c). Of LLVM only the numbers
 * of its opcodes are needed. */
#ifndef SHOAL_JIT_WALK_H
#define SHOAL_JIT_WALK_H

#include <stddef.h>

#include "jit/steps.h"

struct domain {
    size_t value_bytes; /* size of what is known of one value; at most MAX_VALUE_BYTES */
    /* What is known of a constant. all_alike: each of its elements is `bits`; else they differ. */
    void (*constant)(void *context, unsigned type, uint64_t bits, bool all_alike, void *out);
    /* What is known of a step's result, by what is known of its arguments; arg[i] is NULL behind
     * the last one. intrinsic: of a call, the function's name without types; else NULL. */
    void (*step)(void *context, const struct step *s, const char *intrinsic,
                 const void *const arg[3], void *out);
    /* What is known of the constant 0, 1, 2, ...: the lanes' numbers. NULL: as of any other. */
    void (*lane_numbers)(void *context, void *out);
};
enum { MAX_VALUE_BYTES = 48 };

/* Goes through a function. in: [parameters that are read]; out: [results]. false: it has no steps.
 */
bool walk(const struct domain *d, void *context, int function, const void *in, void *out);

/* ---- steps ---- */

static inline unsigned step_kind(unsigned type) { return type / 16; }
static inline unsigned step_lanes(unsigned type) { return 1u << type % 16; }
/* Bits of an element. */
unsigned step_bits(unsigned type);
/* The value of a step of constants, in the lowest bits; false: not known here. bits: of the
 * arguments' elements. */
bool step_of_constants(const struct step *s, unsigned bits, const uint64_t arg[3], uint64_t *out);
/* Whether an intrinsic, or none, gives the less or the greater of two integers: the first, if it
 * has this order to the second, an LLVMIntPredicate. */
bool intrinsic_is_limit(const char *intrinsic, unsigned *order);

#endif
