/* liveness.h: which variables are live, in which lanes, and which are newer than memory. */
#ifndef SHOAL_JIT_LIVENESS_H
#define SHOAL_JIT_LIVENESS_H

#include "jit/region.h"

/* Sets d->fx.exec of an op that writes EXEC and for which the instruction set said nothing
 * (EXEC_STAYS), from what the op computes. */
void find_exec_change(const struct region *r, struct description *d);

/* Sets what blocks and ops say about live variables and about EXEC. */
void solve_liveness(struct region *r);
/* Sets what blocks say about dirty variables; behind solve_liveness, for each part by itself. */
void solve_dirty(struct region *r);

/* The variables that are live, in any lanes, before an op of the block. */
void region_live_before(const struct region *r, const struct block *b, const struct region_op *at,
                        varset *out);

#endif
