/* convert.c: conversions between float formats, integers and normalized integers.
 *
 * Conversions to a float format round in the mode that the operand layer has set for that
 * format (single: FP_ROUND[1:0], half and double: [3:2]). Conversions to integers do not
 * look at MODE: they truncate, or round as their name says, saturate, and turn NaN into 0.
 * Manual: RDNA3 16.7, 16.8, 16.12. */
#include "isa/rdna3/sem/fp.h"

/* ---- float to integer ---- */

/* x, cut to [lo, hi]; NaN becomes 0. */
static inline f32x32 within32(f32x32 x, float lo, float hi)
{
    x = pickf(x > splatf(hi), splatf(hi), x);
    x = pickf(x < splatf(lo), splatf(lo), x);
    return pickf(x != x, splatf(0), x);
}
static inline f64x32 within64(f64x32 x, double lo, double hi)
{
    x = pickd(x > splatd(hi), splatd(hi), x);
    x = pickd(x < splatd(lo), splatd(lo), x);
    return pickd(x != x, splatd(0), x);
}

/* Truncating, saturating. The largest i32 is no f32: what is too large is cut to the f32
 * below it and replaced after. */
static inline u32x32 i32_of_f32(f32x32 x)
{
    i32x32 r = __builtin_convertvector(within32(x, -0x1p31f, 0x1.fffffep30f), i32x32);
    r = (i32x32)pick32((u32x32)(x >= splatf(0x1p31f)), splat32(INT32_MAX), (u32x32)r);
    return (u32x32)as_truncated(x, r);
}
static inline u32x32 u32_of_f32(f32x32 x)
{
    f32x32 y = within32(x, 0, 0x1.fffffep31f);
    i32x32 large = y >= splatf(0x1p31f);
    i32x32 r = __builtin_convertvector(y - pickf(large, splatf(0x1p31f), splatf(0)), i32x32);
    u32x32 u = (u32x32)r + ((u32x32)large & 0x80000000);
    return u | (u32x32)(x >= splatf(0x1p32f));
}
static inline u32x32 i32_of_f64(f64x32 x)
{
    return (u32x32) __builtin_convertvector(within64(x, -0x1p31, 0x1.fffffffcp30), i32x32);
}
/* Through the signed range: subtracting 2^31 is exact for the integers that are left. */
static inline u32x32 u32_of_f64(f64x32 x)
{
    f64x32 y = trunc_64(within64(x, 0, 0x1.fffffffep31)) - splatd(0x1p31);
    return (u32x32) __builtin_convertvector(y, i32x32) ^ 0x80000000;
}

SEM(v_cvt_i32_f32) { d->u = i32_of_f32(a->f); }
SEM(v_cvt_u32_f32) { d->u = u32_of_f32(a->f); }
SEM(v_cvt_i32_f64) { d->u = i32_of_f64(a->f); }
SEM(v_cvt_u32_f64) { d->u = u32_of_f64(a->f); }
SEM(v_cvt_floor_i32_f32) { d->u = i32_of_f32(floor_32(a->f)); }

/* floor(x + 0.5), the sum taken exactly ("0.5ULP accuracy"): x + 0.5 in f32 would round
 * 0.49999997 up to 1. */
SEM(v_cvt_nearest_i32_f32)
{
    f32x32 low = floor_32(a->f);
    i32x32 up = (a->f - low) >= splatf(0.5f);
    d->u = i32_of_f32(pickf(up, low + splatf(1), low));
}

static inline u32x32 u16_of_f32(f32x32 x)
{
    return (u32x32) __builtin_convertvector(within32(x, 0, 65535), i32x32);
}
static inline u32x32 i16_of_f32(f32x32 x)
{
    return (u32x32) __builtin_convertvector(within32(x, -32768, 32767), i32x32);
}
static inline u32x32 pack(u32x32 lo, u32x32 hi) { return (lo & 0xffff) | hi << 16; }

SEM(v_cvt_u16_f16) { d->u = trunc16(u16_of_f32(f32_of_f16(a->u))); }
SEM(v_cvt_i16_f16) { d->u = trunc16(i16_of_f32(f32_of_f16(a->u))); }
SEM(v_cvt_pk_u16_f32) { d->u = pack(u16_of_f32(a->f), u16_of_f32(b->f)); }
SEM(v_cvt_pk_i16_f32) { d->u = pack(i16_of_f32(a->f), i16_of_f32(b->f)); }

SEM(v_cvt_pk_u8_f32)
{
    u32x32 byte = (u32x32) __builtin_convertvector(within32(a->f, 0, 255), i32x32);
    u32x32 at = (b->u & 3) * 8;
    d->u = (c->u & ~(splat32(0xff) << at)) | byte << at;
}

/* ---- float to normalized integer: nearest even of x * max; the product is exact in f64 ---- */

static inline u32x32 norm_of(f32x32 x, float lowest, double scale)
{
    f64x32 y = rndne_64(f64_of_f32(within32(x, lowest, 1)) * scale);
    return (u32x32) __builtin_convertvector(y, i32x32);
}
static inline u32x32 snorm(f32x32 x) { return norm_of(x, -1, 32767); }
static inline u32x32 unorm(f32x32 x) { return norm_of(x, 0, 65535); }

SEM(v_cvt_norm_i16_f16) { d->u = trunc16(snorm(f32_of_f16(a->u))); }
SEM(v_cvt_norm_u16_f16) { d->u = trunc16(unorm(f32_of_f16(a->u))); }
SEM(v_cvt_pk_norm_i16_f16) { d->u = pack(snorm(f32_of_f16(a->u)), snorm(f32_of_f16(b->u))); }
SEM(v_cvt_pk_norm_u16_f16) { d->u = pack(unorm(f32_of_f16(a->u)), unorm(f32_of_f16(b->u))); }
SEM(v_cvt_pk_norm_i16_f32) { d->u = pack(snorm(a->f), snorm(b->f)); }
SEM(v_cvt_pk_norm_u16_f32) { d->u = pack(unorm(a->f), unorm(b->f)); }

/* The upper half of a scalar (RDNA3.5 6.8). */
SEM(s_cvt_hi_f32_f16) { d->f = f32_of_f16(hi16(a->u)); }

/* ---- integer to float ---- */

SEM(v_cvt_f32_i32) { d->f = __builtin_convertvector(a->i, f32x32); }
/* The upper bits as a multiple of 2^16 and the lower bits are exact: one rounding. */
SEM(v_cvt_f32_u32)
{
    f32x32 hi = __builtin_convertvector((i32x32)(a->u >> 16), f32x32);
    f32x32 lo = __builtin_convertvector((i32x32)(a->u & 0xffff), f32x32);
    d->f = as_from_unsigned(a->u, hi * 0x1p16f + lo);
}
SEM(v_cvt_f64_i32) { d->f = __builtin_convertvector(a->i, f64x32); }
SEM(v_cvt_f64_u32)
{
    d->f = abs64(__builtin_convertvector((i32x32)(a->u ^ 0x80000000), f64x32) + splatd(0x1p31));
}
SEM(v_cvt_f16_u16) { d->u = f16_of_f32(f32_of_u16(a->u)); }
SEM(v_cvt_f16_i16) { d->u = f16_of_f32(__builtin_convertvector(sext16(a->u), f32x32)); }

static inline f32x32 byte_of(const vec32 *a, unsigned n)
{
    return __builtin_convertvector((i32x32)(a->u >> (8 * n) & 0xff), f32x32);
}
SEM(v_cvt_f32_ubyte0) { d->f = byte_of(a, 0); }
SEM(v_cvt_f32_ubyte1) { d->f = byte_of(a, 1); }
SEM(v_cvt_f32_ubyte2) { d->f = byte_of(a, 2); }
SEM(v_cvt_f32_ubyte3) { d->f = byte_of(a, 3); }

/* Signed 4-bit integer in sixteenths: what the manual's table lists. */
SEM(v_cvt_off_f32_i4)
{
    d->f = __builtin_convertvector((i32x32)(a->u << 28) >> 28, f32x32) * 0.0625f;
}

/* ---- float to float ---- */

SEM(v_cvt_f32_f16) { d->f = f32_of_f16(a->u); }
SEM(v_cvt_f16_f32) { d->u = f16_of_f32(a->f); }
SEM(v_cvt_f32_f64) { d->f = f32_of_f64(a->f); }
SEM(v_cvt_f64_f32) { d->f = f64_of_f32(a->f); }

/* Toward zero: whatever direction the conversion went, a magnitude that grew goes back by
 * one step (infinity made of a finite number becomes the largest f16). */
static inline u16x32 f16_toward_zero(f32x32 x)
{
    u16x32 h = f16_of_f32(x);
    i32x32 grew = abs32(f32_of_f16(h)) > abs32(x);
    return h + trunc16((u32x32)grew);
}
SEM(v_cvt_pk_rtz_f16_f32) { d->u = join16(f16_toward_zero(a->f), f16_toward_zero(b->f)); }
