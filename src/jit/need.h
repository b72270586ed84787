/* need.h: a batch's computations in the order in which they are needed, for hosts with few vector
 * registers. */
#ifndef SHOAL_JIT_NEED_H
#define SHOAL_JIT_NEED_H

#include "jit/emitter.h"

/* Batches are emitted op by op for all waves, so that all of what these have loaded waits for the
 * last test. Moves loads and computations to the block that needs them, and there each behind what
 * it is made of: one wave's row after the other. */
void order_by_need(struct emitter *e);

#endif
