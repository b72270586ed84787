/* types.h: the language of random kernels: what OpenCL C and clang's C have in common.
 *
 * A generated program is one text, compiled for gfx1100 by tools/clc and for the host by
 * clang; only this file and the last lines of the program differ. Everything here has one
 * right answer: integers wrap (-fwrapv), divisions and conversions avoid what C leaves
 * undefined, and NaNs become the same NaN before their bits are looked at. */
#ifndef RANDOM_TYPES_H
#define RANDOM_TYPES_H

#ifdef __OPENCL_C_VERSION__
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
typedef char i8;
typedef uchar u8;
typedef short i16;
typedef ushort u16;
typedef int i32;
typedef uint u32;
typedef long i64;
typedef ulong u64;
typedef half f16;
#else
#include <stdint.h>
typedef int8_t i8;
typedef uint8_t u8;
typedef int16_t i16;
typedef uint16_t u16;
typedef int32_t i32;
typedef uint32_t u32;
typedef long i64;
typedef unsigned long u64;
typedef _Float16 f16;
#define global
#define local
#define private
#define constant static const
#endif
typedef float f32;
typedef double f64;

#define VECTOR(T, n) __attribute__((ext_vector_type(n))) T
typedef VECTOR(u8, 4) v4u8;
typedef VECTOR(i16, 2) v2i16;
typedef VECTOR(u16, 2) v2u16;
typedef VECTOR(f16, 2) v2f16;
typedef VECTOR(i32, 2) v2i32;
typedef VECTOR(f32, 2) v2f32;
typedef VECTOR(i32, 4) v4i32;
typedef VECTOR(u32, 4) v4u32;
typedef VECTOR(f32, 4) v4f32;
typedef VECTOR(i64, 2) v2i64;
typedef VECTOR(u64, 2) v2u64;
typedef VECTOR(f64, 2) v2f64;

#define MAKE2(V, T)                                                                                \
    static inline V V##_make(T a, T b)                                                             \
    {                                                                                              \
        V v = (V)(a);                                                                              \
        v.y = b;                                                                                   \
        return v;                                                                                  \
    }
#define MAKE4(V, T)                                                                                \
    static inline V V##_make(T a, T b, T c, T d)                                                   \
    {                                                                                              \
        V v = (V)(a);                                                                              \
        v.y = b;                                                                                   \
        v.z = c;                                                                                   \
        v.w = d;                                                                                   \
        return v;                                                                                  \
    }
MAKE4(v4u8, u8)
MAKE2(v2i16, i16)
MAKE2(v2u16, u16)
MAKE2(v2f16, f16)
MAKE2(v2i32, i32)
MAKE2(v2f32, f32)
MAKE4(v4i32, i32)
MAKE4(v4u32, u32)
MAKE4(v4f32, f32)
MAKE2(v2i64, i64)
MAKE2(v2u64, u64)
MAKE2(v2f64, f64)

/* ---- division: x / 0 is x here, and so is lowest / -1 ---- */

#define DIVISION(T, undefined)                                                                     \
    static inline T T##_div(T a, T b) { return undefined ? a : (T)(a / b); }                       \
    static inline T T##_mod(T a, T b) { return undefined ? a : (T)(a % b); }
DIVISION(i8, (b == 0 || b == -1))
DIVISION(i16, (b == 0 || b == -1))
DIVISION(i32, (b == 0 || b == -1))
DIVISION(i64, (b == 0 || b == -1))
DIVISION(u8, b == 0)
DIVISION(u16, b == 0)
DIVISION(u32, b == 0)
DIVISION(u64, b == 0)

static inline u32 u32_mulhi(u32 a, u32 b) { return (u32)((u64)a * b >> 32); }
static inline i32 i32_mulhi(i32 a, i32 b) { return (i32)((i64)a * b >> 32); }

/* ---- bits of floats, and back ---- */

#define BITS(F, U, nan)                                                                            \
    static inline U F##_bits(F x)                                                                  \
    {                                                                                              \
        union {                                                                                    \
            F f;                                                                                   \
            U u;                                                                                   \
        } c;                                                                                       \
        c.f = x;                                                                                   \
        return x != x ? (U)nan : c.u;                                                              \
    }                                                                                              \
    static inline F F##_of(U x)                                                                    \
    {                                                                                              \
        union {                                                                                    \
            F f;                                                                                   \
            U u;                                                                                   \
        } c;                                                                                       \
        c.u = x;                                                                                   \
        return c.f;                                                                                \
    }                                                                                              \
    /* x, or 1 for a NaN, whose sign is anyone's guess. */                                         \
    static inline F F##_number(F x) { return x != x ? (F)1 : x; }
BITS(f16, u16, 0x7e00)
BITS(f32, u32, 0x7fc00000)
BITS(f64, u64, 0x7ff8000000000000)

/* ---- float to integer: 0 outside of (lo, hi), where the conversion is defined ---- */

#define TO_INT(T, F, lo, hi)                                                                       \
    static inline T T##_of_##F(F x) { return x > (F)(lo) && x < (F)(hi) ? (T)x : (T)0; }
#define TO_INTS(F)                                                                                 \
    TO_INT(i8, F, -128, 127)                                                                       \
    TO_INT(u8, F, -1, 255)                                                                         \
    TO_INT(i16, F, -32768, 32767)                                                                  \
    TO_INT(u16, F, -1, 65500)
TO_INTS(f16)
TO_INTS(f32)
TO_INTS(f64)
TO_INT(i32, f16, -65504, 65504)
TO_INT(u32, f16, -1, 65504)
TO_INT(i64, f16, -65504, 65504)
TO_INT(u64, f16, -1, 65504)
TO_INT(i32, f32, -0x1p31f, 0x1p31f)
TO_INT(u32, f32, -1, 0x1p32f)
TO_INT(i64, f32, -0x1p63f, 0x1p63f)
TO_INT(u64, f32, -1, 0x1p64f)
TO_INT(i32, f64, -0x1p31, 0x1p31)
TO_INT(u32, f64, -1, 0x1p32)
TO_INT(i64, f64, -0x1p63, 0x1p63)
TO_INT(u64, f64, -1, 0x1p64)

/* ---- fused multiply-add in half: the host has none ----
 *
 * In f64 the product is exact. The sum has bits too far apart for it only if it is not near
 * a half-way point of f16, so that rounding it twice does no harm. */
#ifdef __OPENCL_C_VERSION__
static inline f16 f16_fma(f16 a, f16 b, f16 c) { return __builtin_elementwise_fma(a, b, c); }
static inline v2f16 v2f16_fma(v2f16 a, v2f16 b, v2f16 c)
{
    return __builtin_elementwise_fma(a, b, c);
}
#else
static inline f16 f16_fma(f16 a, f16 b, f16 c)
{
    return (f16)__builtin_elementwise_fma((f64)a, (f64)b, (f64)c);
}
static inline v2f16 v2f16_fma(v2f16 a, v2f16 b, v2f16 c)
{
    return v2f16_make(f16_fma(a.x, b.x, c.x), f16_fma(a.y, b.y, c.y));
}
#endif

/* ---- atomics on LDS whose order does not show in the end ---- */

#ifdef __OPENCL_C_VERSION__
#define ACCUMULATE(name, function)                                                                 \
    static inline void name(local u32 *p, u32 v) { function((volatile local u32 *)p, v); }
ACCUMULATE(lds_add, atomic_add)
ACCUMULATE(lds_xor, atomic_xor)
ACCUMULATE(lds_or, atomic_or)
ACCUMULATE(lds_and, atomic_and)
ACCUMULATE(lds_min, atomic_min)
ACCUMULATE(lds_max, atomic_max)
#else
static inline void lds_add(u32 *p, u32 v) { *p += v; }
static inline void lds_xor(u32 *p, u32 v) { *p ^= v; }
static inline void lds_or(u32 *p, u32 v) { *p |= v; }
static inline void lds_and(u32 *p, u32 v) { *p &= v; }
static inline void lds_min(u32 *p, u32 v) { *p = v < *p ? v : *p; }
static inline void lds_max(u32 *p, u32 v) { *p = v > *p ? v : *p; }
#endif

#endif
