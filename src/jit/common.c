/* common.c: see common.h.
 *
 * The first block has a phi for each live register, of what new waves begin with and of what a wave
 * brings that comes in at the label there. Of these, user registers and preloaded arguments are the
 * same for all new waves of a launch. What is computed of nothing else is taken out of the block:
 * new waves have it from slots on the stack, made for the first of them; at the label it is made
 * for each wave. */
#include "jit/common.h"

#include <stdlib.h>
#include <string.h>

#include "jit/build.h"
#include "jit/flow.h"
#include "jit/fold.h"
#include "jit/registers.h"

/* ---- lanes ---- */

/* Of as many elements as the result, each of which depends on the same one of the operands. */
static bool is_by_element(LLVMValueRef v)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(v);
    if (op == LLVMPHI || !LLVMGetNumOperands(v)) /* phis may not have their values yet */
        return false;
    LLVMTypeRef from = LLVMTypeOf(LLVMGetOperand(v, 0));
    bool is_vector = LLVMGetTypeKind(from) == LLVMVectorTypeKind;
    if (op == LLVMCall) {
        LLVMValueRef f = LLVMGetCalledValue(v);
        size_t length;
        const char *name = LLVMGetValueName2(f, &length);
        return !fold_has_effect(v) && strncmp(name, "llvm.x86.", 9) &&
               strncmp(name, "llvm.masked.", 12);
    }
    if (op == LLVMBitCast || LLVMIsACastInst(v))
        return is_vector && LLVMGetVectorSize(from) == LLVMGetVectorSize(LLVMTypeOf(v));
    return LLVMIsABinaryOperator(v) || LLVMIsAUnaryOperator(v) || LLVMIsACmpInst(v) ||
           op == LLVMSelect || op == LLVMFreeze;
}

/* What is known of values so far. */
struct alike {
    LLVMValueRef known[64]; /* that are alike, in any order */
    unsigned count, left;   /* steps */
};

static bool is_alike(LLVMValueRef v, struct alike *k);

static unsigned operands_of(LLVMValueRef v)
{
    return (unsigned)LLVMGetNumOperands(v) - (LLVMIsACallInst(v) ? 1 : 0);
}

static bool is_same_operation(LLVMValueRef a, LLVMValueRef b)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(a);
    return op == LLVMGetInstructionOpcode(b) && operands_of(a) == operands_of(b) &&
           (op != LLVMICmp || LLVMGetICmpPredicate(a) == LLVMGetICmpPredicate(b)) &&
           (op != LLVMFCmp || LLVMGetFCmpPredicate(a) == LLVMGetFCmpPredicate(b)) &&
           (op != LLVMCall || LLVMGetCalledValue(a) == LLVMGetCalledValue(b));
}

/* Whether all lanes of both are the same: what is done by halves. */
static bool are_alike(LLVMValueRef a, LLVMValueRef b, struct alike *k)
{
    if (a == b)
        return is_alike(a, k);
    if (!LLVMIsAInstruction(a) || !LLVMIsAInstruction(b) || !k->left || !is_same_operation(a, b))
        return false;
    --k->left;
    if (LLVMIsAShuffleVectorInst(a))
        return LLVMGetOperand(a, 0) == LLVMGetOperand(b, 0) && is_alike(a, k) && is_alike(b, k);
    if (!is_by_element(a))
        return false;
    for (unsigned i = 0; i < operands_of(a); i++)
        if (!are_alike(LLVMGetOperand(a, i), LLVMGetOperand(b, i), k))
            return false;
    return true;
}

static bool is_alike_shuffle(LLVMValueRef v, struct alike *k)
{
    LLVMValueRef a = LLVMGetOperand(v, 0), b = LLVMGetOperand(v, 1);
    int least = INT32_MAX, greatest = -1, of_a = (int)LLVMGetVectorSize(LLVMTypeOf(a));
    for (unsigned i = 0; i < LLVMGetNumMaskElements(v); i++) {
        int from = LLVMGetMaskValue(v, i);
        least = from < least ? from : least;
        greatest = from > greatest ? from : greatest;
    }
    if (least < 0) /* anything */
        return false;
    return least == greatest ? true : greatest < of_a ? is_alike(a, k) : are_alike(a, b, k);
}

static bool is_alike(LLVMValueRef v, struct alike *k)
{
    if (LLVMGetTypeKind(LLVMTypeOf(v)) != LLVMVectorTypeKind)
        return true;
    if (LLVMIsConstant(v)) {
        LLVMValueRef first = LLVMGetAggregateElement(v, 0);
        bool alike = first && !LLVMIsUndef(first);
        for (unsigned i = 1; alike && i < LLVMGetVectorSize(LLVMTypeOf(v)); i++)
            alike = LLVMGetAggregateElement(v, i) == first;
        return alike;
    }
    if (!LLVMIsAInstruction(v) || !k->left)
        return false;
    --k->left;
    enum { KNOWN = sizeof k->known / sizeof *k->known };
    for (unsigned i = 0; i < k->count && i < KNOWN; i++)
        if (k->known[i] == v)
            return true;
    bool alike = LLVMIsAShuffleVectorInst(v) ? is_alike_shuffle(v, k) : is_by_element(v);
    for (unsigned i = 0; alike && !LLVMIsAShuffleVectorInst(v) && i < operands_of(v); i++)
        alike = is_alike(LLVMGetOperand(v, i), k);
    if (alike)
        k->known[k->count++ % KNOWN] = v;
    return alike;
}

bool lanes_alike(LLVMValueRef v)
{
    struct alike k = {.left = 600};
    return is_alike(v, &k);
}

LLVMValueRef first_alike(struct emitter *e, unsigned var)
{
    LLVMValueRef v = get_var(e, var), exec = get_var(e, exec_var(e, 0)), before = v, active = v;
    bool is_here = e->exec->value[0] && e->exec->value[0] == exec;
    /* what was there before anything was written under this EXEC */
    while (is_here && LLVMIsAInstruction(before) && LLVMIsASelectInst(before) &&
           LLVMGetOperand(before, 0) == e->exec->bools[0]) {
        active = before == v ? LLVMGetOperand(before, 1) : active;
        before = LLVMGetOperand(before, 2);
    }
    if (e->region->halves != 1 || LLVMIsConstant(v) || !lanes_alike(active))
        return NULL;
    if (before == v)
        return lane(e, v, 0);
    LLVMValueRef none = is_equal(e, exec, const_i32(e, 0));
    return LLVMBuildSelect(e->b, none, lane(e, before, 0), lane(e, active, 0), "");
}

/* ---- waves ---- */

enum {
    MAX_COMMON = 320,
    MAX_BLOCKS = 48,
    TABLE = 1024,    /* a power of two, more than twice MAX_COMMON */
    LEAST_GAIN = 12, /* what is done for the least, in instructions */
    LEAST_EACH = 5,  /* for each slot */
    DIVISION = 8,
};

struct common {
    struct emitter *e;
    LLVMValueRef is[MAX_COMMON]; /* instructions in order, phis of the first block among them */
    bool is_left[MAX_COMMON];    /* the wave makes it */
    LLVMValueRef made[MAX_COMMON];
    int slot_of[MAX_COMMON];   /* which of them only this one goes into: itself, or SEVERAL */
    unsigned gain[MAX_COMMON]; /* what goes into this one alone */
    unsigned count;
    uint16_t table[TABLE];   /* 1 + the number of an instruction; 0: none */
    LLVMBasicBlockRef label; /* where a wave comes in that is not new */
};

static uint16_t *entry_of(const struct common *c, LLVMValueRef v)
{
    size_t i = (uintptr_t)v / 16;
    uint16_t *table = (uint16_t *)(uintptr_t)c->table;
    while (table[i % TABLE] && c->is[table[i % TABLE] - 1] != v)
        i++;
    return &table[i % TABLE];
}

static int find_common(const struct common *c, LLVMValueRef v) { return *entry_of(c, v) - 1; }

static void add_common(struct common *c, LLVMValueRef v)
{
    if (c->count == MAX_COMMON)
        return;
    *entry_of(c, v) = (uint16_t)(c->count + 1);
    c->is[c->count++] = v;
}

static LLVMValueRef from_block(LLVMValueRef phi, LLVMBasicBlockRef from)
{
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
        if (LLVMGetIncomingBlock(phi, i) == from)
            return LLVMGetIncomingValue(phi, i);
    return NULL;
}

/* Whether it is the same in all new waves of a launch: a constant, or loaded from the launch's
 * start. */
static bool is_of_launch(const struct emitter *e, LLVMValueRef v)
{
    if (LLVMIsConstant(v))
        return !LLVMIsUndef(v);
    LLVMValueRef p = LLVMIsALoadInst(v) ? LLVMGetOperand(v, 0) : NULL;
    return p && LLVMIsAGetElementPtrInst(p) && LLVMGetOperand(p, 0) == e->fresh.start &&
           LLVMIsConstant(LLVMGetOperand(p, 1));
}

/* New waves have active lanes. */
static bool asks_for_lanes(const struct emitter *e, LLVMValueRef v)
{
    if (!LLVMIsAICmpInst(v) || LLVMGetICmpPredicate(v) != LLVMIntEQ || !e->fresh.exec)
        return false;
    LLVMValueRef x = LLVMGetOperand(v, 0), zero = LLVMGetOperand(v, 1);
    return LLVMIsAPHINode(x) && LLVMGetInstructionParent(x) == e->fresh.entry &&
           from_block(x, e->fresh.block) == e->fresh.exec && LLVMIsConstant(zero) &&
           LLVMIsNull(zero);
}

static bool is_pure(LLVMValueRef v)
{
    switch (LLVMGetInstructionOpcode(v)) {
    case LLVMUDiv:
    case LLVMSDiv:
    case LLVMURem:
    case LLVMSRem:
        return false;
    case LLVMCall:
        return !fold_has_effect(v) && is_by_element(v);
    case LLVMShuffleVector:
    case LLVMInsertElement:
    case LLVMExtractElement:
    case LLVMExtractValue:
        return true;
    default:
        return LLVMIsACastInst(v) || LLVMIsABinaryOperator(v) || LLVMIsAUnaryOperator(v) ||
               LLVMIsACmpInst(v) || LLVMIsASelectInst(v) || LLVMIsAFreezeInst(v);
    }
}

/* What is made of constants alone may be where waves come that were not in the first block. */
static bool is_made_of_common(const struct common *c, LLVMValueRef v)
{
    unsigned operands = operands_of(v);
    bool is_behind_first = LLVMGetInstructionParent(v) == c->e->fresh.entry;
    if (asks_for_lanes(c->e, v))
        return true;
    for (unsigned i = 0; i < operands; i++) {
        LLVMValueRef x = LLVMGetOperand(v, i);
        if (LLVMIsConstant(x))
            continue;
        if (find_common(c, x) < 0)
            return false;
        is_behind_first = true;
    }
    return is_behind_first;
}

/* The likely block behind this one. */
static LLVMBasicBlockRef likely_next(LLVMBasicBlockRef b)
{
    LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
    return end && LLVMIsABranchInst(end) ? LLVMGetSuccessor(end, 0) : NULL;
}

static bool is_among(const LLVMBasicBlockRef *blocks, unsigned n, LLVMBasicBlockRef b)
{
    for (unsigned i = 0; i < n; i++)
        if (blocks[i] == b)
            return true;
    return false;
}

/* From the first block on, along the likely way. false: there is no such block. */
static bool collect(struct common *c)
{
    const struct emitter *e = c->e;
    LLVMBasicBlockRef b = e->fresh.entry;
    for (LLVMValueRef v = LLVMGetFirstInstruction(b); v && LLVMIsAPHINode(v);
         v = LLVMGetNextInstruction(v)) {
        LLVMValueRef fresh = from_block(v, e->fresh.block);
        if (LLVMCountIncoming(v) != 2 || !fresh)
            return false;
        c->label = LLVMGetIncomingBlock(v, LLVMGetIncomingBlock(v, 0) == e->fresh.block);
        if (is_of_launch(e, fresh))
            add_common(c, v);
    }
    LLVMBasicBlockRef seen[MAX_BLOCKS];
    for (unsigned n = 0; b && n < MAX_BLOCKS && !is_among(seen, n, b); b = likely_next(b)) {
        seen[n++] = b;
        for (LLVMValueRef v = LLVMGetFirstInstruction(b); v; v = LLVMGetNextInstruction(v))
            if (!LLVMIsAPHINode(v) && is_pure(v) && is_made_of_common(c, v))
                add_common(c, v);
    }
    return c->label != NULL;
}

static bool has_lanes(LLVMValueRef v)
{
    return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMVectorTypeKind;
}

static unsigned cost_of(LLVMValueRef v)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(v);
    return op == LLVMFDiv                                                            ? DIVISION
           : op == LLVMPHI || op == LLVMBitCast || op == LLVMTrunc || op == LLVMZExt ? 0
           : has_lanes(v)                                                            ? 2
                                                                                     : 1;
}

enum { OUTSIDE = -2, SEVERAL = -1 };

/* Which slot an instruction goes into, if only one; OUTSIDE: the wave uses it. */
static int find_slot(const struct common *c, unsigned n)
{
    int slot = OUTSIDE;
    for (LLVMUseRef u = LLVMGetFirstUse(c->is[n]); u; u = LLVMGetNextUse(u)) {
        int i = find_common(c, LLVMGetUser(u));
        if (i < 0 || c->is_left[i])
            return OUTSIDE;
        slot = slot == OUTSIDE || slot == c->slot_of[i] ? c->slot_of[i] : SEVERAL;
    }
    return slot;
}

/* Leaves what is not worth a slot to the wave. true: there was something. */
static bool leave_some(struct common *c)
{
    const struct emitter *e = c->e;
    bool some = false;
    memset(c->gain, 0, sizeof c->gain);
    for (unsigned i = c->count; i-- > 0;) {
        if (c->is_left[i])
            continue;
        int slot = find_slot(c, i);
        c->slot_of[i] = slot == OUTSIDE ? (int)i : slot;
        if (c->slot_of[i] >= 0)
            c->gain[c->slot_of[i]] += cost_of(c->is[i]);
    }
    for (unsigned i = c->count; i-- > 0;) {
        LLVMTypeRef t = LLVMTypeOf(c->is[i]);
        bool is_kept = t == e->i32 || t == e->i64;
        if (c->is_left[i] || c->slot_of[i] != (int)i || (is_kept && c->gain[i] >= LEAST_EACH))
            continue;
        c->is_left[i] = some = true;
    }
    return some;
}

/* false: it is no gain. */
static bool choose(struct common *c)
{
    unsigned most = 0, gain = 0;
    for (unsigned i = 0; i < c->count; i++) {
        c->is_left[i] = LLVMIsAPHINode(c->is[i]);
        most += cost_of(c->is[i]);
    }
    if (most < LEAST_GAIN)
        return false;
    while (leave_some(c))
        ;
    for (unsigned i = 0; i < c->count; i++)
        gain += c->is_left[i] ? 0 : cost_of(c->is[i]);
    return gain >= LEAST_GAIN;
}

static bool has_slot(const struct common *c, unsigned n)
{
    return !c->is_left[n] && c->slot_of[n] == (int)n;
}

static LLVMValueRef value_of(const struct common *c, LLVMValueRef v)
{
    int i = LLVMIsConstant(v) ? -1 : find_common(c, v);
    return i < 0 ? v : c->made[i];
}

/* Makes all of it of what comes from this block, at the builder's place. */
static void make_from(struct common *c, LLVMBasicBlockRef from)
{
    const struct emitter *e = c->e;
    for (unsigned i = 0; i < c->count; i++) {
        LLVMValueRef v = c->is[i];
        if (LLVMIsAPHINode(v)) {
            c->made[i] = from_block(v, from);
            continue;
        }
        if (asks_for_lanes(e, v) && from == e->fresh.block) {
            c->made[i] = LLVMConstNull(e->i1);
            continue;
        }
        LLVMValueRef copy = LLVMInstructionClone(v);
        LLVMInsertIntoBuilder(e->b, copy);
        unsigned operands = operands_of(v);
        for (unsigned k = 0; k < operands; k++) {
            LLVMValueRef x = LLVMGetOperand(v, k);
            if (asks_for_lanes(e, v)) /* EXEC is not among what is alike */
                x = LLVMIsAPHINode(x) ? from_block(x, from) : x;
            LLVMSetOperand(copy, k, value_of(c, x));
        }
        c->made[i] = copy;
    }
}

/* What was made in vain. */
static void remove_unused(const struct common *c)
{
    for (unsigned i = c->count; i-- > 0;)
        if (!LLVMIsAPHINode(c->is[i]) && LLVMIsAInstruction(c->made[i]) &&
            !LLVMGetFirstUse(c->made[i]))
            LLVMInstructionEraseFromParent(c->made[i]);
}

/* Uses other than by what is made once take another value. */
static void replace_outside(const struct common *c, LLVMValueRef v, LLVMValueRef by)
{
    bool again = true;
    while (again) {
        again = false;
        for (LLVMUseRef u = LLVMGetFirstUse(v); u && !again; u = LLVMGetNextUse(u)) {
            LLVMValueRef user = LLVMGetUser(u);
            int i = find_common(c, user);
            if (i >= 0 && !c->is_left[i])
                continue;
            for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(user); k++)
                if (LLVMGetOperand(user, k) == v)
                    LLVMSetOperand(user, k, by);
            again = true; /* the list of uses is another now */
        }
    }
}

/* A variable of the function. */
static LLVMValueRef slot_of(struct emitter *e, LLVMTypeRef t, LLVMValueRef at_first)
{
    LLVMPositionBuilderBefore(e->b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(e->function)));
    LLVMValueRef p = LLVMBuildAlloca(e->b, t, "common");
    if (at_first)
        LLVMBuildStore(e->b, at_first, p);
    return p;
}

static void share(struct common *c)
{
    struct emitter *e = c->e;
    LLVMValueRef slot[MAX_COMMON], phi[MAX_COMMON];
    LLVMBasicBlockRef make = new_block(e, "make_common"), has = e->fresh.block;
    LLVMValueRef made_for = slot_of(e, e->ptr, LLVMConstNull(e->ptr));
    LLVMInstructionEraseFromParent(LLVMGetBasicBlockTerminator(e->fresh.before));
    LLVMPositionBuilderAtEnd(e->b, e->fresh.before);
    LLVMValueRef last = LLVMBuildLoad2(e->b, e->ptr, made_for, "");
    branch(e, is_equal(e, last, e->fresh.start), has, make, 2000);
    LLVMPositionBuilderAtEnd(e->b, make);
    make_from(c, e->fresh.block);
    LLVMBuildStore(e->b, e->fresh.start, made_for);
    for (unsigned i = 0; i < c->count; i++) {
        slot[i] = NULL;
        if (has_slot(c, i)) {
            slot[i] = slot_of(e, LLVMTypeOf(c->is[i]), NULL);
            LLVMPositionBuilderAtEnd(e->b, make);
            LLVMBuildStore(e->b, c->made[i], slot[i]);
        }
    }
    LLVMBuildBr(e->b, has);
    remove_unused(c);
    LLVMPositionBuilderBefore(e->b, LLVMGetBasicBlockTerminator(c->label));
    make_from(c, c->label);
    for (unsigned i = 0; i < c->count; i++) {
        if (!slot[i])
            continue;
        LLVMTypeRef t = LLVMTypeOf(c->is[i]);
        LLVMPositionBuilderBefore(e->b, LLVMGetFirstInstruction(e->fresh.entry));
        phi[i] = LLVMBuildPhi(e->b, t, "");
        LLVMPositionBuilderBefore(e->b, LLVMGetBasicBlockTerminator(has));
        LLVMValueRef values[2] = {LLVMBuildLoad2(e->b, t, slot[i], ""), c->made[i]};
        LLVMAddIncoming(phi[i], values, (LLVMBasicBlockRef[]){has, c->label}, 2);
        replace_outside(c, c->is[i], phi[i]);
    }
    remove_unused(c);
    for (unsigned i = c->count; i-- > 0;)
        if (!c->is_left[i] && !LLVMGetFirstUse(c->is[i]))
            LLVMInstructionEraseFromParent(c->is[i]);
}

void share_common(struct emitter *e)
{
    struct common *c = calloc(1, sizeof *c);
    if (c && e->fresh.block) {
        c->e = e;
        e->b = LLVMCreateBuilderInContext(e->c);
        if (collect(c) && choose(c))
            share(c);
        LLVMDisposeBuilder(e->b);
    }
    free(c);
}
