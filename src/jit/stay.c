/* stay.c: see stay.h. */
#include "jit/stay.h"

#include "jit/address.h"
#include "jit/build.h"
#include "jit/fold.h"
#include "jit/registers.h"
#include "jit/team.h"

/* All lanes of all waves have: value p limit, or not. The value is before + by, where `before`, of
 * some lane, was made before the loop. */
struct condition {
    LLVMIntPredicate p;
    bool holds;
    LLVMValueRef before, by, limit; /* i32; by NULL: 0 */
};

static bool is_less(LLVMIntPredicate p) { return p == LLVMIntSLT || p == LLVMIntSLE; }

/* Of x p y, what y has to x; LLVMIntEQ: p is no signed order. Unsigned ones are left to the
 * vectors: it is known of no value that it does not wrap as an unsigned number. */
static LLVMIntPredicate turned(LLVMIntPredicate p)
{
    switch (p) {
    case LLVMIntSLT:
        return LLVMIntSGT;
    case LLVMIntSLE:
        return LLVMIntSGE;
    case LLVMIntSGT:
        return LLVMIntSLT;
    case LLVMIntSGE:
        return LLVMIntSLE;
    default:
        return LLVMIntEQ;
    }
}

/* The lane mask that an i32 is made of, or the opposite of. NULL: of none. */
static LLVMValueRef mask_of(const struct emitter *e, LLVMValueRef v, bool *is_opposite)
{
    *is_opposite = false;
    while (is_instruction(v, LLVMXor)) {
        LLVMValueRef one = LLVMGetOperand(v, 0), other = LLVMGetOperand(v, 1);
        if (other != LLVMConstAllOnes(e->i32))
            return NULL;
        v = one;
        *is_opposite = !*is_opposite;
    }
    LLVMValueRef from = LLVMIsABitCastInst(v) ? LLVMGetOperand(v, 0) : NULL;
    return from && LLVMTypeOf(from) == e->v32i1 ? from : NULL;
}

/* The mask that all of these are: EXEC with all lanes if it is *holds in all, the others with none.
 * NULL: there is none. */
static LLVMValueRef find_mask(const struct emitter *e, const varset *left, bool *holds)
{
    bool is_opposite;
    LLVMValueRef mask = mask_of(e, e->now[exec_var(e, 0)], &is_opposite);
    *holds = !is_opposite;
    for (unsigned v = var_next(left, 0); mask && v < VAR_COUNT; v = var_next(left, v + 1)) {
        LLVMValueRef now = e->now[v];
        if (is_const_zero(now))
            continue;
        if (mask_of(e, now, &is_opposite) != mask || is_opposite == !*holds)
            return NULL;
    }
    return mask;
}

/* The least or the greatest of what the wave has in its lanes, made before the loop. */
static LLVMValueRef end_of(struct emitter *e, const struct row_test *t, bool greatest)
{
    LLVMBasicBlockRef here = team_go_before(e);
    LLVMValueRef v = t->first[0];
    if (t->row != 32)
        v = team_extreme(e, greatest, v, t->first[1]);
    if (greatest)
        v = LLVMBuildAdd(e->b, v, const_i32(e, t->row - 1), "");
    LLVMPositionBuilderAtEnd(e->b, here);
    return v;
}

static bool find_condition(struct emitter *e, const varset *left, struct condition *out)
{
    LLVMIntPredicate p;
    LLVMValueRef lanes, limit, mask = find_mask(e, left, &out->holds);
    if (!mask || !fold_find_icmp(e, mask, &p, &lanes, &limit))
        return false;
    if (splatted(lanes)) {
        LLVMValueRef other = lanes;
        lanes = limit;
        limit = other;
        p = turned(p);
    }
    limit = splatted(limit);
    if (!limit || turned(p) == LLVMIntEQ)
        return false;
    struct address a = find_offset(e, lanes);
    const struct row_test *row = NULL;
    for (unsigned i = 0; i < e->crew->test_count; i++) {
        const struct row_test *t = &e->crew->tests[i];
        if (t->lo == a.root && !t->hi && t->step == 1 && t->is_near)
            row = t;
    }
    if (!row)
        return false;
    out->p = p;
    out->limit = limit;
    out->by = a.by;
    out->before = end_of(e, row, is_less(p) == out->holds);
    return true;
}

/* Whether the conditions can be one: what was made before the loop is joined. */
static bool join(struct emitter *e, struct condition *all, const struct condition *c)
{
    if (all->p != c->p || all->holds != c->holds || !team_are_alike(all->by, c->by) ||
        !team_are_alike(all->limit, c->limit))
        return false;
    LLVMBasicBlockRef here = team_go_before(e);
    all->before = team_extreme(e, is_less(c->p) == c->holds, all->before, c->before);
    LLVMPositionBuilderAtEnd(e->b, here);
    return true;
}

LLVMValueRef team_stays(struct emitter *e, const varset *left)
{
    struct condition all, c;
    for (unsigned w = 0; w < e->crew->team->waves; w++) {
        team_switch(e, w);
        if (!find_condition(e, left, &c))
            return NULL;
        if (w && !join(e, &all, &c))
            return NULL;
        all = w ? all : c;
    }
    /* neither what was made before the loop nor what is added wraps, as signed values */
    LLVMValueRef near = const_i32(e, NEAR), v = all.before, holds = NULL;
    if (all.by) {
        holds = LLVMBuildICmp(e->b, LLVMIntSGE, LLVMBuildAdd(e->b, all.by, near, ""),
                              const_i32(e, 0), "");
        v = LLVMBuildAdd(e->b, v, all.by, "");
    }
    LLVMValueRef is = LLVMBuildICmp(e->b, all.p, v, all.limit, "");
    return team_both(e, holds, all.holds ? is : LLVMBuildNot(e->b, is, ""));
}
