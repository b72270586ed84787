/* lookup.h: loads from small tables, by permutations.
 *
 * Where an index has only so many bits, whatever happens, as a byte of something or what a mask
 * leaves, all places that lanes can be at are a few of the host's registers, which are loaded
 * whole. A permutation takes an element of two of them for each lane, and masks choose among these:
 * of 64 dwords in a fifth of a gather's time, of 256 in half of it (Zen 4). */
#ifndef SHOAL_JIT_LOOKUP_H
#define SHOAL_JIT_LOOKUP_H

#include "jit/emitter.h"

enum { MAX_TABLE_BYTES = 1024 };

struct lookup {
    unsigned bytes; /* of an element: 1, 2, 4 */
    unsigned scale; /* log2 of what the index counts */
    unsigned span;  /* bytes that are loaded, from where index 0 is */
};

/* Whether elements of so many bytes, at index << scale, are of such a table, and that pays. */
bool find_lookup(struct emitter *e, LLVMValueRef index, unsigned scale, unsigned bytes,
                 struct lookup *out);
/* The elements of 32 lanes, extended by zeros; `from`: where index 0 is. may_fault: it is device
 * memory. */
LLVMValueRef look_up(struct emitter *e, const struct lookup *l, LLVMValueRef from,
                     LLVMValueRef index, bool may_fault);

#endif
