/* maker.h: which op made what a variable has at some place. */
#ifndef SHOAL_JIT_MAKER_H
#define SHOAL_JIT_MAKER_H

#include "jit/region.h"

/* An op, and its block; `at` NULL: what a new wave begins with. */
struct maker {
    const struct region_op *at;
    unsigned block;
};

/* What writes the variable last, on all ways from the region's entry to the op `before` of the
 * block, NULL: to its start. false: it is not one op alone, or not known. */
bool find_maker(const struct region *r, unsigned block, const struct region_op *before,
                unsigned var, struct maker *out);

#endif
