/* shape.h: how addresses differ from lane to lane, as far as the code shows it. */
#ifndef SHOAL_JIT_SHAPE_H
#define SHOAL_JIT_SHAPE_H

#include "jit/region.h"

/* Finds step and is_long of the ops that access memory (region.h). false: no memory. */
bool find_steps(struct region *r, uint32_t rsrc2);
/* Sets them at random instead, the same for the same instruction. */
void guess_steps(struct region *r, uint32_t seed);

#endif
