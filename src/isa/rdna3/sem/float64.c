/* float64.c: double-precision arithmetic.
 *
 * Rounding and NaN payloads as in float32.c. Manual: RDNA3 16.8, 16.12. */
#include "isa/rdna3/sem/bits.h"
#include "isa/rdna3/sem/fp.h"

SEM(v_add_f64) { d->f = a->f + b->f; }
SEM(v_mul_f64) { d->f = a->f * b->f; }
SEM(v_fma_f64) { d->f = fma64(a->f, b->f, c->f); }
SEM(v_min_f64) { d->u = min64(a->u, b->u, mode); }
SEM(v_max_f64) { d->u = max64(a->u, b->u, mode); }
SEM(v_trunc_f64) { d->f = trunc_64(a->f); }
SEM(v_ceil_f64) { d->f = ceil_64(a->f); }
SEM(v_rndne_f64) { d->f = rndne_64(a->f); }
SEM(v_floor_f64) { d->f = floor_64(a->f); }

SEM(v_fract_f64)
{
    f64x32 r = a->f - floor_64(a->f);
    d->f = pickd(r >= splatd(1), splatd(0x1.fffffffffffffp-1), r);
}

/* Bits of |a| scaled into the normal range (denormals: times 2^64). */
static inline u64x32 normal_bits(const vec64 *a, i64x32 *shift)
{
    u64x32 m = a->u & INT64_MAX;
    i64x32 tiny = (i64x32)m < ((int64_t)1 << 52);
    *shift = tiny & 64;
    return pick64((u64x32)tiny, (u64x32)((f64x32)m * 0x1p64), m);
}

/* Inf, NaN and 0: their own significand, exponent 0. */
static inline i64x32 no_exponent(const vec64 *a)
{
    u64x32 m = a->u & INT64_MAX;
    return ((i64x32)m >= 0x7ff0000000000000) | (m == 0);
}

SEM(v_frexp_exp_i32_f64)
{
    i64x32 shift, e = (i64x32)(normal_bits(a, &shift) >> 52) - 1022 - shift;
    d->u = trunc32((u64x32)(e & ~no_exponent(a)));
}
SEM(v_frexp_mant_f64)
{
    i64x32 shift;
    u64x32 m = (normal_bits(a, &shift) & 0x000fffffffffffff) | 0x3fe0000000000000;
    d->u = pick64((u64x32)no_exponent(a), a->u, m | (a->u & (uint64_t)1 << 63));
}

/* 2^n, of -1022 to 1023. */
static inline f64x32 power64(i32x32 n) { return (f64x32)(zext32((u32x32)n + 1023) << 52); }

/* a * 2^n by three factors, as V_LDEXP_F32 does it (float32.c), and so with one rounding. */
static inline f64x32 ldexp64(f64x32 a, i32x32 n)
{
    n = within(n, 2200);
    i32x32 beyond = (n - within(n, 1022)) >> 1;
    f64x32 step = power64(beyond);
    return a * step * step * power64(n - 2 * beyond);
}

SEM(v_ldexp_f64) { d->f = ldexp64(a->f, b->i); }

/* ---- V_TRIG_PREOP_F64 ---- */

/* The 1201 bits of 2/pi after the binary point, first bit in the top bit of the first word
 * (Machin's formula; the test computes them again with MPFR). */
static const uint64_t two_over_pi[20] = {
    0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041, 0xfe5163abdebbc561,
    0xb7246e3a424dd2e0, 0x06492eea09d1921c, 0xfe1deb1cb129a73e, 0xe88235f52ebb4484,
    0xe99c7026b45f7e41, 0x3991d639835339f4, 0x9c845f8bbdf9283b, 0x1ff897ffde05980f,
    0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7, 0x4f463f669e5fea2d, 0x7527bac7ebe5f17b,
    0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08, 0x56033046fc7b0000, 0,
};

/* 53 bits of 2/pi from bit `shift` on, as an integer times 2^(-53 - shift), rounded toward
 * zero: bits below the smallest denormal are dropped before scaling, which is exact then.
 * Bits are fetched lane by lane: the table has no vector form. */
SEM(v_trig_preop_f64)
{
    vec64 bits;
    i64x32 exponent = (i64x32)(a->u >> 52 & 0x7ff), beyond = exponent - 1077;
    i64x32 shift = sext32(b->u & 31) * 53 + (beyond & (beyond > 0));
    for (unsigned lane = 0; lane < 32; lane++) {
        uint64_t at = (uint64_t)shift[lane], word = at >> 6, bit = at & 63, v = 0;
        if (word < 19) {
            v = two_over_pi[word] << bit;
            if (bit)
                v |= two_over_pi[word + 1] >> (64 - bit);
        }
        bits.u[lane] = v >> 11;
    }
    i64x32 scale = -53 - shift + ((exponent >= 1968) & 128), drop = -1074 - scale;
    drop &= drop > 0;
    u64x32 lost = (u64x32)pick64((u64x32)(drop > 53), splat64(53), (u64x32)drop);
    bits.u = bits.u >> lost << lost;
    vec64 result = {.f = __builtin_convertvector((i64x32)bits.u, f64x32)};
    d->f = ldexp64(result.f, (i32x32)trunc32((u64x32)scale));
}
