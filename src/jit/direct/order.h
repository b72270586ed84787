/* order.h: the order of instructions within blocks.
 *
 * Where a VGPR is four registers of sixteen, what is computed of it is computed a quarter after the
 * other, so that few values are alive at a time: of a stretch of instructions that store nothing,
 * each result's operands come right before it. Stretches are short enough for the CPU to find work
 * of several quarters. */
#ifndef SHOAL_JIT_DIRECT_ORDER_H
#define SHOAL_JIT_DIRECT_ORDER_H

#include "jit/direct/machine.h"

/* false: no memory. */
bool order(struct mfunction *f);

#endif
