/* bits.h: which bits of lanes do not depend on the run, so that what computes only the others need
 * not be done. LLVM's combiner, which finds such things, is off. */
#ifndef SHOAL_JIT_BITS_H
#define SHOAL_JIT_BITS_H

#include "jit/emitter.h"

/* Bits of <32 x i32> that are 0, whatever happens. */
uint32_t zero_bits(struct emitter *e, LLVMValueRef v);
/* What v, <32 x i32>, was made of, if it has the same bits in `mask`. */
LLVMValueRef same_within(struct emitter *e, LLVMValueRef v, uint32_t mask);
/* The lower half, or the lowest byte, of <32 x i32>. */
LLVMValueRef low_part(struct emitter *e, LLVMValueRef v, LLVMTypeRef to);

#endif
