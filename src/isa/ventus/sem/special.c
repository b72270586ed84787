/* special.c: vfexp and the special functions of today's toolchain.
 *
 * No source bounds their error (isa.md 3.4, 3.9). Here they are computed in f64 with an
 * error below 2^-45 of the value and rounded once, to nearest: nearly always the nearest
 * f32; the 16-bit forms are these rounded again. No flags are set. The gelu is the one with
 * tanh, silu is x / (1 + e^-x), ex2 and lg2 have base 2, sine and cosine take radians. */
#include <math.h>

#include "isa/ventus/sem/sem.h"

static inline f64x32 f64_of(f32x32 x) { return __builtin_convertvector(x, f64x32); }
static inline f64x32 nan_or(f64x32 x, f64x32 r) { return pickd(x != x, x, r); }
static inline f64x32 infinity(void) { return (f64x32)splat64(0x7ff0000000000000); }
static inline f64x32 no_number(void) { return (f64x32)splat64(0x7ff8000000000000); }
static inline f64x32 magnitude(f64x32 x) { return (f64x32)((u64x32)x & INT64_MAX); }

static inline f64x32 clamped(f64x32 x, double limit)
{
    f64x32 r = pickd(x < splatd(-limit), splatd(-limit), x);
    r = pickd(r > splatd(limit), splatd(limit), r);
    return pickd(r != r, splatd(0), r);
}

/* e^r * 2^n for |r| <= ln(2) / 2: Taylor's polynomial of degree 13 (the rest is below 2^-57);
 * n goes into the exponent. */
static f64x32 exp_scaled(f64x32 r, f64x32 n)
{
    static const double inverse_factorial[] = {1.0 / 6227020800,
                                               1.0 / 479001600,
                                               1.0 / 39916800,
                                               1.0 / 3628800,
                                               1.0 / 362880,
                                               1.0 / 40320,
                                               1.0 / 5040,
                                               1.0 / 720,
                                               1.0 / 120,
                                               1.0 / 24,
                                               1.0 / 6,
                                               0.5,
                                               1,
                                               1};
    f64x32 p = splatd(inverse_factorial[0]);
    for (unsigned i = 1; i < 14; i++)
        p = p * r + inverse_factorial[i];
    u64x32 exponent = (u64x32) __builtin_convertvector(n, i64x32) << 52;
    return (f64x32)((u64x32)p + exponent);
}

/* e^x; beyond +-700, where no f32 can tell, as at +-700. */
static f64x32 exp_of(f64x32 x)
{
    f64x32 c = clamped(x, 700), n = __builtin_elementwise_roundeven(c * 0x1.71547652b82fep+0);
    /* ln(2) in two parts: n times the first is exact */
    f64x32 r = (c - n * 0x1.62e42fee00000p-1) - n * 0x1.a39ef35793c76p-33;
    return nan_or(x, exp_scaled(r, n));
}

static f64x32 exp2_of(f64x32 x)
{
    f64x32 c = clamped(x, 1000), n = __builtin_elementwise_roundeven(c);
    return nan_or(x, exp_scaled((c - n) * 0x1.62e42fefa39efp-1, n));
}

/* x = m * 2^e with m in [sqrt(1/2), sqrt(2)); with s = (m - 1) / (m + 1),
 * log2(m) = 2 / ln(2) * (s + s^3 / 3 + s^5 / 5 + ...), s^2 < 0.0295. f32 denormals are
 * normal numbers here. */
static f64x32 log2_of(f64x32 x)
{
    i64x32 u = (i64x32)x - 0x3fe6a09e667f3bcd; /* sqrt(1/2) */
    i64x32 e = u >> 52;
    f64x32 m = (f64x32)((u & 0x000fffffffffffff) + 0x3fe6a09e667f3bcd);
    f64x32 s = (m - splatd(1)) / (m + splatd(1)), z = s * s, p = splatd(1.0 / 25);
    for (int k = 23; k > 0; k -= 2)
        p = p * z + 1.0 / k;
    f64x32 r = __builtin_convertvector(e, f64x32) + p * s * 0x1.71547652b82fep+1;
    r = pickd(x == infinity(), x, r);
    r = pickd(x < splatd(0), no_number(), r);
    return nan_or(x, pickd(x == splatd(0), -infinity(), r));
}

static f64x32 tanh_of(f64x32 x)
{
    f64x32 t = exp_of(-2 * magnitude(x)), r = (1 - t) / (1 + t), z = x * x;
    r = (f64x32)((u64x32)r | ((u64x32)x & (uint64_t)1 << 63));
    f64x32 near = z * (62.0 / 2835) - 17.0 / 315;
    near = near * z + 2.0 / 15;
    near = near * z - 1.0 / 3;
    near = x + x * z * near;
    near = pickd(x == splatd(0), x, near); /* keeps the sign of zero */
    return nan_or(x, pickd(magnitude(x) < splatd(0.03), near, r));
}

/* x / (1 + e^-y), where e^-y may be as large as it likes. */
static f64x32 weighted(f64x32 x, f64x32 y)
{
    f64x32 r = x / (1 + exp_of(-y));
    return pickd(x == -infinity(), (f64x32)splat64((uint64_t)1 << 63), r);
}
static f64x32 silu_of(f64x32 x) { return weighted(x, x); }
/* (1 + tanh(u)) / 2 = 1 / (1 + e^(-2 u)) */
static f64x32 gelu_of(f64x32 x)
{
    return weighted(x, 0x1.9884533d43651p+0 * (x + 0.044715 * x * x * x));
}

static f64x32 rcp_of(f64x32 x) { return 1 / x; }
static f64x32 sqrt_of(f64x32 x) { return __builtin_elementwise_sqrt(x); }
static f64x32 rsqrt_of(f64x32 x) { return 1 / __builtin_elementwise_sqrt(x); }

/* Arguments of any size: libm reduces them exactly. */
static f64x32 sin_of(f64x32 x)
{
    for (unsigned l = 0; l < 32; l++)
        x[l] = sin(x[l]);
    return x;
}
static f64x32 cos_of(f64x32 x)
{
    for (unsigned l = 0; l < 32; l++)
        x[l] = cos(x[l]);
    return x;
}

typedef f64x32 (*function)(f64x32);

static inline f32x32 f32_result(function f, f32x32 x)
{
    f32x32 r = __builtin_convertvector(f(f64_of(x)), f32x32);
    return pickf(r != r, (f32x32)splat32(0x7fc00000), r);
}

static inline u16x32 f16_result(function f, u16x32 x)
{
    f32x32 r = f32_result(f, f32_of_f16(x));
    return pick16(trunc16((u32x32)(r != r)), splat16(0x7e00), f16_of_f32(r));
}

static inline u16x32 bf16_result(function f, u16x32 x)
{
    f32x32 r = f32_result(f, (f32x32)(zext16(x) << 16));
    u32x32 u = (u32x32)r;
    u = (u + 0x7fff + (u >> 16 & 1)) >> 16; /* nearest even; overflow becomes infinity */
    return pick16(trunc16((u32x32)(r != r)), splat16(0x7fc0), trunc16(u));
}

#define SPECIAL_F32(name, func)                                                                    \
    static void name##_f32(struct vec_args *x)                                                     \
    {                                                                                              \
        ((vec32 *)x->d)->f = f32_result(func, ((const vec32 *)x->b)->f);                           \
    }                                                                                              \
    const struct ventus_vec FN(x_##name) = {{0, 0, name##_f32, 0, 0}, false};
#define SPECIAL_PAIR(name, f, result)                                                              \
    static void name##_pair(struct vec_args *x)                                                    \
    {                                                                                              \
        u32x32 b = ((const vec32 *)x->b)->u;                                                       \
        ((vec32 *)x->d)->u = join16(result(f, lo16(b)), result(f, hi16(b)));                       \
    }                                                                                              \
    const struct ventus_vec FN(x_##name) = {{0, 0, name##_pair, 0, 0}, false};

SPECIAL_F32(vfexp, exp_of)
SPECIAL_F32(vex2_approx_f32, exp2_of)
SPECIAL_F32(vlg2_approx_f32, log2_of)
SPECIAL_F32(vrcp_approx_f32, rcp_of)
SPECIAL_F32(vsqrt_approx_f32, sqrt_of)
SPECIAL_F32(vrsqrt_approx_f32, rsqrt_of)
SPECIAL_F32(vsin_approx_f32, sin_of)
SPECIAL_F32(vcos_approx_f32, cos_of)
SPECIAL_F32(vtanh_approx_f32, tanh_of)
SPECIAL_F32(vgelu_approx_f32, gelu_of)
SPECIAL_F32(vsilu_approx_f32, silu_of)

#define SPECIAL_16(name, f)                                                                        \
    SPECIAL_PAIR(name##_approx_f16x2, f, f16_result)                                               \
    SPECIAL_PAIR(name##_approx_bf16x2, f, bf16_result)
SPECIAL_16(vex2, exp2_of)
SPECIAL_16(vrcp, rcp_of)
SPECIAL_16(vsqrt, sqrt_of)
SPECIAL_16(vrsqrt, rsqrt_of)
SPECIAL_16(vtanh, tanh_of)
SPECIAL_16(vgelu, gelu_of)
SPECIAL_16(vsilu, silu_of)
