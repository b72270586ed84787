/* team.c: see team.h. */
#include "jit/team.h"

#include "jit/batch_rows.h"
#include "jit/build.h"
#include "jit/flow.h"
#include "jit/registers.h"

void team_switch(struct emitter *e, unsigned wave)
{
    struct crew *c = e->crew;
    e->wave = c->pointer[wave];
    e->now = c->now[wave];
    e->nan = c->nan[wave];
    e->exec = &c->exec[wave];
}

bool team_takes_part(const struct emitter *e, unsigned wave, bool lanes)
{
    const struct crew *c = e->crew;
    bool has_none = in_batch(e) && c->now[wave][exec_var(e, 0)] == const_i32(e, 0);
    return !c->is_absent[wave] && !(lanes && has_none);
}

bool team_is_full(const struct emitter *e)
{
    const struct crew *c = e->crew;
    for (unsigned w = 0; w < c->team->waves; w++)
        if (in_batch(e) && c->now[w][exec_var(e, 0)] != const_i32(e, UINT32_MAX))
            return false;
    return true;
}

void team_switch_first(struct emitter *e)
{
    unsigned w = 0;
    while (w + 1 < e->crew->team->waves && e->crew->is_absent[w])
        w++;
    team_switch(e, w);
}

unsigned team_twin(const struct emitter *e, unsigned wave, const varset *vars)
{
    const struct crew *c = e->crew;
    for (unsigned w = 0; w < wave; w++) {
        bool is_same = !c->is_absent[w];
        for (unsigned v = var_next(vars, 0); v < VAR_COUNT && is_same; v = var_next(vars, v + 1))
            is_same = c->now[w][v] && c->now[w][v] == c->now[wave][v];
        if (is_same)
            return w;
    }
    return wave;
}

void team_copy(struct emitter *e, unsigned wave, unsigned twin, const varset *vars)
{
    const struct crew *c = e->crew;
    for (unsigned v = var_next(vars, 0); v < VAR_COUNT; v = var_next(vars, v + 1))
        c->now[wave][v] = c->now[twin][v];
}

/* ---- what waves begin with ---- */

/* v is x, or this is noted in *sum, an i32, or of vectors a <32 x i32>. */
static void add_difference(struct emitter *e, LLVMValueRef *sum, LLVMValueRef v, LLVMValueRef x)
{
    x = LLVMBuildXor(e->b, x, v, "");
    if (LLVMTypeOf(x) == e->i1 || LLVMTypeOf(x) == e->i8) /* a flag */
        x = LLVMBuildZExt(e->b, x, e->i32, "");
    *sum = *sum ? LLVMBuildOr(e->b, *sum, x, "") : x;
}

void team_load(struct emitter *e, const varset *vars, const struct block *head,
               LLVMValueRef *const values[MAX_TEAM_WAVES])
{
    struct crew *c = e->crew;
    LLVMValueRef differ[2] = {NULL, NULL}; /* of scalars, of vectors */
    for (unsigned w = 0; w < c->team->waves; w++) {
        e->wave = c->pointer[w];
        for (unsigned v = var_next(vars, 0); v < VAR_COUNT; v = var_next(vars, v + 1)) {
            LLVMValueRef x = load_var(e, v), *value = &values[w][v];
            unsigned from = team_sharer(c->team, v, w);
            const struct fixed *known = fixed_in(e->region, head, v);
            if (known)
                *value = const_i32(e, known->value);
            else if (from != w)
                *value = values[from][v];
            if (*value)
                add_difference(e, &differ[v < VAR_S0], *value, x);
            else
                *value = x;
        }
    }
    if (differ[0])
        team_assume(e, is_equal(e, differ[0], const_i32(e, 0)));
    if (differ[1]) {
        LLVMValueRef bad = LLVMBuildICmp(e->b, LLVMIntNE, differ[1], LLVMConstNull(e->v32i32), "");
        bad = LLVMBuildBitCast(e->b, bad, e->i32, "");
        team_assume(e, is_equal(e, bad, const_i32(e, 0)));
    }
}

void team_load_exec(struct emitter *e, uint32_t lanes, LLVMValueRef *const values[MAX_TEAM_WAVES])
{
    struct crew *c = e->crew;
    LLVMValueRef differ = NULL, all = const_i32(e, lanes);
    for (unsigned w = 0; w < c->team->waves; w++) {
        e->wave = c->pointer[w];
        add_difference(e, &differ, all, load_var(e, exec_var(e, 0)));
        values[w][exec_var(e, 0)] = all;
    }
    team_assume(e, is_equal(e, differ, const_i32(e, 0)));
}

/* ---- what has to hold ---- */

LLVMBasicBlockRef team_go_before(struct emitter *e)
{
    LLVMBasicBlockRef here = LLVMGetInsertBlock(e->b);
    if (!in_batch(e))
        LLVMPositionBuilderAtEnd(e->b, e->crew->entry);
    return here;
}

void team_assume(struct emitter *e, LLVMValueRef holds)
{
    struct crew *c = e->crew;
    if (LLVMIsAConstantInt(holds)) {
        c->is_broken |= is_const_zero(holds);
        return;
    }
    LLVMBasicBlockRef here = team_go_before(e);
    c->holds = c->holds ? LLVMBuildAnd(e->b, c->holds, holds, "") : holds;
    LLVMPositionBuilderAtEnd(e->b, here);
}

void team_require(struct emitter *e, LLVMValueRef holds)
{
    struct crew *c = e->crew;
    if (in_batch(e)) { /* what was assumed must hold here */
        holds = team_both(e, team_both(e, c->holds, batch_take_assumed(e)), holds);
        c->holds = NULL;
    }
    bool is_known = holds && LLVMIsAConstantInt(holds);
    c->is_broken |= is_known && is_const_zero(holds);
    if (!holds || is_known)
        return;
    c->is_broken |= c->is_final;
    LLVMBasicBlockRef on = new_block(e, "together");
    branch(e, holds, on, c->fail, 2000);
    LLVMPositionBuilderAtEnd(e->b, on);
}

static bool is_fixed(const struct emitter *e, LLVMValueRef v)
{
    return LLVMIsConstant(v) ||
           (LLVMIsAInstruction(v) && !in_batch(e) && LLVMGetInstructionParent(v) == e->crew->entry);
}

bool team_has_before(const struct emitter *e, LLVMValueRef a, LLVMValueRef b)
{
    return is_fixed(e, a) && (!b || is_fixed(e, b));
}

void team_access(struct emitter *e, bool is_lds, bool is_store)
{
    struct crew *c = e->crew;
    if (in_batch(e)) {
        c->is_broken |= is_lds;
        c->has_stored |= is_store;
    } else if (is_store) {
        c->is_broken |= !c->team->is_whole || !is_lds;
        c->is_final |= c->has_loaded;
    } else if (is_lds) {
        c->has_loaded = true;
    } else {
        c->is_broken |= c->is_final;
        c->may_fault = true;
    }
}

const struct row_test *team_test(struct emitter *e, LLVMValueRef lo, LLVMValueRef hi,
                                 LLVMValueRef exec, unsigned step, unsigned row, bool is_near)
{
    struct crew *c = e->crew;
    if (!is_fixed(e, lo) || (hi && !is_fixed(e, hi)))
        return NULL;
    for (unsigned i = 0; i < c->test_count; i++) {
        const struct row_test *t = &c->tests[i];
        if (t->lo == lo && t->hi == hi && t->step == step && t->row == row && t->is_near == is_near)
            return t;
    }
    if (c->test_count == MAX_TEAM_TESTS)
        return NULL;
    struct row_test *t = &c->tests[c->test_count++];
    *t = (struct row_test){.lo = lo,
                           .hi = hi,
                           .exec = exec,
                           .step = step,
                           .row = row,
                           .is_near = is_near,
                           .is_assumed = true};
    LLVMBasicBlockRef here = team_go_before(e);
    make_test(e, t);
    LLVMPositionBuilderAtEnd(e->b, here);
    team_assume(e, t->holds);
    return t;
}

/* ---- bounds ---- */

LLVMValueRef team_both(struct emitter *e, LLVMValueRef a, LLVMValueRef b)
{
    return a && b && a != b ? LLVMBuildAnd(e->b, a, b, "") : a ? a : b;
}

LLVMValueRef team_extreme(struct emitter *e, bool greatest, LLVMValueRef a, LLVMValueRef b)
{
    LLVMValueRef args[2] = {a, b};
    LLVMTypeRef t = LLVMTypeOf(a);
    return a == b ? a : call_intrinsic(e, greatest ? "llvm.smax" : "llvm.smin", &t, 1, args, 2);
}

bool team_demand(struct emitter *e, const LLVMValueRef first[2], LLVMValueRef plus)
{
    struct crew *c = e->crew;
    unsigned i = 0;
    if (!plus || !is_fixed(e, first[0]) || (first[1] && !is_fixed(e, first[1])))
        return false;
    while (i < c->bound_count && c->bounds[i].plus != plus)
        i++;
    if (i == MAX_TEAM_BOUNDS)
        return false;
    struct team_bound *b = &c->bounds[i];
    if (i == c->bound_count) {
        c->bound_count++;
        *b = (struct team_bound){plus, first[0], first[0]};
    }
    LLVMBasicBlockRef here = team_go_before(e);
    for (unsigned k = 0; k < 2 && first[k]; k++) {
        b->least = team_extreme(e, false, b->least, first[k]);
        b->most = team_extreme(e, true, b->most, first[k]);
    }
    LLVMPositionBuilderAtEnd(e->b, here);
    return true;
}

LLVMValueRef team_bounds(struct emitter *e, uint64_t reach, uint64_t span)
{
    struct crew *c = e->crew;
    c->is_broken |= e->machine->window_size < span;
    LLVMValueRef all = NULL, size = const_i64(e, e->machine->window_size - span);
    for (unsigned i = 0; i < c->bound_count; i++) {
        const struct team_bound *b = &c->bounds[i];
        LLVMBasicBlockRef here = team_go_before(e);
        LLVMValueRef between = LLVMBuildSub(e->b, b->most, b->least, "");
        LLVMValueRef last = LLVMBuildSub(e->b, size, between, "");
        LLVMValueRef base = LLVMBuildSub(e->b, b->least, window_base(e), "");
        base = LLVMBuildSub(e->b, base, const_i64(e, reach), "");
        team_assume(e, LLVMBuildICmp(e->b, LLVMIntULE, between, size, ""));
        LLVMPositionBuilderAtEnd(e->b, here);
        LLVMValueRef at = LLVMBuildAdd(e->b, base, b->plus, "");
        all = team_both(e, all, LLVMBuildICmp(e->b, LLVMIntULE, at, last, ""));
    }
    c->bound_count = 0;
    return all;
}

static bool are_alike(LLVMValueRef a, LLVMValueRef b, unsigned depth)
{
    if (a == b)
        return true;
    if (!depth || !LLVMIsAInstruction(a) || !LLVMIsAInstruction(b) || LLVMIsALoadInst(a) ||
        LLVMIsAPHINode(a) || LLVMIsACallInst(a) ||
        LLVMGetInstructionOpcode(a) != LLVMGetInstructionOpcode(b) ||
        LLVMTypeOf(a) != LLVMTypeOf(b) || LLVMGetNumOperands(a) != LLVMGetNumOperands(b) ||
        LLVMIsAICmpInst(a) || LLVMIsAFCmpInst(a))
        return false;
    for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(a); i++)
        if (!are_alike(LLVMGetOperand(a, i), LLVMGetOperand(b, i), depth - 1))
            return false;
    return true;
}

bool team_are_alike(LLVMValueRef a, LLVMValueRef b)
{
    enum { DEPTH = 6 };
    return a == b || (a && b && are_alike(a, b, DEPTH));
}
