/* valu.c: the operand layer of vector instructions.
 *
 * Everything that is the same for all of them is here, once: fetching sources in any
 * width from VGPRs, scalars and constants, DPP, neg/abs, op_sel, denormals and rounding
 * under MODE, the rule for NaN results, omod, clamp, write-back under EXEC, 16-bit
 * halves, lane masks, the two passes of wave64, VOPD. The instruction itself is
 * op->fn.valu (sem/).
 *
 * Manual: RDNA3 chapter 7. */
#include <fenv.h>

#include "isa/rdna3/exec/layer.h"
#include "isa/rdna3/exec/trap.h"

union temp {
    vec16 h;
    vec32 w;
    vec64 q;
    vec128 x;
};

static inline vec32 *reg(struct rdna3_wave *w, uint32_t offset)
{
    return (vec32 *)((char *)w->v + offset);
}

/* Register n + i of a group that begins at p. */
static inline vec32 *reg_after(struct rdna3_wave *w, vec32 *p, unsigned i)
{
    return p + i * w->halves;
}

void FN(set_host_round)(unsigned mode)
{
    static const int host[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    fesetround(host[mode & 3]);
}

/* ---- sources ---- */

static inline void modify16(const struct rdna3_src *s, vec16 *v)
{
    if (s->abs)
        v->u &= 0x7fff;
    if (s->neg)
        v->u ^= 0x8000;
}

static inline void modify32(const struct rdna3_src *s, vec32 *v)
{
    if (s->abs)
        v->u &= 0x7fffffff;
    if (s->neg)
        v->u ^= 0x80000000;
}

static inline void modify64(const struct rdna3_src *s, vec64 *v)
{
    if (s->abs)
        v->u &= INT64_MAX;
    if (s->neg)
        v->u ^= (uint64_t)1 << 63;
}

static inline void modify(const struct rdna3_src *s, union temp *t)
{
    switch (rdna3_type_bits[s->type]) {
    case 16:
        modify16(s, &t->h);
        break;
    case 64:
        modify64(s, &t->q);
        break;
    default:
        modify32(s, &t->w);
        break;
    }
}

/* Operand flush of denormals (MODE.FP_DENORM allows them or not). Sign is kept. */
static u32x32 flush32(u32x32 v)
{
    return pick32((u32x32)((v & 0x7f800000) == 0), v & 0x80000000, v);
}
static u16x32 flush16(u16x32 v) { return pick16((u16x32)((v & 0x7c00) == 0), v & 0x8000, v); }
static u64x32 flush64(u64x32 v)
{
    return pick64((u64x32)((v & 0x7ff0000000000000) == 0), v & 0x8000000000000000, v);
}

/* Flushes the denormals of a value of `type` at p if `mode` does not allow them; bit 0 of
 * each denorm field is for inputs, bit 1 for results. */
static void flush(uint32_t mode, unsigned type, bool result, union temp *p)
{
    bool keep32 = mode & (result ? MODE_DENORM32_OUT : MODE_DENORM32_IN);
    bool keep64 = mode & (result ? MODE_DENORM16_64_OUT : MODE_DENORM16_64_IN);
    switch (type) {
    case T_f32:
    case T_mix:
        if (!keep32)
            p->w.u = flush32(p->w.u);
        break;
    case T_f16:
        if (!keep64)
            p->h.u = flush16(p->h.u);
        break;
    case T_2f16:
        if (!keep64)
            p->w.u = join16(flush16(lo16(p->w.u)), flush16(hi16(p->w.u)));
        break;
    case T_f64:
        if (!keep64)
            p->q.u = flush64(p->q.u);
        break;
    default:
        break;
    }
}

/* op_sel, op_sel_hi, neg and neg_hi of packed operands. */
static inline void pack_halves(const struct rdna3_src *s, vec32 *v)
{
    if (s->sel_lo != 0 || s->sel_hi != 1) {
        u32x32 lo = s->sel_lo ? v->u >> 16 : v->u & 0xffff;
        u32x32 hi = s->sel_hi ? v->u & 0xffff0000 : v->u << 16;
        v->u = lo | hi;
    }
    if (s->neg)
        v->u ^= 0x8000;
    if (s->neg_hi)
        v->u ^= 0x80000000;
}

/* Each lane takes lane n of its quad, active or not (12.3). */
static void quad_lanes(unsigned n, const vec32 *from, vec32 *to)
{
    for (unsigned lane = 0; lane < 32; lane++)
        to->u[lane] = from->u[(lane & ~3u) + n];
}

static inline bool is_float(unsigned type)
{
    return type == T_f32 || type == T_f16 || type == T_f64 || type == T_2f16;
}

/* The value of a source for the lanes 32 h ..; in place if nothing has to change, else in
 * *t. dpp: NULL, or src0's register after DPP. */
static const void *fetch(struct rdna3_wave *w, const struct rdna3_src *s, unsigned h,
                         const vec32 *dpp, bool keep, union temp *t)
{
    const vec32 *r;
    switch (s->kind) {
    case SRCK_V32:
        r = dpp ? dpp : reg(w, s->value) + h;
        if (s->quad) {
            quad_lanes(s->quad - 1u, r, &t->w);
            break;
        }
        if (!s->neg && !s->abs && (w->mode & MODE_PLAIN_MASK) == MODE_PLAIN &&
            !rdna3_is_packed(s->type) && s->type != T_mix)
            return r;
        t->w = *r;
        break;
    case SRCK_S32:
        t->w.u = splat32(w->s[s->value]);
        break;
    case SRCK_I32:
        t->w.u = splat32((uint32_t)s->imm);
        break;
    case SRCK_SCC:
        if (rdna3_type_bits[s->type] == 16)
            t->h.u = splat16(w->scc);
        else if (rdna3_type_bits[s->type] == 64)
            t->q.u = splat64(w->scc);
        else
            t->w.u = splat32(w->scc);
        break;
    case SRCK_V16:
        r = dpp ? dpp : reg(w, s->value) + h;
        t->h.u = s->half ? hi16(r->u) : lo16(r->u);
        break;
    case SRCK_S16:
        t->h.u = splat16((uint16_t)(w->s[s->value] >> (s->half ? 16 : 0)));
        break;
    case SRCK_I16:
        t->h.u = splat16((uint16_t)(s->imm >> (s->half ? 16 : 0)));
        break;
    case SRCK_V64: {
        vec32 *p = reg(w, s->value) + h;
        t->q.u = join32(p->u, reg_after(w, p, 1)->u);
        break;
    }
    case SRCK_S64:
        t->q.u = splat64(s64(w, s->value));
        break;
    case SRCK_I64:
        t->q.u = splat64(s->imm);
        break;
    case SRCK_V96:
    case SRCK_V128: {
        vec32 *p = reg(w, s->value) + h;
        for (unsigned i = 0; i < 4; i++)
            t->x.w[i] = *reg_after(w, p, i);
        return t;
    }
    default:
        return t;
    }
    if (s->type == T_mix) {
        /* FMA_MIX: op_sel_hi says f16 (then op_sel which half), manual 7.6 */
        if (s->half & 2) {
            u16x32 x = s->half & 1 ? hi16(t->w.u) : lo16(t->w.u);
            t->w.f = f32_of_f16(w->mode & MODE_DENORM16_64_IN || keep ? x : flush16(x));
        }
        modify32(s, &t->w);
    } else if (rdna3_is_packed(s->type)) {
        pack_halves(s, &t->w);
    } else if (s->neg || s->abs) {
        modify(s, t);
    }
    if (!keep && (w->mode & MODE_DENORM_IN) != MODE_DENORM_IN)
        flush(w->mode, s->type, false, t);
    return t;
}

/* ---- results ---- */

/* NaN results of arithmetic: the first NaN among the operands, else the positive default
 * NaN. MODE.IEEE makes signalling NaNs quiet, otherwise they pass (3.4.2). The host's
 * choice depends on how the compiler orders operands, so it is made here, the same for
 * every engine. */
static void nan_rule32(f32x32 *d, const void *const *src, unsigned n, bool quiet)
{
    i32x32 bad = *d != *d;
    if (__builtin_expect(mask_of(bad) == 0, 1))
        return;
    u32x32 r = splat32(0x7fc00000);
    for (unsigned i = n; i-- > 0;) {
        f32x32 s = *(const f32x32 *)src[i];
        r = pick32((u32x32)(s != s), (u32x32)s | (quiet ? 0x00400000 : 0), r);
    }
    *d = pickf(bad, (f32x32)r, *d);
}

static void nan_rule16(u16x32 *d, const u16x32 *const *src, unsigned n, bool quiet)
{
    i16x32 bad = (*d & 0x7fff) > 0x7c00;
    if (__builtin_expect(mask_of16(bad) == 0, 1))
        return;
    u16x32 r = splat16(0x7e00);
    for (unsigned i = n; i-- > 0;)
        r = pick16((u16x32)((*src[i] & 0x7fff) > 0x7c00), *src[i] | (uint16_t)(quiet ? 0x0200 : 0),
                   r);
    *d = pick16((u16x32)bad, r, *d);
}

static void nan_rule64(f64x32 *d, const void *const *src, unsigned n, bool quiet)
{
    i64x32 bad = *d != *d;
    if (__builtin_expect(mask_of64(bad) == 0, 1))
        return;
    u64x32 r = splat64(0x7ff8000000000000);
    for (unsigned i = n; i-- > 0;) {
        f64x32 s = *(const f64x32 *)src[i];
        r = pick64((u64x32)(s != s), (u64x32)s | (quiet ? 0x0008000000000000 : 0), r);
    }
    *d = pickd(bad, (f64x32)r, *d);
}

/* src: the n sources that have the type of the result. */
static void nan_rule(const struct rdna3_valu *v, union temp *d, const void *const *src, unsigned n,
                     bool quiet)
{
    switch (v->dst_type) {
    case T_f32:
        nan_rule32(&d->w.f, src, n, quiet);
        break;
    case T_f64:
        nan_rule64(&d->q.f, src, n, quiet);
        break;
    case T_f16:
        nan_rule16(&d->h.u, (const u16x32 *const *)src, n, quiet);
        break;
    case T_2f16: {
        u16x32 lo[4], hi[4], dl = lo16(d->w.u), dh = hi16(d->w.u);
        const u16x32 *pl[4], *ph[4];
        for (unsigned i = 0; i < n; i++) {
            lo[i] = lo16(*(const u32x32 *)src[i]);
            hi[i] = hi16(*(const u32x32 *)src[i]);
            pl[i] = &lo[i];
            ph[i] = &hi[i];
        }
        nan_rule16(&dl, pl, n, quiet);
        nan_rule16(&dh, ph, n, quiet);
        d->w.u = join16(dl, dh);
        break;
    }
    default:
        break;
    }
}

/* An f16 that is infinite without an infinite operand becomes the largest number. zero:
 * the operation is a division, whose zero operands make true infinities. */
static u16x32 finite16(u16x32 d, const u16x32 *const *src, unsigned n, bool zero)
{
    u16x32 real = splat16(0), m;
    for (unsigned i = 0; i < n; i++) {
        m = *src[i] & 0x7fff;
        real |= (u16x32)(m == 0x7c00);
        if (zero)
            real |= (u16x32)(m == 0);
    }
    return d - ((u16x32)((d & 0x7fff) == 0x7c00) & ~real & 1);
}

/* MODE.FP16_OVFL, manual 3.4.2. */
static void clamp_overflow(const struct rdna3_valu *v, union temp *d, const void *const *src,
                           unsigned n)
{
    u16x32 lo[4], hi[4];
    const u16x32 *pl[4], *ph[4];
    bool packed = v->dst_type == T_2f16;
    if (v->dst_type != T_f16 && !(packed && v->src[0].type == T_2f16))
        return;
    for (unsigned i = 0; i < n; i++) {
        pl[i] = &lo[i];
        ph[i] = &hi[i];
        unsigned type = i < v->nsrc ? v->src[i].type : v->dst_type;
        if (type == T_f32 || type == T_mix) { /* all that matters: is it infinite? */
            u32x32 m = *(const u32x32 *)src[i] & 0x7fffffff;
            lo[i] = pick16(trunc16((u32x32)(m == 0x7f800000)), splat16(0x7c00), splat16(1));
        } else if (type == T_f16) {
            lo[i] = *(const u16x32 *)src[i];
        } else if (type == T_2f16) {
            lo[i] = lo16(*(const u32x32 *)src[i]);
            hi[i] = hi16(*(const u32x32 *)src[i]);
            if (!packed) /* a dot product: either half */
                lo[i] = pick16((u16x32)((hi[i] & 0x7fff) == 0x7c00), hi[i], lo[i]);
        } else {
            lo[i] = hi[i] = splat16(1);
        }
    }
    if (packed)
        d->w.u = join16(finite16(lo16(d->w.u), pl, n, false), finite16(hi16(d->w.u), ph, n, false));
    else
        d->h.u = finite16(d->h.u, pl, n, !v->nan_rule && v->src[0].type == T_f16);
}

/* [0, 1], -0 becomes +0; NaN becomes 0 if DX10_CLAMP, manual 7.2.3.1 and 3.4.2. */
static f32x32 clampf(f32x32 x, bool nan_to_zero)
{
    f32x32 zero = splatf(0), r = pickf(x > zero, x, zero);
    r = pickf(r > splatf(1), splatf(1), r);
    return nan_to_zero ? r : pickf(x != x, x, r);
}

static void output_modifiers(const struct rdna3_wave *w, const struct rdna3_valu *v, union temp *d)
{
    static const float factor[] = {1, 2, 4, 0.5f};
    bool dx10 = w->mode & MODE_DX10_CLAMP;
    /* OMOD does nothing with IEEE set or output denormals on; it turns -0 into +0. */
    unsigned omod = w->mode & MODE_IEEE ? 0 : v->omod;
    switch (v->dst_type) {
    case T_f32:
        if (omod && !(w->mode & MODE_DENORM32_OUT)) {
            d->w.u = flush32((u32x32)(d->w.f * factor[omod]));
            d->w.u = pick32((u32x32)(d->w.u == 0x80000000), splat32(0), d->w.u);
        }
        if (v->clamp)
            d->w.f = clampf(d->w.f, dx10);
        break;
    case T_f16: {
        f32x32 x = f32_of_f16(d->h.u);
        if (omod && !(w->mode & MODE_DENORM16_64_OUT)) {
            d->h.u = flush16(f16_of_f32(x * factor[omod]));
            d->h.u = pick16((u16x32)(d->h.u == 0x8000), splat16(0), d->h.u);
            x = f32_of_f16(d->h.u);
        }
        if (v->clamp)
            d->h.u = f16_of_f32(clampf(x, dx10));
        break;
    }
    case T_2f16:
        if (v->clamp)
            d->w.u = join16(f16_of_f32(clampf(f32_of_f16(lo16(d->w.u)), dx10)),
                            f16_of_f32(clampf(f32_of_f16(hi16(d->w.u)), dx10)));
        break;
    case T_f64: {
        if (omod && !(w->mode & MODE_DENORM16_64_OUT)) {
            d->q.u = flush64((u64x32)(d->q.f * (double)factor[omod]));
            d->q.u = pick64((u64x32)(d->q.u == (uint64_t)1 << 63), splat64(0), d->q.u);
        }
        if (v->clamp) {
            f64x32 x = d->q.f, zero = splatd(0), r = pickd(x > zero, x, zero);
            r = pickd(r > splatd(1), splatd(1), r);
            d->q.f = dx10 ? r : pickd(x != x, x, r);
        }
        break;
    }
    default:
        break;
    }
}

/* The old value of the destination, in the form semantics see it. */
static void load_dst(struct rdna3_wave *w, const struct rdna3_valu *v, unsigned h, union temp *d)
{
    vec32 *p = v->dst_kind >= DST_S32 ? NULL : reg(w, v->dst) + h;
    switch (v->dst_kind) {
    case DST_V32:
        d->w = *p;
        break;
    case DST_V16:
        d->h.u = v->dst_half ? hi16(p->u) : lo16(p->u);
        break;
    case DST_S32:
        d->w.u = splat32(w->s[v->dst]);
        break;
    case DST_S16:
        d->h.u = splat16((uint16_t)w->s[v->dst]);
        break;
    case DST_V64:
        d->q.u = join32(p->u, reg_after(w, p, 1)->u);
        break;
    case DST_V128:
        for (unsigned i = 0; i < 4; i++)
            d->x.w[i] = *reg_after(w, p, i);
        break;
    default:
        break;
    }
}

static inline void store32(vec32 *p, u32x32 value, uint32_t exec)
{
    p->u = exec == UINT32_MAX ? value : select32(exec, value, p->u);
}

static void store_dst(struct rdna3_wave *w, const struct rdna3_valu *v, unsigned h, uint32_t exec,
                      const union temp *d)
{
    vec32 *p = reg(w, v->dst) + h;
    switch (v->dst_kind) {
    case DST_V32:
        store32(p, d->w.u, exec);
        break;
    case DST_V16: /* the other half keeps its value */
        store32(p,
                v->dst_half ? (p->u & 0xffff) | zext16(d->h.u) << 16
                            : (p->u & 0xffff0000) | zext16(d->h.u),
                exec);
        break;
    case DST_V64: {
        u32x32 lo = trunc32(d->q.u), hi = trunc32(d->q.u >> 32);
        store32(p, lo, exec);
        store32(reg_after(w, p, 1), hi, exec);
        break;
    }
    case DST_V128:
        for (unsigned i = 0; i < 4; i++)
            store32(reg_after(w, p, i), d->x.w[i].u, exec);
        break;
    default:
        break;
    }
}

/* ---- exceptions ---- */

/* Lanes that are off must not raise any: they get the operand of one that is on. */
static const void *active_only(const struct rdna3_src *s, const void *value, uint32_t exec,
                               union temp *t)
{
    unsigned first = (unsigned)__builtin_ctz(exec);
    switch (rdna3_type_bits[s->type]) {
    case 16:
        t->h.u = select16(exec, *(const u16x32 *)value, splat16(((const uint16_t *)value)[first]));
        return t;
    case 64:
        t->q.u = select64(exec, *(const u64x32 *)value, splat64(((const uint64_t *)value)[first]));
        return t;
    case 32:
        t->w.u = select32(exec, *(const u32x32 *)value, splat32(((const uint32_t *)value)[first]));
        return t;
    default:
        return value;
    }
}

/* The host's flags in the order of TRAPSTS.EXCP. */
static uint32_t host_exceptions(void)
{
    int f = fetestexcept(FE_ALL_EXCEPT);
    uint32_t r = !!(f & FE_INVALID) | (uint32_t) !!(f & FE_DIVBYZERO) << 2 |
                 (uint32_t) !!(f & FE_OVERFLOW) << 3 | (uint32_t) !!(f & FE_UNDERFLOW) << 4 |
                 (uint32_t) !!(f & FE_INEXACT) << 5;
#ifdef __x86_64__
    r |= (uint32_t) !!(fetestexcept(0x2) & 0x2) << 1; /* input denormal */
#endif
    return r;
}

/* Which NaN a result is, and what becomes of an infinite f16. src: the sources, with room for k and
 * the old destination behind them. */
static void settle(const struct rdna3_wave *w, const struct rdna3_valu *v, const void **src,
                   const union temp *k, const union temp *old, union temp *d)
{
    unsigned n = 0, all = v->nsrc;
    const void *like[5]; /* the sources of the result's type */
    for (unsigned i = 0; i < v->nsrc; i++)
        if (v->src[i].type == v->dst_type || (v->src[i].type == T_mix && v->dst_type == T_f32))
            like[n++] = src[i];
    if (v->has_k)
        like[n++] = src[all++] = k;
    if (v->reads_d)
        like[n++] = src[all++] = old;
    if (v->nan_rule)
        nan_rule(v, d, like, n, w->mode & MODE_IEEE);
    if (w->mode & MODE_FP16_OVFL)
        clamp_overflow(v, d, src, all);
}

/* One pass of a vector instruction up to its result in *d and *e; returns the lane mask
 * to write under. x->co holds the mask result. */
static uint32_t compute(struct rdna3_wave *w, const struct rdna3_op *o, const struct rdna3_valu *v,
                        unsigned h, uint32_t exec, union temp *d, union temp *e, uint32_t *co)
{
    union temp t[3];
    const void *src[4] = {NULL, NULL, NULL, NULL};
    struct valu_args x;
    vec32 dpp_value, *dpp = NULL;
    if (v->dpp_kind) {
        exec &= FN(dpp)(v, w->s[SRC_EXEC_LO + h], 32 * h, reg(w, v->src[0].value) + h, &dpp_value);
        dpp = &dpp_value;
    }
    for (unsigned i = 0; i < v->nsrc; i++)
        src[i] = fetch(w, &v->src[i], h, i == 0 ? dpp : NULL, v->keeps_in, &t[i]);
    x.a = src[0];
    x.b = src[1];
    x.c = src[2];
    union temp k;
    if (v->has_k) {
        if (v->dst_type == T_f16)
            k.h.u = splat16((uint16_t)v->k);
        else
            k.w.u = splat32((uint32_t)v->k);
        if (!v->keeps_in && (w->mode & MODE_DENORM_IN) != MODE_DENORM_IN)
            flush(w->mode, v->dst_type, false, &k);
        x.k = &k;
    }
    x.m = v->reads_m ? w->s[v->m_sgpr + h] : 0;
    x.mode = v->toward_zero ? w->mode | MODE_ROUND32 | MODE_ROUND16_64 : w->mode;
    x.lane0 = 32 * h;
    x.neg = v->neg_bits;
    x.clamp = v->clamp;
    x.d = d;
    x.e = e;
    x.co = 0;
    union temp old;
    if (v->reads_d) {
        load_dst(w, v, h, d);
        if (!v->keeps_in && (w->mode & MODE_DENORM_IN) != MODE_DENORM_IN)
            flush(w->mode, v->dst_type, false, d);
        old = *d;
    }
    if (v->swaps) {
        if (v->dst_kind == DST_V16)
            e->h.u = v->src[0].half ? hi16(reg(w, v->dst2)[h].u) : lo16(reg(w, v->dst2)[h].u);
        else
            e->w = reg(w, v->dst2)[h];
    }
    unsigned round = v->nearest ? 0 : x.mode >> (v->dst_type == T_f32 ? 0 : 2) & 3;
    bool rounds = round != 0 && is_float(v->dst_type);
    if (__builtin_expect(rounds, 0))
        FN(set_host_round)(round);
    bool watches = w->mode & v->mode_mask & MODE_EXCP_FLOAT;
    if (__builtin_expect(watches, 0)) {
        const void **sources[3] = {&x.a, &x.b, &x.c};
        for (unsigned i = 0; i < v->nsrc; i++)
            *sources[i] = active_only(&v->src[i], src[i], exec, &t[i]);
        feclearexcept(FE_ALL_EXCEPT);
    }
    o->fn.valu(&x);
    if (__builtin_expect(watches, 0))
        w->trapsts |= host_exceptions();
    if (v->nan_rule || w->mode & MODE_FP16_OVFL)
        settle(w, v, src, &k, &old, d);
    if (v->omod || v->clamp)
        output_modifiers(w, v, d);
    if (__builtin_expect(rounds, 0))
        FN(set_host_round)(0);
    if (!v->keeps_out && (w->mode & MODE_DENORM_OUT) != MODE_DENORM_OUT)
        flush(w->mode, v->dst_type, true, d);
    *co = x.co & exec;
    return exec;
}

/* Which exceptions trap, and which had been raised before the instruction. */
struct exceptions {
    uint32_t enabled, sticky;
};

static struct exceptions exceptions_begin(struct rdna3_wave *w, const struct rdna3_valu *v)
{
    uint32_t enabled = (w->mode & v->mode_mask & MODE_EXCP_FLOAT) >> MODE_EXCP_FIRST;
    struct exceptions before = {enabled, w->trapsts};
    if (__builtin_expect(enabled, 0))
        w->trapsts &= ~0x3fu; /* to see what this one raises */
    return before;
}

/* The op after `o`, or the trap handler's. */
static const struct op *exceptions_end(struct rdna3_wave *w, const struct rdna3_op *o,
                                       const struct exceptions *before)
{
    if (__builtin_expect(before->enabled, 0)) {
        uint32_t raised = w->trapsts & before->enabled;
        w->trapsts |= before->sticky & 0x3f;
        if (raised && can_trap(w)) /* the result is written; the pc is the next one's */
            return (const struct op *)FN(trap_enter)(w, o, op_pc(w, o) + o->base.size_bytes, 0,
                                                     false);
    }
    return &op_next(o)->base;
}

const struct op *FN(exec_valu)(struct wave *wave, const struct op *op)
{
    struct rdna3_wave *w = (struct rdna3_wave *)wave;
    const struct rdna3_op *o = (const struct rdna3_op *)op;
    const struct rdna3_valu *v = &o->valu;
    uint32_t co[2] = {0, 0};
    struct exceptions before = exceptions_begin(w, v);
    for (unsigned h = 0; h < w->halves; h++) {
        uint32_t exec = w->s[SRC_EXEC_LO + h];
        if (!exec || v->skip_writes)
            continue;
        union temp d, e;
        exec = compute(w, o, v, h, exec, &d, &e, &co[h]);
        store_dst(w, v, h, exec, &d);
        if (v->swaps) {
            vec32 *p = reg(w, v->dst2) + h;
            if (v->dst_kind == DST_V16)
                store32(p,
                        v->src[0].half ? (p->u & 0xffff) | zext16(e.h.u) << 16
                                       : (p->u & 0xffff0000) | zext16(e.h.u),
                        exec);
            else
                store32(p, e.w.u, exec);
        }
    }
    if (v->writes_co && !v->skip_writes) {
        unsigned at = v->co_is_exec ? SRC_EXEC_LO : v->co_sgpr;
        w->s[at] = co[0];
        if (w->halves == 2)
            w->s[at + 1] = co[1];
    }
    return exceptions_end(w, o, &before);
}

/* The function runs on all lanes of one pass, whatever EXEC is; lane 0 counts (RDNA3.5 6.8). */
const struct op *FN(exec_lane)(struct wave *wave, const struct op *op)
{
    struct rdna3_wave *w = (struct rdna3_wave *)wave;
    const struct rdna3_op *o = (const struct rdna3_op *)op;
    const struct rdna3_valu *v = &o->valu;
    struct exceptions before = exceptions_begin(w, v);
    union temp d, e;
    uint32_t co;
    compute(w, o, v, 0, 1, &d, &e, &co);
    if (v->dst_kind == DST_NONE)
        w->scc = co & 1;
    else
        w->s[v->dst] = v->dst_kind == DST_S16 ? d.h.u[0] : d.w.u[0]; /* the upper half is 0 */
    return exceptions_end(w, o, &before);
}

const struct op *FN(exec_interp)(struct wave *wave, const struct op *op)
{
    return FN(exec_valu)(wave, op);
}

/* ---- the common case ---- */

static inline const vec32 *fetch32(struct rdna3_wave *w, const struct rdna3_src *s, vec32 *t)
{
    if (s->kind == SRCK_V32)
        return reg(w, s->value);
    t->u = splat32(s->kind == SRCK_S32 ? w->s[s->value] : (uint32_t)s->imm);
    return t;
}

/* Wave32, 32-bit sources and destination (or lane masks), no modifiers, no DPP: what
 * most instructions of real kernels are. Falls back to exec_plain while MODE is unusual. */
const struct op *FN(exec_valu32)(struct wave *wave, const struct op *op)
{
    struct rdna3_wave *w = (struct rdna3_wave *)wave;
    const struct rdna3_op *o = (const struct rdna3_op *)op;
    const struct rdna3_valu *v = &o->valu;
    uint32_t unusual = (w->mode ^ MODE_PLAIN) & v->mode_mask;
    if (__builtin_expect(unusual != 0, 0))
        return FN(exec_plain)(wave, op);
    uint32_t exec = w->s[SRC_EXEC_LO];
    struct valu_args x;
    vec32 t[3], d, k;
    x.a = fetch32(w, &v->src[0], &t[0]);
    if (v->nsrc > 1)
        x.b = fetch32(w, &v->src[1], &t[1]);
    if (v->nsrc > 2)
        x.c = fetch32(w, &v->src[2], &t[2]);
    if (v->has_k) {
        k.u = splat32((uint32_t)v->k);
        x.k = &k;
    }
    x.m = w->s[v->m_sgpr];
    x.mode = w->mode;
    x.lane0 = 0;
    x.clamp = 0;
    x.neg = v->neg_bits;
    vec32 *p = reg(w, v->dst);
    if (v->nan_rule) {
        if (v->reads_d)
            d = *p;
        x.d = &d;
        o->fn.valu(&x);
        if (__builtin_expect(mask_of(d.f != d.f) & exec, 0))
            return FN(exec_valu)(wave, op);
        store32(p, d.u, exec);
    } else if (v->dst_kind == DST_NONE || exec == UINT32_MAX) {
        x.d = p;
        o->fn.valu(&x);
    } else {
        d = *p;
        x.d = &d;
        o->fn.valu(&x);
        p->u = select32(exec, d.u, p->u);
    }
    if (v->writes_co)
        w->s[v->co_is_exec ? SRC_EXEC_LO : v->co_sgpr] = x.co & exec;
    return &op_next(o)->base;
}

static inline const vec32 *plain_source(struct rdna3_wave *w, const struct rdna3_src *s, unsigned h,
                                        vec32 *t)
{
    return s->kind == SRCK_V32 ? reg(w, s->value) + h : fetch32(w, s, t);
}

static const vec32 *flushed_source(const struct rdna3_src *s, const vec32 *x, vec32 *t)
{
    if (s->type != T_f32)
        return x;
    t->u = flush32(x->u);
    return t;
}

/* One pass of a plain operation up to its result in *d. False: MODE or NaNs need exec_valu. */
static bool plain_pass(struct rdna3_wave *w, const struct rdna3_op *o, unsigned h, uint32_t *exec,
                       vec32 *d, uint32_t *co)
{
    const struct rdna3_valu *v = &o->valu;
    uint32_t unusual = (w->mode ^ MODE_PLAIN) & v->mode_mask;
    if (__builtin_expect((unusual & ~(uint32_t)MODE_DENORM32) != 0, 0))
        return false;
    vec32 t[3], k, *p = reg(w, v->dst) + h;
    struct valu_args x;
    const vec32 *first = plain_source(w, &v->src[0], h, &t[0]);
    if (v->dpp_kind) {
        *exec &= FN(dpp)(v, *exec, 32 * h, first, &t[0]);
        first = &t[0];
    }
    bool flushes = unusual & MODE_DENORM32_IN && !v->keeps_in; /* denormal operands of f32 */
    x.a = flushes ? flushed_source(&v->src[0], first, &t[0]) : first;
    if (v->nsrc > 1) {
        x.b = plain_source(w, &v->src[1], h, &t[1]);
        if (flushes)
            x.b = flushed_source(&v->src[1], x.b, &t[1]);
    }
    if (v->nsrc > 2) {
        x.c = plain_source(w, &v->src[2], h, &t[2]);
        if (flushes)
            x.c = flushed_source(&v->src[2], x.c, &t[2]);
    }
    if (v->has_k) {
        k.u = splat32((uint32_t)v->k);
        if (flushes && v->dst_type == T_f32)
            k.u = flush32(k.u);
        x.k = &k;
    }
    if (v->reads_d) {
        *d = *p;
        if (flushes && v->dst_type == T_f32)
            d->u = flush32(d->u);
    }
    x.d = d;
    x.co = x.clamp = 0;
    x.m = v->reads_m ? w->s[v->m_sgpr + h] : 0;
    x.mode = w->mode;
    x.lane0 = 32 * h;
    x.neg = v->neg_bits;
    o->fn.valu(&x);
    *co = x.co & *exec;
    if (v->nan_rule && __builtin_expect(mask_of(d->f != d->f) & *exec, 0))
        return false;
    if (unusual & MODE_DENORM32_OUT && !v->keeps_out && v->dst_type == T_f32)
        d->u = flush32(d->u);
    return true;
}

/* The same with DPP and in wave64; results are written after both passes. */
const struct op *FN(exec_plain)(struct wave *wave, const struct op *op)
{
    struct rdna3_wave *w = (struct rdna3_wave *)wave;
    const struct rdna3_op *o = (const struct rdna3_op *)op;
    const struct rdna3_valu *v = &o->valu;
    uint32_t exec[2] = {w->s[SRC_EXEC_LO], w->s[SRC_EXEC_HI]}, co[2] = {0, 0};
    vec32 d[2], *p = reg(w, v->dst);
    for (unsigned h = 0; h < w->halves; h++)
        if (exec[h] && !plain_pass(w, o, h, &exec[h], &d[h], &co[h]))
            return FN(exec_valu)(wave, op);
    for (unsigned h = 0; h < w->halves && v->dst_kind != DST_NONE; h++)
        if (exec[h])
            store32(p + h, d[h].u, exec[h]);
    if (v->writes_co) {
        unsigned at = v->co_is_exec ? SRC_EXEC_LO : v->co_sgpr;
        w->s[at] = co[0];
        if (w->halves == 2)
            w->s[at + 1] = co[1];
    }
    return &op_next(o)->base;
}

/* ---- VOPD: both halves read their operands before either writes, manual 7.6 ---- */

/* Two plain operations. */
const struct op *FN(exec_vopd32)(struct wave *wave, const struct op *op)
{
    struct rdna3_wave *w = (struct rdna3_wave *)wave;
    const struct rdna3_op *o = (const struct rdna3_op *)op, *x = o->vopd.x, *y = o->vopd.y;
    uint32_t exec = w->s[SRC_EXEC_LO], co;
    vec32 d[2];
    if (!plain_pass(w, x, 0, &exec, &d[0], &co) || !plain_pass(w, y, 0, &exec, &d[1], &co))
        return FN(exec_vopd)(wave, op);
    store32(reg(w, x->valu.dst), d[0].u, exec);
    store32(reg(w, y->valu.dst), d[1].u, exec);
    return &op_next(o)->base;
}

/* Any two; wave64 skips it. */
const struct op *FN(exec_vopd)(struct wave *wave, const struct op *op)
{
    struct rdna3_wave *w = (struct rdna3_wave *)wave;
    const struct rdna3_op *o = (const struct rdna3_op *)op;
    const struct rdna3_op *half[2] = {o->vopd.x, o->vopd.y};
    uint32_t exec = w->s[SRC_EXEC_LO], co;
    if (!exec || w->halves == 2)
        return &op_next(o)->base;
    union temp d[2], e;
    for (unsigned i = 0; i < 2; i++)
        compute(w, half[i], &half[i]->valu, 0, exec, &d[i], &e, &co);
    for (unsigned i = 0; i < 2; i++)
        if (!half[i]->valu.skip_writes)
            store_dst(w, &half[i]->valu, 0, exec, &d[i]);
    return &op_next(o)->base;
}
