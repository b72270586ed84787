/* masks.c: see masks.h. */
#include "jit/masks.h"

#include <stdlib.h>

#include "jit/build.h"
#include "jit/fold.h"
#include "jit/phis.h"

/* A phi of an i32 whose lanes something is chosen by. */
struct carried {
    LLVMValueRef phi, half[2]; /* half: its phis, once it is known that they are worth it */
    bool is_chosen;
};

struct carrier {
    struct carried *phis;
    unsigned count;
};

/* What takes the halves of v out of it, in fold_lanes' words: bitcast(trunc(v)) and
 * bitcast(trunc(lshr(v, 16))). NULL: user is nothing of that. */
static LLVMValueRef half_taken(const struct emitter *e, LLVMValueRef user)
{
    LLVMUseRef u = LLVMGetFirstUse(user);
    bool is_taken = LLVMIsATruncInst(user) && LLVMTypeOf(user) == e->i16 && u && !LLVMGetNextUse(u);
    LLVMValueRef cast = is_taken ? LLVMGetUser(u) : NULL;
    return cast && LLVMIsABitCastInst(cast) && LLVMTypeOf(cast) == LLVMVectorType(e->i1, 16) ? cast
                                                                                             : NULL;
}

static void replace(LLVMValueRef taken, LLVMValueRef half) { LLVMReplaceAllUsesWith(taken, half); }

/* Calls f for each place where a half of v is taken out of it. */
static unsigned for_each_half(const struct emitter *e, LLVMValueRef v,
                              void (*f)(LLVMValueRef taken, LLVMValueRef half),
                              const LLVMValueRef half[2])
{
    unsigned n = 0;
    for (LLVMUseRef u = LLVMGetFirstUse(v), next; u; u = next) {
        LLVMValueRef user = LLVMGetUser(u), taken = half_taken(e, user);
        next = LLVMGetNextUse(u);
        if (taken) {
            n++;
            if (f)
                f(taken, half[0]);
        }
        bool is_high = is_instruction(user, LLVMLShr) && LLVMGetOperand(user, 0) == v &&
                       LLVMGetOperand(user, 1) == const_i32(e, 16);
        for (LLVMUseRef w = is_high ? LLVMGetFirstUse(user) : NULL, after; w; w = after) {
            after = LLVMGetNextUse(w);
            taken = half_taken(e, LLVMGetUser(w));
            n += taken != NULL;
            if (taken && f)
                f(taken, half[1]);
        }
    }
    return n;
}

static struct carried *find(const struct carrier *c, LLVMValueRef v)
{
    for (unsigned i = 0; LLVMIsAPHINode(v) && i < c->count; i++)
        if (c->phis[i].phi == v)
            return &c->phis[i];
    return NULL;
}

static unsigned for_each_phi(struct emitter *e, struct carrier *c)
{
    unsigned n = 0;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(e->function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef v = LLVMGetFirstInstruction(b); v && LLVMIsAPHINode(v);
             v = LLVMGetNextInstruction(v))
            if (LLVMTypeOf(v) == e->i32 && for_each_half(e, v, NULL, NULL)) {
                if (c->phis)
                    c->phis[n].phi = v;
                n++;
            }
    return n;
}

/* Whether an incoming value is a mask already. */
static bool is_worth(const struct carrier *c, const struct emitter *e, const struct carried *p)
{
    for (unsigned k = LLVMCountIncoming(p->phi); k-- > 0;) {
        LLVMValueRef v = LLVMGetIncomingValue(p->phi, k);
        const struct carried *from = find(c, v);
        if (from ? from->is_chosen : fold_is_of_lanes(e, v, MASK_DEPTH))
            return true;
    }
    return false;
}

static void choose(const struct carrier *c, const struct emitter *e)
{
    for (bool has_new = true; has_new;) {
        has_new = false;
        for (unsigned i = 0; i < c->count; i++)
            if (!c->phis[i].is_chosen && is_worth(c, e, &c->phis[i]))
                has_new = c->phis[i].is_chosen = true;
    }
}

static void add_phis(struct emitter *e, struct carried *p)
{
    LLVMPositionBuilderBefore(e->b, p->phi);
    for (unsigned i = 0; i < 2; i++)
        p->half[i] = LLVMBuildPhi(e->b, LLVMVectorType(e->i1, 16), "");
}

static void add_incoming(struct emitter *e, const struct carrier *c, const struct carried *p)
{
    for (unsigned k = 0; k < LLVMCountIncoming(p->phi); k++) {
        LLVMValueRef v = LLVMGetIncomingValue(p->phi, k), half[2];
        LLVMBasicBlockRef b = LLVMGetIncomingBlock(p->phi, k);
        const struct carried *from = find(c, v);
        LLVMPositionBuilderBefore(e->b, LLVMGetBasicBlockTerminator(b));
        if (from && from->is_chosen) {
            half[0] = from->half[0];
            half[1] = from->half[1];
        } else {
            fold_lane_halves(e, v, MASK_DEPTH, half);
        }
        for (unsigned i = 0; i < 2; i++)
            LLVMAddIncoming(p->half[i], &half[i], &b, 1);
    }
}

/* Where ways of a branch meet, EXEC is what it was OR a part of that: itself, which is seen when
 * phis with one value are gone. */
static void absorb(struct emitter *e)
{
    bool any = false;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(e->function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef v = LLVMGetFirstInstruction(b); v; v = LLVMGetNextInstruction(v)) {
            LLVMValueRef same = LLVMTypeOf(v) == e->i32 ? fold_same(e, v) : NULL;
            if (same && same != v) {
                LLVMReplaceAllUsesWith(v, same);
                any = true;
            }
        }
    if (any)
        phis_remove(e->function);
}

enum { LOOP_DEPTH = 3 };

/* Whether a loop carries the value. */
static bool is_of_loop(const struct emitter *e, LLVMValueRef v)
{
    const struct region *r = e->region;
    for (unsigned i = 0; LLVMIsAPHINode(v) && i < r->count; i++)
        if (r->blocks[i].is_loop && e->states[i].entry == LLVMGetInstructionParent(v))
            return true;
    return false;
}

/* Logic on scalars of which lanes are taken is repeated on masks, now that it is known what comes
 * in by phis, where a loop may wait for it. Elsewhere these would be more instructions. */
static void repeat_logic(struct emitter *e)
{
    *e->exec = (struct exec_lanes){.value = {NULL, NULL}};
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(e->function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef v = LLVMGetFirstInstruction(b), half[2]; v;
             v = LLVMGetNextInstruction(v)) {
            if (LLVMTypeOf(v) != e->i32 || !LLVMIsABinaryOperator(v) ||
                !fold_is_of_lanes(e, v, LOOP_DEPTH) || !for_each_half(e, v, NULL, NULL) ||
                (!is_of_loop(e, LLVMGetOperand(v, 0)) && !is_of_loop(e, LLVMGetOperand(v, 1))))
                continue;
            LLVMPositionBuilderBefore(e->b, LLVMGetNextInstruction(v));
            fold_lane_halves(e, v, LOOP_DEPTH, half);
            for_each_half(e, v, replace, half);
        }
}

void masks_carry(struct emitter *e)
{
    struct carrier c = {.phis = NULL};
    absorb(e);
    if (!fold_has_lane_halves(e))
        return;
    repeat_logic(e);
    unsigned n = for_each_phi(e, &c);
    c.phis = n ? calloc(n, sizeof *c.phis) : NULL;
    if (!c.phis)
        return;
    c.count = for_each_phi(e, &c);
    *e->exec = (struct exec_lanes){.value = {NULL, NULL}};
    choose(&c, e);
    for (unsigned i = 0; i < c.count; i++)
        if (c.phis[i].is_chosen)
            add_phis(e, &c.phis[i]);
    for (unsigned i = 0; i < c.count; i++)
        if (c.phis[i].is_chosen)
            add_incoming(e, &c, &c.phis[i]);
    for (unsigned i = 0; i < c.count; i++)
        if (c.phis[i].is_chosen)
            for_each_half(e, c.phis[i].phi, replace, c.phis[i].half);
    free(c.phis);
}

/* Whether v puts two masks of 16 lanes one behind the other. */
static bool is_join(const struct emitter *e, LLVMValueRef v)
{
    if (!LLVMIsAShuffleVectorInst(v) || LLVMTypeOf(v) != e->v32i1 ||
        LLVMTypeOf(LLVMGetOperand(v, 0)) != LLVMVectorType(e->i1, 16))
        return false;
    for (unsigned i = 0; i < 32; i++)
        if (LLVMGetMaskValue(v, i) != (int)i)
            return false;
    return true;
}

/* Uses of `join` in other blocks get one of their own. */
static void rejoin(struct emitter *e, LLVMValueRef join)
{
    LLVMBasicBlockRef home = LLVMGetInstructionParent(join), at = NULL;
    LLVMValueRef copy = NULL;
    for (LLVMUseRef u = LLVMGetFirstUse(join), next; u; u = next) {
        LLVMValueRef user = LLVMGetUser(u);
        LLVMBasicBlockRef in = LLVMGetInstructionParent(user);
        next = LLVMGetNextUse(u);
        if (in == home || LLVMIsAPHINode(user))
            continue;
        if (in != at) {
            LLVMValueRef first = LLVMGetFirstInstruction(in);
            while (LLVMIsAPHINode(first))
                first = LLVMGetNextInstruction(first);
            copy = LLVMInstructionClone(join);
            LLVMPositionBuilderBefore(e->b, first);
            LLVMInsertIntoBuilder(e->b, copy);
            at = in;
        }
        unsigned uses = 0;
        for (int k = LLVMGetNumOperands(user); k-- > 0;)
            if (LLVMGetOperand(user, (unsigned)k) == join) {
                LLVMSetOperand(user, (unsigned)k, copy);
                uses++;
            }
        if (uses > 1) /* `next` may have been one of them */
            next = LLVMGetFirstUse(join);
    }
}

void masks_rejoin(struct emitter *e)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(e->function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef v = LLVMGetFirstInstruction(b); v; v = LLVMGetNextInstruction(v))
            if (is_join(e, v))
                rejoin(e, v);
}
