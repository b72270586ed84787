/* sure_way.c: see sure_way.h. */
#include "jit/sure_way.h"

static LLVMBasicBlockRef only_successor(LLVMBasicBlockRef b)
{
    LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
    return LLVMGetNumSuccessors(end) == 1 ? LLVMGetSuccessor(end, 0) : NULL;
}

LLVMBasicBlockRef sure_successor(const struct emitter *e, LLVMBasicBlockRef b)
{
    LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
    if (LLVMGetNumSuccessors(end) != 2)
        return only_successor(b);
    LLVMBasicBlockRef one = LLVMGetSuccessor(end, 0), other = LLVMGetSuccessor(end, 1),
                      behind_one = only_successor(one), behind_other = only_successor(other);
    if (e->batch.entry && (one == e->batch.fail || other == e->batch.fail))
        return one == e->batch.fail ? other : one;
    return behind_one == other          ? other
           : behind_other == one        ? one
           : behind_one == behind_other ? behind_one
                                        : NULL;
}

unsigned way_index(const struct sure_way *w, LLVMBasicBlockRef b)
{
    unsigned i = 0;
    while (i < w->count && w->block[i] != b)
        i++;
    return i;
}

void find_sure_way(const struct emitter *e, struct sure_way *w, LLVMBasicBlockRef b,
                   LLVMBasicBlockRef end)
{
    for (w->count = 0; b && b != end && w->count < MOST_WAY && way_index(w, b) == w->count;
         b = sure_successor(e, b))
        w->block[w->count++] = b;
}
