/* float32.c: single-precision arithmetic, and dot products and mixed FMAs with f32 results.
 *
 * Sums, products and FMAs round in the host's mode, which the operand layer sets from
 * MODE; it also chooses the payload of NaN results (rows flagged nan).
 * Manual: RDNA3 16.7, 16.8, 16.10, 16.12. */
#include "isa/rdna3/sem/bits.h"
#include "isa/rdna3/sem/fp.h"

SEM(v_add_f32) { d->f = a->f + b->f; }
SEM(v_sub_f32) { d->f = a->f - b->f; }
SEM(v_subrev_f32) { d->f = b->f - a->f; }
SEM(v_mul_f32) { d->f = a->f * b->f; }
SEM(v_fma_f32) { d->f = fma32(a->f, b->f, c->f); }
SEM(v_fmac_f32) { d->f = fma32(a->f, b->f, d->f); }
SEM(v_fmamk_f32) { d->f = fma32(a->f, k->f, b->f); }
SEM(v_fmaak_f32) { d->f = fma32(a->f, b->f, k->f); }

/* ---- DX9 multiplication: 0 times anything is +0 ---- */

static inline i32x32 any_zero(const vec32 *a, const vec32 *b)
{
    return (a->f == splatf(0)) | (b->f == splatf(0));
}

static inline f32x32 fma_dx9(const vec32 *a, const vec32 *b, f32x32 c)
{
    return pickf(any_zero(a, b), c, fma32(a->f, b->f, c));
}

SEM(v_mul_dx9_zero_f32) { d->f = pickf(any_zero(a, b), splatf(0), a->f * b->f); }
SEM(v_fma_dx9_zero_f32) { d->f = fma_dx9(a, b, c->f); }
SEM(v_fmac_dx9_zero_f32) { d->f = fma_dx9(a, b, d->f); }

/* The manual's formula and its headline ("0.0 * x = 0.0") together. */
SEM(v_mullit_f32)
{
    f32x32 lowest = splatf(-0x1.fffffep127f);
    i32x32 off = ~(b->f > lowest) | ~(c->f > splatf(0));
    d->f = pickf(off, lowest, pickf(any_zero(a, b), splatf(0), a->f * b->f));
}

/* ---- minimum, maximum, median ---- */

SEM(v_min_f32) { d->u = min32(a->u, b->u, mode); }
SEM(v_max_f32) { d->u = max32(a->u, b->u, mode); }
SEM(v_min3_f32) { d->u = min32(min32(a->u, b->u, mode), c->u, mode); }
SEM(v_max3_f32) { d->u = max32(max32(a->u, b->u, mode), c->u, mode); }
SEM(v_minmax_f32) { d->u = max32(min32(a->u, b->u, mode), c->u, mode); }
SEM(v_maxmin_f32) { d->u = min32(max32(a->u, b->u, mode), c->u, mode); }

SEM(v_med3_f32)
{
    f32x32 top = (f32x32)max32(max32(a->u, b->u, mode), c->u, mode);
    u32x32 r = pick32((u32x32)(top == b->f), max32(a->u, c->u, mode), max32(a->u, b->u, mode));
    r = pick32((u32x32)(top == a->f), max32(b->u, c->u, mode), r);
    i32x32 nan = is_nan32(a->u) | is_nan32(b->u) | is_nan32(c->u);
    d->u = pick32((u32x32)nan, min32(min32(a->u, b->u, mode), c->u, mode), r);
}

/* ---- parts of a number ---- */

SEM(v_trunc_f32) { d->f = trunc_32(a->f); }
SEM(v_ceil_f32) { d->f = ceil_32(a->f); }
SEM(v_rndne_f32) { d->f = rndne_32(a->f); }
SEM(v_floor_f32) { d->f = floor_32(a->f); }

/* The result stays below 1 even if the subtraction rounds up to it. */
SEM(v_fract_f32)
{
    f32x32 r = a->f - floor_32(a->f);
    d->f = pickf(r >= splatf(1), splatf(0x1.fffffep-1f), r);
}

/* a * 2^n by three factors, the first two of which make up for what the last cannot have as its
 * exponent. They lose nothing unless a is so large or so small that the result is infinite or
 * nearly 0 anyway, so there is one rounding. For constants n they are 1, which the JIT sees. */
SEM(v_ldexp_f32)
{
    i32x32 n = within(b->i, 300);
    i32x32 beyond = (n - within(n, 126)) >> 1;
    f32x32 step = (f32x32)((beyond + 127) << 23);
    f32x32 r = a->f * step * step * (f32x32)((n - 2 * beyond + 127) << 23);
    d->f = as_scaled(a->f, b->i, r);
}

/* A number scaled into the normal range; *tiny: by 2^32. Both functions begin alike, so that LLVM
 * does this once where a program takes numbers apart. */
static inline u32x32 normal_bits(const vec32 *a, i32x32 *tiny)
{
    *tiny = (i32x32)(a->u & 0x7fffffff) < 0x00800000;
    return (u32x32)(a->f * pickf(*tiny, splatf(0x1p32f), splatf(1)));
}

/* 0, infinity or NaN. */
static inline u32x32 no_exponent(const vec32 *a)
{
    return (u32x32)((a->u & 0x7fffffff) - 1 >= 0x7f7fffff);
}

/* Denormals count with their true exponent: significand * 2^exponent is the number. */
SEM(v_frexp_exp_i32_f32)
{
    i32x32 tiny;
    u32x32 e = normal_bits(a, &tiny) << 1 >> 24;
    e -= pick32((u32x32)tiny, splat32(126 + 32), splat32(126));
    d->i = as_exponent(a->f, (i32x32)(e & ~no_exponent(a)));
}

SEM(v_frexp_mant_f32)
{
    i32x32 tiny;
    u32x32 r = (normal_bits(a, &tiny) & 0x807fffff) | 0x3f000000;
    d->f = as_significand(a->f, (f32x32)pick32(no_exponent(a), a->u, r));
}

/* ---- cube maps: which axis is the longest, z before y before x ---- */

struct axis {
    i32x32 z, y;
};

static inline struct axis major_axis(const vec32 *a, const vec32 *b, const vec32 *c)
{
    f32x32 x = abs32(a->f), y = abs32(b->f), z = abs32(c->f);
    return (struct axis){(z >= x) & (z >= y), y >= x};
}

static inline f32x32 along(struct axis m, f32x32 z, f32x32 y, f32x32 x)
{
    return pickf(m.z, z, pickf(m.y, y, x));
}

/* v, or -v where `from` is negative. */
static inline f32x32 flip(const vec32 *from, f32x32 v) { return pickf(from->f < splatf(0), -v, v); }

SEM(v_cubeid_f32)
{
    f32x32 zero = splatf(0), one = splatf(1);
    d->f = along(major_axis(a, b, c), 4 + pickf(c->f < zero, one, zero),
                 2 + pickf(b->f < zero, one, zero), pickf(a->f < zero, one, zero));
}
SEM(v_cubesc_f32) { d->f = along(major_axis(a, b, c), flip(c, a->f), a->f, flip(a, -c->f)); }
SEM(v_cubetc_f32) { d->f = along(major_axis(a, b, c), -b->f, flip(b, c->f), -b->f); }
SEM(v_cubema_f32) { d->f = along(major_axis(a, b, c), c->f, b->f, a->f) * 2; }

/* ---- dot products: rounded after each step of the manual's formula; products of two
 * 16-bit floats are exact in f32 ---- */

static inline f32x32 dot2_f16(const vec32 *a, const vec32 *b, f32x32 c)
{
    return (f32_lo(a) * f32_lo(b) + f32_hi(a) * f32_hi(b)) + c;
}

SEM(v_dot2_f32_f16) { d->f = dot2_f16(a, b, c->f); }
SEM(v_dot2_f32_bf16) { d->f = (bf16_lo(a) * bf16_lo(b) + bf16_hi(a) * bf16_hi(b)) + c->f; }
SEM(v_dot2acc_f32_f16) { d->f = (d->f + f32_lo(a) * f32_lo(b)) + f32_hi(a) * f32_hi(b); }
SEM(v_dual_dot2acc_f32_bf16) { d->f = (d->f + bf16_lo(a) * bf16_lo(b)) + bf16_hi(a) * bf16_hi(b); }

/* ---- mixed precision: sources arrive as f32 ---- */

SEM(v_fma_mix_f32) { d->f = fma32(a->f, b->f, c->f); }
