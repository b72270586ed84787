/* waiting.c: what an op means to atomics that are done later (jit/waiting.h). */
#include "isa/rdna3/jit/atomic.h"
#include "isa/rdna3/jit/layer.h"

static enum waiting memory_waiting(const struct rdna3_op *o)
{
    if (o->insn->format == FMT_SMEM) /* it does not see what the wave has stored, either */
        return WAITING_LETS;
    if (o->executor == EXECUTOR_exec_ds)
        return WAITING_LETS;
    if (o->insn->format != FMT_GLOBAL || !rdna3_is_simple_atomic(o))
        return WAITING_NOT;
    return rdna3_pending_operation(o) == PENDING_NONE ? WAITING_LETS : WAITING_MAY;
}

enum waiting rdna3_waiting(const struct region *r, const struct region_op *at)
{
    const struct rdna3_op *o = rdna3_op(op_of(r, at));
    const struct row_effects *x = &op_row(o)->effects;
    bool computes =
        op_row(o)->cls == C_valu || op_row(o)->cls == C_salu || op_row(o)->cls == C_branch;
    if (x->syncs || row_waits_for_stores(x))
        return WAITING_NOT;
    if (at->kind == OP_ACCESS || at->kind == OP_SCALAR_LOAD || o->insn->format == FMT_DS)
        return memory_waiting(o);
    switch (at->fx.treatment) {
    case AS_NOTHING:
        return WAITING_LETS;
    case AS_IR:
    case AS_CALL:
        return computes ? WAITING_LETS : WAITING_NOT;
    default:
        return at->ends || at->is_barrier ? WAITING_LETS : WAITING_NOT;
    }
}
