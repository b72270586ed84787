/* shape.h: how addresses differ from lane to lane, as far as the code shows it. */
#ifndef SHOAL_JIT_SHAPE_H
#define SHOAL_JIT_SHAPE_H

#include "jit/region.h"

/* Sets the guesses of the ops that access memory (step to is_limited, region.h), which emitted code
 * tests. rsrc2: COMPUTE_PGM_RSRC2 of the kernel; has_short_rows: it is launched in work-groups
 * where lanes 0 to 15 are not in one row. false: no memory. */
bool find_steps(struct region *r, uint32_t rsrc2, bool has_short_rows);
/* Sets them at random, the same for the same instruction and seed: for tests, since a wrong guess
 * must not matter. */
void guess_steps(struct region *r, uint32_t seed);

#endif
