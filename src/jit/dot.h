/* dot.h: sums of four products of bytes, which are one instruction of hosts with VNNI. */
#ifndef SHOAL_JIT_DOT_H
#define SHOAL_JIT_DOT_H

#include "jit/emitter.h"

/* a + b of <32 x i32>, if that ends such a sum, or adds to one. saturates: the signed sum is the
 * limit beyond it. NULL: it is something else. */
LLVMValueRef dot_sum(struct emitter *e, LLVMValueRef a, LLVMValueRef b, bool saturates);

#endif
