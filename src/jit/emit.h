/* emit.h: a region as an LLVM function. */
#ifndef SHOAL_JIT_EMIT_H
#define SHOAL_JIT_EMIT_H

#include "jit/emitter.h"

/* Emits e->region as one function of this name.
 *
 * SHOAL_E_NOMEM        no memory
 * SHOAL_E_UNSUPPORTED  an internal error: liveness missed a variable */
shoal_status emit_function(struct emitter *e, const char *name);
/* Emits the op at e->at, which neither ends its block nor accesses memory in place. */
void emit_op(struct emitter *e);

#endif
