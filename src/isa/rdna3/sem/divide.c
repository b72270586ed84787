/* divide.c: V_DIV_SCALE, V_DIV_FMAS and V_DIV_FIXUP, the parts of an IEEE division.
 *
 * A compiler divides n / d as: scale d and n (DIV_SCALE), r = rcp(d), refine r and
 * q = n * r by FMAs, finish with DIV_FMAS, which undoes the scaling with the last rounding,
 * and DIV_FIXUP, which puts in special results. The manual (16.12) leaves open, or gets
 * wrong, what makes the sequence work; we read it so that the quotient is the correctly
 * rounded one for all n and d:
 *
 * - "1.0 / S1 == DENORM" of DIV_SCALE_F32 is meant for f32 (it says 64'F, where it cannot
 *   be true), and the denominator is then scaled down in both branches: "ldexp(S0, 64)" of
 *   a value above 2^126 would be infinite.
 * - "S2 / S1 == DENORM" is decided by the exponents of the two alone, as chips do, so that some
 *   quotients just above the denormals count, too; and it includes quotients too small for a
 *   denormal, which need the same care to round to 0 or to the smallest denormal. A denormal
 *   operand counts with the exponent that it would have as a normal number.
 * - A zero numerator or denominator, flushed denormals included, gives NaN and sets the lane's
 *   bit of VCC, as chips do. DIV_FIXUP does not look at the estimate then.
 * - A numerator is tiny up to the exponent 24 in f32 (53 in f64, as printed), not 23: the residue
 *   n - d * q of the last two steps has bits down to 2^-50 of n, and at 23 + 1 of them the last
 *   one is 2^-150, which f32 does not have. 40 of 260,100 quotients came out wrong by that.
 * - DIV_FMAS with VCC set must undo 2^64 (2^128) in either direction: up for a quotient
 *   that had its denominator scaled because it is near the largest number, down for a
 *   denormal one. 2^32 (2^64), as printed, undoes neither. The third operand, the quotient
 *   so far, says which it is: scaled quotients are above 2^31 or below 2^-61.
 * - The scaling is part of the FMA: one rounding, to the denormal result. */
#include "isa/rdna3/sem/fp.h"

/* ---- DIV_SCALE: a is the denominator b or the numerator c, d the scaled a ---- */

/* e of an f32's magnitude as m * 2^e, m in [1, 2); denormals are normalized. */
static inline i32x32 exponent32(f32x32 x)
{
    u32x32 u = (u32x32)abs32(x);
    i32x32 tiny = (i32x32)u < 0x00800000;
    u = pick32((u32x32)tiny, (u32x32)((f32x32)u * 0x1p32f), u);
    return (i32x32)(u >> 23) - (tiny & 32) - 127;
}

SEM(v_div_scale_f32)
{
    f32x32 s0 = a->f, den = b->f, num = c->f, zero = splatf(0);
    i32x32 raw_den = (i32x32)(b->u >> 23 & 0xff), raw_num = (i32x32)(c->u >> 23 & 0xff);
    i32x32 is_den = s0 == den, is_num = s0 == num;
    i32x32 none = (den == zero) | (num == zero);
    i32x32 large = ~none & (raw_num - raw_den >= 96);
    i32x32 den_denorm = ~none & ~large & (raw_den == 0);
    i32x32 rest = ~(none | large | den_denorm);
    i32x32 rcp_denorm = rest & (abs32(den) > splatf(0x1p126f));
    i32x32 q_denorm = rest & (exponent32(num) - exponent32(den) <= -126);
    i32x32 num_tiny = rest & ~rcp_denorm & ~q_denorm & (raw_num <= 24);

    i32x32 up = (large & is_den) | den_denorm | (q_denorm & ~rcp_denorm & is_num) | num_tiny;
    i32x32 down = rcp_denorm & (is_den | ~q_denorm);
    f32x32 factor = pickf(up, splatf(0x1p64f), pickf(down, splatf(0x1p-64f), splatf(1)));
    *co = mask_of(none | large | q_denorm);
    d->f = pickf(none, (f32x32)splat32(0x7fc00000), s0 * factor);
}

static inline i64x32 exponent64(f64x32 x)
{
    u64x32 u = (u64x32)abs64(x);
    i64x32 tiny = (i64x32)u < (int64_t)1 << 52;
    u = pick64((u64x32)tiny, (u64x32)((f64x32)u * 0x1p64), u);
    return (i64x32)(u >> 52) - (tiny & 64) - 1023;
}

SEM(v_div_scale_f64)
{
    f64x32 s0 = a->f, den = b->f, num = c->f, zero = splatd(0);
    i64x32 raw_den = (i64x32)(b->u >> 52 & 0x7ff), raw_num = (i64x32)(c->u >> 52 & 0x7ff);
    i64x32 is_den = s0 == den, is_num = s0 == num;
    i64x32 none = (den == zero) | (num == zero);
    i64x32 large = ~none & (raw_num - raw_den >= 768);
    i64x32 den_denorm = ~none & ~large & (raw_den == 0);
    i64x32 rest = ~(none | large | den_denorm);
    i64x32 rcp_denorm = rest & (abs64(den) > splatd(0x1p1022));
    i64x32 q_denorm = rest & (exponent64(num) - exponent64(den) <= -1022);
    i64x32 num_tiny = rest & ~rcp_denorm & ~q_denorm & (raw_num <= 53);

    i64x32 up = (large & is_den) | den_denorm | (q_denorm & ~rcp_denorm & is_num) | num_tiny;
    i64x32 down = rcp_denorm & (is_den | ~q_denorm);
    f64x32 factor = pickd(up, splatd(0x1p128), pickd(down, splatd(0x1p-128), splatd(1)));
    *co = mask_of64(none | large | q_denorm);
    d->f = pickd(none, (f64x32)splat64(0x7ff8000000000000), s0 * factor);
}

/* ---- DIV_FMAS: a * b + c, times a power of two where m says so ---- */

/* Scaling the f64 sum is exact, and it still has more than two bits in excess. That a NaN comes of
 * a NaN is for the JIT to see. */
SEM(v_div_fmas_f32)
{
    f32x32 plain = fma32(a->f, b->f, c->f);
    f64x32 sum = fma32_wide(a->f, b->f, c->f);
    i32x32 up = (i32x32)(c->u >> 23 & 0xff) > 127;
    f32x32 factor = pickf(up, splatf(0x1p64f), splatf(0x1p-64f));
    factor = (f32x32)select32(m, (u32x32)factor, (u32x32)splatf(1));
    d->f = pickf(plain != plain, plain, f32_of_f64(sum * f64_of_f32(factor)));
}

/* In f64 there is no wider format to scale in. Scaling up is exact. For scaling down,
 * a * b + c is added up without error as high + low (Boldo, Melquiond), and a constant
 * that makes one ulp of the sum the smallest denormal times 2^128 does the one rounding;
 * it is taken away again, and the rest is exact. Results of 2^-1022 and more, for which
 * the constant is too small, need no such care. */
static inline f64x32 fmas_down(f64x32 a, f64x32 b, f64x32 c)
{
    f64x32 plain = fma64(a, b, c);
    f64x32 p = a * b, p_low = fma64(a, b, -p);
    f64x32 t = c + p_low, t1 = t - c, t_low = (c - (t - t1)) + (p_low - t1);
    f64x32 high = p + t, h1 = high - p, low = (p - (high - h1)) + (t - h1);
    f64x32 rest = add_odd64(t_low, low);
    f64x32 quantum = sign64(splatd(0x1p-894), plain); /* 2^(-1074 + 128 + 52) */
    f64x32 sum = quantum + high, s1 = sum - quantum, lost = (quantum - (sum - s1)) + (high - s1);
    f64x32 rounded = (sum + add_odd64(lost, rest)) - quantum;
    i64x32 tiny = abs64(plain) < splatd(0x1p-894);
    return sign64(pickd(tiny, rounded, plain), plain) * 0x1p-128;
}

SEM(v_div_fmas_f64)
{
    f64x32 plain = fma64(a->f, b->f, c->f), r = plain;
    if (m != 0) {
        i64x32 up = (i64x32)(c->u >> 52 & 0x7ff) > 1023;
        f64x32 scaled = pickd(up, r * 0x1p128, fmas_down(a->f, b->f, c->f));
        r = (f64x32)select64(m, (u64x32)scaled, (u64x32)r);
    }
    d->f = pickd(plain != plain, plain, r);
}

/* ---- DIV_FIXUP: a is the quotient, b the denominator, c the numerator ----
 *
 * UNDERFLOW and OVERFLOW are what the host's rounding mode makes of a result that is too
 * small or too large. If the quotient so far is NaN although n and d are finite and not 0, the
 * result is OVERFLOW, whatever the exponents of the two: in compiled code that means that n / d is
 * too large by so much that the FMAs met infinities (2^1023 / 2^-1074). */

SEM(v_div_fixup_f32)
{
    f32x32 q = a->f, den = b->f, num = c->f, zero = splatf(0);
    u32x32 sign = (b->u ^ c->u) & 0x80000000;
    u32x32 mag_den = b->u & 0x7fffffff, mag_num = c->u & 0x7fffffff, inf = splat32(0x7f800000);
    i32x32 gap = (i32x32)(mag_num >> 23) - (i32x32)(mag_den >> 23);
    f32x32 tiny = (f32x32)(sign | 0x00800000), huge = (f32x32)(sign | 0x7f000000);
    u32x32 r = (a->u & 0x7fffffff) | sign;
    r = pick32((u32x32)(gap < -150), (u32x32)(tiny * 0x1p-100f), r);
    r = pick32((u32x32)(q != q), (u32x32)(huge * 4), r);
    r = pick32((u32x32)((mag_den == inf) | (num == zero)), sign, r);
    r = pick32((u32x32)((den == zero) | (mag_num == inf)), sign | inf, r);
    i32x32 undefined = ((den == zero) & (num == zero)) | ((mag_den == inf) & (mag_num == inf));
    r = pick32((u32x32)undefined, splat32((uint32_t)NAN32), r);
    r = pick32((u32x32)(den != den), b->u | 0x00400000, r);
    d->u = pick32((u32x32)(num != num), c->u | 0x00400000, r);
}

SEM(v_div_fixup_f64)
{
    const uint64_t top = (uint64_t)1 << 63, quiet = 0x0008000000000000;
    f64x32 q = a->f, den = b->f, num = c->f, zero = splatd(0);
    u64x32 sign = (b->u ^ c->u) & top;
    u64x32 mag_den = b->u & ~top, mag_num = c->u & ~top, inf = splat64(0x7ff0000000000000);
    i64x32 gap = (i64x32)(mag_num >> 52) - (i64x32)(mag_den >> 52);
    f64x32 tiny = (f64x32)(sign | (uint64_t)1 << 52), huge = (f64x32)(sign | (uint64_t)0x7fe << 52);
    u64x32 r = (a->u & ~top) | sign;
    r = pick64((u64x32)(gap < -1075), (u64x32)(tiny * 0x1p-200), r);
    r = pick64((u64x32)(q != q), (u64x32)(huge * 4), r);
    r = pick64((u64x32)((mag_den == inf) | (num == zero)), sign, r);
    r = pick64((u64x32)((den == zero) | (mag_num == inf)), sign | inf, r);
    i64x32 undefined = ((den == zero) & (num == zero)) | ((mag_den == inf) & (mag_num == inf));
    r = pick64((u64x32)undefined, splat64(NAN64), r);
    r = pick64((u64x32)(den != den), b->u | quiet, r);
    d->u = pick64((u64x32)(num != num), c->u | quiet, r);
}

SEM(v_div_fixup_f16)
{
    u16x32 sign = (b->u ^ c->u) & 0x8000, den = b->u & 0x7fff, num = c->u & 0x7fff;
    u16x32 r = (a->u & 0x7fff) | sign;
    r = pick16((u16x32)((den == 0x7c00) | (num == 0)), sign, r);
    r = pick16((u16x32)((den == 0) | (num == 0x7c00)), sign | 0x7c00, r);
    i16x32 undefined = ((den == 0) & (num == 0)) | ((den == 0x7c00) & (num == 0x7c00));
    r = pick16((u16x32)undefined, splat16(0xfe00), r);
    r = pick16((u16x32)is_nan16(b->u), b->u | 0x0200, r);
    d->u = pick16((u16x32)is_nan16(c->u), c->u | 0x0200, r);
}
