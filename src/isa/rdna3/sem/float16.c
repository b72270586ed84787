/* float16.c: half-precision and packed half-precision arithmetic. What is not a sum or a product
 * (fp.h) is computed in f32 and rounded to f16 once by the conversion.
 * Manual: RDNA3 16.7, 16.8, 16.10, 16.12. */
#include "isa/rdna3/sem/fp.h"

static inline f32x32 wide(const vec16 *v) { return f32_of_f16(v->u); }

SEM(v_add_f16) { d->u = add16(a->u, b->u); }
SEM(v_sub_f16) { d->u = sub16(a->u, b->u); }
SEM(v_subrev_f16) { d->u = sub16(b->u, a->u); }
SEM(v_mul_f16) { d->u = mul16(a->u, b->u); }
SEM(v_fma_f16) { d->u = fma16(a->u, b->u, c->u); }
SEM(v_fmac_f16) { d->u = fma16(a->u, b->u, d->u); }
SEM(v_fmamk_f16) { d->u = fma16(a->u, k->u, b->u); }
SEM(v_fmaak_f16) { d->u = fma16(a->u, b->u, k->u); }

/* Exact in f32: |n| beyond 60 gives the same infinity or zero as 60. */
SEM(v_ldexp_f16)
{
    i32x32 n = sext16(b->u);
    n = (i32x32)pick32((u32x32)(n > 60), splat32(60), (u32x32)n);
    n = (i32x32)pick32((u32x32)(n < -60), splat32((uint32_t)-60), (u32x32)n);
    d->u = f16_of_f32(wide(a) * (f32x32)((u32x32)(n + 127) << 23));
}

/* ---- minimum, maximum, median ---- */

static inline u16x32 med16(u16x32 a, u16x32 b, u16x32 c, uint32_t mode)
{
    f32x32 top = f32_of_f16(max16(max16(a, b, mode), c, mode));
    i32x32 is_a = top == f32_of_f16(a), is_b = top == f32_of_f16(b);
    u16x32 r = pick16(trunc16((u32x32)is_b), max16(a, c, mode), max16(a, b, mode));
    r = pick16(trunc16((u32x32)is_a), max16(b, c, mode), r);
    i16x32 nan = is_nan16(a) | is_nan16(b) | is_nan16(c);
    return pick16((u16x32)nan, min16(min16(a, b, mode), c, mode), r);
}

SEM(v_min_f16) { d->u = min16(a->u, b->u, mode); }
SEM(v_max_f16) { d->u = max16(a->u, b->u, mode); }
SEM(v_min3_f16) { d->u = min16(min16(a->u, b->u, mode), c->u, mode); }
SEM(v_max3_f16) { d->u = max16(max16(a->u, b->u, mode), c->u, mode); }
SEM(v_med3_f16) { d->u = med16(a->u, b->u, c->u, mode); }
SEM(v_minmax_f16) { d->u = max16(min16(a->u, b->u, mode), c->u, mode); }
SEM(v_maxmin_f16) { d->u = min16(max16(a->u, b->u, mode), c->u, mode); }

/* ---- parts of a number; integers and fractions of an f16 are exact in f32 ---- */

SEM(v_trunc_f16) { d->u = f16_of_f32(trunc_32(wide(a))); }
SEM(v_ceil_f16) { d->u = f16_of_f32(ceil_32(wide(a))); }
SEM(v_rndne_f16) { d->u = f16_of_f32(rndne_32(wide(a))); }
SEM(v_floor_f16) { d->u = f16_of_f32(floor_32(wide(a))); }

/* Below 1 even if the conversion rounds up to it, as V_FRACT_F32 says of itself. */
SEM(v_fract_f16)
{
    f32x32 x = wide(a);
    u16x32 r = f16_of_f32(x - floor_32(x));
    d->u = pick16((u16x32)(r == 0x3c00), splat16(0x3bff), r);
}

/* f16 denormals are normal numbers in f32. */
SEM(v_frexp_exp_i16_f16)
{
    u32x32 m = (u32x32)wide(a) & 0x7fffffff;
    i32x32 e = (i32x32)(m >> 23) - 126;
    d->u = trunc16((u32x32)(e & (m != 0) & (m < 0x7f800000)));
}
SEM(v_frexp_mant_f16)
{
    u32x32 x = (u32x32)wide(a), m = x & 0x7fffffff;
    u16x32 r = f16_of_f32((f32x32)((x & 0x807fffff) | 0x3f000000));
    d->u = pick16(trunc16((u32x32)((m == 0) | (m >= 0x7f800000))), a->u, r);
}

/* ---- packed ---- */

SEM(v_pk_add_f16) { d->u = pk_add16(a->u, b->u); }
SEM(v_pk_mul_f16) { d->u = pk_mul16(a->u, b->u); }
SEM(v_pk_fma_f16) { d->u = pk_fma16(a->u, b->u, c->u); }
SEM(v_pk_fmac_f16) { d->u = pk_fma16(a->u, b->u, d->u); }
SEM(v_pk_min_f16)
{
    d->u = join16(min16(lo16(a->u), lo16(b->u), mode), min16(hi16(a->u), hi16(b->u), mode));
}
SEM(v_pk_max_f16)
{
    d->u = join16(max16(lo16(a->u), lo16(b->u), mode), max16(hi16(a->u), hi16(b->u), mode));
}
SEM(v_pack_b32_f16) { d->u = join16(a->u, b->u); }

/* ---- mixed precision: f32 FMA, then converted (two roundings in the manual's formula:
 * the first in the single-precision mode, the second in the half-precision mode, which is
 * the one the operand layer has set) ---- */

static inline u16x32 fma_mix16(f32x32 a, f32x32 b, f32x32 c, uint32_t mode)
{
    unsigned single = mode & 3, half = mode >> 2 & 3;
    if (__builtin_expect(single == half, 1))
        return f16_of_f32(fma32(a, b, c));
#ifdef SHOAL_BITCODE
    __builtin_unreachable(); /* compiled code rounds to nearest only */
#endif
    FN(set_host_round)(single);
    volatile f32x32 r = fma32(a, b, c); /* volatile: stays before the change of mode */
    FN(set_host_round)(half);
    return f16_of_f32(r);
}

SEM(v_fma_mixlo_f16) { d->u = fma_mix16(a->f, b->f, c->f, mode); }
SEM(v_fma_mixhi_f16) { d->u = fma_mix16(a->f, b->f, c->f, mode); }

/* ---- dot products in 16 bits: to nearest even after each step, whatever MODE says
 * (7.2.4); f16 keeps denormals, bf16 has none ---- */

static inline f32x32 round16(f32x32 x) { return f32_of_f16(f16_of_f32(x)); }

SEM(v_dot2_f16_f16)
{
    f32x32 sum = round16(round16(f32_lo(a) * f32_lo(b)) + round16(f32_hi(a) * f32_hi(b)));
    d->u = f16_of_f32(sum + wide(c));
}

/* f32 to the nearest bf16, still as f32; what is below the normal range becomes 0. */
static inline f32x32 round_bf16(f32x32 x)
{
    u32x32 u = (u32x32)no_denorm32(x), r = (u + 0x7fff + (u >> 16 & 1)) & 0xffff0000;
    return (f32x32)pick32((u32x32)(x != x), (u & 0xffff0000) | 0x00400000, r);
}

SEM(v_dot2_bf16_bf16)
{
    f32x32 lo = round_bf16(no_denorm32(bf16_lo(a)) * no_denorm32(bf16_lo(b)));
    f32x32 hi = round_bf16(no_denorm32(bf16_hi(a)) * no_denorm32(bf16_hi(b)));
    f32x32 sum = round_bf16(lo + hi) + no_denorm32((f32x32)(zext16(c->u) << 16));
    sum = round_bf16(sum);
    d->u = pick16(trunc16((u32x32)(sum != sum)), splat16(0x7fc0), hi16((u32x32)sum));
}
