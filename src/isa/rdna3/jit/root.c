/* root.c: which V_LDEXP_F64 ends a square root as compilers have it, where it must be exact.
 *
 *     x = LDEXP(what it is of, a power by its size)
 *     r = RSQ(x), g0 = x r, h0 = r / 2       e = 1/2 - h0 g0
 *     g1 = g0 e + g0, h1 = h0 e + h0         g2 = (x - g1 g1) h1 + g1
 *     g3 = (x - g2 g2) h1 + g2               y = LDEXP(g3, half that power back)
 *     CLASS(x, it is 0 or +infinity) ? x : y
 *
 * With V_RSQ_F64 as two operations of the host (sem/transcendental.c) g3 is the root of x rounded
 * once, where x is large enough for its rests to be exact, which compilers see to: so it was in
 * 6,400,000,000 numbers, half of them next to squares, and to squares of ties. Manual: 16.8. */
#include "isa/rdna3/jit/sequence.h"
#include "jit/liveness.h"

struct root {
    struct value x;
    const struct region_op *r, *g0, *h0, *e, *g1, *h1, *g2;
};

static bool is_half(const struct search *s, struct value v)
{
    return is_float_value(s, v, 0x3f000000, UINT64_C(0x3fe0000000000000));
}

/* x - g * g. */
static bool is_rest(const struct search *s, const struct region_op *at, const struct root *f,
                    const struct region_op *g)
{
    struct sum d;
    return find_sum(s, at, &d) && d.negates && multiplies(&d, g, g) && is_same_value(d.c, f->x);
}

/* The rest of rest * h + g. h NULL: of any h. NULL: the op is no such sum. */
static const struct region_op *rest_of_sum(const struct search *s, const struct region_op *at,
                                           const struct region_op *h, struct sum *out)
{
    bool is = find_sum(s, at, out) && !out->negates && is_unchanged(out->a.src) && out->a.def &&
              out->b.def && (!h || out->b.def == h);
    return is ? out->a.def : NULL;
}

/* A root's guess, or half its inverse, made better: v * e + v. */
static const struct region_op *find_better(const struct search *s, const struct region_op *at,
                                           const struct region_op **e)
{
    struct sum x;
    if (!find_sum(s, at, &x) || x.negates || !x.c.def)
        return NULL;
    const struct region_op *v = x.c.def, *by = x.a.def == v ? x.b.def : x.a.def;
    if (!multiplies(&x, v, by) || (*e && *e != by))
        return NULL;
    *e = by;
    return v;
}

/* From what f has of it: r, and x. */
static bool find_guess(const struct search *s, struct root *f)
{
    struct value a, b;
    if (!find_product(s, f->h0, &a, &b))
        return false;
    f->r = is_half(s, b) ? a.def : is_half(s, a) ? b.def : NULL;
    const struct rdna3_op *o = sequence_op(s, f->r, EXACT_root);
    if (!o || !is_unchanged(&o->valu.src[0]) || !find_product(s, f->g0, &a, &b))
        return false;
    f->x = value_of(s, f->r, &o->valu.src[0]);
    return f->x.is_known &&
           ((a.def == f->r && is_same_value(b, f->x)) || (b.def == f->r && is_same_value(a, f->x)));
}

/* Whether the op has written the root of what becomes f->x. */
static bool find_root(const struct search *s, const struct region_op *at, struct root *f)
{
    struct sum third, second, e;
    const struct region_op *rest3 = rest_of_sum(s, at, NULL, &third), *rest2 = NULL;
    if (!rest3)
        return false;
    f->h1 = third.b.def;
    f->g2 = third.c.def;
    rest2 = rest_of_sum(s, f->g2, f->h1, &second);
    f->g1 = rest2 ? second.c.def : NULL;
    f->h0 = find_better(s, f->h1, &f->e);
    f->g0 = f->e ? find_better(s, f->g1, &f->e) : NULL;
    return f->h0 && f->g0 && find_sum(s, f->e, &e) && e.negates && multiplies(&e, f->h0, f->g0) &&
           is_half(s, e.c) && find_guess(s, f) && is_rest(s, rest2, f, f->g1) &&
           is_rest(s, rest3, f, f->g2);
}

/* ---- behind it ---- */

/* Whether the op says where x is 0 or +infinity. */
static bool is_class(const struct search *s, const struct region_op *at, const struct value *x)
{
    enum { ZERO = 1 << 5 | 1 << 6, INFINITE = 1 << 9 };
    if (!at || at->kind != OP_COMPUTE)
        return false;
    const struct rdna3_op *o = rdna3_op(op_of(s->r, at));
    const struct rdna3_src *src = o->valu.src;
    return op_row(o)->exact == EXACT_class && is_same_value(value_of(s, at, &src[0]), *x) &&
           src[1].kind == SRCK_I32 && src[1].imm == (ZERO | INFINITE);
}

/* Whether it is y, or x where that is such. */
static bool is_choice(const struct search *s, const struct region_op *at, const struct rdna3_op *o,
                      const struct value *x)
{
    const struct rdna3_src *src = o->valu.src;
    return op_row(o)->exact == EXACT_choice && !o->valu.dpp_kind && !o->valu.skip_writes &&
           src[0].kind == SRCK_V32 && src[1].kind == SRCK_V32 && is_unchanged(&src[0]) &&
           is_unchanged(&src[1]) && is_class(s, mask_writer(s, at, o->valu.m_sgpr), x);
}

/* The halves of y, the register, that an op chooses so, as bits. */
static unsigned halves_chosen(const struct search *s, const struct region_op *at,
                              const struct value *x, unsigned y)
{
    const struct rdna3_op *o = rdna3_op(op_of(s->r, at)), *part[2] = {o, NULL};
    unsigned chosen = 0;
    if (at->kind == OP_PAIR) {
        part[0] = o->vopd.x;
        part[1] = o->vopd.y;
    }
    for (unsigned i = 0; i < 2 && part[i]; i++)
        for (unsigned h = 0; h < 2; h++) {
            const struct rdna3_src *src = part[i]->valu.src;
            bool is_half = src[0].vgpr == y + h && src[1].vgpr == x->src->vgpr + h;
            if (is_half && is_choice(s, at, part[i], x))
                chosen |= 1u << h;
        }
    return chosen;
}

/* Whether all that is done with x and y behind an op is to choose between them. */
static bool are_chosen(const struct search *s, const struct region_op *at, const struct value *x,
                       unsigned y)
{
    const struct region *r = s->r;
    const struct region_op *end = &r->ops[s->b->op] + s->b->ops;
    varset both = {{0}}, live;
    unsigned chosen = 0;
    for (unsigned i = 0; i < 2 * r->halves; i++) {
        var_add(&both, x->src->vgpr * r->halves + i);
        var_add(&both, y * r->halves + i);
    }
    while (chosen != 3 && ++at < end) {
        bool computes =
            (at->kind == OP_COMPUTE || at->kind == OP_PAIR) && at->fx.treatment == AS_IR;
        if (at->fx.treatment == AS_NOTHING)
            continue;
        if (!computes || var_has(&at->fx.def, VAR_EXEC))
            return false;
        unsigned halves = halves_chosen(s, at, x, y);
        if (!halves && !is_class(s, at, x) && sets_meet(&both, &at->fx.use))
            return false;
        chosen |= halves;
        remove_set(&both, &at->fx.def); /* what it writes is another value */
    }
    if (chosen != 3)
        return false;
    region_live_before(r, s->b, at + 1, &live);
    return !sets_meet(&both, &live);
}

bool rdna3_find_root(const struct region *r, const struct block *b, const struct region_op *at,
                     unsigned *var)
{
    const struct rdna3_op *o = rdna3_op(op_of(r, at));
    if (op_row(o)->exact != EXACT_power)
        return false;
    struct search s = begin_search(r, b, at);
    struct root f = {.r = NULL};
    const struct rdna3_src *src = o->valu.src;
    if (!sequence_op(&s, at, EXACT_power) || !is_unchanged(&src[0]) ||
        !find_root(&s, value_of(&s, at, &src[0]).def, &f) ||
        !sequence_op(&s, f.x.def, EXACT_power) || f.x.src->kind != SRCK_V64 ||
        !is_unchanged(f.x.src))
        return false;
    *var = f.x.src->vgpr * r->halves;
    for (unsigned i = 0; i < 2 * r->halves; i++) /* it is still there */
        if (last_writer(&s, at, *var + i) != f.x.def)
            return false;
    return are_chosen(&s, at, &f.x, o->valu.dst_vgpr);
}
