/* seek.c: see seek.h. */
#include "jit/seek.h"

#include "jit/form.h"
#include "jit/isa.h"

/* ---- what registers are in an iteration ---- */

/* A register's value at the start of the iteration, and a constant. Of 64 bits the lower half is
 * one of its own; the upper one takes the carry of that of `low`. */
struct origin {
    bool is_known, has_carry;
    uint16_t var, low;
    uint32_t by, low_by;
};

struct seeker {
    const struct region *r;
    struct origin now[VAR_S0];
    struct origin carry[VAR_COUNT]; /* by mask: that of this sum */
};

/* The vector register among the sources of a sum, and the constant that is added. false: there is
 * more. */
static bool find_operands(const struct computation *c, const struct form *f, uint16_t *var,
                          uint32_t *by)
{
    unsigned vectors = 0;
    *by = 0;
    for (unsigned i = 0; i < c->source_count; i++) {
        const struct source *s = &c->source[i];
        bool is_plus = f->plus >> i & 1, is_minus = f->minus >> i & 1;
        if (!is_plus && !is_minus)
            continue;
        if (s->kind == SOURCE_CONSTANT)
            *by += is_plus ? (uint32_t)s->constant : -(uint32_t)s->constant;
        else if (s->kind != SOURCE_LANES || s->bits != 32 || is_minus || vectors++)
            return false;
        else
            *var = s->var;
    }
    return vectors == 1;
}

static uint16_t carry_source(const struct computation *c)
{
    for (unsigned i = 0; i < c->source_count; i++)
        if (c->source[i].kind == SOURCE_MASK)
            return c->source[i].var;
    return NO_ADDRESS;
}

static struct origin origin_of(const struct seeker *s, const struct computation *c,
                               const struct form *f)
{
    struct origin none = {.is_known = false};
    uint16_t var;
    uint32_t by;
    if (f->kind != FORM_SUM || f->bits != 32 || !find_operands(c, f, &var, &by))
        return none;
    struct origin o = s->now[var];
    if (f->takes_carry) {
        uint16_t mask = carry_source(c);
        if (mask == NO_ADDRESS || !s->carry[mask].is_known || !o.is_known || o.has_carry || o.by ||
            f->minus)
            return none;
        o.has_carry = true;
        o.low = s->carry[mask].var;
        o.low_by = s->carry[mask].by;
    }
    o.by += by;
    return o;
}

static void follow(struct seeker *s, const struct region_op *at)
{
    struct origin made[2], carry[2];
    for (unsigned i = 0; i < computations_of(at); i++) {
        const struct computation *c = computation_of(s->r, at, i);
        struct form f = form_of(c);
        made[i] = origin_of(s, c, &f);
        /* the carry is that of the sum from the start of the iteration on */
        uint16_t var;
        uint32_t by;
        carry[i] = made[i];
        carry[i].is_known = made[i].is_known && !made[i].has_carry && f.gives_carry && !f.minus &&
                            !f.takes_carry && find_operands(c, &f, &var, &by) && made[i].by == by;
    }
    for (unsigned i = 0; i < computations_of(at); i++) {
        const struct computation *c = computation_of(s->r, at, i);
        for (unsigned n = 0; n < c->destination_count; n++) {
            const struct destination *to = &c->destination[n];
            if (to->kind == TO_LANES && to->bits == 32)
                s->now[to->var] = made[i];
            else if (to->kind == TO_LANES)
                s->now[to->var].is_known = s->now[to->var + 1].is_known = false;
            else if (to->kind == TO_MASK)
                s->carry[to->var] = carry[i];
            else if (to->kind == TO_SCALAR)
                s->carry[to->var].is_known = false;
        }
    }
}

/* ---- the loop ---- */

static bool has_rules(const struct region *r, const struct region_op *at)
{
    return has_nan_rule(r, at) || (at->kind != OP_COMPUTE && at->kind != OP_PAIR);
}

/* Registers that the loop carries on have grown by constants. */
static bool find_steps(struct seeker *s, const struct block *b, const varset *exposed,
                       struct seek *out)
{
    for (unsigned v = var_next(exposed, 0); v < VAR_S0; v = var_next(exposed, v + 1)) {
        const struct origin *o = &s->now[v];
        if (!var_has(&b->def, v))
            continue;
        if (!o->is_known || o->var != v || out->steps == MAX_SEEK_STEPS)
            return false;
        struct seek_step *to = &out->step[out->steps++];
        *to = (struct seek_step){.var = (uint16_t)v, .by = (int32_t)o->by};
        if (!o->has_carry)
            continue;
        const struct origin *low = &s->now[o->low];
        bool is_pair = o->low + 1u == v && low->is_known && low->var == o->low && !low->has_carry &&
                       low->by == o->low_by && out->steps > 1 &&
                       out->step[out->steps - 2].var == o->low;
        if (!is_pair || (int32_t)o->by != ((int32_t)low->by < 0 ? -1 : 0))
            return false;
        out->steps--;
        out->step[out->steps - 1].is_wide = true;
    }
    return true;
}

bool find_seek(const struct region *r, const struct ragged *loop, const varset *exposed,
               struct seek *out)
{
    const struct block *b = &r->blocks[loop->head];
    struct seeker s = {.r = r};
    unsigned loads = 0, address = 0;
    *out = (struct seek){.head = loop->head, .bits = loop->bits};
    if (!r->isa->locate_load)
        return false;
    for (unsigned v = 0; v < VAR_S0; v++)
        s.now[v] = (struct origin){.is_known = true, .var = (uint16_t)v};
    for (uint32_t k = 0; k + 1 < b->ops; k++) {
        const struct region_op *at = &r->ops[b->op + k];
        if (at->fx.treatment == AS_NOTHING)
            continue;
        if (at->kind != OP_ACCESS) {
            if (has_rules(r, at))
                return false;
            follow(&s, at);
            continue;
        }
        struct lane_load l;
        if (!r->isa->describe_lane_load(r, op_of(r, at), &l) || !l.is_wide || l.dwords != 1 ||
            loads++)
            return false;
        for (unsigned i = 0; i < 2; i++) { /* as they are where the loop is entered */
            const struct origin *o = &s.now[l.address + i];
            if (!o->is_known || o->var != l.address + i || o->by || o->has_carry)
                return false;
        }
        s.now[l.result].is_known = false;
        address = l.address;
        out->load = b->op + k;
    }
    if (loads != 1 || !find_steps(&s, b, exposed, out))
        return false;
    for (unsigned i = 0; i < out->steps; i++)
        if (out->step[i].var == address && out->step[i].is_wide) {
            out->is_down = out->step[i].by < 0;
            return out->step[i].by == 4 || out->step[i].by == -4;
        }
    return false;
}

const struct seek *seek_of(const struct region *r, unsigned head)
{
    for (unsigned i = 0; i < r->seek_count; i++)
        if (r->seeks[i].head == head)
            return &r->seeks[i];
    return NULL;
}
