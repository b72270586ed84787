/* jumps.h: where ops that go to an address in scalars are known to lead: calls and returns.
 *
 * A call leads to the function that its address was found to be, and a return to where the calls of
 * its function come from. Code tests the address; where it is another one, the executor finds where
 * that is. */
#ifndef SHOAL_JIT_JUMPS_H
#define SHOAL_JIT_JUMPS_H

#include "jit/region.h"

enum { MAX_JUMPS = 32 /* of one block */ };

/* An op, and where it leads. */
struct jump {
    uint32_t from, to;
};

/* Caller frees `jump` with free(). */
struct jump_list {
    struct jump *jump; /* [count] */
    size_t count, capacity;
};

/* false: no memory. */
bool jumps_add(struct jump_list *, uint32_t from, uint32_t to);
/* Makes region->jumps, with returns, of the slots of the calls whose targets are known. false: no
 * memory. */
bool find_jumps(struct region *r, struct jump_list *calls);

#endif
