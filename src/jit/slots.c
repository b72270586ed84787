/* slots.c: see slots.h. */
#include "jit/slots.h"

#include "jit/flow.h"
#include "jit/registers.h"

struct slot slot_at(LLVMValueRef base, int64_t offset, unsigned half)
{
    uint32_t plus = (uint32_t)offset & ~UINT32_C(3);
    LLVMValueRef by = LLVMIsABinaryOperator(base) && LLVMGetInstructionOpcode(base) == LLVMAdd
                          ? LLVMGetOperand(base, 1)
                          : NULL;
    if (by && LLVMIsAConstantInt(by)) {
        plus += (uint32_t)LLVMConstIntGetZExtValue(by);
        base = LLVMGetOperand(base, 0);
    }
    if (LLVMIsAConstantInt(base)) {
        plus += (uint32_t)LLVMConstIntGetZExtValue(base);
        base = NULL;
    }
    return (struct slot){base, plus, half};
}

static struct known_slot *find(struct slots *s, const struct slot *at)
{
    for (unsigned i = 0; i < s->count; i++) {
        const struct slot *k = &s->known[i].at;
        if (k->root == at->root && k->plus == at->plus && k->half == at->half)
            return &s->known[i];
    }
    return NULL;
}

/* The mask that this one is the rest of; NULL: it is none of a form that is known. */
static LLVMValueRef others_of(LLVMValueRef v)
{
    bool is_xor = LLVMIsABinaryOperator(v) && LLVMGetInstructionOpcode(v) == LLVMXor;
    for (unsigned i = 0; is_xor && i < 2; i++)
        if (LLVMGetOperand(v, i) == LLVMConstAllOnes(LLVMTypeOf(v)))
            return LLVMGetOperand(v, 1 - i);
    return NULL;
}

static bool are_same_lanes(LLVMValueRef a, LLVMValueRef b)
{
    return a == b || (others_of(a) && others_of(a) == others_of(b));
}

LLVMValueRef slot_value(struct emitter *e, const struct slot *at)
{
    struct known_slot *k = find(&e->tests->slots, at);
    bool is_known = k && (!k->under || are_same_lanes(k->under, get_var(e, exec_var(e, at->half))));
    return is_known ? k->value : NULL;
}

void know_slot(struct emitter *e, const struct slot *at, LLVMValueRef value)
{
    struct slots *s = &e->tests->slots;
    struct known_slot *k = find(s, at);
    if (!k && s->count < MAX_SLOTS) {
        k = &s->known[s->count++];
    } else if (!k) {
        k = &s->known[s->oldest];
        s->oldest = (s->oldest + 1) % MAX_SLOTS;
    }
    *k = (struct known_slot){*at, value, NULL};
}

void replace_slot(struct emitter *e, const struct slot *at, LLVMValueRef value, LLVMValueRef under)
{
    struct slots *s = &e->tests->slots;
    unsigned n = 0;
    for (unsigned i = 0; i < s->count; i++)
        if (s->known[i].at.root == at->root)
            s->known[n++] = s->known[i];
    if (n < s->count)
        s->oldest = 0;
    s->count = n;
    know_slot(e, at, value);
    find(s, at)->under = under;
}

void forget_slots(struct emitter *e) { e->tests->slots.count = e->tests->slots.oldest = 0; }

/* ---- where ways join ---- */

static LLVMBasicBlockRef edge_from(const struct emitter *e, int pred, unsigned to)
{
    const struct block_state *st = &e->states[pred];
    return e->region->blocks[pred].succ[0] == (int)to ? st->through_end : st->taken_end;
}

/* What the slot has at the end of all these blocks; NULL: one does not know. */
static LLVMValueRef joined_value(struct emitter *e, unsigned index, const int *preds, unsigned n,
                                 const struct slot *at)
{
    LLVMValueRef values[MAX_JOINED];
    LLVMBasicBlockRef from[MAX_JOINED];
    bool are_same = true;
    for (unsigned i = 0; i < n; i++) {
        struct known_slot *k = find(&e->tests_at_end[preds[i]].slots, at);
        if (!k || k->under)
            return NULL;
        values[i] = k->value;
        from[i] = edge_from(e, preds[i], index);
        are_same &= values[i] == values[0];
    }
    if (are_same)
        return values[0];
    LLVMValueRef phi = LLVMBuildPhi(e->b, e->v32i32, "");
    LLVMAddIncoming(phi, values, from, n);
    return phi;
}

void begin_slots(struct emitter *e, unsigned index)
{
    struct slots *s = &e->tests->slots;
    int preds[MAX_JOINED], pred = only_pred(e, index);
    unsigned n = pred >= 0 ? 0 : all_preds(e, index, preds);
    bool are_edges = true;
    if (pred >= 0) {
        *s = e->tests_at_end[pred].slots;
        return;
    }
    s->count = s->oldest = 0;
    for (unsigned i = 0; i < n; i++) /* both edges of one block would be two of a phi's */
        are_edges &= e->region->blocks[preds[i]].succ[0] != e->region->blocks[preds[i]].succ[1];
    for (unsigned i = 0; n && are_edges && i < e->tests_at_end[preds[0]].slots.count; i++) {
        const struct slot *at = &e->tests_at_end[preds[0]].slots.known[i].at;
        LLVMValueRef v = joined_value(e, index, preds, n, at);
        if (v)
            s->known[s->count++] = (struct known_slot){*at, v, NULL};
    }
}

bool joins_slots(const struct emitter *e, LLVMValueRef v)
{
    if (!LLVMIsAPHINode(v) || LLVMCountIncoming(v) == 0)
        return false;
    LLVMBasicBlockRef in = LLVMGetInstructionParent(v);
    unsigned i = 0;
    while (i < e->region->count && e->states[i].entry != in)
        i++;
    for (unsigned var = 0; i < e->region->count && var < VAR_S0; var++)
        if (e->states[i].phi[var] == v)
            return false;
    return i < e->region->count;
}
