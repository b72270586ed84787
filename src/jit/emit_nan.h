/* emit_nan.h: results that are looked at before they become final.
 *
 * Which NaN a result is follows the instruction set's rule (RDNA3 manual 3.4.2: the first NaN
 * operand, made quiet if MODE says so, else the default NaN). The host's instructions choose
 * otherwise, but give a NaN in the same cases. Likewise, they raise exception flags for all lanes
 * together. So results are taken as they come, in a group of ops without side effects, and are
 * looked at once, before the next op that has some, and at the end of the block. If an active lane
 * is NaN, or a flag is new, the interpreter's executors do the group again, from the values that
 * the variables had at its start.
 *
 * Kernels make NaNs that they choose away later, as exp(-infinity) of a masked softmax does. If
 * nothing that a group begins with is NaN, or another one than the default, every NaN in it is the
 * default one, which is put where the host has its own, and nothing is done again (mend.h). */
#ifndef SHOAL_JIT_EMIT_NAN_H
#define SHOAL_JIT_EMIT_NAN_H

#include "jit/nan_group.h"

/* Variables that are looked at later: f32, and two halves. */
struct nan_later {
    varset floats, packed;
};

/* Whether results are to be looked at before the op. */
bool nan_check_is_due(const struct emitter *e, const struct region_op *at);
/* Before and behind each op of a block that is emitted. */
void nan_before_op(struct emitter *e);
void nan_after_op(struct emitter *e);
/* A result of one pass that the rule is for, <32 x i32> or <32 x i64>, before it is written. */
void nan_result(struct emitter *e, const struct computation *c, unsigned half, LLVMValueRef result);
/* A result without the rule, likewise: where it is a source that may be NaN, that is looked at
 * here. */
void nan_picked(struct emitter *e, const struct computation *c, unsigned half, LLVMValueRef result);
/* A source; if a lane of it is NaN, the op is the executor's. */
void nan_source(struct emitter *e, unsigned half, LLVMValueRef source);
/* Looks at the results so far, before an op of the block; behind its last op: at its end. */
void check_nan(struct emitter *e, const struct region_op *before);
/* Results are to be looked at. */
bool nan_is_open(const struct emitter *e);
/* The same as check_nan for those who have the ops done again themselves: i1, that they need not
 * be; NULL: they never need. */
LLVMValueRef nan_none(struct emitter *e, const struct region_op *before);
/* Before the op that ends a loop, of which nothing is final before it is left: NaNs of a result
 * that stay NaNs through all later iterations need not be looked at in each. heads: [VAR_COUNT]
 * phis where the loop begins, or NULL. Adds the variables that are to be looked at behind it. */
void nan_put_off(struct emitter *e, const struct region_op *before, LLVMValueRef *heads,
                 struct nan_later *later);
/* Behind the loop: makes their values, now[], what the group looks at. */
void nan_look_later(struct emitter *e, const struct nan_later *later, LLVMValueRef *now);
/* Has another group look at what is to be looked at in this one. false: it has no room. */
bool nan_hand_over(struct emitter *e, const struct region_op *before, struct nan_group *to);

#endif
