/* waiting.h: atomics that may be done later than the wave comes to them.
 *
 * An atomic without a result may wait where, from there to the kernel's end, nothing can notice:
 * there are no loads from device memory, no stores to it, and no waits for what was stored, but
 * more atomics, LDS and arithmetic. Many at one place then become one (struct pending_atomics). */
#ifndef SHOAL_JIT_WAITING_H
#define SHOAL_JIT_WAITING_H

#include "jit/region.h"

/* Sets may_wait of ops, and the region's has_waiting. */
void find_waiting(struct region *r);

#endif
