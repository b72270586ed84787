/* emit_half.h: sums and products of f16 on hosts without AVX512-FP16, in f32: as if they had been
 * rounded once. */
#ifndef SHOAL_JIT_EMIT_HALF_H
#define SHOAL_JIT_EMIT_HALF_H

#include "jit/emitter.h"

/* LLVMFAdd, LLVMFSub, LLVMFMul, or LLVMCall, a multiply-add, of vectors of half. */
LLVMValueRef build_f16(struct emitter *e, LLVMOpcode op, const LLVMValueRef arg[3]);

#endif
