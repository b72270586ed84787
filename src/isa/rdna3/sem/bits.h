/* bits.h: bit counting and saturating arithmetic on whole vectors, shared by the integer
 * semantics. No lane loops, so that they stay vector code when the JIT inlines them. */
#ifndef SHOAL_RDNA3_BITS_H
#define SHOAL_RDNA3_BITS_H

#include "isa/exec/vec.h"

typedef VEC(uint8_t, 128) u8x128;  /* the bytes of a VGPR */
typedef VEC(uint16_t, 128) u16x64; /* its 16-bit halves */
typedef VEC(int16_t, 128) i16x64;

#define MIN(a, b)     __builtin_elementwise_min(a, b)
#define MAX(a, b)     __builtin_elementwise_max(a, b)
#define ADD_SAT(a, b) __builtin_elementwise_add_sat(a, b)
#define SUB_SAT(a, b) __builtin_elementwise_sub_sat(a, b)

/* The 64 bits a:b shifted right by n modulo 32. */
static inline u32x32 funnel32(u32x32 a, u32x32 b, u32x32 n)
{
#if __has_builtin(__builtin_elementwise_fshr) /* one instruction of LLVM; Clang 22 */
    return __builtin_elementwise_fshr(a, b, n);
#else
    n &= 31;
    return b >> n | a << 1 << (31 ^ n);
#endif
}

/* Bits set in each lane: sums of pairs, then of groups of 4, then a multiplication that
 * adds the bytes up in the top one. */
static inline u32x32 popcount32(u32x32 x)
{
    x -= x >> 1 & 0x55555555;
    x = (x & 0x33333333) + (x >> 2 & 0x33333333);
    x = (x + (x >> 4)) & 0x0f0f0f0f;
    return (x * 0x01010101) >> 24;
}

/* Zeros above the highest bit set; 32 for 0. */
static inline u32x32 clz32(u32x32 x)
{
    x |= x >> 1;
    x |= x >> 2;
    x |= x >> 4;
    x |= x >> 8;
    x |= x >> 16;
    return 32 - popcount32(x);
}

static inline u32x32 reverse32(u32x32 x)
{
    x = (x >> 1 & 0x55555555) | (x & 0x55555555) << 1;
    x = (x >> 2 & 0x33333333) | (x & 0x33333333) << 2;
    x = (x >> 4 & 0x0f0f0f0f) | (x & 0x0f0f0f0f) << 4;
    x = (x >> 8 & 0x00ff00ff) | (x & 0x00ff00ff) << 8;
    return x >> 16 | x << 16;
}

/* 64-bit values forced into the range of a narrower integer (results of multiply-adds
 * with CLAMP). */
static inline u32x32 clamp_u32(u64x32 x) { return trunc32(MIN(x, splat64(UINT32_MAX))); }
static inline u32x32 clamp_i32(i64x32 x)
{
    x = MAX(x, (i64x32)splat64((uint64_t)INT32_MIN));
    return trunc32((u64x32)MIN(x, (i64x32)splat64(INT32_MAX)));
}
static inline u16x32 clamp_u16(u32x32 x) { return trunc16(MIN(x, splat32(UINT16_MAX))); }
static inline u16x32 clamp_i16(i32x32 x)
{
    x = MAX(x, (i32x32)splat32((uint32_t)INT16_MIN));
    return trunc16((u32x32)MIN(x, (i32x32)splat32(INT16_MAX)));
}

/* x, or what is next to it in [-most, most]. */
static inline i32x32 within(i32x32 x, int most)
{
    i32x32 limit = (i32x32)splat32((uint32_t)most);
    return MAX(MIN(x, limit), -limit);
}

#endif
