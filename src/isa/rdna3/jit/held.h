/* held.h: accesses to LDS that is kept in values (jit/held.h). */
#ifndef SHOAL_RDNA3_JIT_HELD_H
#define SHOAL_RDNA3_JIT_HELD_H

#include "jit/emitter.h"

/* Emits the access to LDS at e->at for all waves. false: not all of it is known. */
bool rdna3_emit_held(struct emitter *e);

#endif
