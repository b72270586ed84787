/* adapt.c: see adapt.h. */
#include "jit/adapt.h"

#include "jit/build.h"
#include "jit/fold.h"
#include "jit/registers.h"

/* ---- floats of all widths ---- */

/* Which bits are what in a float of 16, 32 or 64 bits. */
struct layout {
    uint64_t sign, exponent;
};

static struct layout layout_of(unsigned bits)
{
    return bits == 16   ? (struct layout){0x8000, 0x7c00}
           : bits == 64 ? (struct layout){UINT64_C(1) << 63, UINT64_C(0x7ff) << 52}
                        : (struct layout){0x80000000, 0x7f800000};
}

static LLVMTypeRef halves_type(const struct emitter *e) { return LLVMVectorType(e->i16, 64); }

static LLVMTypeRef float_type(const struct emitter *e, unsigned bits)
{
    return bits == 64   ? e->v32f64
           : bits == 32 ? e->v32f32
                        : LLVMVectorType(LLVMHalfTypeInContext(e->c), 32);
}

/* Denormals become zeros of the same sign. v: integers of so many bits. */
static LLVMValueRef flush(struct emitter *e, LLVMValueRef v, unsigned bits)
{
    struct layout f = layout_of(bits);
    LLVMValueRef exponent = fold_binary(e, LLVMAnd, v, const_like(v, f.exponent));
    LLVMValueRef is_small = is_equal(e, exponent, LLVMConstNull(LLVMTypeOf(v)));
    LLVMValueRef zero = fold_binary(e, LLVMAnd, v, const_like(v, f.sign));
    return LLVMBuildSelect(e->b, is_small, zero, v, "");
}

static LLVMValueRef flush_halves(struct emitter *e, LLVMValueRef v)
{
    LLVMValueRef h = flush(e, LLVMBuildBitCast(e->b, v, halves_type(e), ""), 16);
    return LLVMBuildBitCast(e->b, h, e->v32i32, "");
}

/* ---- sources ---- */

static LLVMValueRef with_sign(struct emitter *e, const struct source *s, LLVMValueRef v,
                              unsigned bits)
{
    uint64_t sign = layout_of(bits).sign;
    if (s->abs)
        v = fold_binary(e, LLVMAnd, v, const_like(v, sign - 1));
    if (s->neg)
        v = fold_binary(e, LLVMXor, v, const_like(v, sign));
    return v;
}

static uint32_t signs_of_halves(const struct source *s)
{
    return (s->neg ? 0x8000u : 0) | (s->neg_high ? 0x80000000u : 0);
}

/* Both halves, each taken from either one. */
static LLVMValueRef choose_halves(struct emitter *e, const struct source *s, LLVMValueRef v)
{
    if (s->low != 0 || s->high != 1) {
        LLVMValueRef index[64];
        for (unsigned i = 0; i < 64; i++)
            index[i] = const_i32(e, (i & ~1u) + (i & 1 ? s->high : s->low));
        LLVMValueRef h = LLVMBuildBitCast(e->b, v, halves_type(e), "");
        h = LLVMBuildShuffleVector(e->b, h, LLVMGetUndef(halves_type(e)),
                                   LLVMConstVector(index, 64), "");
        v = LLVMBuildBitCast(e->b, h, e->v32i32, "");
    }
    uint32_t signs = signs_of_halves(s);
    return signs ? fold_binary(e, LLVMXor, v, const_splat(e, e->v32i32, signs)) : v;
}

/* The same of a scalar. */
static LLVMValueRef choose_scalar_halves(struct emitter *e, const struct source *s, LLVMValueRef v)
{
    LLVMValueRef bits = const_i32(e, 16), upper = const_i32(e, 0xffff0000);
    LLVMValueRef down = fold_binary(e, LLVMLShr, v, bits), up = fold_binary(e, LLVMShl, v, bits);
    if (s->low && s->high)
        v = fold_binary(e, LLVMOr, fold_binary(e, LLVMAnd, v, upper), down);
    else if (s->low)
        v = fold_binary(e, LLVMOr, up, down);
    else if (!s->high)
        v = fold_binary(e, LLVMOr, up, fold_binary(e, LLVMAnd, v, LLVMConstNot(upper)));
    return fold_binary(e, LLVMXor, v, const_i32(e, signs_of_halves(s)));
}

/* One half, an f16, as an f32. */
static LLVMValueRef widen_half(struct emitter *e, const struct source *s, LLVMValueRef v)
{
    if (s->is_high)
        v = fold_binary(e, LLVMLShr, v, const_splat(e, e->v32i32, 16));
    v = fold_cast(e, LLVMTrunc, v, e->v32i16);
    if (s->flushes_half)
        v = flush(e, v, 16);
    v = LLVMBuildBitCast(e->b, v, float_type(e, 16), "");
    return LLVMBuildBitCast(e->b, LLVMBuildFPExt(e->b, v, e->v32f32, ""), e->v32i32, "");
}

LLVMValueRef adapt_source(struct emitter *e, const struct source *s, LLVMValueRef v)
{
    if (s->adapt == ADAPT_HALVES) {
        v = choose_halves(e, s, v);
        return s->flushes ? flush_halves(e, v) : v;
    }
    if (s->adapt == ADAPT_WIDEN)
        v = widen_half(e, s, v);
    v = with_sign(e, s, v, s->bits);
    return s->flushes ? flush(e, v, s->bits) : v;
}

LLVMValueRef adapt_scalar(struct emitter *e, const struct source *s, LLVMValueRef v,
                          LLVMTypeRef lanes)
{
    if (s->adapt != ADAPT_HALVES)
        return adapt_source(e, s, splat(e, v, lanes));
    v = splat(e, choose_scalar_halves(e, s, v), lanes);
    return s->flushes ? flush_halves(e, v) : v;
}

/* ---- other lanes' registers ---- */

LLVMValueRef active_or_zero(struct emitter *e, unsigned half, LLVMValueRef v)
{
    LLVMValueRef zero = LLVMConstNull(e->v32i32);
    return LLVMBuildSelect(e->b, exec_bools(e, half), LLVMBuildFreeze(e->b, v, ""), zero, "");
}

LLVMValueRef move_lanes(struct emitter *e, const struct lane_moves *m, unsigned half,
                        LLVMValueRef v)
{
    LLVMValueRef zero = LLVMConstNull(e->v32i32);
    uint8_t from[32];
    for (unsigned i = 0; i < 32; i++) /* from the second vector where there is no lane */
        from[i] = m->valid >> i & 1 ? m->from[i] : (uint8_t)(32 + i);
    if (!m->reads_inactive)
        v = active_or_zero(e, half, v);
    return shuffle(e, v, zero, from, 32);
}

LLVMValueRef moved_lanes(struct emitter *e, const struct lane_moves *m, unsigned half)
{
    uint32_t written = m->gives_zero ? m->writes[half] : m->writes[half] & m->valid;
    LLVMValueRef lanes = NULL;
    if (!m->gives_zero && !m->reads_inactive)
        lanes = shuffle(e, exec_bools(e, half), NULL, m->from, 32);
    if (written == UINT32_MAX)
        return lanes;
    LLVMValueRef some = LLVMConstBitCast(const_i32(e, written), e->v32i1);
    return lanes ? fold_binary(e, LLVMAnd, lanes, some) : some;
}

/* ---- results ---- */

/* [0, 1], -0 becomes +0. */
static LLVMValueRef clamp(struct emitter *e, LLVMValueRef x, bool nan_is_zero)
{
    LLVMTypeRef t = LLVMTypeOf(x);
    LLVMValueRef zero = LLVMConstNull(t), one[32];
    for (unsigned i = 0; i < 32; i++)
        one[i] = LLVMConstReal(LLVMGetElementType(t), 1);
    LLVMValueRef ones = LLVMConstVector(one, 32);
    LLVMValueRef above = LLVMBuildFCmp(e->b, LLVMRealOGT, x, zero, "");
    LLVMValueRef r = LLVMBuildSelect(e->b, above, x, zero, "");
    r = LLVMBuildSelect(e->b, LLVMBuildFCmp(e->b, LLVMRealOGT, r, ones, ""), ones, r, "");
    return nan_is_zero
               ? r
               : LLVMBuildSelect(e->b, LLVMBuildFCmp(e->b, LLVMRealUNO, x, x, ""), x, r, "");
}

/* Times 2, 4 or 1/2; without denormals and -0. v: integers of so many bits. */
static LLVMValueRef scale(struct emitter *e, LLVMValueRef v, unsigned bits, unsigned by)
{
    static const double factors[] = {1, 2, 4, 0.5};
    LLVMTypeRef t = LLVMTypeOf(v), wide = float_type(e, bits == 64 ? 64 : 32);
    LLVMValueRef factor[32];
    for (unsigned i = 0; i < 32; i++)
        factor[i] = LLVMConstReal(LLVMGetElementType(wide), factors[by]);
    LLVMValueRef x = LLVMBuildBitCast(e->b, v, float_type(e, bits), "");
    if (bits == 16)
        x = LLVMBuildFPExt(e->b, x, wide, "");
    x = LLVMBuildFMul(e->b, x, LLVMConstVector(factor, 32), "");
    if (bits == 16)
        x = LLVMBuildFPTrunc(e->b, x, float_type(e, 16), "");
    v = flush(e, LLVMBuildBitCast(e->b, x, t, ""), bits);
    LLVMValueRef negative_zero = is_equal(e, v, const_like(v, layout_of(bits).sign));
    return LLVMBuildSelect(e->b, negative_zero, LLVMConstNull(t), v, "");
}

static LLVMValueRef clamp_bits(struct emitter *e, LLVMValueRef v, unsigned bits, bool nan_is_zero)
{
    LLVMTypeRef t = LLVMTypeOf(v);
    LLVMValueRef x = LLVMBuildBitCast(e->b, v, float_type(e, bits), "");
    if (bits == 16)
        x = LLVMBuildFPExt(e->b, x, e->v32f32, "");
    x = clamp(e, x, nan_is_zero);
    if (bits == 16)
        x = LLVMBuildFPTrunc(e->b, x, float_type(e, 16), "");
    return LLVMBuildBitCast(e->b, x, t, "");
}

static LLVMValueRef clamp_halves(struct emitter *e, LLVMValueRef v, bool nan_is_zero)
{
    LLVMValueRef shift = const_splat(e, e->v32i32, 16);
    LLVMValueRef low = fold_cast(e, LLVMTrunc, v, e->v32i16);
    LLVMValueRef high = fold_cast(e, LLVMTrunc, fold_binary(e, LLVMLShr, v, shift), e->v32i16);
    low = LLVMBuildZExt(e->b, clamp_bits(e, low, 16, nan_is_zero), e->v32i32, "");
    high = LLVMBuildZExt(e->b, clamp_bits(e, high, 16, nan_is_zero), e->v32i32, "");
    return fold_binary(e, LLVMOr, low, fold_binary(e, LLVMShl, high, shift));
}

LLVMValueRef adapt_result(struct emitter *e, const struct computation *c, LLVMValueRef v)
{
    if (c->is_packed) {
        if (c->is_clamped)
            v = clamp_halves(e, v, c->nan_clamps_to_zero);
        return c->flushes ? flush_halves(e, v) : v;
    }
    if (c->scale)
        v = scale(e, v, c->float_bits, c->scale);
    if (c->is_clamped)
        v = clamp_bits(e, v, c->float_bits, c->nan_clamps_to_zero);
    return c->flushes ? flush(e, v, c->float_bits) : v;
}
