/* mend.c: see mend.h. */
#include "jit/mend.h"

#include "jit/build.h"
#include "jit/registers.h"

static void add(struct emitter *e, struct nan_number n)
{
    struct nan_group *g = e->nan;
    for (unsigned i = 0; i < g->number_count; i++) {
        struct nan_number *old = &g->number[i];
        if (old->value == n.value && old->active == n.active && old->source == n.source &&
            old->function == n.function) {
            old->may_be_default &= n.may_be_default;
            return;
        }
    }
    if (g->number_count == MAX_NAN_NUMBERS)
        g->is_unmendable = true;
    else
        g->number[g->number_count++] = n;
}

static void require(struct emitter *e, LLVMValueRef value, LLVMValueRef active, bool may_be_default)
{
    add(e, (struct nan_number){
               .value = without_casts(value), .active = active, .may_be_default = may_be_default});
}

void mend_require(struct emitter *e, LLVMValueRef value, LLVMValueRef active)
{
    require(e, value, active, false);
}

/* A float of the result's type, as it is in the register but for its sign. */
static bool is_plain(const struct source *s)
{
    bool is_number = s->kind == SOURCE_CONSTANT && (s->constant & 0x7fffffff) <= 0x7f800000;
    return s->bits == 32 && !s->is_packed && !s->is_moved && !s->flushes &&
           s->adapt == ADAPT_NONE &&
           (s->kind == SOURCE_LANES || s->kind == SOURCE_SCALAR || is_number);
}

/* The first of a pair has written the variable already. */
static bool is_overtaken(const struct emitter *e, const struct computation *c,
                         const struct source *s)
{
    return e->at->kind == OP_PAIR && c == computation_of(e->region, e->at, 1) &&
           computation_of(e->region, e->at, 0)->destination[0].var == s->var;
}

/* Whether the group made the variable in these lanes. */
static bool is_group_result(const struct emitter *e, unsigned var, LLVMValueRef active)
{
    const struct nan_group *g = e->nan;
    for (unsigned i = 0; i < g->first_of_op; i++)
        if (g->check[i].is_current && g->check[i].var == var && g->check[i].active == active)
            return true;
    return false;
}

static void require_source(struct emitter *e, const struct source *s, unsigned half,
                           LLVMValueRef active)
{
    bool is_lanes = s->kind == SOURCE_LANES, is_changed = s->neg || s->abs;
    if (s->kind == SOURCE_CONSTANT ||
        (is_lanes && !is_changed && is_group_result(e, s->var + half, active)))
        return;
    require(e, get_var(e, is_lanes ? s->var + half : s->var), active, !is_changed);
}

/* Whether a NaN that the computation makes, or takes from these sources, is what they say. */
static bool is_told(const struct emitter *e, const struct computation *c, uint32_t sources)
{
    bool is_told = c->destination_count == 1 && c->destination[0].bits == 32 && !c->is_clamped &&
                   !c->is_adapted && !c->scale && !c->flushes && !c->moves.from && !c->is_masked &&
                   !c->raises;
    for (unsigned i = 0; i < c->source_count; i++)
        is_told &=
            !(sources >> i & 1) || (is_plain(&c->source[i]) && !is_overtaken(e, c, &c->source[i]));
    return is_told;
}

static void note(struct emitter *e, const struct computation *c, unsigned half,
                 const struct nan_check *result, uint32_t sources)
{
    if (result->is_f16 || result->is_f64) {
        e->nan->is_unmendable = true;
    } else if (!is_told(e, c, sources)) {
        mend_require(e, result->result, result->active);
    } else {
        for (unsigned i = 0; i < c->source_count; i++)
            if (sources >> i & 1)
                require_source(e, &c->source[i], half, result->active);
    }
}

void mend_note_result(struct emitter *e, const struct computation *c, unsigned half,
                      const struct nan_check *result)
{
    uint32_t floats = 0;
    for (unsigned i = 0; i < c->source_count; i++)
        floats |= (uint32_t)c->source[i].is_float << i;
    note(e, c, half, result, floats);
}

void mend_note_picked(struct emitter *e, const struct computation *c, unsigned half,
                      const struct nan_check *result, uint32_t as_is)
{
    const struct source *s = &c->source[0];
    if (as_is) {
        note(e, c, half, result, as_is);
    } else if (c->source_count == 1 && s->kind == SOURCE_LANES && is_told(e, c, 1)) {
        /* as V_EXP_F32: it makes the default NaN of that, and no other */
        require_source(e, s, half, result->active);
        add(e, (struct nan_number){.value = without_casts(result->result),
                                   .source = get_var(e, s->var + half),
                                   .active = result->active});
        add(e, (struct nan_number){
                   .function = c->function, .active = result->active, .may_be_default = true});
    } else {
        mend_require(e, result->result, result->active);
    }
}
