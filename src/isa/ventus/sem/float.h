/* float.h: floating-point operations over which the semantics are written.
 *
 * Each exists for 32 lanes of f32 on the host's FPU (type f32x32), which rounds in the mode
 * that the operand layer has set and raises the host's flags, and for one number of f16,
 * f32 or f64 in software (struct f16b, f32b, f64b), for the rounding mode that hosts lack
 * and the widths that are rare. VEC_FLOAT makes all of them from one expression. NaN results
 * are canonical (0x7fc00000). Flags that the host does not raise are put into env->fp.
 *
 * RISC-V unprivileged ISA, F and V; spec isa.md 8.5. */
#ifndef SHOAL_VENTUS_FLOAT_H
#define SHOAL_VENTUS_FLOAT_H

#include "isa/ventus/sem/sem.h"

struct f16b {
    uint16_t u;
};
struct f32b {
    uint32_t u;
};
struct f64b {
    uint64_t u;
};

/* ---- software ---- */

#define DEFINE_SOFT(F, B, FORMAT)                                                                  \
    OVER F fadd(struct ventus_env *env, F a, F b)                                                  \
    {                                                                                              \
        return (F){(B)sf_add(&env->fp, FORMAT, a.u, b.u)};                                         \
    }                                                                                              \
    OVER F fsub(struct ventus_env *env, F a, F b)                                                  \
    {                                                                                              \
        return (F){(B)sf_sub(&env->fp, FORMAT, a.u, b.u)};                                         \
    }                                                                                              \
    OVER F fmul(struct ventus_env *env, F a, F b)                                                  \
    {                                                                                              \
        return (F){(B)sf_mul(&env->fp, FORMAT, a.u, b.u)};                                         \
    }                                                                                              \
    OVER F fdiv(struct ventus_env *env, F a, F b)                                                  \
    {                                                                                              \
        return (F){(B)sf_div(&env->fp, FORMAT, a.u, b.u)};                                         \
    }                                                                                              \
    OVER F fsqrt(struct ventus_env *env, F a) { return (F){(B)sf_sqrt(&env->fp, FORMAT, a.u)}; }   \
    OVER F ffma(struct ventus_env *env, F a, F b, F c)                                             \
    {                                                                                              \
        return (F){(B)sf_fma(&env->fp, FORMAT, a.u, b.u, c.u)};                                    \
    }                                                                                              \
    OVER F fmin(struct ventus_env *env, F a, F b)                                                  \
    {                                                                                              \
        return (F){(B)sf_min_max(&env->fp, FORMAT, a.u, b.u, false)};                              \
    }                                                                                              \
    OVER F fmax(struct ventus_env *env, F a, F b)                                                  \
    {                                                                                              \
        return (F){(B)sf_min_max(&env->fp, FORMAT, a.u, b.u, true)};                               \
    }                                                                                              \
    OVER F fneg(F a) { return (F){(B)(a.u ^ sf_sign_bit(FORMAT))}; }                               \
    /* Magnitude of a, sign of s. */                                                               \
    OVER F fsign(F a, F s)                                                                         \
    {                                                                                              \
        uint64_t bit = sf_sign_bit(FORMAT);                                                        \
        return (F){(B)((a.u & ~bit) | (s.u & bit))};                                               \
    }                                                                                              \
    OVER F fsign_xor(F a, F s) { return (F){(B)(a.u ^ (s.u & sf_sign_bit(FORMAT)))}; }             \
    OVER uint32_t feq(struct ventus_env *env, F a, F b)                                            \
    {                                                                                              \
        return sf_eq(&env->fp, FORMAT, a.u, b.u);                                                  \
    }                                                                                              \
    OVER uint32_t fne(struct ventus_env *env, F a, F b)                                            \
    {                                                                                              \
        return !sf_eq(&env->fp, FORMAT, a.u, b.u);                                                 \
    }                                                                                              \
    OVER uint32_t flt(struct ventus_env *env, F a, F b)                                            \
    {                                                                                              \
        return sf_lt(&env->fp, FORMAT, a.u, b.u);                                                  \
    }                                                                                              \
    OVER uint32_t fle(struct ventus_env *env, F a, F b)                                            \
    {                                                                                              \
        return sf_le(&env->fp, FORMAT, a.u, b.u);                                                  \
    }                                                                                              \
    OVER uint32_t fclass(F a) { return sf_classify(FORMAT, a.u); }                                 \
    /* To an integer of the same width, bits. */                                                   \
    OVER uint64_t to_int(struct ventus_env *env, F a, bool is_signed)                              \
    {                                                                                              \
        return sf_to_int(&env->fp, FORMAT, a.u, 8 * sizeof(B), is_signed);                         \
    }                                                                                              \
    OVER uint64_t to_int_rtz(struct ventus_env *env, F a, bool is_signed)                          \
    {                                                                                              \
        struct sf_env fp = {.rm = SF_RTZ};                                                         \
        uint64_t r = sf_to_int(&fp, FORMAT, a.u, 8 * sizeof(B), is_signed);                        \
        env->fp.flags |= fp.flags;                                                                 \
        return r;                                                                                  \
    }                                                                                              \
    /* Of the integer in a's bits. */                                                              \
    OVER F of_int(struct ventus_env *env, F a, bool is_signed)                                     \
    {                                                                                              \
        int64_t extended =                                                                         \
            (int64_t)((uint64_t)a.u << (64 - 8 * sizeof(B))) >> (64 - 8 * sizeof(B));              \
        return (F){                                                                                \
            (B)sf_of_int(&env->fp, FORMAT, is_signed ? (uint64_t)extended : a.u, is_signed)};      \
    }

DEFINE_SOFT(struct f16b, uint16_t, sf_f16)
DEFINE_SOFT(struct f32b, uint32_t, sf_f32)
DEFINE_SOFT(struct f64b, uint64_t, sf_f64)

/* ---- the host's FPU ---- */

static inline i32x32 is_nan(f32x32 x) { return (i32x32)((u32x32)x & 0x7fffffff) > 0x7f800000; }
/* Looks at bits: from r != r the compiler may conclude what the operands were and compare
 * those, with other flags. */
static inline f32x32 canonical(f32x32 r)
{
    return pickf(is_nan(r), (f32x32)splat32(0x7fc00000), r);
}
static inline void invalid_where(struct ventus_env *env, i32x32 condition)
{
    if (__builtin_expect((mask_of(condition) & env->on) != 0, 0))
        env->fp.flags |= SF_NV;
}
static inline i32x32 is_snan(f32x32 x) { return is_nan(x) & (((u32x32)x & 0x00400000) == 0); }

#ifdef SHOAL_BITCODE
/* Compiled code looks at results, and has the interpreter do again what is NaN (jit/emit_nan.c):
 * only numbers count here. */
#define canonical(r)        (r)
#define invalid_where(e, c) ((void)(e), (void)(c))
#endif

OVER f32x32 fadd(struct ventus_env *env, f32x32 a, f32x32 b)
{
    (void)env;
    return canonical(a + b);
}
OVER f32x32 fsub(struct ventus_env *env, f32x32 a, f32x32 b)
{
    (void)env;
    return canonical(a - b);
}
OVER f32x32 fmul(struct ventus_env *env, f32x32 a, f32x32 b)
{
    (void)env;
    return canonical(a * b);
}
OVER f32x32 fdiv(struct ventus_env *env, f32x32 a, f32x32 b)
{
    (void)env;
    return canonical(a / b);
}
OVER f32x32 fsqrt(struct ventus_env *env, f32x32 a)
{
    (void)env;
    return canonical(__builtin_elementwise_sqrt(a));
}

/* Where the CPU has no FMA the compiler calls libm's, which is exact and sets flags too. */
OVER f32x32 ffma(struct ventus_env *env, f32x32 a, f32x32 b, f32x32 c)
{
    f32x32 r = __builtin_elementwise_fma(a, b, c);
#ifndef SHOAL_BITCODE
    i32x32 bad = is_nan(r);
    if (__builtin_expect(mask_of(bad) != 0, 0)) {
        /* infinity times zero is invalid even if c is a quiet NaN; x86 says nothing then */
        u32x32 x = (u32x32)a & 0x7fffffff, y = (u32x32)b & 0x7fffffff;
        invalid_where(env, ((x == 0x7f800000) & (y == 0)) | ((x == 0) & (y == 0x7f800000)));
        r = pickf(bad, (f32x32)splat32(0x7fc00000), r);
    }
#else
    (void)env;
#endif
    return r;
}

OVER f32x32 fneg(f32x32 a) { return (f32x32)((u32x32)a ^ 0x80000000); }
OVER f32x32 fsign(f32x32 a, f32x32 s)
{
    return (f32x32)(((u32x32)a & 0x7fffffff) | ((u32x32)s & 0x80000000));
}
OVER f32x32 fsign_xor(f32x32 a, f32x32 s) { return (f32x32)((u32x32)a ^ ((u32x32)s & 0x80000000)); }

/* Sign and magnitude as an integer that compares like the number, -0 below +0. */
static inline i32x32 ordered(f32x32 x) { return (i32x32)x ^ ((i32x32)x >> 31 & 0x7fffffff); }

static inline f32x32 chosen(struct ventus_env *env, i32x32 a_wins, f32x32 a, f32x32 b)
{
    invalid_where(env, is_snan(a) | is_snan(b));
    f32x32 r = pickf((a_wins & ~is_nan(a)) | is_nan(b), a, b);
    return pickf(is_nan(a) & is_nan(b), (f32x32)splat32(0x7fc00000), r);
}
OVER f32x32 fmin(struct ventus_env *env, f32x32 a, f32x32 b)
{
    return chosen(env, ordered(a) < ordered(b), a, b);
}
OVER f32x32 fmax(struct ventus_env *env, f32x32 a, f32x32 b)
{
    return chosen(env, ordered(a) > ordered(b), a, b);
}

static inline i32x32 either_nan(f32x32 a, f32x32 b) { return is_nan(a) | is_nan(b); }
static inline i32x32 both_zero(f32x32 a, f32x32 b)
{
    return (((u32x32)a | (u32x32)b) & 0x7fffffff) == 0;
}
OVER i32x32 feq(struct ventus_env *env, f32x32 a, f32x32 b)
{
    invalid_where(env, is_snan(a) | is_snan(b));
    return (((i32x32)a == (i32x32)b) | both_zero(a, b)) & ~either_nan(a, b);
}
OVER i32x32 fne(struct ventus_env *env, f32x32 a, f32x32 b) { return ~feq(env, a, b); }
OVER i32x32 flt(struct ventus_env *env, f32x32 a, f32x32 b)
{
    invalid_where(env, either_nan(a, b));
    return (ordered(a) < ordered(b)) & ~both_zero(a, b) & ~either_nan(a, b);
}
OVER i32x32 fle(struct ventus_env *env, f32x32 a, f32x32 b)
{
    invalid_where(env, either_nan(a, b));
    return ((ordered(a) <= ordered(b)) | both_zero(a, b)) & ~either_nan(a, b);
}

/* x rounded to an integer in mode rm; exact otherwise, raises no flags but for signalling
 * NaNs. */
static inline f32x32 rounded(f32x32 x, unsigned rm)
{
    f32x32 t;
    switch (rm) {
    case SF_RNE:
        return __builtin_elementwise_roundeven(x);
    case SF_RDN:
        return __builtin_elementwise_floor(x);
    case SF_RUP:
        return __builtin_elementwise_ceil(x);
    case SF_RMM:
        t = __builtin_elementwise_trunc(x);
        return pickf(fsign(x - t, (f32x32)splat32(0)) >= splatf(0.5f), t + fsign(splatf(1), x), t);
    default:
        return __builtin_elementwise_trunc(x);
    }
}

static inline u32x32 to_int_as(struct ventus_env *env, f32x32 a, bool is_signed, unsigned rm)
{
    i32x32 nan = is_nan(a), tame = (i32x32)((u32x32)a & 0x7fffffff) < 0x4f800000; /* below 2^32 */
    f32x32 x = pickf(tame, a, splatf(0)), r = rounded(x, rm);
    f32x32 lowest = splatf(is_signed ? -0x1p31f : 0), end = splatf(is_signed ? 0x1p31f : 0x1p32f);
    i32x32 fits = (r >= lowest) & (r < end) & tame;
    invalid_where(env, ~fits);
    if ((mask_of((r != x) & fits) & env->on) != 0)
        env->fp.flags |= SF_NX;
    f32x32 y = pickf(fits, r, splatf(0));
    /* through i32: numbers from 2^31 on less 2^31 */
    i32x32 upper = y >= splatf(0x1p31f);
    i32x32 n = __builtin_convertvector(pickf(upper, y - splatf(0x1p31f), y), i32x32);
    u32x32 value = (u32x32)n ^ ((u32x32)upper & 0x80000000);
    u32x32 least = splat32(is_signed ? 0x80000000 : 0), most = least - 1;
    i32x32 below = ((i32x32)a < 0) & ~nan;
    return pick32((u32x32)fits, value, pick32((u32x32)below, least, most));
}
OVER u32x32 to_int(struct ventus_env *env, f32x32 a, bool is_signed)
{
    return to_int_as(env, a, is_signed, env->fp.rm);
}
OVER u32x32 to_int_rtz(struct ventus_env *env, f32x32 a, bool is_signed)
{
    return to_int_as(env, a, is_signed, SF_RTZ);
}

/* Unsigned numbers from 2^31 on: halved, with what is cut off kept in the last bit. */
OVER f32x32 of_int(struct ventus_env *env, f32x32 a, bool is_signed)
{
    (void)env;
    u32x32 u = (u32x32)a;
    if (is_signed)
        return __builtin_convertvector((i32x32)u, f32x32);
    i32x32 upper = (i32x32)u < 0;
    u32x32 n = pick32((u32x32)upper, u >> 1 | (u & 1), u);
    f32x32 r = __builtin_convertvector((i32x32)n, f32x32);
    r = pickf(upper, r + r, r);
    /* without a conversion of unsigned numbers the compiler makes one of sums, and those of
     * 0 are -0 when rounding down */
    return (f32x32)((u32x32)r & ~(u32x32)(u == 0));
}

/* ---- functions of rows ---- */

#define FLOAT_HOST(name, RES, ...)                                                                 \
    static void name##_host(struct vec_args *x)                                                    \
    {                                                                                              \
        struct ventus_env *env UNUSED = x->env;                                                    \
        UNUSED const f32x32 a = *(const f32x32 *)x->a, b = *(const f32x32 *)x->b;                  \
        UNUSED const f32x32 c = *(const f32x32 *)x->c;                                             \
        *(RES *)x->d = (RES)(__VA_ARGS__);                                                         \
    }

#define FLOAT_SOFT(name, bits, AS, ...)                                                            \
    static void name##_soft##bits(struct vec_args *x)                                              \
    {                                                                                              \
        struct ventus_env *env = x->env;                                                           \
        for (uint32_t left = env->on; left; left &= left - 1) {                                    \
            unsigned l = (unsigned)__builtin_ctz(left);                                            \
            UNUSED const struct f##bits##b a = ((const struct f##bits##b *)x->a)[l];               \
            UNUSED const struct f##bits##b b = ((const struct f##bits##b *)x->b)[l];               \
            UNUSED const struct f##bits##b c = ((const struct f##bits##b *)x->c)[l];               \
            AS(bits, x->d, l, __VA_ARGS__);                                                        \
        }                                                                                          \
    }
#define AS_FLOAT(bits, d, l, ...) ((struct f##bits##b *)d)[l] = __VA_ARGS__
#define AS_INT(bits, d, l, ...)   ((uint##bits##_t *)d)[l] = (uint##bits##_t)(__VA_ARGS__)
#define AS_BOOL(bits, d, l, ...)  ((uint32_t *)d)[l] = (__VA_ARGS__)

/* e8 has no floats. */
#define FLOAT_ROW(name, HOST_RES, AS, host, ...)                                                   \
    FLOAT_HOST(name, HOST_RES, __VA_ARGS__)                                                        \
    FLOAT_SOFT(name, 16, AS, __VA_ARGS__)                                                          \
    FLOAT_SOFT(name, 32, AS, __VA_ARGS__)                                                          \
    FLOAT_SOFT(name, 64, AS, __VA_ARGS__)                                                          \
    const struct ventus_vec FN(x_##name) = {                                                       \
        {0, name##_soft16, name##_host, name##_soft64, name##_soft32}, host};

#ifdef SHOAL_BITCODE
#define FLOAT_BITCODE(name, RES, ...) VEC_BITCODE(name, f32x32, f32x32, f32x32, RES, __VA_ARGS__)
#define VEC_FLOAT(name, ...)          FLOAT_BITCODE(name, f32x32, __VA_ARGS__)
#define VEC_CHOICE(name, ...)         FLOAT_BITCODE(name, f32x32, __VA_ARGS__)
#define VEC_TO_INT(name, ...)         struct ventus_no_##name;
#define VEC_COMPARE(name, ...)        FLOAT_BITCODE(name, u32x32, (u32x32)(__VA_ARGS__)&1)
#define VEC_FLOAT_SOFT(name, AS, ...) struct ventus_no_##name;
#define SCALAR_FLOAT(name, ...)       struct ventus_no_##name;
#else
/* Operations of the host's FPU; others on floats, which find their flags themselves. */
#define VEC_FLOAT(name, ...)   FLOAT_ROW(name, f32x32, AS_FLOAT, true, __VA_ARGS__)
#define VEC_CHOICE(name, ...)  FLOAT_ROW(name, f32x32, AS_FLOAT, false, __VA_ARGS__)
#define VEC_TO_INT(name, ...)  FLOAT_ROW(name, u32x32, AS_INT, false, __VA_ARGS__)
#define VEC_COMPARE(name, ...) FLOAT_ROW(name, u32x32, AS_BOOL, false, (__VA_ARGS__)&1)

/* In software at every width. */
#define VEC_FLOAT_SOFT(name, AS, ...)                                                              \
    FLOAT_SOFT(name, 16, AS, __VA_ARGS__)                                                          \
    FLOAT_SOFT(name, 32, AS, __VA_ARGS__)                                                          \
    FLOAT_SOFT(name, 64, AS, __VA_ARGS__)                                                          \
    const struct ventus_vec FN(x_##name) = {                                                       \
        {0, name##_soft16, name##_soft32, name##_soft64, name##_soft32}, false};

/* Scalars are always computed in software: they are few, and the host's mode stays. */
#define SCALAR_FLOAT_FUNCTION(name, bits, ...)                                                     \
    static void name##_##bits(struct scalar_args *x)                                               \
    {                                                                                              \
        struct ventus_env *env UNUSED = x->env;                                                    \
        UNUSED const struct f##bits##b a = {(uint##bits##_t)x->a}, b = {(uint##bits##_t)x->b};     \
        UNUSED const struct f##bits##b c = {(uint##bits##_t)x->c};                                 \
        x->d = (__VA_ARGS__);                                                                      \
    }
#define SCALAR_FLOAT(name, ...)                                                                    \
    SCALAR_FLOAT_FUNCTION(name, 32, __VA_ARGS__)                                                   \
    SCALAR_FLOAT_FUNCTION(name, 64, __VA_ARGS__)                                                   \
    const struct ventus_scalar FN(x_##name) = {name##_32, name##_64};
#endif

#endif
