/* sequence.c: see sequence.h. */
#include "isa/rdna3/jit/sequence.h"

struct search begin_search(const struct region *r, const struct block *b,
                           const struct region_op *end)
{
    struct search s = {.r = r, .b = b, .is_wide = rdna3_op(op_of(r, end))->valu.dst_type == T_f64};
    s.exec = last_writer(&s, end, VAR_EXEC);
    return s;
}

const struct region_op *last_writer(const struct search *s, const struct region_op *before,
                                    unsigned var)
{
    for (const struct region_op *at = before; at-- > &s->r->ops[s->b->op];)
        if (var_has(&at->fx.def, var))
            return at;
    return NULL;
}

const struct region_op *mask_writer(const struct search *s, const struct region_op *at,
                                    unsigned sgpr)
{
    for (;;) {
        const struct region_op *def = last_writer(s, at, VAR_S0 + sgpr);
        for (unsigned h = 1; h < s->r->halves; h++)
            if (last_writer(s, at, VAR_S0 + sgpr + h) != def)
                return NULL;
        const struct rdna3_op *o = def ? rdna3_op(op_of(s->r, def)) : NULL;
        if (!o || def->kind != OP_COMPUTE || op_row(o)->exact != EXACT_copy ||
            o->salu.dst != sgpr || o->salu.a.index >= SCALAR_SCC)
            return def;
        sgpr = o->salu.a.index;
        at = def;
    }
}

static bool is_lanes(const struct rdna3_src *src)
{
    return src->kind == SRCK_V32 || src->kind == SRCK_V64;
}

/* A register, by its number. */
static struct value value_in(const struct search *s, const struct region_op *at,
                             const struct rdna3_src *src, unsigned first, unsigned step)
{
    struct value v = {src, last_writer(s, at, first), true};
    for (unsigned i = 1; i < step * (s->is_wide ? 2 : 1); i++)
        v.is_known &= last_writer(s, at, first + i) == v.def;
    if (!v.is_known)
        v.def = NULL;
    return v;
}

struct value value_of(const struct search *s, const struct region_op *at,
                      const struct rdna3_src *src)
{
    unsigned halves = s->r->halves;
    if (is_lanes(src))
        return value_in(s, at, src, src->vgpr * halves, halves);
    if (src->kind == SRCK_S32 || src->kind == SRCK_S64)
        return value_in(s, at, src, VAR_S0 + src->value, 1);
    return (struct value){src, NULL, src->kind == SRCK_I32 || src->kind == SRCK_I64};
}

bool is_same_value(struct value a, struct value b)
{
    return a.is_known && b.is_known && a.def == b.def && a.src->kind == b.src->kind &&
           a.src->neg == b.src->neg && a.src->abs == b.src->abs &&
           (is_lanes(a.src) ? a.src->vgpr == b.src->vgpr
                            : a.src->value == b.src->value && a.src->imm == b.src->imm);
}

const struct rdna3_op *sequence_op(const struct search *s, const struct region_op *at,
                                   enum rdna3_exact part)
{
    if (!at || at->kind != OP_COMPUTE || at->fx.treatment != AS_IR)
        return NULL;
    const struct rdna3_op *o = rdna3_op(op_of(s->r, at));
    const struct rdna3_valu *v = &o->valu;
    bool is_part = op_row(o)->exact == part && (v->dst_type == T_f64) == s->is_wide;
    bool is_plain = !v->dpp_kind && !v->omod && !v->clamp && !v->skip_writes &&
                    !computation_of(s->r, at, 0)->round;
    return is_part && is_plain && last_writer(s, at, VAR_EXEC) == s->exec ? o : NULL;
}

bool find_sum(const struct search *s, const struct region_op *at, struct sum *out)
{
    const struct rdna3_op *o = sequence_op(s, at, EXACT_sum);
    if (!o)
        return false;
    unsigned halves = s->r->halves;
    static const struct rdna3_src d = {.kind = SRCK_V32}; /* of V_FMAC, which adds to it */
    const struct rdna3_src *src = o->valu.src;
    *out = (struct sum){.a = value_of(s, at, &src[0]),
                        .b = value_of(s, at, &src[1]),
                        .negates = src[0].neg != src[1].neg};
    out->c = o->valu.reads_d ? value_in(s, at, &d, o->valu.dst_vgpr * halves, halves)
                             : value_of(s, at, &src[2]);
    return !src[0].abs && !src[1].abs && is_unchanged(out->c.src) && out->a.is_known &&
           out->b.is_known && out->c.is_known;
}

bool find_product(const struct search *s, const struct region_op *at, struct value *a,
                  struct value *b)
{
    const struct rdna3_op *o = sequence_op(s, at, EXACT_product);
    if (!o || !is_unchanged(&o->valu.src[0]) || !is_unchanged(&o->valu.src[1]))
        return false;
    *a = value_of(s, at, &o->valu.src[0]);
    *b = value_of(s, at, &o->valu.src[1]);
    return a->is_known && b->is_known;
}

bool multiplies(const struct sum *x, const struct region_op *a, const struct region_op *b)
{
    return a && b && ((x->a.def == a && x->b.def == b) || (x->a.def == b && x->b.def == a));
}

bool is_float_value(const struct search *s, struct value v, uint32_t f32, uint64_t f64)
{
    return s->is_wide ? v.src->kind == SRCK_I64 && v.src->imm == f64
                      : v.src->kind == SRCK_I32 && (uint32_t)v.src->imm == f32;
}
