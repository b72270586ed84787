/* emit_steps.h: IR of semantic functions, made from their steps (steps.h). */
#ifndef SHOAL_JIT_EMIT_STEPS_H
#define SHOAL_JIT_EMIT_STEPS_H

#include "jit/emitter.h"

/* Emits a function that has steps. args: [parameters that are read], results: [those that are
 * written], in the order of its signature. */
void emit_semantics(struct emitter *e, int function, const LLVMValueRef *args,
                    LLVMValueRef *results);

#endif
