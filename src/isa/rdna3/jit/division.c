/* division.c: which V_DIV_FIXUP ends a division as compilers have it where it must be exact.
 *
 *     d0 = DIV_SCALE(d, d, n)       r = RCP(d0), refined: r + (1 - d0 r) r
 *     n0 = DIV_SCALE(n, d, n)       q = n0 r, refined: q + (n0 - d0 q) r
 *     DIV_FIXUP(DIV_FMAS(n0 - d0 q, r, q), d, n)
 *
 * r is refined once and q, too; of f64, r twice. With an exact V_RCP that is n / d rounded once,
 * for all numbers (sem/divide.c): in 800,000,000 pairs of f32 and 100,000,000 of f64, many of them
 * with significands at a limit, no quotient was another one. Manual: 16.12. */
#include "isa/rdna3/jit/layer.h"

/* Looks back from an op of a block. */
struct search {
    const struct region *r;
    const struct block *b;
    const struct region_op *exec; /* what wrote EXEC last before the end of the division */
    bool is_wide;                 /* f64 */
};

/* What an op reads: a register, or two, as one op has written them, or a constant. */
struct value {
    const struct rdna3_src *src;
    const struct region_op *def; /* NULL: none of this block */
    bool is_known;
};

static const struct region_op *writer(const struct search *s, const struct region_op *before,
                                      unsigned var)
{
    for (const struct region_op *at = before; at-- > &s->r->ops[s->b->op];)
        if (var_has(&at->fx.def, var))
            return at;
    return NULL;
}

static bool is_lanes(const struct rdna3_src *src)
{
    return src->kind == SRCK_V32 || src->kind == SRCK_V64;
}

/* A register, by its number. */
static struct value value_in(const struct search *s, const struct region_op *at,
                             const struct rdna3_src *src, unsigned first, unsigned step)
{
    struct value v = {src, writer(s, at, first), true};
    for (unsigned i = 1; i < step * (s->is_wide ? 2 : 1); i++)
        v.is_known &= writer(s, at, first + i) == v.def;
    return v;
}

static struct value value_of(const struct search *s, const struct region_op *at,
                             const struct rdna3_src *src)
{
    unsigned halves = s->r->halves;
    if (is_lanes(src))
        return value_in(s, at, src, src->vgpr * halves, halves);
    if (src->kind == SRCK_S32 || src->kind == SRCK_S64)
        return value_in(s, at, src, VAR_S0 + src->value, 1);
    return (struct value){src, NULL, src->kind == SRCK_I32 || src->kind == SRCK_I64};
}

static bool is_same(struct value a, struct value b)
{
    return a.is_known && b.is_known && a.def == b.def && a.src->kind == b.src->kind &&
           a.src->neg == b.src->neg && a.src->abs == b.src->abs &&
           (is_lanes(a.src) ? a.src->vgpr == b.src->vgpr
                            : a.src->value == b.src->value && a.src->imm == b.src->imm);
}

/* The op, if it can be this part of a division, for the same lanes as its end, rounds to nearest,
 * and has no modifiers but of sources. */
static const struct rdna3_op *plain_op(const struct search *s, const struct region_op *at,
                                       enum rdna3_division part)
{
    if (!at || at->kind != OP_COMPUTE || at->fx.treatment != AS_IR)
        return NULL;
    const struct rdna3_op *o = rdna3_op(op_of(s->r, at));
    const struct rdna3_valu *v = &o->valu;
    bool is_part = op_row(o)->division == part && (v->dst_type == T_f64) == s->is_wide;
    bool is_plain = !v->dpp_kind && !v->omod && !v->clamp && !v->skip_writes &&
                    !computation_of(s->r, at, 0)->round;
    return is_part && is_plain && writer(s, at, VAR_EXEC) == s->exec ? o : NULL;
}

static bool is_unchanged(const struct rdna3_src *src) { return !src->neg && !src->abs; }

/* a * b + c, where one factor may be negated. */
struct sum {
    struct value a, b, c;
    bool negates;
};

static bool find_sum(const struct search *s, const struct region_op *at, struct sum *out)
{
    const struct rdna3_op *o = plain_op(s, at, DIVISION_sum);
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

/* Ops whose results a value is, of which the others are made. */
struct division {
    const struct region_op *d0, *n0;
};

/* Whether these ops have made the factors. */
static bool multiplies(const struct sum *x, const struct region_op *a, const struct region_op *b)
{
    return a && b && ((x->a.def == a && x->b.def == b) || (x->a.def == b && x->b.def == a));
}

static bool is_one(const struct search *s, struct value v)
{
    return s->is_wide ? v.src->kind == SRCK_I64 && v.src->imm == UINT64_C(0x3ff0000000000000)
                      : v.src->kind == SRCK_I32 && (uint32_t)v.src->imm == 0x3f800000;
}

/* 1 / d0, refined so many times. */
static bool is_reciprocal(const struct search *s, const struct region_op *at,
                          const struct division *d, unsigned refined)
{
    struct sum next, rest;
    if (!refined) {
        const struct rdna3_op *o = plain_op(s, at, DIVISION_reciprocal);
        return o && is_unchanged(&o->valu.src[0]) && value_of(s, at, &o->valu.src[0]).def == d->d0;
    }
    if (!find_sum(s, at, &next) || next.negates)
        return false;
    const struct region_op *r = next.c.def, *e = next.a.def == r ? next.b.def : next.a.def;
    return multiplies(&next, r, e) && find_sum(s, e, &rest) && rest.negates &&
           multiplies(&rest, d->d0, r) && is_one(s, rest.c) && is_reciprocal(s, r, d, refined - 1);
}

/* n0 - d0 * q. */
static bool is_rest(const struct search *s, const struct region_op *at, const struct division *d,
                    const struct region_op *q)
{
    struct sum x;
    return find_sum(s, at, &x) && x.negates && multiplies(&x, d->d0, q) && x.c.def == d->n0;
}

/* n0 * r, refined so many times. */
static bool is_quotient(const struct search *s, const struct region_op *at,
                        const struct division *d, const struct region_op *r, unsigned refined)
{
    if (refined) {
        struct sum x;
        if (!find_sum(s, at, &x) || x.negates)
            return false;
        const struct region_op *e = x.a.def == r ? x.b.def : x.a.def;
        return multiplies(&x, r, e) && is_rest(s, e, d, x.c.def) &&
               is_quotient(s, x.c.def, d, r, refined - 1);
    }
    const struct rdna3_op *o = plain_op(s, at, DIVISION_product);
    if (!o || !is_unchanged(&o->valu.src[0]) || !is_unchanged(&o->valu.src[1]))
        return false;
    struct sum x = {.a = value_of(s, at, &o->valu.src[0]), .b = value_of(s, at, &o->valu.src[1])};
    return multiplies(&x, d->n0, r);
}

/* Scales the number for a division of n by d. */
static bool is_scale(const struct search *s, const struct region_op *at, struct value number,
                     struct value d, struct value n)
{
    const struct rdna3_op *o = plain_op(s, at, DIVISION_scale);
    return o && is_same(value_of(s, at, &o->valu.src[0]), number) &&
           is_same(value_of(s, at, &o->valu.src[1]), d) &&
           is_same(value_of(s, at, &o->valu.src[2]), n);
}

bool rdna3_is_division(const struct region *r, const struct block *b, const struct region_op *at)
{
    const struct rdna3_op *o = rdna3_op(op_of(r, at));
    if (op_row(o)->division != DIVISION_fixup)
        return false;
    struct search s = {.r = r, .b = b, .is_wide = o->valu.dst_type == T_f64};
    s.exec = writer(&s, at, VAR_EXEC);
    if (!plain_op(&s, at, DIVISION_fixup))
        return false;
    const struct rdna3_src *src = o->valu.src;
    struct value d = value_of(&s, at, &src[1]), n = value_of(&s, at, &src[2]);
    const struct region_op *last = value_of(&s, at, &src[0]).def;
    const struct rdna3_op *fmas = plain_op(&s, last, DIVISION_fmas);
    if (!fmas || !is_unchanged(&src[0]) || !is_unchanged(&src[1]) || !is_unchanged(&src[2]))
        return false;
    const struct region_op *rest = value_of(&s, last, &fmas->valu.src[0]).def,
                           *inverse = value_of(&s, last, &fmas->valu.src[1]).def,
                           *q = value_of(&s, last, &fmas->valu.src[2]).def;
    for (unsigned i = 0; i < 3; i++)
        if (!is_unchanged(&fmas->valu.src[i]))
            return false;
    struct division x = {.n0 = writer(&s, last, VAR_S0 + fmas->valu.m_sgpr)};
    struct sum of;
    if (!find_sum(&s, rest, &of) || of.c.def != x.n0 || !x.n0)
        return false;
    x.d0 = of.a.def == q ? of.b.def : of.a.def;
    for (unsigned h = 1; h < r->halves; h++)
        if (writer(&s, last, VAR_S0 + fmas->valu.m_sgpr + h) != x.n0)
            return false;
    return is_scale(&s, x.n0, n, d, n) && is_scale(&s, x.d0, d, d, n) && is_rest(&s, rest, &x, q) &&
           is_reciprocal(&s, inverse, &x, s.is_wide ? 2 : 1) &&
           is_quotient(&s, q, &x, inverse, !s.is_wide);
}
