/* arith.c: the operand layer of vector arithmetic.
 *
 * What is the same for all of it is here, once: sources of any width from registers,
 * scalars and constants, element width and LMUL, which lanes are written, comparison
 * results, rounding mode and exception flags, ABS and NEG, and, for 64-bit compute
 * instructions and register pairs, widths of each operand, OPSEL and OMOD. The operation
 * itself is op->fn.vec (sem/).
 *
 * Spec isa.md 3.7, 4.5, 7.3, 8. */
#include "isa/ventus/exec/host_float.h"
#include "isa/ventus/exec/layer.h"

/* A vector operand of any element width. */
union temp {
    u8x32 b;
    u16x32 h;
    vec32 w;
    vec64 q;
};

static const union temp zeros;

static inline void store32(vec32 *p, u32x32 value, uint32_t on)
{
    p->u = on == UINT32_MAX ? value : select32(on, value, p->u);
}

/* ---- the common case: 32-bit elements, one register each ---- */

#define INLINE static inline __attribute__((always_inline))

INLINE const vec32 *source32(struct ventus_wave *w, const struct ventus_source *s, bool scalar,
                             vec32 *t)
{
    if (!scalar)
        return &w->v[s->reg];
    t->u = splat32(s->kind == FROM_SGPR ? w->x[s->reg] : (uint32_t)s->imm);
    return t;
}

/* The source that is no vector register. */
enum { NO_SCALAR, SCALAR_A, SCALAR_B };

INLINE const struct op *plain32(struct wave *wave, const struct op *op, int scalar)
{
    struct ventus_wave *w = (struct ventus_wave *)wave;
    const struct ventus_op *o = (const struct ventus_op *)op;
    const struct ventus_vec_op *v = &o->vec;
    if (__builtin_expect(v->typed && !w->plain, 0))
        return FN(exec_vec)(wave, op);
    vec32 t, d;
    struct vec_args x = {
        .a = source32(w, &v->a, scalar == SCALAR_A, &t),
        .b = source32(w, &v->b, scalar == SCALAR_B, &t),
        .c = &w->v[v->c.reg],
        .env = &w->env,
    };
    uint32_t on = w->on;
    w->env.on = on;
    vec32 *p = &w->v[v->d];
    if (on == UINT32_MAX) {
        x.d = p;
        o->fn.vec->at[W32](&x);
    } else {
        x.d = &d;
        o->fn.vec->at[W32](&x);
        p->u = select32(on, d.u, p->u);
    }
    return &o->next->base;
}

const struct op *FN(exec_vv)(struct wave *wave, const struct op *op)
{
    return plain32(wave, op, NO_SCALAR);
}
const struct op *FN(exec_vs)(struct wave *wave, const struct op *op)
{
    return plain32(wave, op, SCALAR_A);
}
const struct op *FN(exec_vi)(struct wave *wave, const struct op *op)
{
    return plain32(wave, op, SCALAR_B);
}

/* 1.0 in the lanes that do not count: no operation on ones raises a flag. */
static void set_aside(vec32 *t, const void *source, uint32_t on)
{
    t->u = select32(on, ((const vec32 *)source)->u, splat32(0x3f800000));
}

/* The FPU shows flags that the wave has not. They may be those of other code, or of lanes that
 * do not count: once more from clear flags, with harmless values in such lanes. */
__attribute__((noinline)) static void again_for(struct ventus_wave *w, const struct ventus_vec *f,
                                                struct vec_args *x, uint32_t on)
{
    vec32 a, b, c;
    set_aside(&a, x->a, on);
    set_aside(&b, x->b, on);
    set_aside(&c, x->c, on);
    x->a = &a;
    x->b = &b;
    x->c = &c;
    clear_host_flags();
    f->at[W32](x);
    uint32_t raised = host_flags();
    if (HOST_TINY_BEFORE_ROUNDING && (raised & ~w->host_flags & FE_UNDERFLOW)) {
        f->at[W32_SOFT](x);
        clear_host_flags();
        raised &= ~(uint32_t)FE_UNDERFLOW;
        raised |= w->env.fp.flags & SF_UF ? FE_UNDERFLOW : 0;
    }
    w->host_flags |= raised;
}

/* Calls an operation on 32-bit floats for the lanes `on`, under frm. x->d is no source. */
INLINE void call_float(struct ventus_wave *w, const struct ventus_vec *f, struct vec_args *x,
                       uint32_t on)
{
    vec_fn fn = f->at[W32];
    if (!f->on_host) {
        fn(x);
        return;
    }
    if (__builtin_expect(w->frm != SF_RNE, 0)) {
        if (w->frm == SF_RMM) {
            f->at[W32_SOFT](x);
            return;
        }
        FN(set_host_round)(w->frm);
    }
    fn(x);
    if (__builtin_expect((host_flags() & ~w->host_flags) != 0, 0))
        again_for(w, f, x, on);
    if (__builtin_expect(w->frm != SF_RNE, 0))
        FN(set_host_round)(SF_RNE);
}

static const struct op *bad_frm(struct ventus_wave *w, const struct ventus_op *o)
{
    return (const struct op *)FN(fault)(w, o, SHOAL_FAULT_ILLEGAL, 0, 0, 0,
                                        "frm holds the reserved rounding mode %u", w->frm);
}

INLINE const struct op *float32(struct wave *wave, const struct op *op, bool scalar)
{
    struct ventus_wave *w = (struct ventus_wave *)wave;
    const struct ventus_op *o = (const struct ventus_op *)op;
    const struct ventus_vec_op *v = &o->vec;
    if (__builtin_expect(!w->plain, 0))
        return FN(exec_vec)(wave, op);
    if (__builtin_expect(w->frm > SF_RMM, 0))
        return bad_frm(w, o);
    uint32_t on = w->on;
    if (__builtin_expect(!on, 0))
        return &o->next->base;
    vec32 t, d;
    struct vec_args x = {
        .d = &d,
        .a = source32(w, &v->a, scalar, &t),
        .b = &w->v[v->b.reg],
        .c = &w->v[v->c.reg],
        .env = &w->env,
    };
    w->env.on = on;
    call_float(w, o->fn.vec, &x, on);
    store32(&w->v[v->d], d.u, on);
    return &o->next->base;
}

const struct op *FN(exec_fp_vv)(struct wave *wave, const struct op *op)
{
    return float32(wave, op, false);
}
const struct op *FN(exec_fp_vs)(struct wave *wave, const struct op *op)
{
    return float32(wave, op, true);
}

/* ---- every element width ---- */

/* A scalar or constant in every lane, extended to 64 bits where that is the width. */
static void spread(union temp *t, unsigned width, uint64_t value)
{
    switch (width) {
    case W8:
        t->b = (u8x32){0} + (uint8_t)value;
        break;
    case W16:
        t->h = splat16((uint16_t)value);
        break;
    case W64:
        t->q.u = splat64(value);
        break;
    default:
        t->w.u = splat32((uint32_t)value);
        break;
    }
}

static unsigned registers_of(unsigned width) { return width == W64 ? 2 : 1; }

static void modify(const struct ventus_source *s, unsigned width, union temp *t)
{
    if (s->is_float) {
        switch (width) {
        case W16:
            t->h = (s->abs ? t->h & 0x7fff : t->h) ^ (uint16_t)(s->neg ? 0x8000 : 0);
            break;
        case W64:
            t->q.u = (s->abs ? t->q.u & INT64_MAX : t->q.u) ^ (uint64_t)s->neg << 63;
            break;
        default:
            t->w.u = (s->abs ? t->w.u & INT32_MAX : t->w.u) ^ (uint32_t)s->neg << 31;
            break;
        }
        return;
    }
    switch (width) {
    case W8: {
        typedef VEC(int8_t, 32) i8x32;
        u8x32 below = (u8x32)((i8x32)t->b < 0);
        if (s->abs)
            t->b = (t->b ^ below) - below;
        if (s->neg)
            t->b = -t->b;
        break;
    }
    case W16: {
        u16x32 below = (u16x32)((i16x32)t->h < 0);
        if (s->abs)
            t->h = (t->h ^ below) - below;
        if (s->neg)
            t->h = -t->h;
        break;
    }
    case W64: {
        u64x32 below = (u64x32)(t->q.i < 0);
        if (s->abs)
            t->q.u = (t->q.u ^ below) - below;
        if (s->neg)
            t->q.u = -t->q.u;
        break;
    }
    default: {
        u32x32 below = (u32x32)(t->w.i < 0);
        if (s->abs)
            t->w.u = (t->w.u ^ below) - below;
        if (s->neg)
            t->w.u = -t->w.u;
        break;
    }
    }
}

/* The source for register g of an LMUL group. */
static const void *fetch(struct ventus_wave *w, const struct ventus_source *s, unsigned width,
                         unsigned g, union temp *t)
{
    if (s->is_double)
        width++;
    switch (s->kind) {
    case FROM_VGPR: {
        const vec32 *p = &w->v[s->reg + g * registers_of(width)];
        switch (width) {
        case W8:
            t->b = WIDEN(u8x32, p->u);
            break;
        case W16:
            t->h = trunc16(p->u);
            break;
        case W64:
            t->q.u = join32(p[0].u, p[1].u);
            break;
        default:
            if (!s->abs && !s->neg)
                return p;
            t->w = *p;
            break;
        }
        break;
    }
    case FROM_SGPR: {
        uint64_t x = w->x[s->reg];
        spread(t, width, s->is_signed ? (uint64_t)(int64_t)(int32_t)x : x);
        break;
    }
    case FROM_IMM:
        spread(t, width, (uint64_t)s->imm);
        return t;
    default:
        return &zeros;
    }
    if (s->abs || s->neg)
        modify(s, width, t);
    return t;
}

/* Writes a result; narrow elements are extended in their lane's word. */
static void write_back(struct ventus_wave *w, unsigned reg, unsigned width, bool is_signed,
                       const union temp *d, uint32_t on)
{
    typedef VEC(int8_t, 32) i8x32;
    vec32 *p = &w->v[reg];
    switch (width) {
    case W8:
        store32(p, is_signed ? (u32x32)WIDEN(i32x32, (i8x32)d->b) : WIDEN(u32x32, d->b), on);
        break;
    case W16:
        store32(p, is_signed ? (u32x32)sext16(d->h) : zext16(d->h), on);
        break;
    case W64:
        store32(p, trunc32(d->q.u), on);
        store32(p + 1, trunc32(d->q.u >> 32), on);
        break;
    default:
        store32(p, d->w.u, on);
        break;
    }
}

/* Lanes of register g of a group that an instruction writes. */
static uint32_t lanes_on(struct ventus_wave *w, bool typed, bool masked, unsigned g)
{
    uint32_t on = w->mask, first = g * w->base.lanes;
    uint32_t left = w->vl > first ? w->vl - first : 0;
    if (!typed) {
        on = w->on;
    } else if (left < 32) {
        on &= (1u << left) - 1;
    }
    return masked ? masked_lanes(w, on) : on;
}

/* Register numbers that the width and LMUL forbid; NULL: none. */
static const char *bad_group(const struct ventus_source *s, unsigned reg, bool is_vgpr,
                             unsigned width, unsigned lmul)
{
    unsigned n = registers_of(width) * lmul;
    if (s && s->kind != FROM_VGPR)
        is_vgpr = false;
    if (!is_vgpr || n == 1)
        return NULL;
    if (reg % n || reg + n > VGPR_COUNT)
        return n == 2 && lmul == 1 ? "64-bit elements are in pairs of registers from even ones on"
                                   : "with LMUL 2, operands are groups of registers, aligned";
    return NULL;
}

static const char *bad_operands(const struct ventus_vec_op *v, unsigned width, unsigned lmul)
{
    const struct ventus_source *s[3] = {&v->a, &v->b, &v->c};
    for (unsigned i = 0; i < 3; i++) {
        const char *bad = bad_group(s[i], s[i]->reg, true, width + s[i]->is_double, lmul);
        if (bad)
            return bad;
    }
    return bad_group(NULL, v->d, true, v->d_bool ? W32 : width + v->d_double, lmul);
}

static const struct op *illegal(struct ventus_wave *w, const struct ventus_op *o, const char *why)
{
    return (const struct op *)FN(fault)(w, o, SHOAL_FAULT_ILLEGAL, 0, 0, 0, "%s", why);
}

const struct op *FN(exec_vec)(struct wave *wave, const struct op *op)
{
    struct ventus_wave *w = (struct ventus_wave *)wave;
    const struct ventus_op *o = (const struct ventus_op *)op;
    const struct ventus_vec_op *v = &o->vec;
    unsigned lmul = v->typed ? w->lmul : 1, width = v->typed ? w->sew : W32;
    if (!lmul)
        return illegal(w, o, "vtype is not valid (vill)");
    if (v->words)
        width = W32;
    vec_fn fn = o->fn.vec->at[width];
    if (!fn)
        return illegal(w, o, "not for elements of this width");
    if (v->fp && w->frm > SF_RMM)
        return bad_frm(w, o);
    const char *bad = bad_operands(v, width, lmul);
    if (bad)
        return illegal(w, o, bad);
    union temp d[2], ta, tb, tc;
    uint32_t on[2] = {0, 0};
    for (unsigned g = 0; g < lmul; g++) {
        on[g] = lanes_on(w, v->typed, v->masked, g);
        if (!on[g])
            continue;
        struct vec_args x = {
            .d = &d[g],
            .a = fetch(w, &v->a, width, g, &ta),
            .b = fetch(w, &v->b, width, g, &tb),
            .c = fetch(w, &v->c, width, g, &tc),
            .m = v->has_m ? masked_lanes(w, UINT32_MAX) : 0,
            .env = &w->env,
        };
        w->env.on = on[g];
        w->env.first = g * w->base.lanes;
        if (v->fp && width == W32 && o->fn.vec->at[W32_SOFT])
            call_float(w, o->fn.vec, &x, on[g]);
        else
            fn(&x);
    }
    w->env.first = 0;
    unsigned result = v->d_bool ? W32 : width + v->d_double;
    for (unsigned g = 0; g < lmul; g++)
        if (on[g])
            write_back(w, v->d + g * registers_of(result), result, v->d_signed, &d[g], on[g]);
    return &o->next->base;
}

/* ---- operands with widths of their own: register pairs, 64-bit compute ---- */

static const struct sf_format formats[] = {[W16] = {5, 10}, [W32] = {8, 23}, [W64] = {11, 52}};

/* Element l of a source, its width extended to `to`; floats are converted, which is exact. */
static uint64_t element(struct ventus_wave *w, const struct ventus_source *s, unsigned l,
                        unsigned to)
{
    uint64_t x;
    switch (s->kind) {
    case FROM_VGPR:
        x = *vgpr_lane(w, s->reg, l);
        if (s->width == W64)
            x |= (uint64_t)*vgpr_lane(w, s->reg + 1u, l) << 32;
        break;
    case FROM_SGPR:
        x = s->width == W64 ? pair_value(w, s->reg) : w->x[s->reg];
        break;
    case FROM_IMM:
        return (uint64_t)s->imm;
    default:
        return 0;
    }
    unsigned bits = 8u << s->width;
    if (s->width == W16 && s->high)
        x >>= 16;
    if (s->is_float) {
        uint64_t sign = UINT64_C(1) << (bits - 1);
        x &= sign | (sign - 1);
        if (s->abs)
            x &= sign - 1;
        if (s->neg)
            x ^= sign;
        if (s->width == to)
            return x;
        struct sf_env exact = {0};
        if (sf_is_snan(formats[s->width], x))
            w->env.fp.flags |= SF_NV;
        return sf_convert(&exact, formats[s->width], formats[to], x);
    }
    x <<= 64 - bits;
    int64_t value = s->is_signed ? (int64_t)x >> (64 - bits) : (int64_t)(x >> (64 - bits));
    if (s->abs && value < 0)
        value = (int64_t) - (uint64_t)value;
    if (s->neg)
        value = (int64_t) - (uint64_t)value;
    return (uint64_t)value;
}

static void put_element(union temp *t, unsigned width, unsigned l, uint64_t x)
{
    switch (width) {
    case W16:
        t->h[l] = (uint16_t)x;
        break;
    case W64:
        t->q.u[l] = x;
        break;
    default:
        t->w.u[l] = (uint32_t)x;
        break;
    }
}

static uint64_t get_result(const union temp *t, unsigned width, unsigned l)
{
    return width == W16 ? t->h[l] : width == W64 ? t->q.u[l] : t->w.u[l];
}

/* OMOD on an integer. */
static uint64_t scaled(uint64_t x, unsigned omod, unsigned width, bool is_signed)
{
    unsigned unused = 64 - (8u << width);
    if (omod < 3)
        return x << omod;
    return is_signed ? (uint64_t)((int64_t)(x << unused) >> unused >> 1)
                     : x << unused >> unused >> 1;
}

static void write_element(struct ventus_wave *w, const struct ventus_vec_op *v, unsigned l,
                          uint64_t x)
{
    uint32_t *p = vgpr_lane(w, v->d, l);
    switch (v->d_width) {
    case W16:
        *p = v->d_high ? (*p & 0xffff) | (uint32_t)x << 16 : (*p & 0xffff0000) | (x & 0xffff);
        break;
    case W64:
        *vgpr_lane(w, v->d + 1u, l) = (uint32_t)(x >> 32);
        __attribute__((fallthrough));
    default:
        *p = (uint32_t)x;
        break;
    }
}

/* One rounding: a result that will be narrowed is rounded to odd first (softfloat.h); OMOD
 * scales before it. Minimum, maximum and sign injection do not round: they are scaled after. */
const struct op *FN(exec_mixed)(struct wave *wave, const struct op *op)
{
    static const int8_t scale[] = {0, 1, 2, -1};
    struct ventus_wave *w = (struct ventus_wave *)wave;
    const struct ventus_op *o = (const struct ventus_op *)op;
    const struct ventus_vec_op *v = &o->vec;
    bool is_float = v->b.is_float;
    unsigned width = v->width;
    vec_fn fn = o->fn.vec->at[width];
    if (is_float && width == W32)
        fn = o->fn.vec->at[W32_SOFT];
    if (!fn)
        return illegal(w, o, "not for operands of this width");
    if (v->fp && w->frm > SF_RMM)
        return bad_frm(w, o);
    uint32_t on = v->masked ? masked_lanes(w, w->on) : w->on;
    if (!on)
        return &o->next->base;
    union temp a = {0}, b = {0}, c = {0}, d;
    for (uint32_t left = on; left; left &= left - 1) {
        unsigned l = (unsigned)__builtin_ctz(left);
        put_element(&a, width, l, element(w, &v->a, l, width));
        put_element(&b, width, l, element(w, &v->b, l, width));
        put_element(&c, width, l, element(w, &v->c, l, width));
    }
    unsigned result = v->d_bool ? W32 : width;
    bool narrows = is_float && v->d_is_float && v->d_width < width;
    struct vec_args x = {.d = &d, .a = &a, .b = &b, .c = &c, .env = &w->env};
    x.m = v->has_m ? masked_lanes(w, UINT32_MAX) : 0;
    w->env.on = on;
    struct sf_env *fp = &w->env.fp;
    if (narrows) {
        fp->rm = SF_ODD;
        fp->rounds_down = w->frm == SF_RDN;
    }
    if (is_float && !v->selects)
        fp->scale = scale[v->omod];
    uint8_t flags = fp->flags;
    fn(&x);
    if (narrows) /* only the last rounding counts; what is left is invalid and division by zero */
        fp->flags = flags | (fp->flags & (SF_NV | SF_DZ));
    fp->rm = w->frm;
    fp->rounds_down = false;
    fp->scale = 0;
    for (uint32_t left = on; left; left &= left - 1) {
        unsigned l = (unsigned)__builtin_ctz(left);
        uint64_t r = get_result(&d, result, l);
        if (is_float && v->d_is_float) {
            fp->scale = v->selects ? scale[v->omod] : 0;
            if (v->d_width != width || fp->scale)
                r = sf_convert(fp, formats[width], formats[v->d_width], r);
            fp->scale = 0;
        } else if (v->omod) {
            r = scaled(r, v->omod, width, v->d_signed);
        }
        write_element(w, v, l, r);
    }
    return &o->next->base;
}
