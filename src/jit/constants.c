/* constants.c: see constants.h. */
#include "jit/constants.h"

#include <stdlib.h>
#include <string.h>

#include "jit/isa.h"

struct wave *constants_wave(const struct jit_isa *isa, unsigned halves)
{
    size_t bytes = isa->wave_bytes(halves);
    struct wave *w = isa->computes_alone ? aligned_alloc(isa->wave_alignment, bytes) : NULL;
    return w ? memset(w, 0, bytes) : NULL;
}

static uint32_t *scalar_of(const struct region *r, const struct constants *k, unsigned var)
{
    return (uint32_t *)((char *)k->wave + r->isa->layout.scalars) + (var - VAR_S0);
}

uint32_t constants_value(const struct region *r, const struct constants *k, unsigned var)
{
    return *scalar_of(r, k, var);
}

/* Whether the op computes scalars of nothing but those that are known. */
static bool is_constant(const struct constants *k, enum op_kind kind, const struct computation *c,
                        const struct effects *fx)
{
    if (kind != OP_COMPUTE || c->is_vector || !k->wave)
        return false;
    for (unsigned i = 0; i < c->source_count; i++) {
        unsigned source = c->source[i].kind;
        if (source == SOURCE_OTHER || source == SOURCE_FIELD || source == SOURCE_NONE_SET)
            return false;
    }
    varset unknown = fx->use;
    remove_set(&unknown, &k->known);
    return var_next(&unknown, 0) == VAR_COUNT;
}

static op_exec_fn executor_of(const struct region *r, const struct op *o)
{
    op_exec_fn exec;
    memcpy(&exec, (const char *)o + r->isa->layout.interp, sizeof exec);
    return exec;
}

void constants_follow(const struct region *r, struct constants *k, const struct op *o,
                      enum op_kind kind, const struct computation *c, const struct effects *fx)
{
    if (is_constant(k, kind, c, fx)) {
        executor_of(r, o)(k->wave, o);
        add_set(&k->known, &fx->def);
    } else {
        remove_set(&k->known, &fx->def);
    }
    if (fx->treatment == AS_SYNC)
        memset(&k->known, 0, sizeof k->known);
}

/* ---- over blocks ---- */

enum { SCALARS = MAX_SCALARS };

/* At the start of a block. */
struct facts {
    bool is_reached, is_due; /* it has changed since control went through the block */
    varset known;
    uint32_t value[SCALARS];
};

struct solver {
    struct region *r;
    struct constants at;
    struct facts *facts; /* [region->count] */
    varset can;          /* scalars that are followed from block to block */
    bool changed;
};

/* Control comes to the block with what is known here. */
static void reach(struct solver *s, int block)
{
    if (block < 0)
        return;
    struct facts *f = &s->facts[block];
    const struct region *r = s->r;
    bool is_open = block == r->entry || r->blocks[block].is_root || r->blocks[block].is_way;
    if (!f->is_reached) {
        f->is_reached = f->is_due = s->changed = true;
        for (unsigned v = var_next(&s->can, 0); !is_open && v < VAR_COUNT;
             v = var_next(&s->can, v + 1))
            if (var_has(&s->at.known, v)) {
                var_add(&f->known, v);
                f->value[v - VAR_S0] = constants_value(r, &s->at, v);
            }
        return;
    }
    for (unsigned v = var_next(&f->known, 0); v < VAR_COUNT; v = var_next(&f->known, v + 1))
        if (!var_has(&s->at.known, v) || f->value[v - VAR_S0] != constants_value(r, &s->at, v)) {
            var_remove(&f->known, v);
            f->is_due = s->changed = true;
        }
}

static bool uses_pc(const struct computation *c)
{
    for (unsigned i = 0; i < c->source_count; i++)
        if (c->source[i].kind == SOURCE_PC)
            return true;
    return false;
}

/* Images contain no address: what is made of the pc is not known. */
static void follow(struct solver *s, const struct region_op *at)
{
    const struct computation *c = computations_of(at) ? computation_of(s->r, at, 0) : NULL;
    enum op_kind kind = c && uses_pc(c) ? OP_OTHER : (enum op_kind)at->kind;
    constants_follow(s->r, &s->at, op_of(s->r, at), kind, c, &at->fx);
}

static void go_through(struct solver *s, unsigned index)
{
    const struct region *r = s->r;
    const struct block *b = &r->blocks[index];
    struct facts *f = &s->facts[index];
    const struct region_op *last = &r->ops[b->op + b->ops - 1];
    f->is_due = false;
    s->at.known = f->known;
    for (unsigned v = var_next(&f->known, 0); v < VAR_COUNT; v = var_next(&f->known, v + 1))
        *scalar_of(r, &s->at, v) = f->value[v - VAR_S0];
    for (uint32_t k = 0; k < b->ops; k++)
        follow(s, &r->ops[b->op + k]);
    for (unsigned k = 0; k < 2; k++) {
        reach(s, b->succ[k]);
        reach(s, b->ways[k]);
    }
    for (uint32_t k = 0; k < b->jumps; k++)
        reach(s, r->jumps[b->jump + k]);
    if (!last->waits)
        memset(&s->at.known, 0, sizeof s->at.known);
    reach(s, b->after);
}

static bool keep_fixed(struct solver *s)
{
    struct region *r = s->r;
    size_t count = 0;
    for (unsigned i = 0; i < r->count; i++)
        for (unsigned v = var_next(&s->facts[i].known, 0); v < VAR_COUNT;
             v = var_next(&s->facts[i].known, v + 1))
            count += var_has(&r->blocks[i].live_in, v);
    if (!count)
        return true;
    r->fixed = malloc(count * sizeof *r->fixed);
    if (!r->fixed)
        return false;
    count = 0;
    for (unsigned i = 0; i < r->count; i++) {
        struct block *b = &r->blocks[i];
        const struct facts *f = &s->facts[i];
        b->fixed = (uint32_t)count;
        for (unsigned v = var_next(&f->known, 0); v < VAR_COUNT; v = var_next(&f->known, v + 1))
            if (var_has(&b->live_in, v))
                r->fixed[count++] = (struct fixed){(uint16_t)v, f->value[v - VAR_S0]};
        b->fixed_count = (uint32_t)count - b->fixed;
    }
    return true;
}

bool find_fixed(struct region *r)
{
    struct solver s = {.r = r};
    bool ok = true;
    s.at.wave = constants_wave(r->isa, r->halves);
    if (!s.at.wave)
        return true;
    s.facts = calloc(r->count, sizeof *s.facts);
    if (s.facts) {
        for (unsigned v = VAR_S0; v < r->isa->layout.first_flag; v++)
            if (v < r->isa->layout.exec || v >= r->isa->layout.exec + 2u)
                var_add(&s.can, v);
        reach(&s, r->entry);
        /* What is entered only from outside is reached by nothing. */
        for (unsigned i = 0; i < r->count; i++)
            if (r->blocks[i].is_root || r->blocks[i].is_way)
                reach(&s, (int)i);
        while (s.changed) {
            s.changed = false;
            for (unsigned i = 0; i < r->count; i++)
                if (s.facts[i].is_due)
                    go_through(&s, i);
        }
        ok = keep_fixed(&s);
    }
    free(s.facts);
    free(s.at.wave);
    return ok && s.facts;
}
