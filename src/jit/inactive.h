/* inactive.h: products in lanes that are not active, for hosts to which denormals are dear.
 *
 * Nobody reads them, and what is multiplied there need be no float: a counter's bits are a
 * denormal, and so are the products of it, each of which costs such a host more than all else of a
 * loop. With AVX-512 an instruction leaves lanes out at no cost. */
#ifndef SHOAL_JIT_INACTIVE_H
#define SHOAL_JIT_INACTIVE_H

#include "jit/emitter.h"

/* Before an op of floats is emitted: its lanes, <32 x i1>. NULL: its products are left as they are.
 */
LLVMValueRef lanes_of_products(struct emitter *e, unsigned half);
/* Notes `lanes` for the products that have been emitted behind `last`, an instruction, or NULL, in
 * the block `in`. */
void note_products(struct emitter *e, LLVMValueRef lanes, LLVMBasicBlockRef in, LLVMValueRef last);
/* Makes the products noted 0 in the other lanes. Needs no builder in e->b. */
void leave_out_inactive(struct emitter *e);

#endif
