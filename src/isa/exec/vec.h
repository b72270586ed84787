/* vec.h: a VGPR as a C vector, and the few vector helpers that semantics need.
 *
 * vec16, vec32 and vec64 hold one value of 16, 32 or 64 bits for each of 32 lanes. C's
 * vector operators work on the members; a comparison gives 0 or -1 per lane. Lane masks
 * are uint32_t, bit n for lane n:
 *
 *     d->f = a->f + b->f;                          32 additions
 *     *co = mask_of(a->i < b->i);                  a compare
 *     d->u = select32(m, b->u, a->u);              lane n: m bit n ? b : a
 */
#ifndef SHOAL_EXEC_VEC_H
#define SHOAL_EXEC_VEC_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define VEC(type, bytes) __attribute__((vector_size(bytes))) type
typedef VEC(uint8_t, 32) u8x32;
typedef VEC(uint16_t, 64) u16x32;
typedef VEC(int16_t, 64) i16x32;
typedef VEC(uint32_t, 128) u32x32;
typedef VEC(int32_t, 128) i32x32;
typedef VEC(float, 128) f32x32;
typedef VEC(uint64_t, 256) u64x32;
typedef VEC(int64_t, 256) i64x32;
typedef VEC(double, 256) f64x32;
typedef bool bool32 __attribute__((ext_vector_type(32)));

typedef union vec16 {
    u16x32 u;
    i16x32 i;
} vec16;

typedef union vec32 {
    u32x32 u;
    i32x32 i;
    f32x32 f;
} vec32;

typedef union vec64 {
    u64x32 u;
    i64x32 i;
    f64x32 f;
} vec64;

/* Wide operands, dword n of all lanes in w[n]. */
typedef struct vec96 {
    vec32 w[3];
} vec96;
typedef struct vec128 {
    vec32 w[4];
} vec128;

/* ---- lane masks ---- */

static inline uint32_t bits_of(bool32 b)
{
    uint32_t m;
    memcpy(&m, &b, sizeof m);
    return m;
}

static inline bool32 bools_of(uint32_t m)
{
    bool32 b;
    memcpy(&b, &m, sizeof b);
    return b;
}

/* Bit n: lane n of a comparison's result is true. */
static inline uint32_t mask_of(i32x32 c) { return bits_of(__builtin_convertvector(c, bool32)); }
static inline uint32_t mask_of16(i16x32 c) { return bits_of(__builtin_convertvector(c, bool32)); }
static inline uint32_t mask_of64(i64x32 c) { return bits_of(__builtin_convertvector(c, bool32)); }

/* -1 in the lanes whose bit is set, 0 in the others. */
static inline u32x32 lanes_of(uint32_t m)
{
    return (u32x32) - (__builtin_convertvector(bools_of(m), i32x32));
}
static inline u16x32 lanes_of16(uint32_t m)
{
    return (u16x32) - (__builtin_convertvector(bools_of(m), i16x32));
}
static inline u64x32 lanes_of64(uint32_t m)
{
    return (u64x32) - (__builtin_convertvector(bools_of(m), i64x32));
}

/* Bitwise choice: a where `on` has ones, else b. */
static inline u16x32 pick16(u16x32 on, u16x32 a, u16x32 b) { return (a & on) | (b & ~on); }
static inline u32x32 pick32(u32x32 on, u32x32 a, u32x32 b) { return (a & on) | (b & ~on); }
static inline u64x32 pick64(u64x32 on, u64x32 a, u64x32 b) { return (a & on) | (b & ~on); }
static inline f32x32 pickf(i32x32 on, f32x32 a, f32x32 b)
{
    return (f32x32)pick32((u32x32)on, (u32x32)a, (u32x32)b);
}
static inline f64x32 pickd(i64x32 on, f64x32 a, f64x32 b)
{
    return (f64x32)pick64((u64x32)on, (u64x32)a, (u64x32)b);
}

/* Lane n: bit n of m ? a : b. */
static inline u16x32 select16(uint32_t m, u16x32 a, u16x32 b)
{
    return pick16(lanes_of16(m), a, b);
}
static inline u32x32 select32(uint32_t m, u32x32 a, u32x32 b) { return pick32(lanes_of(m), a, b); }
static inline u64x32 select64(uint32_t m, u64x32 a, u64x32 b)
{
    return pick64(lanes_of64(m), a, b);
}

/* ---- changes of width ---- */

#define WIDEN(type, v) __builtin_convertvector(v, type)
static inline u32x32 zext16(u16x32 v) { return WIDEN(u32x32, v); }
static inline i32x32 sext16(u16x32 v) { return WIDEN(i32x32, (i16x32)v); }
static inline u16x32 trunc16(u32x32 v) { return WIDEN(u16x32, v); }
static inline u64x32 zext32(u32x32 v) { return WIDEN(u64x32, v); }
static inline i64x32 sext32(u32x32 v) { return WIDEN(i64x32, (i32x32)v); }
static inline u32x32 trunc32(u64x32 v) { return WIDEN(u32x32, v); }
static inline u16x32 lo16(u32x32 v) { return trunc16(v); }
static inline u16x32 hi16(u32x32 v) { return trunc16(v >> 16); }
static inline u32x32 join16(u16x32 lo, u16x32 hi) { return zext16(lo) | zext16(hi) << 16; }
static inline u64x32 join32(u32x32 lo, u32x32 hi) { return zext32(lo) | zext32(hi) << 32; }

/* The same value in every lane. */
static inline u16x32 splat16(uint16_t x) { return (u16x32){0} + x; }
static inline u32x32 splat32(uint32_t x) { return (u32x32){0} + x; }
static inline u64x32 splat64(uint64_t x) { return (u64x32){0} + x; }
static inline f32x32 splatf(float x) { return (f32x32)(splat32(0)) + x; }
static inline f64x32 splatd(double x) { return (f64x32)(splat64(0)) + x; }

/* 0, 1, ... 31. */
static inline u32x32 lane_ids(void)
{
    return (u32x32){0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
                    16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31};
}

/* ---- fp16 ---- */

/* f16 bits to f32, exact; signalling NaNs become quiet. */
static inline f32x32 f32_of_f16(u16x32 h)
{
    typedef VEC(_Float16, 64) f16x32;
#ifdef __F16C__
    return __builtin_convertvector((f16x32)h, f32x32);
#else
    u32x32 x = zext16(h), sign = (x & 0x8000) << 16, mag = x & 0x7fff;
    /* normal: rebias by (127 - 15) << 23; a denormal is its integer times 2^-24 */
    u32x32 norm = (mag << 13) + (112u << 23);
    u32x32 special = (mag << 13) | 0x7f800000 | ((u32x32)(mag > 0x7c00) & 0x400000);
    u32x32 denorm = (u32x32)(__builtin_convertvector(mag, f32x32) * 0x1p-24f);
    u32x32 r = pick32((u32x32)(mag < 0x400), denorm, norm);
    r = pick32((u32x32)(mag >= 0x7c00), special, r);
    (void)sizeof(f16x32);
    return (f32x32)(r | sign);
#endif
}

/* f32 to f16 bits in the host's current rounding mode (set by the operand layer from
 * MODE); gives denormals; NaNs keep their upper payload and become quiet. */
#ifdef __F16C__
static inline u16x32 f16_of_f32(f32x32 f)
{
    typedef VEC(_Float16, 64) f16x32;
    return (u16x32) __builtin_convertvector(f, f16x32);
}
#else
void exec_f16_of_f32(const f32x32 *f, u16x32 *h);
static inline u16x32 f16_of_f32(f32x32 f)
{
    u16x32 h;
    exec_f16_of_f32(&f, &h);
    return h;
}
#endif

#endif
