/* inactive.h: products in lanes that are not active, for hosts to which denormals are dear.
 *
 * Nobody reads them, and what is multiplied there need be no float: a counter's bits are a
 * denormal, and so are the products of it, each of which costs such a host more than all else of a
 * loop. Instructions of AVX-512 can leave lanes out. */
#ifndef SHOAL_JIT_INACTIVE_H
#define SHOAL_JIT_INACTIVE_H

#include "jit/emitter.h"

/* Before an op of floats is emitted: its lanes, <32 x i1>. NULL: its products are left as they are.
 */
LLVMValueRef lanes_of_products(struct emitter *e, unsigned half);
/* Notes `lanes` for the products that have been emitted since `last` was the last instruction of
 * the builder's block, NULL: since that was empty. */
void note_products(struct emitter *e, LLVMValueRef lanes, LLVMValueRef last);
/* Behind all that is emitted: makes products 0 in the lanes that were not noted for them, where
 * they may be denormal. Needs no builder in e->b. */
void mask_products(struct emitter *e);

#endif
