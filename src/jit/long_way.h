/* long_way.h: what seldom is needed, in a block of its own. */
#ifndef SHOAL_JIT_LONG_WAY_H
#define SHOAL_JIT_LONG_WAY_H

#include "jit/emitter.h"

/* Whether there may be one more. */
bool has_long_way(const struct emitter *e);
/* `fast` where `same`, a <32 x i32>, is negative in all active lanes, else `value`, what only that
 * way needs of which is made there. */
LLVMValueRef join_long_way(struct emitter *e, LLVMValueRef same, LLVMValueRef fast,
                           LLVMValueRef value);
/* When the function has been emitted: what only a long way needs is made there. Needs no builder in
 * e->b. */
void sink_to_long_ways(struct emitter *e);

#endif
