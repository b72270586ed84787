/* spread.h: lane masks where the host has no registers for them.
 *
 * Below AVX-512 a comparison gives a dword of ones or zeros for each lane, and selects and masked
 * accesses take such dwords. LLVM, for which a mask is <32 x i1>, packs them to bytes whenever
 * they go from block to block or through logic, and unpacks them bit by bit where they come from a
 * general register. So: from block to block a mask goes as the i32 that it is in the GPU, and where
 * it chooses lanes it is dwords, made of that i32 by two operations for each register. */
#ifndef SHOAL_JIT_SPREAD_H
#define SHOAL_JIT_SPREAD_H

#include "jit/emitter.h"

/* For the function as a whole, when its blocks and phis are complete. */
void spread_masks(struct emitter *e);

#endif
