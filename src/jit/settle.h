/* settle.h: NaNs settled in compiled code: a group of ops in which an active lane is NaN
 * (emit_nan.h) is done again by code that follows the rule for each op, not by the executors, where
 * all its ops are computations whose rule is known here, or loads, whose values are taken. */
#ifndef SHOAL_JIT_SETTLE_H
#define SHOAL_JIT_SETTLE_H

#include "jit/emitter.h"

/* `count` ops of the block from e->at on have been emitted: notes what loads among them have
 * brought, which they need not do again. */
void settle_note_loads(struct emitter *e, uint32_t count);
/* Emits the group's ops up to `before` again, from the values at its start: what variables are
 * then, in values[VAR_COUNT]; e is as before. false: nothing was emitted, they cannot be settled.
 */
bool settle_again(struct emitter *e, const struct region_op *before, LLVMValueRef *values);
/* A result for which there is the rule, in which NaNs are as the host has them, and the sources
 * that it was made of, in their order: with the NaNs of the rule. */
LLVMValueRef settle_result(struct emitter *e, const struct computation *c, const LLVMValueRef *args,
                           LLVMValueRef result);

#endif
