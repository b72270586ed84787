/* compute.h: computations (op.h) as IR: operands, the semantic function, results. */
#ifndef SHOAL_JIT_COMPUTE_H
#define SHOAL_JIT_COMPUTE_H

#include "jit/emitter.h"

/* Emits the computations of the op at e->at. false: nothing was emitted; its executor is to be
 * called. */
bool emit_computations(struct emitter *e);
/* i1: the branch at e->at is taken. */
LLVMValueRef emit_condition(struct emitter *e);

#endif
