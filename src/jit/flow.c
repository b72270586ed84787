/* flow.c: see flow.h. */
#include "jit/flow.h"

#include <string.h>

#include "jit/build.h"
#include "jit/fold.h"

LLVMBasicBlockRef new_block(struct emitter *e, const char *name)
{
    return LLVMAppendBasicBlockInContext(e->c, e->function, name);
}

void remove_blocks(LLVMBasicBlockRef first)
{
    for (LLVMBasicBlockRef b = first; b; b = LLVMGetNextBasicBlock(b)) {
        LLVMValueRef last;
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (LLVMGetTypeKind(LLVMTypeOf(i)) != LLVMVoidTypeKind)
                LLVMReplaceAllUsesWith(i, LLVMGetPoison(LLVMTypeOf(i)));
        while ((last = LLVMGetLastInstruction(b)))
            LLVMInstructionEraseFromParent(last);
    }
    for (LLVMBasicBlockRef b = first, next; b; b = next) {
        next = LLVMGetNextBasicBlock(b);
        LLVMDeleteBasicBlock(b);
    }
}

void branch(struct emitter *e, LLVMValueRef c, LLVMBasicBlockRef yes, LLVMBasicBlockRef no,
            unsigned weight)
{
    LLVMBasicBlockRef to[2] = {yes, no};
    unsigned weights[2] = {weight, 1};
    if (is_instruction(c, LLVMAnd)) {
        c = fold_not(e, c);
        to[0] = no, to[1] = yes;
        weights[0] = 1, weights[1] = weight;
    }
    if (LLVMGetNextBasicBlock(LLVMGetInsertBlock(e->b)) == to[0])
        LLVMMoveBasicBlockAfter(to[0], LLVMGetLastBasicBlock(e->function));
    LLVMValueRef br = LLVMBuildCondBr(e->b, c, to[0], to[1]);
    if (weight == 1)
        return;
    LLVMMetadataRef parts[3] = {LLVMMDStringInContext2(e->c, "branch_weights", 14),
                                LLVMValueAsMetadata(const_i32(e, weights[0])),
                                LLVMValueAsMetadata(const_i32(e, weights[1]))};
    LLVMMetadataRef node = LLVMMDNodeInContext2(e->c, parts, 3);
    LLVMSetMetadata(br, LLVMGetMDKindIDInContext(e->c, "prof", 4), LLVMMetadataAsValue(e->c, node));
}

struct forms begin_forms(struct emitter *e, LLVMValueRef condition, unsigned weight)
{
    struct forms f = {.holds = new_block(e, "holds"),
                      .other = new_block(e, "other"),
                      .done = new_block(e, "done")};
    branch(e, condition, f.holds, f.other, weight);
    LLVMPositionBuilderAtEnd(e->b, f.holds);
    return f;
}

void next_form(struct emitter *e, struct forms *f)
{
    f->from[0] = LLVMGetInsertBlock(e->b);
    LLVMBuildBr(e->b, f->done);
    LLVMPositionBuilderAtEnd(e->b, f->other);
}

void end_forms(struct emitter *e, struct forms *f)
{
    f->from[1] = LLVMGetInsertBlock(e->b);
    LLVMBuildBr(e->b, f->done);
    LLVMPositionBuilderAtEnd(e->b, f->done);
}

void go_out(struct emitter *e, enum way_out way, LLVMValueRef op)
{
    e->before_out(e);
    LLVMBasicBlockRef here = LLVMGetInsertBlock(e->b);
    if (!e->out[way].block) {
        e->out[way].block = new_block(e, "out");
        LLVMPositionBuilderAtEnd(e->b, e->out[way].block);
        e->out[way].op = LLVMBuildPhi(e->b, way == OUT_RESUME ? e->i32 : e->ptr, "");
        LLVMPositionBuilderAtEnd(e->b, here);
    }
    LLVMAddIncoming(e->out[way].op, &op, &here, 1);
    LLVMBuildBr(e->b, e->out[way].block);
}

LLVMBasicBlockRef way_entry(struct emitter *e, unsigned i)
{
    const varset none = {{0}};
    int to = e->block->ways[i];
    bool stores = to >= 0 && memcmp(&e->region->blocks[to].clean, &none, sizeof none) != 0;
    return to < 0 || stores ? NULL : e->states[to].entry;
}

void set_ways_end(struct emitter *e, LLVMBasicBlockRef from)
{
    e->states[e->block - e->region->blocks].ways_end = from;
}

int only_pred(const struct emitter *e, unsigned index)
{
    const struct block *b = &e->region->blocks[index];
    return b->is_label || b->preds != 1 || b->pred >= (int)index ? -1 : b->pred;
}

unsigned all_preds(const struct emitter *e, unsigned index, int preds[MAX_JOINED])
{
    const struct region *r = e->region;
    const struct block *b = &r->blocks[index];
    unsigned n = 0;
    if (b->is_label || b->preds > MAX_JOINED || (int)index == r->entry)
        return 0;
    for (unsigned i = 0; i < index && n < b->preds; i++)
        for (unsigned k = 0; k < 2; k++)
            if (r->blocks[i].succ[k] == (int)index)
                preds[n++] = (int)i;
    return n == b->preds ? n : 0;
}
