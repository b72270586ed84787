/* division.c: which V_DIV_FIXUP ends a division as compilers have it where it must be exact.
 *
 *     d0 = DIV_SCALE(d, d, n)       r = RCP(d0), refined: r + (1 - d0 r) r
 *     n0 = DIV_SCALE(n, d, n)       q = n0 r, refined: q + (n0 - d0 q) r
 *     DIV_FIXUP(DIV_FMAS(n0 - d0 q, r, q), d, n)
 *
 * r is refined once and q, too; of f64, r twice. With an exact V_RCP that is n / d rounded once,
 * for all numbers (sem/divide.c): in 800,000,000 pairs of f32 and 100,000,000 of f64, many of them
 * with significands at a limit, no quotient was another one. Manual: 16.12. */
#include "isa/rdna3/jit/sequence.h"

/* Ops whose results a value is, of which the others are made. */
struct division {
    const struct region_op *d0, *n0;
};

static bool is_one(const struct search *s, struct value v)
{
    return is_float_value(s, v, 0x3f800000, UINT64_C(0x3ff0000000000000));
}

/* 1 / d0, refined so many times. */
static bool is_reciprocal(const struct search *s, const struct region_op *at,
                          const struct division *d, unsigned refined)
{
    struct sum next, rest;
    if (!refined) {
        const struct rdna3_op *o = sequence_op(s, at, EXACT_reciprocal);
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
    struct sum x;
    return find_product(s, at, &x.a, &x.b) && multiplies(&x, d->n0, r);
}

/* Scales the number for a division of n by d. */
static bool is_scale(const struct search *s, const struct region_op *at, struct value number,
                     struct value d, struct value n)
{
    const struct rdna3_op *o = sequence_op(s, at, EXACT_scale);
    return o && is_same_value(value_of(s, at, &o->valu.src[0]), number) &&
           is_same_value(value_of(s, at, &o->valu.src[1]), d) &&
           is_same_value(value_of(s, at, &o->valu.src[2]), n);
}

bool rdna3_is_division(const struct region *r, const struct block *b, const struct region_op *at)
{
    const struct rdna3_op *o = rdna3_op(op_of(r, at));
    if (op_row(o)->exact != EXACT_fixup)
        return false;
    struct search s = begin_search(r, b, at);
    if (!sequence_op(&s, at, EXACT_fixup))
        return false;
    const struct rdna3_src *src = o->valu.src;
    struct value d = value_of(&s, at, &src[1]), n = value_of(&s, at, &src[2]);
    const struct region_op *last = value_of(&s, at, &src[0]).def;
    const struct rdna3_op *fmas = sequence_op(&s, last, EXACT_fmas);
    if (!fmas || !is_unchanged(&src[0]) || !is_unchanged(&src[1]) || !is_unchanged(&src[2]))
        return false;
    const struct region_op *rest = value_of(&s, last, &fmas->valu.src[0]).def,
                           *inverse = value_of(&s, last, &fmas->valu.src[1]).def,
                           *q = value_of(&s, last, &fmas->valu.src[2]).def;
    for (unsigned i = 0; i < 3; i++)
        if (!is_unchanged(&fmas->valu.src[i]))
            return false;
    struct division x = {.n0 = mask_writer(&s, last, fmas->valu.m_sgpr)};
    struct sum of;
    if (!find_sum(&s, rest, &of) || of.c.def != x.n0 || !x.n0)
        return false;
    x.d0 = of.a.def == q ? of.b.def : of.a.def;
    return is_scale(&s, x.n0, n, d, n) && is_scale(&s, x.d0, d, d, n) && is_rest(&s, rest, &x, q) &&
           is_reciprocal(&s, inverse, &x, s.is_wide ? 2 : 1) &&
           is_quotient(&s, q, &x, inverse, !s.is_wide);
}
