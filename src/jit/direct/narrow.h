/* narrow.h: instructions of AVX-512 as those of AVX2.
 *
 * Behind selection, a register of 512 bits becomes two of 256, and what AVX2 lacks several
 * instructions. A lane mask becomes a general register with its bits; beside it, within a block,
 * are vectors with all ones in its lanes, which comparisons make and blends take. Which of both
 * nobody uses is removed with other dead code (layout.h). */
#ifndef SHOAL_JIT_DIRECT_NARROW_H
#define SHOAL_JIT_DIRECT_NARROW_H

#include "jit/direct/machine.h"

/* false: f->why says which instruction cannot be had, or memory is short. */
bool narrow(struct mfunction *f);

#endif
