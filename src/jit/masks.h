/* masks.h: lane masks that stay masks from block to block.
 *
 * Scalars are i32, also those that hold lane masks, such as EXEC. Within a block the logic on them
 * is repeated on <16 x i1> where lanes are chosen by them (fold.h). Where such a mask reaches its
 * use by way of a phi, as behind every check for NaNs, its halves get phis, too: else a
 * comparison's result goes to a general register and back before the next operation can begin, ten
 * cycles of a loop's longest chain. */
#ifndef SHOAL_JIT_MASKS_H
#define SHOAL_JIT_MASKS_H

#include "jit/emitter.h"

/* For the function as a whole, when its blocks and phis are complete. Logic on masks that changes
 * nothing, as is seen then, is removed. */
void masks_carry(struct emitter *e);

/* Masks of 32 lanes that are made of two halves are made of them again in each block that uses
 * them: between blocks LLVM would have them in one register, and take the halves out of it. */
void masks_rejoin(struct emitter *e);

#endif
