/* rounding.h: semantic functions whose results can be rounded otherwise than to nearest.
 *
 * Of a function's steps (steps.h), those that round are sums, products, quotients, roots and
 * conversions. AVX-512 has instructions for these that say how they round. */
#ifndef SHOAL_JIT_ROUNDING_H
#define SHOAL_JIT_ROUNDING_H

#include "jit/steps.h"

/* A kind of step that rounds. */
struct rounding {
    unsigned opcode;
    const char *intrinsic; /* of a call: what is called */
    const char *name;      /* a part of what LLVM's intrinsic is called that says how it rounds */
    unsigned args;
};

/* NULL: the step does not round. */
const struct rounding *rounding_of(const struct step *s);

/* Whether all that the function's steps round is such a step. */
bool can_round(int function);

#endif
