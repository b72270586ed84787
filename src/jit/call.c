/* call.c: see call.h. */
#include "jit/call.h"

#include <string.h>

#include "jit/behind.h"
#include "jit/flow.h"
#include "jit/liveness.h"
#include "jit/registers.h"
#include "jit/slots.h"
#include "jit/team.h"
#include "jit/writeback.h"

/* name: the function that calls the executors (the set's exec/jit.c). */
static void call_named(struct emitter *e, const char *name, const struct op *from,
                       const struct op *to)
{
    LLVMTypeRef types[3] = {e->ptr, e->ptr, e->ptr}, type = LLVMFunctionType(e->i8, types, 3, 0);
    LLVMValueRef args[3] = {e->wave, op_pointer(e, from), op_pointer(e, to)};
    LLVMValueRef r = LLVMBuildCall2(e->b, type, c_function(e, name, type), args, 3, "");
    LLVMBasicBlockRef on = new_block(e, "on");
    if (!e->left)
        e->left = new_block(e, "left");
    branch(e, LLVMBuildICmp(e->b, LLVMIntNE, r, LLVMConstNull(e->i8), ""), on, e->left, 2000);
    LLVMPositionBuilderAtEnd(e->b, on);
}

void finish_pending(struct emitter *e)
{
    LLVMBasicBlockRef has = new_block(e, "pending"), on = new_block(e, "none_pending");
    LLVMValueRef p = load_at(e, e->ptr, e->group, offsetof(struct group, pending));
    branch(e, is_equal(e, p, LLVMConstNull(e->ptr)), on, has, 1);
    LLVMPositionBuilderAtEnd(e->b, has);
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(e->c), &e->ptr, 1, 0);
    LLVMValueRef finish = load_at(e, e->ptr, p, offsetof(struct pending_atomics, finish));
    LLVMBuildCall2(e->b, type, finish, &e->group, 1, "");
    LLVMBuildBr(e->b, on);
    LLVMPositionBuilderAtEnd(e->b, on);
}

/* Executors access memory at once, which what waits may have to come before. */
static bool accesses_memory(const struct emitter *e, const struct op *from, const struct op *to)
{
    for (const struct op *o = from; o != to; o = op_behind(e->region, o))
        if (o->cls == SHOAL_CLASS_VMEM)
            return true;
    return false;
}

void call_ops(struct emitter *e, const struct op *from, const struct op *to)
{
    bool may_wait = e->region->has_waiting, is_strip = is_behind(e);
    if ((may_wait || is_strip) && accesses_memory(e, from, to)) {
        if (may_wait)
            finish_pending(e);
        if (is_strip)
            forget_behind(e);
    }
    call_named(e, "call", from, to);
}

void walk_ops(struct emitter *e, const struct op *from, const struct op *to)
{
    call_named(e, "walk", from, to);
}

void call_jump(struct emitter *e, const struct op *from, const struct op *jump, const struct op *to)
{
    if (e->region->has_waiting && accesses_memory(e, from, jump))
        finish_pending(e);
    call_named(e, "walk", from, to);
}

void note_called(const struct emitter *e, const struct op *o)
{
    if (e->called)
        e->called[o->offset / 4] = 1;
}

static void call_semantics(struct emitter *e, const char *name, const struct op *o)
{
    LLVMTypeRef types[2] = {e->ptr, e->ptr}, type = LLVMFunctionType(e->ptr, types, 2, 0);
    LLVMValueRef args[2] = {e->wave, op_pointer(e, o)};
    LLVMBuildCall2(e->b, type, c_function(e, name, type), args, 2, "");
}

void emit_call(struct emitter *e)
{
    const struct effects *fx = &e->at->fx;
    const struct op *o = op_of(e->region, e->at);
    const struct jit_isa *isa = e->region->isa;
    const char *function = isa->semantic_function ? isa->semantic_function(o) : NULL;
    if (!function)
        note_called(e, o);
    if (fx->treatment == AS_SYNC) {
        store_all(e);
    } else {
        store_vars(e, &fx->use);
        store_vars(e, &e->at->kept);
    }
    if (function)
        call_semantics(e, function, o);
    else
        call_ops(e, o, op_behind(e->region, o));
    varset changed = fx->def;
    if (fx->treatment == AS_SYNC) { /* what is read from here on */
        memset(e->now, 0, VAR_COUNT * sizeof *e->now);
        region_live_before(e->region, e->block, e->at + 1, &changed);
    }
    for (unsigned v = var_next(&changed, 0); function && v < VAR_S0; v = var_next(&changed, v + 1))
        if (var_has(&e->region->home, v)) { /* it is loaded where something else reads it */
            e->now[v] = NULL;
            var_remove(&e->dirty, v);
            var_remove(&changed, v);
        }
    load_vars(e, &changed);
    forget_slots(e);
}

void call_instead(struct emitter *e, const struct op *from, const struct op *to, const varset *use,
                  const varset *kept)
{
    varset stored = *use;
    add_set(&stored, kept);
    store_rarely(e, &stored);
    e->is_rare = true;
    call_ops(e, from, to);
    e->is_rare = false;
}

void leave_before(struct emitter *e, const struct op *o)
{
    if (e->crew) {
        e->crew->is_broken |= e->crew->is_final;
        LLVMBuildBr(e->b, e->crew->fail);
        return;
    }
    store_rarely(e, &e->dirty);
    go_out(e, OUT_INTERPRET, op_pointer(e, o));
}
