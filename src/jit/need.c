/* need.c: see need.h. */
#include "jit/need.h"

#include <stdlib.h>

#include "jit/build.h"
#include "jit/dead.h"
#include "jit/sure_way.h"

/* Nothing but its operands says where it is made: of loads, only stores behind the way could. */
static bool can_move(const struct emitter *e, LLVMValueRef v)
{
    return is_computation(v) || LLVMIsAGetElementPtrInst(v) ||
           (LLVMIsALoadInst(v) && !LLVMGetVolatile(v) && is_marked_load(e, v));
}

/* ---- to the block that needs it ---- */

/* The first block of the way in which v is used. w->count: behind it, or beside it, too, or by a
 * phi. */
static unsigned needed_in(const struct sure_way *w, LLVMValueRef v)
{
    unsigned first = w->count;
    for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        unsigned i = LLVMIsAPHINode(user) ? w->count : way_index(w, LLVMGetInstructionParent(user));
        if (i == w->count)
            return i;
        first = i < first ? i : first;
    }
    return first;
}

/* Blocks behind come first, so that what uses v has been moved. */
static void sink(struct emitter *e, const struct sure_way *w)
{
    for (unsigned i = w->count; i-- > 0;)
        for (LLVMValueRef v = LLVMGetLastInstruction(w->block[i]), before; v; v = before) {
            before = LLVMGetPreviousInstruction(v);
            unsigned to = can_move(e, v) ? needed_in(w, v) : w->count;
            if (to == w->count || to <= i)
                continue;
            LLVMValueRef at = LLVMGetFirstInstruction(w->block[to]);
            while (LLVMIsAPHINode(at))
                at = LLVMGetNextInstruction(at);
            move_before(e, v, at);
        }
}

/* ---- in a block ---- */

/* Puts v, and first what it is made of, at the builder's place, if it has none. */
static void place(struct emitter *e, LLVMValueRef v)
{
    if (!LLVMIsAInstruction(v) || LLVMGetInstructionParent(v))
        return;
    unsigned operands = (unsigned)LLVMGetNumOperands(v);
    for (unsigned i = 0; i < operands; i++)
        place(e, LLVMGetOperand(v, i));
    LLVMInsertIntoBuilder(e->b, v);
}

static void place_operands(struct emitter *e, LLVMValueRef v)
{
    unsigned operands = (unsigned)LLVMGetNumOperands(v);
    for (unsigned i = 0; i < operands; i++)
        place(e, LLVMGetOperand(v, i));
}

static void place_for_block(struct emitter *e, LLVMBasicBlockRef b)
{
    for (LLVMValueRef v = LLVMGetFirstInstruction(b); v; v = LLVMGetNextInstruction(v))
        place_operands(e, v);
}

/* What blocks behind need, in the order of these; they store one wave's rows after the other. */
static void place_for_others(struct emitter *e, LLVMBasicBlockRef b)
{
    for (unsigned n = 0; (b = sure_successor(e, b)) && n < MOST_WAY; n++) {
        place_for_block(e, b);
        LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
        for (unsigned i = 0; LLVMGetNumSuccessors(end) == 2 && i < 2; i++)
            place_for_block(e, LLVMGetSuccessor(end, i));
    }
}

/* Takes out what can be moved, and puts each back in front of what first needs it. False: out of
 * memory, nothing has been done. */
static bool order_block(struct emitter *e, LLVMBasicBlockRef b)
{
    size_t count = 0, taken = 0;
    for (LLVMValueRef v = LLVMGetFirstInstruction(b); v; v = LLVMGetNextInstruction(v))
        count++;
    LLVMValueRef *all = malloc(count * sizeof *all);
    if (!all)
        return false;
    for (LLVMValueRef v = LLVMGetFirstInstruction(b), next; v; v = next) {
        next = LLVMGetNextInstruction(v);
        if (!can_move(e, v))
            continue;
        LLVMInstructionRemoveFromParent(v);
        all[taken++] = v;
    }
    LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
    for (LLVMValueRef v = LLVMGetFirstInstruction(b); v; v = LLVMGetNextInstruction(v)) {
        if (LLVMIsAPHINode(v))
            continue;
        LLVMPositionBuilderBefore(e->b, v);
        place_operands(e, v);
    }
    LLVMPositionBuilderBefore(e->b, end);
    place_for_others(e, b);
    for (size_t i = 0; i < taken; i++)
        place(e, all[i]);
    free(all);
    return true;
}

void order_by_need(struct emitter *e)
{
    if (!e->batch.entry || e->masks == MASKS_ALL)
        return;
    e->b = LLVMCreateBuilderInContext(e->c);
    /* what all waves of a batch go through before their stores, in order */
    struct sure_way w;
    find_sure_way(e, &w, e->batch.entry, e->batch.stores);
    sink(e, &w);
    for (unsigned i = 0; i < w.count && order_block(e, w.block[i]);)
        i++;
    LLVMDisposeBuilder(e->b);
}
