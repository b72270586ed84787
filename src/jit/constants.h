/* constants.h: scalars whose values are known when code is compiled.
 *
 * Compilers keep literals in scalars over a loop. What ops make of nothing but constants is found
 * by running their executors. Where a value is the same on all ways to a block, code of the block
 * has it as a constant, and where waves enter it from outside they are asked for it (emit_entry.c).
 */
#ifndef SHOAL_JIT_CONSTANTS_H
#define SHOAL_JIT_CONSTANTS_H

#include "jit/region.h"

/* What is known at a place in the code. */
struct constants {
    struct wave *wave; /* has the values. NULL: no memory, nothing is known */
    varset known;
};

/* A wave for the executors of this set and width; NULL: they cannot run so, or no memory. Caller
 * frees it with free(). */
struct wave *constants_wave(const struct jit_isa *isa, unsigned halves);

/* Goes on behind an op, with its computation, if it has one. */
void constants_follow(const struct region *r, struct constants *k, const struct op *o,
                      enum op_kind kind, const struct computation *c, const struct effects *fx);

/* The value of a scalar that is known. */
uint32_t constants_value(const struct region *r, const struct constants *k, unsigned var);

/* Sets the region's and its blocks' `fixed`, once it is known what is live. false: no memory. */
bool find_fixed(struct region *r);

#endif
