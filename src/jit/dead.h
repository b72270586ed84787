/* dead.h: what nothing needs of a function that has been emitted is removed, but for loads of
 * device memory, which may fault: these stay where they are, for LLVM, too. */
#ifndef SHOAL_JIT_DEAD_H
#define SHOAL_JIT_DEAD_H

#include "jit/emitter.h"

/* Marks a load of device memory, of the op at e->at: it is made even if nothing uses its result.
 * One that looks for what others write stays in front of the loads behind it. */
void mark_load(struct emitter *e, LLVMValueRef load);
bool is_marked_load(const struct emitter *e, LLVMValueRef v);
/* Moves computations of the blocks from `first` to the one before `to`, in the function's order, to
 * the start of `to`, if only that and those of `behind`, which are reached through it, use them. */
void sink_computations(struct emitter *e, LLVMBasicBlockRef first, LLVMBasicBlockRef to,
                       const LLVMBasicBlockRef *behind, unsigned count);
/* Removes the function's instructions that have no use and no effect. Needs no builder in e->b. */
void remove_dead(struct emitter *e);

#endif
