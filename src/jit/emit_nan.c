/* emit_nan.c: the rule for NaN results (manual 3.4.2; exec/valu.c nan_rule).
 *
 * A result that is NaN is the first NaN operand, made quiet if MODE says so, or the default
 * NaN. Host instructions choose otherwise, but only then. So results are taken as they come,
 * in a group of ops without side effects, and looked at once: before the next op that has
 * some, and at the end of the block. If an active lane of one is NaN, the interpreter's
 * executors do the group again, from the values that the registers had at its start.
 *
 * A NaN operand makes most results NaN, so that only the last ones of a chain are looked at, and
 * of these only those whose bits matter: comparisons treat all NaNs alike.
 *
 * Other values may come from unchecked results. They must not be addresses, for a wrong one
 * may fault: then the check is made first. */
#include <string.h>

#include "isa/rdna3/exec/layer.h"
#include "jit/emit.h"

enum { NOBODY = -1 };

/* ---- the group ---- */

static int find_check(const struct emitter *e, unsigned var)
{
    const struct nan_group *g = &e->nan;
    for (unsigned i = g->count; i-- > 0;) {
        const struct nan_check *c = &g->check[i];
        if (c->is_current && (c->var == var || (c->is_f64 && c->var + e->region->halves == var)))
            return (int)i;
    }
    return NOBODY;
}

/* ---- what ops do with NaNs ---- */

/* A NaN source of the result's type makes the result NaN. */
static bool passes_nan_on(const struct rdna3_op *o, const struct rdna3_valu *v)
{
    if (!v->nan_rule || v->clamp || (v->dst_type != T_f32 && v->dst_type != T_f64))
        return false;
    switch (o->base.row) {
    case RDNA3_V_ADD_F32:
    case RDNA3_V_SUB_F32:
    case RDNA3_V_SUBREV_F32:
    case RDNA3_V_MUL_F32:
    case RDNA3_V_FMA_F32:
    case RDNA3_V_FMAC_F32:
    case RDNA3_V_FMAMK_F32:
    case RDNA3_V_FMAAK_F32:
    case RDNA3_V_ADD_F64:
    case RDNA3_V_MUL_F64:
    case RDNA3_V_FMA_F64:
        return true;
    default:
        return false;
    }
}

/* Nothing is undefined with this number; it is not 0, infinite or NaN. */
static bool is_plain_constant(const struct rdna3_src *s)
{
    uint64_t exponent = s->imm & 0x7f800000;
    return s->kind == SRCK_I32 && exponent != 0 && exponent != 0x7f800000;
}

/* Multiplications by 1 and -1 may become none. */
static bool is_one(const struct rdna3_src *s) { return (s->imm & 0x7fffffff) == 0x3f800000; }

static LLVMValueRef without_casts(LLVMValueRef v)
{
    while (LLVMIsABitCastInst(v))
        v = LLVMGetOperand(v, 0);
    return v;
}

/* Whether the host's result is the rule's: NaN only because of one source, and that made quiet. */
static bool follows_rule(struct emitter *e, const struct rdna3_op *o, const struct rdna3_valu *v,
                         unsigned half, LLVMValueRef result)
{
    const struct rdna3_src *s = v->src, *k;
    if (!(e->mode & MODE_IEEE) || v->clamp)
        return false;
    switch (o->base.row) {
    case RDNA3_V_ADD_F32:
    case RDNA3_V_SUB_F32:
    case RDNA3_V_SUBREV_F32:
    case RDNA3_V_MUL_F32:
        k = &v->src[is_plain_constant(s) ? 0 : 1];
        s = &v->src[k == s];
        if (!is_plain_constant(k) || (o->base.row == RDNA3_V_MUL_F32 && is_one(k)))
            return false;
        /* else its own check is the source's, too */
        return s->kind == SRCK_V32 && !s->neg && !s->abs &&
               find_check(e, s->value / (unsigned)sizeof(vec32) + half) == NOBODY;
    case RDNA3_V_LDEXP_F32:
        return s->kind == SRCK_V32 && !s->neg && !s->abs && /* not folded away */
               without_casts(result) !=
                   without_casts(get_var(e, s->value / (unsigned)sizeof(vec32) + half));
    default:
        return false;
    }
}

/* All that counts of a NaN source is that it is one. */
static bool compares(const struct rdna3_valu *v)
{
    return v->dst_kind == DST_NONE && v->writes_co && v->nsrc == 2 &&
           v->src[0].type == v->src[1].type && (v->src[0].type == T_f32 || v->src[0].type == T_f64);
}

/* The bits of the variable matter from here on. */
static void need(struct emitter *e, unsigned var)
{
    int i = find_check(e, var);
    if (i != NOBODY)
        e->nan.check[i].is_needed = true;
}

static bool is_unchecked(const struct emitter *e, unsigned var)
{
    return var_has(&e->nan.tainted, var) || find_check(e, var) != NOBODY;
}

/* The registers of a source, as variables. */
static varset source_vars(const struct emitter *e, const struct rdna3_src *s)
{
    varset vars = {{0}};
    unsigned halves = e->region->halves, count = 0;
    switch (s->kind) {
    case SRCK_V16:
    case SRCK_V32:
        count = 1;
        break;
    case SRCK_V64:
        count = 2;
        break;
    default:
        break;
    }
    unsigned first = s->value / (unsigned)sizeof(vec32);
    for (unsigned k = 0; k < count * halves; k++)
        var_add(&vars, first + k);
    return vars;
}

/* Sources whose bits the op does not only pass on as NaNs. */
static void need_sources(struct emitter *e, const struct rdna3_op *o, const struct rdna3_valu *v)
{
    bool passes = passes_nan_on(o, v), compare = compares(v);
    for (unsigned i = 0; i < v->nsrc; i++) {
        const struct rdna3_src *s = &v->src[i];
        varset vars = source_vars(e, s);
        bool is_whole = s->type == T_f64 ? s->kind == SRCK_V64 : s->kind == SRCK_V32;
        if (is_whole && (compare || (passes && s->type == v->dst_type)))
            continue;
        for (unsigned x = var_next(&vars, 0); x < VAR_COUNT; x = var_next(&vars, x + 1))
            need(e, x);
    }
    /* FMAC's addend is of the result's type. */
    if (v->reads_d && !passes) {
        unsigned first = v->dst / (unsigned)sizeof(vec32);
        for (unsigned k = 0; k < (v->dst_kind == DST_V64 ? 2 : 1) * e->region->halves; k++)
            need(e, first + k);
    }
}

bool has_nan_rule(const struct rdna3_op *o)
{
    return (is_vector(o) && o->valu.nan_rule) ||
           (is_dual(o) && (o->vopd.x->valu.nan_rule || o->vopd.y->valu.nan_rule));
}

static bool is_load(const struct rdna3_op *o)
{
    return o->executor == EXECUTOR_exec_smem ||
           ((o->executor == EXECUTOR_exec_flat || o->executor == EXECUTOR_exec_ds) &&
            o->mem.kind == MEM_LOAD && !o->mem.tolds);
}

/* Whether the op could not be done again. */
static bool has_effects(const struct rdna3_op *o, enum treatment t)
{
    return t != AS_NOTHING && (t != AS_IR || !(is_vector(o) || is_dual(o) || is_load(o) ||
                                               o->executor == EXECUTOR_exec_salu ||
                                               o->executor == EXECUTOR_exec_branch));
}

static void reset(struct emitter *e)
{
    e->nan.count = 0;
    memset(&e->nan.tainted, 0, sizeof e->nan.tainted);
    memset(&e->nan.written, 0, sizeof e->nan.written);
}

/* ---- the check ---- */

/* Marks what has to be looked at where these variables are live: the ends of chains with something
 * needed in them. */
static unsigned mark_needed(struct emitter *e, const varset *live)
{
    struct nan_group *g = &e->nan;
    unsigned halves = e->region->halves, n = 0;
    for (unsigned i = 0; i < g->count; i++) {
        struct nan_check *c = &g->check[i];
        if (c->is_current && !c->is_needed)
            c->is_needed = var_has(live, c->var) || (c->is_f64 && var_has(live, c->var + halves));
        if (c->is_needed && c->covered_by != NOBODY)
            g->check[c->covered_by].is_needed = true;
    }
    for (unsigned i = 0; i < g->count; i++)
        n += g->check[i].is_needed && g->check[i].covered_by == NOBODY;
    return n;
}

/* i32: lanes of any pass that are active and NaN in one of the results looked at. */
static LLVMValueRef nan_lanes(struct emitter *e)
{
    struct nan_group *g = &e->nan;
    LLVMValueRef lanes = NULL;
    bool is_done[MAX_NAN_CHECKS] = {false};
    for (unsigned i = 0; i < g->count; i++) {
        LLVMValueRef any = NULL, active = g->check[i].active, half[2] = {NULL, NULL};
        /* two at a time: a comparison is unordered if either is NaN */
        for (unsigned k = i; k < g->count; k++) {
            const struct nan_check *c = &g->check[k];
            if (is_done[k] || !c->is_needed || c->covered_by != NOBODY || c->active != active)
                continue;
            is_done[k] = true;
            LLVMValueRef *other = &half[c->is_f64];
            if (!*other) {
                *other = c->result;
                continue;
            }
            LLVMValueRef bad = LLVMBuildFCmp(e->b, LLVMRealUNO, *other, c->result, "");
            any = any ? LLVMBuildOr(e->b, any, bad, "") : bad;
            *other = NULL;
        }
        for (unsigned k = 0; k < 2; k++)
            if (half[k]) {
                LLVMValueRef bad = LLVMBuildFCmp(e->b, LLVMRealUNO, half[k], half[k], "");
                any = any ? LLVMBuildOr(e->b, any, bad, "") : bad;
            }
        if (!any)
            continue;
        any = LLVMBuildAnd(e->b, LLVMBuildBitCast(e->b, any, e->i32, ""), active, "");
        lanes = lanes ? LLVMBuildOr(e->b, lanes, any, "") : any;
    }
    return lanes;
}

void check_nan(struct emitter *e, const struct region_op *before)
{
    struct nan_group *g = &e->nan;
    const struct region_op *last = &e->region->ops[e->block->op + e->block->ops - 1];
    const struct rdna3_op *ops = e->region->code->ops,
                          *end = before > last ? op_next(&ops[last->slot]) : &ops[before->slot];
    varset live;
    if (g->count)
        region_live_before(e->region, e->block, before, &live);
    if (g->count && mark_needed(e, &live)) {
        LLVMValueRef none = LLVMBuildICmp(e->b, LLVMIntEQ, nan_lanes(e), const_i32(e, 0), "");
        LLVMBasicBlockRef from = LLVMGetInsertBlock(e->b), nan = new_block(e, "nan"),
                          join = new_block(e, "numbers");
        branch(e, none, join, nan, 2000);
        LLVMPositionBuilderAtEnd(e->b, nan);
        varset stored, changed = g->written;
        region_live_before(e->region, e->block, g->start, &stored);
        for (unsigned i = 0; i < VARSET_WORDS; i++) {
            stored.w[i] &= g->written.w[i] | g->start_dirty.w[i];
            changed.w[i] &= live.w[i];
        }
        e->is_rare = e->block->is_in_loop; /* where kernels make NaNs, it is often outside */
        run_ops(e, &ops[g->start->slot], end, &stored, g->start_values);
        e->is_rare = false;
        nan = LLVMGetInsertBlock(e->b);
        for (unsigned v = var_next(&changed, 0); v < VAR_COUNT; v = var_next(&changed, v + 1))
            g->start_values[v] = load_var(e, v);
        LLVMBuildBr(e->b, join);
        LLVMPositionBuilderAtEnd(e->b, join);
        for (unsigned v = var_next(&changed, 0); v < VAR_COUNT; v = var_next(&changed, v + 1)) {
            LLVMValueRef values[2] = {get_var(e, v), g->start_values[v]};
            LLVMBasicBlockRef blocks[2] = {from, nan};
            e->now[v] = LLVMBuildPhi(e->b, var_type(e, v), "");
            LLVMAddIncoming(e->now[v], values, blocks, 2);
        }
    }
    reset(e);
}

/* ---- around ops ---- */

bool nan_check_is_due(const struct emitter *e, const struct region_op *at)
{
    const struct rdna3_op *o = &e->region->code->ops[at->slot];
    const varset *use = &at->fx.use;
    unsigned results = is_dual(o) ? 2 : 1;
    if (e->nan.count == 0)
        return false;
    for (unsigned v = var_next(use, 0); is_load(o) && v < VAR_COUNT; v = var_next(use, v + 1))
        if (is_unchecked(e, v))
            return true;
    return has_effects(o, at->fx.treatment) ||
           (has_nan_rule(o) && e->nan.count + results * e->region->halves > MAX_NAN_CHECKS);
}

void nan_before_op(struct emitter *e)
{
    struct nan_group *g = &e->nan;
    const struct rdna3_op *o = &e->region->code->ops[e->at->slot];
    const struct effects *fx = &e->at->fx;
    if (g->count) {
        for (unsigned v = var_next(&e->at->kept, 0); v < VAR_COUNT;
             v = var_next(&e->at->kept, v + 1))
            need(e, v);
        if (is_vector(o)) {
            need_sources(e, o, &o->valu);
        } else if (is_dual(o)) {
            need_sources(e, o->vopd.x, &o->vopd.x->valu);
            need_sources(e, o->vopd.y, &o->vopd.y->valu);
        } else {
            for (unsigned v = var_next(&fx->use, 0); v < VAR_COUNT; v = var_next(&fx->use, v + 1))
                need(e, v);
        }
        if (nan_check_is_due(e, e->at))
            check_nan(e, e->at);
    }
    if (g->count == 0 && has_nan_rule(o)) {
        g->start = e->at;
        g->start_dirty = e->dirty;
        memcpy(g->start_values, e->now, VAR_COUNT * sizeof *e->now);
    }
    g->first_of_op = g->count;
}

void nan_result(struct emitter *e, const struct rdna3_op *o, const struct rdna3_valu *v,
                unsigned half, LLVMValueRef result)
{
    struct nan_group *g = &e->nan;
    if (follows_rule(e, o, v, half, result))
        return;
    unsigned self = g->count++;
    struct nan_check *c = &g->check[self];
    bool is_f64 = v->dst_type == T_f64;
    *c = (struct nan_check){.var = v->dst / (unsigned)sizeof(vec32) + half,
                            .is_f64 = is_f64,
                            .result =
                                LLVMBuildBitCast(e->b, result, is_f64 ? e->v32f64 : e->v32f32, ""),
                            .active = get_var(e, VAR_S0 + SRC_EXEC_LO + half),
                            .covered_by = NOBODY};
    if (!passes_nan_on(o, v))
        return;
    unsigned sources[4], n = 0;
    for (unsigned i = 0; i < v->nsrc; i++)
        if (v->src[i].type == v->dst_type && v->src[i].kind == (is_f64 ? SRCK_V64 : SRCK_V32))
            sources[n++] = v->src[i].value / (unsigned)sizeof(vec32) + half;
    if (v->reads_d)
        sources[n++] = c->var;
    for (unsigned i = 0; i < n; i++) {
        int k = find_check(e, sources[i]);
        if (k != NOBODY && (unsigned)k < g->first_of_op && g->check[k].var == sources[i] &&
            g->check[k].is_f64 == is_f64 && g->check[k].active == c->active &&
            g->check[k].covered_by == NOBODY)
            g->check[k].covered_by = (int)self;
    }
}

void nan_after_op(struct emitter *e)
{
    struct nan_group *g = &e->nan;
    const struct rdna3_op *o = &e->region->code->ops[e->at->slot];
    const struct effects *fx = &e->at->fx;
    if (!g->count)
        return;
    /* What comes of unchecked results, but for results that get checks of their own. */
    bool is_tainted = false,
         passes = is_vector(o) && (passes_nan_on(o, &o->valu) || compares(&o->valu));
    for (unsigned v = var_next(&fx->use, 0); v < VAR_COUNT; v = var_next(&fx->use, v + 1))
        is_tainted |= var_has(&g->tainted, v) || (!passes && find_check(e, v) != NOBODY);
    for (unsigned v = var_next(&fx->def, 0); v < VAR_COUNT; v = var_next(&fx->def, v + 1)) {
        bool keeps = var_has(&e->at->kept, v) && is_unchecked(e, v);
        if (is_tainted || keeps)
            var_add(&g->tainted, v);
        else
            var_remove(&g->tainted, v);
        var_add(&g->written, v);
    }
    unsigned halves = e->region->halves;
    for (unsigned i = 0; i < g->first_of_op; i++) {
        struct nan_check *c = &g->check[i];
        bool low = var_has(&fx->def, c->var);
        bool high = c->is_f64 ? var_has(&fx->def, c->var + halves) : low;
        c->is_needed |= c->is_current && low != high; /* half of it stays */
        c->is_current &= !low && !high;
    }
    for (unsigned i = g->first_of_op; i < g->count; i++)
        g->check[i].is_current = true;
}
