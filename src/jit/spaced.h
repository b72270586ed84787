/* spaced.h: loads of elements that are a few bytes apart from lane to lane.
 *
 * Members of structures, channels of pixels, and halves of what overlaps lie in a few of the host's
 * vectors, which cost less than a gather: they are loaded whole, and elements are moved to their
 * lanes. Nothing before the first lane's element or behind the last one's is touched, so all lanes
 * have to be active. */
#ifndef SHOAL_JIT_SPACED_H
#define SHOAL_JIT_SPACED_H

#include "jit/emitter.h"

struct spaced {
    LLVMValueRef holds; /* i1: all lanes are active, and spaced; NULL: they cannot be loaded so */
    LLVMValueRef first[2]; /* i32: indices of the first lanes of rows, [1] NULL: of one row */
};

/* Whether elements of so many bytes, `step` of them apart, can be loaded so, and that pays. */
bool can_load_spaced(const struct emitter *e, int32_t step, unsigned bytes);
/* The elements of 32 lanes, or their dwords, from[k] being where the one of lane 16 k is. A part of
 * a dword is extended by zeros. */
void load_spaced(struct emitter *e, const LLVMValueRef from[2], int32_t step, unsigned bytes,
                 bool may_fault, LLVMValueRef out[4]);

#endif
