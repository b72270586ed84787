/* allocate.h: registers.
 *
 * Liveness by block, then ranges of positions for each virtual register, two positions for each
 * instruction: where it reads and where it writes. Registers are given in the order of first
 * positions; where none is free, the register whose uses weigh least for the length of its ranges
 * lives in the frame everywhere. There is no splitting: what a rare block needs in the frame is not
 * hot. */
#ifndef SHOAL_JIT_DIRECT_ALLOCATE_H
#define SHOAL_JIT_DIRECT_ALLOCATE_H

#include "jit/direct/machine.h"

/* Fills f->place, f->slot, f->busy. *frame_bytes: what slots need, a multiple of 64. false: no
 * memory. */
bool allocate(struct mfunction *f, uint32_t *frame_bytes);

/* Positions of instruction i. */
#define READS(i)  (2 * (i))
#define WRITES(i) (2 * (i) + 1)

#endif
