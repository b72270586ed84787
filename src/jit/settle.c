/* settle.c: see settle.h. */
#include "jit/settle.h"

#include <stdlib.h>
#include <string.h>

#include "jit/fold.h"
#include "jit/known.h"
#include "jit/nan_group.h"
#include "jit/quotient.h"
#include "jit/registers.h"
#include "jit/steps.h"

void settle_note_loads(struct emitter *e, uint32_t count)
{
    struct nan_group *g = e->nan;
    for (const struct region_op *at = e->at, *end = at + count; at < end; at++) {
        varset later = {{0}};
        if (!nan_group_is_open(g) || at < g->start || !nan_is_load(at))
            continue;
        for (const struct region_op *k = at + 1; k < end; k++)
            add_set(&later, &k->fx.def);
        for (unsigned v = var_next(&at->fx.def, 0); v < VAR_COUNT;
             v = var_next(&at->fx.def, v + 1)) {
            /* other lanes may keep what the group has made */
            g->loads_unknown |= var_has(&at->kept, v) || var_has(&later, v);
            g->loads_unknown |= g->load_count == MAX_NAN_LOADS;
            if (g->load_count < MAX_NAN_LOADS)
                g->load[g->load_count++] = (struct nan_load){at, v, e->now[v]};
        }
    }
}

/* ---- which groups ---- */

#define QUIET32       0x400000
#define QUIET64       UINT64_C(0x8000000000000)
#define DEFAULT_NAN64 UINT64_C(0x7ff8000000000000)

static bool has_loaded(const struct nan_group *g, const struct region_op *at)
{
    for (unsigned i = 0; i < g->load_count; i++)
        if (g->load[i].at == at)
            return true;
    return false;
}

static bool is_nan_constant(const struct source *s)
{
    return s->kind == SOURCE_CONSTANT && (s->bits == 64 ? (s->constant << 1) > UINT64_C(0x7ff) << 53
                                                        : (s->constant & 0x7fffffff) > 0x7f800000);
}

/* A computation whose result settle_result makes, or that has none to be made. */
static bool can_compute(const struct computation *c)
{
    if (c->raises || c->is_quiet || c->round || !step_list(c->function))
        return false;
    if (!c->has_nan_rule)
        return true;
    for (unsigned i = 0; i < c->source_count; i++)
        if (c->source[i].kind == SOURCE_OTHER || c->source[i].adapt != ADAPT_NONE ||
            is_nan_constant(&c->source[i]))
            return false;
    return c->float_bits >= 32 && c->is_vector && !c->is_packed;
}

static bool can_do(const struct emitter *e, const struct region_op *at)
{
    if (at->fx.treatment == AS_NOTHING)
        return true;
    if (at->fx.treatment != AS_IR)
        return false;
    if (nan_is_load(at))
        return has_loaded(e->nan, at);
    for (unsigned i = 0; i < computations_of(at); i++)
        if (!can_compute(computation_of(e->region, at, i)))
            return false;
    return at->kind == OP_COMPUTE || at->kind == OP_PAIR || at->kind == OP_JUMP ||
           (at->kind == OP_OWN && at->is_pure);
}

static bool can_settle(const struct emitter *e, const struct region_op *before)
{
    const struct nan_group *g = e->nan;
    if (!e->settles_nans || !e->region->isa->quiets_nans || g->raises || g->has_ways ||
        g->loads_unknown)
        return false;
    for (const struct region_op *at = g->start; at < before; at++)
        if (!can_do(e, at))
            return false;
    return true;
}

/* ---- again ---- */

static void take_loaded(struct emitter *e)
{
    const struct nan_group *g = e->nan;
    for (unsigned i = 0; i < g->load_count; i++)
        if (g->load[i].at == e->at)
            e->now[g->load[i].var] = g->load[i].value;
}

/* Emits the ops again. false: no memory. */
static bool emit_again(struct emitter *e, const struct region_op *before, LLVMValueRef *values)
{
    struct before {
        struct known known;
        struct quotients quotients;
        LLVMValueRef now[VAR_COUNT];
    } *b = malloc(sizeof *b);
    if (!b)
        return false;
    const struct region_op *at = e->at;
    varset dirty = e->dirty;
    note_known(e, &b->known);
    b->quotients = *e->quotients;
    memcpy(b->now, e->now, sizeof b->now);
    memcpy(e->now, e->nan->start_values, sizeof b->now);
    *e->exec = (struct exec_lanes){.value = {NULL, NULL}};
    e->is_settling = true;
    for (e->at = e->nan->start; e->at < before; e->at++)
        if (nan_is_load(e->at))
            take_loaded(e);
        else
            e->emit_op(e);
    e->is_settling = false;
    memcpy(values, e->now, sizeof b->now);
    memcpy(e->now, b->now, sizeof b->now);
    *e->quotients = b->quotients;
    forget_since(e, &b->known);
    e->dirty = dirty;
    e->at = at;
    free(b);
    return true;
}

bool settle_again(struct emitter *e, const struct region_op *before, LLVMValueRef *values)
{
    return can_settle(e, before) && emit_again(e, before, values);
}

static LLVMValueRef is_nan(struct emitter *e, LLVMValueRef v, LLVMTypeRef floats)
{
    v = LLVMBuildBitCast(e->b, v, floats, "");
    return fold_fcmp(e, LLVMRealUNO, v, v);
}

/* The NaN that source i is, in lanes where it is one, else `other`. */
static LLVMValueRef nan_or(struct emitter *e, const struct computation *c, unsigned i,
                           LLVMValueRef source, LLVMValueRef other)
{
    bool is_wide = c->float_bits == 64;
    LLVMTypeRef floats = is_wide ? e->v32f64 : e->v32f32, bits = is_wide ? e->v32i64 : e->v32i32;
    const struct source *s = &c->source[i];
    if (!nan_is_like_result(c, s) || s->kind == SOURCE_CONSTANT)
        return other;
    LLVMValueRef v = LLVMBuildBitCast(e->b, source, bits, ""), quieted = v;
    if (e->region->isa->quiets_nans(e->mode))
        quieted = LLVMBuildOr(e->b, v, const_splat(e, bits, is_wide ? QUIET64 : QUIET32), "");
    return LLVMBuildSelect(e->b, is_nan(e, v, floats), quieted, other, "");
}

LLVMValueRef settle_result(struct emitter *e, const struct computation *c, const LLVMValueRef *args,
                           LLVMValueRef result)
{
    bool is_wide = c->float_bits == 64;
    LLVMTypeRef floats = is_wide ? e->v32f64 : e->v32f32, bits = is_wide ? e->v32i64 : e->v32i32;
    LLVMValueRef nan = const_splat(e, bits, is_wide ? DEFAULT_NAN64 : DEFAULT_NAN);
    /* That of the first source which is one; what the destination had comes last. */
    for (unsigned old = 2; old-- > 0;)
        for (unsigned i = c->source_count; i-- > 0;)
            if (c->source[i].is_old == old)
                nan = nan_or(e, c, i, args[i], nan);
    LLVMTypeRef type = LLVMTypeOf(result);
    LLVMValueRef r = LLVMBuildBitCast(e->b, result, bits, "");
    r = LLVMBuildSelect(e->b, is_nan(e, r, floats), nan, r, "");
    return LLVMBuildBitCast(e->b, r, type, "");
}
