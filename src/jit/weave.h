/* weave.h: stores with strides that fill memory together.
 *
 * Where lanes store the parts of a structure one after the other (out[4 * i + k] for k = 0, 1, 2,
 * 3), or blocks of what a transposition or a Fourier transform makes, each store leaves out what
 * the others fill in. As scatters these are a host's store for each element. Where all lanes are
 * active, the elements are put in order in registers, and whole rows are stored. */
#ifndef SHOAL_JIT_WEAVE_H
#define SHOAL_JIT_WEAVE_H

#include "jit/emitter.h"

enum { MAX_WOVEN = 4 }; /* stores: 2 or 4 */

struct weave {
    unsigned count, bytes; /* of stores; of an element, 4 or 8 */
    LLVMValueRef index;    /* <32 x i32>, signed: lanes are at[k] + index << shift */
    unsigned shift;
    LLVMValueRef at[MAX_WOVEN]; /* i64, relative to a whole page */
    LLVMValueRef block;         /* i32: dwords of one store that follow each other */
    LLVMValueRef from;          /* i64: where the first element is */
};

/* How many stores of at most `most` can be woven; 0: none. */
unsigned can_weave(const struct emitter *e, unsigned most, unsigned bytes, unsigned shift);
/* i1: these stores fill memory, all of it on one page, in blocks that alternate. Sets the rest. */
LLVMValueRef test_weave(struct emitter *e, struct weave *w);
/* v[k]: the dwords of store k. */
void store_woven(struct emitter *e, const struct weave *w, LLVMValueRef v[MAX_WOVEN][2],
                 LLVMValueRef to);

#endif
