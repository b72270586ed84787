/* emit_batch.h: short kernels, several new waves at once (batch.h). */
#ifndef SHOAL_JIT_EMIT_BATCH_H
#define SHOAL_JIT_EMIT_BATCH_H

#include "jit/emitter.h"

/* Emits the region's batch, before its blocks: sets e->batch. */
void emit_batch(struct emitter *e);

#endif
