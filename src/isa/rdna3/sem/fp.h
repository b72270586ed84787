/* fp.h: floating-point building blocks of the vector semantics.
 *
 * Fused multiply-add that is exact with and without FMA hardware, rounding to integers,
 * classification, and MIN/MAX, each over 32 lanes. Nothing here depends on the host's CPU
 * level for its result. What rounds does so in the host's current mode (the operand layer
 * sets it from MODE) unless it says otherwise. */
#ifndef SHOAL_RDNA3_FP_H
#define SHOAL_RDNA3_FP_H

#include "isa/rdna3/sem/sem.h"

/* The NaN of invalid operations in the manual's examples (V_LOG_F32, V_SQRT_F16, ...). */
enum { NAN32 = (int32_t)0xffc00000 };
static const uint64_t NAN64 = 0xfff8000000000000;

static inline f64x32 f64_of_f32(f32x32 x) { return __builtin_convertvector(x, f64x32); }
static inline f32x32 f32_of_f64(f64x32 x) { return __builtin_convertvector(x, f32x32); }
static inline f32x32 f32_of_u16(u16x32 x) { return __builtin_convertvector(zext16(x), f32x32); }
static inline f32x32 f32_lo(const vec32 *v) { return f32_of_f16(lo16(v->u)); }
static inline f32x32 f32_hi(const vec32 *v) { return f32_of_f16(hi16(v->u)); }
static inline f32x32 bf16_lo(const vec32 *v) { return (f32x32)(v->u << 16); }
static inline f32x32 bf16_hi(const vec32 *v) { return (f32x32)(v->u & 0xffff0000); }

static inline f32x32 abs32(f32x32 x) { return (f32x32)((u32x32)x & 0x7fffffff); }
static inline f64x32 abs64(f64x32 x) { return (f64x32)((u64x32)x & INT64_MAX); }
/* Magnitude of m, sign of s. */
static inline f32x32 sign32(f32x32 m, f32x32 s)
{
    return (f32x32)(((u32x32)m & 0x7fffffff) | ((u32x32)s & 0x80000000));
}
static inline f64x32 sign64(f64x32 m, f64x32 s)
{
    return (f64x32)(((u64x32)m & INT64_MAX) | ((u64x32)s & (uint64_t)1 << 63));
}

/* ---- what hosts may have instructions for ----
 *
 * Each of these is r, which the caller has computed. Compiled code takes the host's instruction
 * instead where that has the same bits (jit/host_form.h). */
#ifdef SHOAL_BITCODE
#define HOST(name, result, ...) void host_##name(result *, __VA_ARGS__); /* see semlib.c */
#else
#define HOST(name, result, ...)                                                                    \
    static inline void host_##name(result *r, __VA_ARGS__) { (void)r, (void)x, (void)y; }
#endif
/* What the form is of x and y; or of x alone. */
#define DEFINE_AS(as, name, result, of_x, of_y)                                                    \
    HOST(name, result, const of_x *x, const of_y *y)                                               \
    static inline result as(of_x x, of_y y, result r)                                              \
    {                                                                                              \
        host_##name(&r, &x, &y);                                                                   \
        return r;                                                                                  \
    }
#define DEFINE_AS_OF_ONE(as, name, result, of_x)                                                   \
    HOST(name, result, const of_x *x, const of_x *y)                                               \
    static inline result as(of_x x, result r)                                                      \
    {                                                                                              \
        host_##name(&r, &x, &x);                                                                   \
        return r;                                                                                  \
    }

DEFINE_AS(as_scaled, scale, f32x32, f32x32, i32x32) /* x * 2^y, rounded once */
/* The same; y has no fraction, and may be infinite. */
DEFINE_AS(as_scaled_by, scale_by, f32x32, f32x32, f32x32)
/* x / 2^n in [1/2, 1); 0, infinities and NaNs as they are. */
DEFINE_AS_OF_ONE(as_significand, significand, f32x32, f32x32)
/* That n; 0 of 0, infinities and NaNs. */
DEFINE_AS_OF_ONE(as_exponent, exponent, i32x32, f32x32)
DEFINE_AS_OF_ONE(as_flushed, flush, f32x32, f32x32) /* x, of denormals the zero */
/* x rounded to 0, the nearest i32 if it is none, of NaNs 0. */
DEFINE_AS_OF_ONE(as_truncated, truncate, i32x32, f32x32)
DEFINE_AS_OF_ONE(as_from_unsigned, from_unsigned, f32x32, u32x32) /* x as a float */
/* What V_MIN_F32 and V_MAX_F32, and those of F64, make of floats with MODE.IEEE. */
DEFINE_AS(as_minimum, minimum, u32x32, u32x32, u32x32)
DEFINE_AS(as_maximum, maximum, u32x32, u32x32, u32x32)
DEFINE_AS(as_minimum64, minimum64, u64x32, u64x32, u64x32)
DEFINE_AS(as_maximum64, maximum64, u64x32, u64x32, u64x32)

/* y, but of some classes of x something else: what the digits of the table say, the lowest first,
 * of quiet NaNs, signalling NaNs, zeros, 1, -infinity, infinity, and what else is negative or
 * positive. 0: y; 1: x; 2: x as a quiet NaN; 3: NAN32; 4: -infinity; 5: infinity; 6: infinity with
 * the sign of x; 8: 0. (VFIXUPIMMPS) */
#define DEFINE_FIXED(name, table) DEFINE_AS(name, fix_##table, f32x32, f32x32, f32x32)

/* Denormals to zero of the same sign. */
static inline f32x32 no_denorm32(f32x32 x)
{
    u32x32 u = (u32x32)x;
    return as_flushed(x, (f32x32)pick32((u32x32)((u & 0x7f800000) == 0), u & 0x80000000, u));
}

/* ---- sums rounded to odd ----
 *
 * x + y, but an inexact sum gets the neighbour whose last bit is 1. Rounding that to a
 * format with at least two bits less gives the correctly rounded sum in every rounding
 * mode: no tie is made or lost (Boldo, Melquiond: Emulation of FMA). The error of the sum
 * comes from Knuth's TwoSum; under directed rounding its sign is still right. An infinite
 * or NaN sum has a NaN error, which compares false, and stays. */
static inline f32x32 add_odd32(f32x32 x, f32x32 y)
{
    f32x32 s = x + y, t = s - x, e = (x - (s - t)) + (y - t), zero = splatf(0);
    u32x32 inexact = (u32x32)((e < zero) | (e > zero));
    u32x32 step = (u32x32)((i32x32)((u32x32)e ^ (u32x32)s) >> 31) | 1;
    return (f32x32)((u32x32)s + (step & inexact & (((u32x32)s & 1) - 1)));
}

static inline f64x32 add_odd64(f64x32 x, f64x32 y)
{
    f64x32 s = x + y, t = s - x, e = (x - (s - t)) + (y - t), zero = splatd(0);
    u64x32 inexact = (u64x32)((e < zero) | (e > zero));
    u64x32 step = (u64x32)((i64x32)((u64x32)e ^ (u64x32)s) >> 63) | 1;
    return (f64x32)((u64x32)s + (step & inexact & (((u64x32)s & 1) - 1)));
}

/* ---- fused multiply-add ---- */

/* a * b + c before the last rounding: 53 bits, rounded to odd. The product of two f32 is
 * exact in f64, and no intermediate leaves f64's normal range. */
static inline f64x32 fma32_wide(f32x32 a, f32x32 b, f32x32 c)
{
    return add_odd64(f64_of_f32(a) * f64_of_f32(b), f64_of_f32(c));
}

static inline f32x32 fma32(f32x32 a, f32x32 b, f32x32 c)
{
#ifdef __FMA__
    return __builtin_elementwise_fma(a, b, c);
#else
    return f32_of_f64(fma32_wide(a, b, c));
#endif
}

/* Exact at every level: the compiler calls libm's fma where the CPU has none. */
static inline f64x32 fma64(f64x32 a, f64x32 b, f64x32 c)
{
    return __builtin_elementwise_fma(a, b, c);
}

/* ---- sums and products of f16: 32, or 64 in the halves of 32 lanes ----
 *
 * In f32, rounded to f16 once by the conversion. Adding, multiplying and dividing two f16 in f32
 * and rounding the result again is the correctly rounded operation, since 24 >= 2 * 11 + 2 bits
 * (Figueroa: When is double rounding innocuous?), and rounding twice in the same direction always
 * is. FMA: the product is exact (22 bits), the sum has 24 bits rounded to odd.
 *
 * Compiled code, which rounds to nearest only, does what the host has for these operations
 * (jit/emit_steps.c). */
#ifdef SHOAL_BITCODE
typedef VEC(_Float16, 64) f16x32;
typedef VEC(_Float16, 128) f16x64;
static inline u16x32 add16(u16x32 a, u16x32 b) { return (u16x32)((f16x32)a + (f16x32)b); }
static inline u16x32 sub16(u16x32 a, u16x32 b) { return (u16x32)((f16x32)a - (f16x32)b); }
static inline u16x32 mul16(u16x32 a, u16x32 b) { return (u16x32)((f16x32)a * (f16x32)b); }
static inline u16x32 fma16(u16x32 a, u16x32 b, u16x32 c)
{
    return (u16x32)__builtin_elementwise_fma((f16x32)a, (f16x32)b, (f16x32)c);
}
static inline u32x32 pk_add16(u32x32 a, u32x32 b) { return (u32x32)((f16x64)a + (f16x64)b); }
static inline u32x32 pk_mul16(u32x32 a, u32x32 b) { return (u32x32)((f16x64)a * (f16x64)b); }
static inline u32x32 pk_fma16(u32x32 a, u32x32 b, u32x32 c)
{
    return (u32x32)__builtin_elementwise_fma((f16x64)a, (f16x64)b, (f16x64)c);
}
#else
static inline u16x32 add16(u16x32 a, u16x32 b) { return f16_of_f32(f32_of_f16(a) + f32_of_f16(b)); }
static inline u16x32 sub16(u16x32 a, u16x32 b) { return f16_of_f32(f32_of_f16(a) - f32_of_f16(b)); }
static inline u16x32 mul16(u16x32 a, u16x32 b) { return f16_of_f32(f32_of_f16(a) * f32_of_f16(b)); }
static inline u16x32 fma16(u16x32 a, u16x32 b, u16x32 c)
{
    return f16_of_f32(add_odd32(f32_of_f16(a) * f32_of_f16(b), f32_of_f16(c)));
}
static inline u32x32 pk_add16(u32x32 a, u32x32 b)
{
    return join16(add16(lo16(a), lo16(b)), add16(hi16(a), hi16(b)));
}
static inline u32x32 pk_mul16(u32x32 a, u32x32 b)
{
    return join16(mul16(lo16(a), lo16(b)), mul16(hi16(a), hi16(b)));
}
static inline u32x32 pk_fma16(u32x32 a, u32x32 b, u32x32 c)
{
    return join16(fma16(lo16(a), lo16(b), lo16(c)), fma16(hi16(a), hi16(b), hi16(c)));
}
#endif

/* ---- rounding to integers, whatever the host's rounding mode ---- */

#ifdef __SSE4_1__
static inline f32x32 trunc_32(f32x32 x) { return __builtin_elementwise_trunc(x); }
static inline f32x32 floor_32(f32x32 x) { return __builtin_elementwise_floor(x); }
static inline f32x32 ceil_32(f32x32 x) { return __builtin_elementwise_ceil(x); }
static inline f32x32 rndne_32(f32x32 x) { return __builtin_elementwise_roundeven(x); }
static inline f64x32 trunc_64(f64x32 x) { return __builtin_elementwise_trunc(x); }
static inline f64x32 floor_64(f64x32 x) { return __builtin_elementwise_floor(x); }
static inline f64x32 ceil_64(f64x32 x) { return __builtin_elementwise_ceil(x); }
static inline f64x32 rndne_64(f64x32 x) { return __builtin_elementwise_roundeven(x); }
#else
/* Without a rounding instruction the builtins are calls, so: through integers where a
 * fraction can exist; t + 0 or t +- 1 is exact. */
static inline f32x32 trunc_32(f32x32 x)
{
    i32x32 small = abs32(x) < splatf(0x1p23f);
    i32x32 n = __builtin_convertvector(pickf(small, x, splatf(0)), i32x32);
    return pickf(small, sign32(__builtin_convertvector(n, f32x32), x), x + splatf(0));
}
static inline f32x32 floor_32(f32x32 x)
{
    f32x32 t = trunc_32(x);
    return sign32(t - pickf(t > x, splatf(1), splatf(0)), x);
}
static inline f32x32 ceil_32(f32x32 x)
{
    f32x32 t = trunc_32(x);
    return sign32(t + pickf(t < x, splatf(1), splatf(0)), x);
}
static inline f32x32 rndne_32(f32x32 x)
{
    f32x32 t = trunc_32(x), d = abs32(x - t), half = t * 0.5f;
    i32x32 odd = trunc_32(half) != half;
    i32x32 away = (d > splatf(0.5f)) | ((d == splatf(0.5f)) & odd);
    return sign32(abs32(t) + pickf(away, splatf(1), splatf(0)), x);
}
/* 2^52 added and taken away leaves an integer next to |x|, in any mode. */
static inline f64x32 trunc_64(f64x32 x)
{
    f64x32 m = abs64(x), big = splatd(0x1p52);
    i64x32 small = m < big;
    f64x32 near = (m + big) - big;
    near -= pickd(near > m, splatd(1), splatd(0));
    return pickd(small, sign64(near, x), x + splatd(0));
}
static inline f64x32 floor_64(f64x32 x)
{
    f64x32 t = trunc_64(x);
    return sign64(t - pickd(t > x, splatd(1), splatd(0)), x);
}
static inline f64x32 ceil_64(f64x32 x)
{
    f64x32 t = trunc_64(x);
    return sign64(t + pickd(t < x, splatd(1), splatd(0)), x);
}
static inline f64x32 rndne_64(f64x32 x)
{
    f64x32 t = trunc_64(x), d = abs64(x - t), half = t * 0.5;
    i64x32 odd = trunc_64(half) != half;
    i64x32 away = (d > splatd(0.5)) | ((d == splatd(0.5)) & odd);
    return sign64(abs64(t) + pickd(away, splatd(1), splatd(0)), x);
}
#endif

/* ---- NaNs, MIN and MAX, on bits: signalling NaNs must not be touched by arithmetic ---- */

/* W: width; INF, QUIET, SIGN: bit patterns; AS_...: forms of hosts. min and max follow V_MIN_F32
 * and V_MAX_F32 (16.7): -0 < +0; one NaN gives the other operand; with MODE.IEEE a signalling NaN
 * becomes the quieted result. Comparing sign-magnitude bits as integers orders the zeros
 * as the manual wants. */
#define DEFINE_MINMAX(W, INF, QUIET, SIGN, AS_MINIMUM, AS_MAXIMUM)                                 \
    static inline i##W##x32 is_nan##W(u##W##x32 x)                                                 \
    {                                                                                              \
        return (i##W##x32)(x & (uint##W##_t) ~SIGN) > (int##W##_t)INF;                             \
    }                                                                                              \
    static inline i##W##x32 is_snan##W(u##W##x32 x)                                                \
    {                                                                                              \
        return is_nan##W(x) & ((x & (uint##W##_t)QUIET) == 0);                                     \
    }                                                                                              \
    static inline i##W##x32 order##W(u##W##x32 x)                                                  \
    {                                                                                              \
        i##W##x32 negative = (i##W##x32)x >> (W - 1);                                              \
        return (i##W##x32)x ^ (negative & (int##W##_t)(uint##W##_t) ~SIGN);                        \
    }                                                                                              \
    static inline u##W##x32 choose##W(i##W##x32 a_wins, u##W##x32 a, u##W##x32 b)                  \
    {                                                                                              \
        i##W##x32 take_a = (a_wins & ~is_nan##W(a)) | is_nan##W(b);                                \
        return pick##W((u##W##x32)take_a, a, b);                                                   \
    }                                                                                              \
    static inline u##W##x32 unless_snan##W(u##W##x32 r, u##W##x32 a, u##W##x32 b)                  \
    {                                                                                              \
        r = pick##W((u##W##x32)is_snan##W(b), b | (uint##W##_t)QUIET, r);                          \
        return pick##W((u##W##x32)is_snan##W(a), a | (uint##W##_t)QUIET, r);                       \
    }                                                                                              \
    static inline u##W##x32 min##W(u##W##x32 a, u##W##x32 b, uint32_t mode)                        \
    {                                                                                              \
        u##W##x32 r = choose##W(order##W(a) < order##W(b), a, b);                                  \
        return mode & MODE_IEEE ? AS_MINIMUM(a, b, unless_snan##W(r, a, b)) : r;                   \
    }                                                                                              \
    static inline u##W##x32 max##W(u##W##x32 a, u##W##x32 b, uint32_t mode)                        \
    {                                                                                              \
        u##W##x32 r = choose##W(order##W(a) > order##W(b), a, b);                                  \
        return mode & MODE_IEEE ? AS_MAXIMUM(a, b, unless_snan##W(r, a, b)) : r;                   \
    }

#define AS_IT_IS(a, b, r) r
DEFINE_MINMAX(16, 0x7c00, 0x0200, 0x8000, AS_IT_IS, AS_IT_IS)
DEFINE_MINMAX(32, 0x7f800000, 0x00400000, 0x80000000, as_minimum, as_maximum)
DEFINE_MINMAX(64, 0x7ff0000000000000, 0x0008000000000000, 0x8000000000000000, as_minimum64,
              as_maximum64)

#endif
