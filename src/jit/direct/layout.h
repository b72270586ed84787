/* layout.h: the order of blocks, and what can be said of instructions in that order. */
#ifndef SHOAL_JIT_DIRECT_LAYOUT_H
#define SHOAL_JIT_DIRECT_LAYOUT_H

#include "jit/direct/machine.h"

/* Puts blocks into the order of their host code, rare ones last, and f->code with them; finds loops
 * and frequencies. false: no memory. */
bool lay_out(struct mfunction *f);
/* Removes what nothing reads. */
bool sweep(struct mfunction *f);
/* The same; loads whose only use is near become operands in memory. */
bool fold_loads(struct mfunction *f);

#endif
