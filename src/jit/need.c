/* need.c: see need.h. */
#include "jit/need.h"

#include <stdlib.h>

#include "jit/dead.h"

enum { MOST_BLOCKS = 64 };

/* The blocks that all waves of a batch go through before their stores, in order. */
struct way {
    struct emitter *e;
    LLVMBasicBlockRef block[MOST_BLOCKS];
    unsigned count;
};

static void find_way(struct way *w)
{
    LLVMBasicBlockRef b = w->e->batch.entry;
    for (; b && b != w->e->batch.stores && w->count < MOST_BLOCKS; b = sure_successor(w->e, b))
        w->block[w->count++] = b;
}

/* Its place in the way. w->count: it is not part of it. */
static unsigned index_of(const struct way *w, LLVMBasicBlockRef b)
{
    unsigned i = 0;
    while (i < w->count && w->block[i] != b)
        i++;
    return i;
}

/* Nothing but its operands says where it is made: of loads, only stores behind the way could. */
static bool can_move(const struct way *w, LLVMValueRef v)
{
    return LLVMIsABinaryOperator(v) || LLVMIsACastInst(v) || LLVMIsACmpInst(v) ||
           LLVMIsAShuffleVectorInst(v) || LLVMIsAInsertElementInst(v) ||
           LLVMIsAExtractElementInst(v) || LLVMIsASelectInst(v) || LLVMIsAUnaryOperator(v) ||
           LLVMIsAFreezeInst(v) || LLVMIsAGetElementPtrInst(v) ||
           (LLVMIsALoadInst(v) && !LLVMGetVolatile(v) && is_marked_load(w->e, v));
}

/* ---- to the block that needs it ---- */

/* The first block of the way in which v is used. w->count: behind it, or beside it, too, or by a
 * phi. */
static unsigned needed_in(const struct way *w, LLVMValueRef v)
{
    unsigned first = w->count;
    for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        unsigned i = LLVMIsAPHINode(user) ? w->count : index_of(w, LLVMGetInstructionParent(user));
        if (i == w->count)
            return i;
        first = i < first ? i : first;
    }
    return first;
}

/* Blocks behind come first, so that what uses v has been moved. */
static void sink(const struct way *w)
{
    for (unsigned i = w->count; i-- > 0;)
        for (LLVMValueRef v = LLVMGetLastInstruction(w->block[i]), before; v; v = before) {
            before = LLVMGetPreviousInstruction(v);
            unsigned to = can_move(w, v) ? needed_in(w, v) : w->count;
            if (to == w->count || to <= i)
                continue;
            LLVMValueRef at = LLVMGetFirstInstruction(w->block[to]);
            while (LLVMIsAPHINode(at))
                at = LLVMGetNextInstruction(at);
            LLVMInstructionRemoveFromParent(v);
            LLVMPositionBuilderBefore(w->e->b, at);
            LLVMInsertIntoBuilder(w->e->b, v);
        }
}

/* ---- in a block ---- */

/* Puts v, and first what it is made of, at the builder's place, if it has none. */
static void place(const struct way *w, LLVMValueRef v)
{
    if (!LLVMIsAInstruction(v) || LLVMGetInstructionParent(v))
        return;
    unsigned operands = (unsigned)LLVMGetNumOperands(v);
    for (unsigned i = 0; i < operands; i++)
        place(w, LLVMGetOperand(v, i));
    LLVMInsertIntoBuilder(w->e->b, v);
}

static void place_operands(const struct way *w, LLVMValueRef v)
{
    unsigned operands = (unsigned)LLVMGetNumOperands(v);
    for (unsigned i = 0; i < operands; i++)
        place(w, LLVMGetOperand(v, i));
}

static void place_for_block(const struct way *w, LLVMBasicBlockRef b)
{
    for (LLVMValueRef v = LLVMGetFirstInstruction(b); v; v = LLVMGetNextInstruction(v))
        place_operands(w, v);
}

/* What blocks behind need, in the order of these; they store one wave's rows after the other. */
static void place_for_others(const struct way *w, LLVMBasicBlockRef b)
{
    for (unsigned n = 0; (b = sure_successor(w->e, b)) && n < MOST_BLOCKS; n++) {
        place_for_block(w, b);
        LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
        for (unsigned i = 0; LLVMGetNumSuccessors(end) == 2 && i < 2; i++)
            place_for_block(w, LLVMGetSuccessor(end, i));
    }
}

/* Takes out what can be moved, and puts each back in front of what first needs it. False: out of
 * memory, nothing has been done. */
static bool order_block(const struct way *w, LLVMBasicBlockRef b)
{
    size_t count = 0, taken = 0;
    for (LLVMValueRef v = LLVMGetFirstInstruction(b); v; v = LLVMGetNextInstruction(v))
        count++;
    LLVMValueRef *all = malloc(count * sizeof *all);
    if (!all)
        return false;
    for (LLVMValueRef v = LLVMGetFirstInstruction(b), next; v; v = next) {
        next = LLVMGetNextInstruction(v);
        if (!can_move(w, v))
            continue;
        LLVMInstructionRemoveFromParent(v);
        all[taken++] = v;
    }
    LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
    for (LLVMValueRef v = LLVMGetFirstInstruction(b); v; v = LLVMGetNextInstruction(v)) {
        if (LLVMIsAPHINode(v))
            continue;
        LLVMPositionBuilderBefore(w->e->b, v);
        place_operands(w, v);
    }
    LLVMPositionBuilderBefore(w->e->b, end);
    place_for_others(w, b);
    for (size_t i = 0; i < taken; i++)
        place(w, all[i]);
    free(all);
    return true;
}

void order_by_need(struct emitter *e)
{
    struct way w = {.e = e};
    if (!e->batch.entry || e->masks == MASKS_ALL)
        return;
    e->b = LLVMCreateBuilderInContext(e->c);
    find_way(&w);
    sink(&w);
    for (unsigned i = 0; i < w.count && order_block(&w, w.block[i]);)
        i++;
    LLVMDisposeBuilder(e->b);
}
