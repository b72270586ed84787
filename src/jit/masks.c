/* masks.c: see masks.h. */
#include "jit/masks.h"

#include <stdlib.h>

#include "jit/build.h"
#include "jit/fold.h"

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
        bool is_high = LLVMIsABinaryOperator(user) && LLVMGetInstructionOpcode(user) == LLVMLShr &&
                       LLVMGetOperand(user, 0) == v && LLVMGetOperand(user, 1) == const_i32(e, 16);
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

static void replace(LLVMValueRef taken, LLVMValueRef half) { LLVMReplaceAllUsesWith(taken, half); }

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
        if (from ? from->is_chosen : fold_is_of_lanes(e, v))
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
            fold_lane_halves(e, v, half);
        }
        for (unsigned i = 0; i < 2; i++)
            LLVMAddIncoming(p->half[i], &half[i], &b, 1);
    }
}

void masks_carry(struct emitter *e)
{
    struct carrier c = {.phis = NULL};
    unsigned n = fold_has_lane_halves(e) ? for_each_phi(e, &c) : 0;
    c.phis = n ? calloc(n, sizeof *c.phis) : NULL;
    if (!c.phis)
        return;
    c.count = for_each_phi(e, &c);
    e->exec_value[0] = e->exec_value[1] = NULL;
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
