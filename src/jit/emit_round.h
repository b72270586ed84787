/* emit_round.h: steps that round as e->round says, not to nearest (rounding.h). */
#ifndef SHOAL_JIT_EMIT_ROUND_H
#define SHOAL_JIT_EMIT_ROUND_H

#include "jit/emitter.h"
#include "jit/steps.h"

/* With AVX-512, of vectors that fill its registers; those of f16 sums and products with
 * AVX512-FP16. NULL: the step is exact, and made as ever. */
LLVMValueRef build_rounded(struct emitter *e, const struct step *s, LLVMValueRef arg[3]);

#endif
