/* depends.c: see depends.h. Solved forward over the blocks, from the register with the ids of a new
 * wave. A register that has all ids, packed, depends on those whose bits are taken out of it. */
#include "jit/depends.h"

#include <stdlib.h>
#include <string.h>

#include <llvm-c/Core.h>

#include "jit/isa.h"
#include "jit/walk.h"

struct value {
    uint8_t depends; /* DEPENDS_IDS: these bits of the packed ids */
    uint8_t from;    /* the lowest of them is bit 0 of the value */
    uint32_t bits;
    bool is_constant;
    uint64_t constant;
};

static uint8_t settled(const struct region *r, struct value a)
{
    uint32_t x = (1u << r->isa->id_bits) - 1;
    return a.depends != DEPENDS_IDS
               ? a.depends & DEPENDS_IDS ? DEPENDS_ALL : a.depends
               : (uint8_t)((a.bits & x ? DEPENDS_X : 0) | (a.bits & ~x ? DEPENDS_Y : 0));
}

static void constant_value(void *context, unsigned type, uint64_t bits, bool all_alike, void *out)
{
    (void)context, (void)type;
    *(struct value *)out = (struct value){.is_constant = all_alike, .constant = bits};
}

static void step_value(void *context, const struct step *s, const char *intrinsic,
                       const void *const arg[3], void *out)
{
    const struct region *r = context;
    struct value a = *(const struct value *)arg[0], b = {0}, *to = out;
    bool all_constant = !intrinsic;
    uint64_t k[3] = {0}, value;
    uint8_t depends = 0;
    for (unsigned i = 0; i < 3 && arg[i]; i++) {
        const struct value *x = arg[i];
        depends |= settled(r, *x);
        all_constant &= x->is_constant;
        k[i] = x->constant;
    }
    if (arg[1])
        b = *(const struct value *)arg[1];
    unsigned bits = s->opcode == LLVMICmp || s->opcode == LLVMZExt || s->opcode == LLVMTrunc
                        ? 64
                        : step_bits(s->type);
    if (all_constant && s->opcode != LLVMSExt && step_of_constants(s, bits, k, &value)) {
        *to = (struct value){.is_constant = true, .constant = value};
        return;
    }
    if (s->opcode == LLVMAnd && a.is_constant) {
        struct value swap = a;
        a = b;
        b = swap;
    }
    bool is_part = a.depends == DEPENDS_IDS && b.is_constant && b.constant <= UINT32_MAX;
    *to = (struct value){.depends = depends};
    if (s->opcode == LLVMAnd && is_part) {
        *to = a;
        to->bits &= (uint32_t)(b.constant << a.from);
    } else if (s->opcode == LLVMLShr && is_part && b.constant + a.from < 32) {
        *to = a;
        to->from = (uint8_t)(a.from + b.constant);
        to->bits &= UINT32_MAX << to->from;
    } else if (s->opcode == LLVMBitCast) {
        *to = a;
    }
}

static uint8_t result_depends(struct depends *d, const struct computation *c)
{
    static const struct domain domain = {sizeof(struct value), constant_value, step_value, NULL};
    struct value in[MAX_SOURCES], out[MAX_DESTINATIONS];
    uint8_t all = 0;
    for (unsigned i = 0; i < c->source_count; i++) {
        const struct source *s = &c->source[i];
        in[i] = (struct value){.is_constant = s->kind == SOURCE_CONSTANT, .constant = s->constant};
        if (s->kind == SOURCE_LANES || s->kind == SOURCE_SCALAR || s->kind == SOURCE_MASK ||
            s->kind == SOURCE_LANE_BITS || s->kind == SOURCE_NONE_SET)
            in[i].depends = d->now[s->var];
        if (s->bits == 64 && !in[i].is_constant)
            in[i].depends |= d->now[s->var + 1];
        if (s->kind == SOURCE_OTHER || s->kind == SOURCE_FIELD)
            in[i].depends = DEPENDS_ALL;
        in[i].bits = UINT32_MAX;
        all |= settled(d->r, in[i]);
    }
    if (!c->is_vector || c->is_adapted || !walk(&domain, d->r, c->function, in, out))
        return all;
    return settled(d->r, out[0]);
}

static void do_op(struct depends *d, const struct region_op *at)
{
    const struct region *r = d->r;
    uint8_t depends = 0, of_ids[2];
    unsigned n = computations_of(at);
    for (unsigned v = var_next(&at->fx.use, 0); v < VAR_COUNT; v = var_next(&at->fx.use, v + 1))
        depends |= depends_on(d->now[v]);
    for (unsigned i = 0; i < n; i++)
        of_ids[i] = result_depends(d, computation_of(r, at, i));
    for (unsigned v = var_next(&at->fx.def, 0); v < VAR_COUNT; v = var_next(&at->fx.def, v + 1)) {
        d->now[v] = at->fx.treatment == AS_IR ? depends : DEPENDS_ALL;
        for (unsigned i = 0; i < n; i++)
            if (v - computation_of(r, at, i)->destination[0].var < 2)
                d->now[v] = of_ids[i];
    }
}

static bool flow(struct depends *d, int to)
{
    bool changed = false;
    if (to < 0)
        return false;
    uint8_t *in = d->in + (size_t)to * VAR_COUNT;
    for (unsigned v = 0; v < VAR_COUNT; v++) {
        uint8_t x = in[v] | d->now[v];
        changed |= x != in[v];
        in[v] = x;
    }
    changed |= !d->is_reached[to];
    d->is_reached[to] = true;
    return changed;
}

static bool solve(struct depends *d)
{
    struct region *r = d->r;
    d->in = calloc(r->count + 1, VAR_COUNT);
    d->is_reached = calloc(r->count, 1);
    if (!d->in || !d->is_reached)
        return false;
    d->now = d->in + (size_t)r->count * VAR_COUNT;
    d->now[r->isa->lane_id] = DEPENDS_IDS;
    flow(d, r->entry);
    for (bool again = true; again;) {
        again = false;
        for (unsigned i = 0; i < r->count; i++) {
            const struct block *b = &r->blocks[i];
            if (!d->is_reached[i])
                continue;
            memcpy(d->now, d->in + (size_t)i * VAR_COUNT, VAR_COUNT);
            for (uint32_t k = 0; k < b->ops; k++)
                do_op(d, &r->ops[b->op + k]);
            again = flow(d, b->succ[0]) || again;
            again = flow(d, b->succ[1]) || again;
            again = flow(d, b->after) || again;
        }
    }
    return true;
}

const uint8_t *depends_at(struct depends *d, unsigned block)
{
    if (!d->is_reached && !solve(d))
        return NULL;
    return d->in + (size_t)block * VAR_COUNT;
}

void depends_free(struct depends *d)
{
    free(d->in);
    free(d->is_reached);
    *d = (struct depends){.r = d->r};
}
