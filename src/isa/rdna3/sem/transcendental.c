/* transcendental.c: reciprocal, roots, exponential, logarithm, sine and cosine.
 *
 * The manual bounds the error: 1 ulp in f32, 0.51 ulp in f16, 2^29 ulp in f64 (16.8). Here
 * f32 results are computed in f64, or in f32 with what roundings lose, with an error below 2^-30
 * of the value and rounded once, so nearly always the nearest f32; f16 results are these rounded
 * again. All of it is plain IEEE arithmetic, hence the same bits on every host. Rows are flagged
 * trans: the operand layer leaves the host in round-to-nearest, whatever MODE says. "Denormals are
 * flushed" (f32 exp, log, rcp, rsq, sqrt) holds in every MODE; NaN results are quiet:
 * the operand, or the manual's examples' 0xffc00000. */
#include "isa/rdna3/sem/fp.h"

static inline f32x32 nan_or(f32x32 x, f32x32 r)
{
    return pickf(x != x, (f32x32)((u32x32)x | 0x00400000), r);
}
static inline f64x32 nan_or64(f64x32 x, f64x32 r)
{
    return pickd(x != x, (f64x32)((u64x32)x | 0x0008000000000000), r);
}
static inline f32x32 no_number32(void) { return (f32x32)splat32((uint32_t)NAN32); }
static inline f64x32 no_number64(void) { return (f64x32)splat64(NAN64); }
static inline f32x32 inf32(void) { return (f32x32)splat32(0x7f800000); }

/* ---- reciprocal and roots ---- */

DEFINE_FIXED(as_root, 00000000)
DEFINE_FIXED(as_reciprocal_root, 03830622)

static inline f32x32 root(f32x32 x)
{
    f32x32 r = __builtin_elementwise_sqrt(x);
    return as_root(x, r, pickf(x < splatf(0), no_number32(), r));
}

/* A NaN operand is the host's quotient or root, too, and quiet. */
SEM(v_rcp_f32) { d->f = no_denorm32(splatf(1) / no_denorm32(a->f)); }
SEM(v_sqrt_f32) { d->f = root(no_denorm32(a->f)); }

/* 1 / sqrt(x) for normal x above 0, in f32 alone. A subtraction halves the exponent and nearly
 * transforms the mantissa (3 % off); a polynomial, minimax for the x * y * y that come of it,
 * leaves 2^-15.9. The last step is of third order: all that counts is what is lost of
 * e = x * y * y - 1, for which x * y is h + l exactly, and e rounds at 2^-39. Of the 2^24 results
 * that there are but for powers of 4, 85 are not the nearest f32. */
static inline f32x32 rsq_normal(f32x32 x)
{
    f32x32 y = (f32x32)(0x5f200800 - ((u32x32)x >> 1)), r = x * y * y;
    f32x32 p = fma32(r, splatf(0x1.5330e4p-1f), splatf(-0x1.c285f6p+0f));
    y *= fma32(p, r, splatf(0x1.0d0bf2p+1f));
    f32x32 h = x * y, l = fma32(x, y, -h);
    f32x32 e = fma32(l, y, fma32(h, y, splatf(-1)));
    return fma32(y * e, fma32(e, splatf(0.375f), splatf(-0.5f)), y);
}

SEM(v_rsq_f32)
{
    f32x32 x = no_denorm32(a->f), normal = rsq_normal(x);
    f32x32 r = pickf(x < splatf(0), no_number32(), normal);
    r = (f32x32)((u32x32)r & (u32x32)(x != inf32()));
    r = pickf(x == splatf(0), sign32(inf32(), x), r);
    d->f = as_reciprocal_root(x, normal, nan_or(x, r));
}

SEM(v_rcp_f16) { d->u = f16_of_f32(nan_or(f32_of_f16(a->u), splatf(1) / f32_of_f16(a->u))); }
SEM(v_sqrt_f16) { d->u = f16_of_f32(root(f32_of_f16(a->u))); }
/* Two roundings in f32 are far below the hundredth of an f16's ulp that is allowed. */
SEM(v_rsq_f16)
{
    f32x32 x = f32_of_f16(a->u), r = splatf(1) / __builtin_elementwise_sqrt(abs32(x));
    d->u = f16_of_f32(nan_or(x, pickf(x < splatf(0), no_number32(), sign32(r, x))));
}

static inline f64x32 root64(f64x32 x) { return __builtin_elementwise_sqrt(abs64(x)); }

SEM(v_rcp_f64) { d->f = nan_or64(a->f, splatd(1) / a->f); }
SEM(v_sqrt_f64)
{
    f64x32 x = a->f;
    d->f = nan_or64(x, pickd(x < splatd(0), no_number64(), sign64(root64(x), x)));
}
SEM(v_rsq_f64)
{
    f64x32 x = a->f;
    d->f = nan_or64(x, pickd(x < splatd(0), no_number64(), sign64(splatd(1) / root64(x), x)));
}

/* ---- 2^x ---- */

/* What sum = a * b + c has lost, nearly; |c| is greater than |a * b|. */
static inline f32x32 lost32(f32x32 a, f32x32 b, f32x32 c, f32x32 sum)
{
    return fma32(a, b, c - sum);
}

/* x = n + f with |f| <= 1/2, exactly; 2^f by interpolation of (2^f - 1) / f at 7 Chebyshev nodes,
 * the last steps of it in two f32 each. Before the one rounding to f32 it is off by 2^-30.6 at most
 * (all f were tried). n goes into the exponent. From 128 on the result is infinity, below -126,
 * where it would be a denormal, 0. */
DEFINE_FIXED(as_power, 00580022)
static inline f32x32 exp2_32(f32x32 x)
{
    f32x32 n = rndne_32(x), f = x - n;
    f32x32 p = fma32(f, splatf(0x1.00a582p-16f), splatf(0x1.444p-13f));
    p = fma32(f, p, splatf(0x1.5d879ep-10f));
    p = fma32(f, p, splatf(0x1.3b2a1cp-7f));
    p = fma32(f, p, splatf(0x1.c6b08ep-5f));
    f32x32 k2 = splatf(0x1.ebfbep-3f), k1 = splatf(0x1.62e43p-1f), k0 = splatf(1);
    f32x32 s = fma32(f, p, k2), s_low = lost32(f, p, k2, s) + 0x1.17d35p-29f;
    f32x32 t = fma32(f, s, k1), t_low = lost32(f, s, k1, t) - 0x1.05c61p-29f;
    t_low = fma32(f, s_low, t_low);
    f32x32 y = fma32(f, t, k0), y_low = fma32(f, t_low, lost32(f, t, k0, y));
    f32x32 c = pickf(n > splatf(-128), n, splatf(-128));
    c = pickf(c < splatf(128), c, splatf(128));
    i32x32 r = (i32x32)(y + y_low) + (__builtin_convertvector(c, i32x32) << 23);
    f32x32 z = as_scaled_by(y + y_low, n, pickf(x >= splatf(128), inf32(), (f32x32)r));
    z = pickf(x < splatf(-126), splatf(0), z);
    return as_power(x, z, nan_or(x, z));
}

SEM(v_exp_f32) { d->f = exp2_32(a->f); }
SEM(v_exp_f16) { d->u = f16_of_f32(exp2_32(f32_of_f16(a->u))); }

/* ---- log2(x) ---- */

/* x = m * 2^e with m in [sqrt(1/2), sqrt(2)); with s = (m - 1) / (m + 1),
 * log2(m) = 2 / ln(2) * (s + s^3 / 3 + s^5 / 5 + ...), cut where terms are 2^-34 of the
 * first (s^2 < 0.0295). What s, the factor of s and the product lose is added in the end; before
 * the one rounding the result is off by 2^-30.4 at most (all m were tried). Denormals count as 0.
 */
DEFINE_FIXED(as_logarithm, 03530422)
static inline f32x32 log2_32(f32x32 x)
{
    i32x32 u = (i32x32)x - 0x3f3504f3; /* sqrt(1/2) */
    f32x32 e = __builtin_convertvector(u >> 23, f32x32), two = splatf(2);
    f32x32 f = (f32x32)((u & 0x007fffff) + 0x3f3504f3) - splatf(1);
    f32x32 d = f + two, per_d = splatf(1) / d, s = f * per_d;
    f32x32 s_low = fma32(-s, (two - d) + f, fma32(-s, d, f)) * per_d;
    f32x32 z = s * s, p = fma32(z, splatf(0x1.0c9a84p-2f), splatf(0x1.484b14p-2f));
    p = fma32(p, z, splatf(0x1.a61762p-2f));
    p = fma32(p, z, splatf(0x1.2776c6p-1f));
    p = fma32(p, z, splatf(0x1.ec709ep-1f));
    f32x32 k = splatf(0x1.715476p+1f), q = fma32(z, p, k);
    f32x32 q_low = lost32(z, p, k, q) + 0x1.4ae0cp-25f;
    f32x32 slope = fma32(q, splatf(3), k * -2); /* of s * q(s * s) */
    f32x32 y = s * q, y_low = fma32(s_low, slope, fma32(s, q_low, fma32(s, q, -y)));
    f32x32 sum = e + y, r = sum + (((e - sum) + y) + y_low);
    f32x32 q0 = no_denorm32(x), normal = r;
    r = pickf(x == inf32(), x, r);
    r = pickf(x < splatf(0), no_number32(), r);
    r = pickf(q0 == splatf(0), -inf32(), r);
    return as_logarithm(q0, normal, nan_or(x, r));
}

SEM(v_log_f32) { d->f = log2_32(a->f); }
SEM(v_log_f16) { d->u = f16_of_f32(log2_32(f32_of_f16(a->u))); }

/* ---- sin(2 pi x), cos(2 pi x) ---- */

/* x is reduced to the nearest quarter turn exactly: x - rndne(x) and r - q / 4 lose
 * nothing, for arguments of any size. The remainder, at most 1/8 turn, goes through the
 * Taylor polynomials of the quarter (error below 2^-33 of the value). quarter: 0 for sin,
 * 1 for cos = sin a quarter turn later. Zeros are +0 as in the manual's examples. */
static inline f32x32 turn32(f32x32 x, int quarter)
{
    f32x32 r = x - rndne_32(x), q = rndne_32(r * 4);
    f64x32 t = f64_of_f32(r - q * 0.25f), z = t * t;
    f64x32 s = z * -0x1.e3074fde8871fp+3 + 0x1.50783487ee782p+5;
    s = s * z + -0x1.32d2cce62bd86p+6;
    s = s * z + 0x1.466bc6775aae2p+6;
    s = s * z + -0x1.4abbce625be53p+5;
    s = s * z + 0x1.921fb54442d18p+2;
    f64x32 c = z * -0x1.a6d1f2a204a8cp+4 + 0x1.e1f506891babbp+5;
    c = c * z + -0x1.55d3c7e3cbffap+6;
    c = c * z + 0x1.03c1f081b5ac4p+6;
    c = c * z + -0x1.3bd3cc9be45dep+4;
    c = c * z + splatd(1);
    i32x32 finite = abs32(x) < inf32();
    i32x32 k = __builtin_convertvector(pickf(finite, q, splatf(0)), i32x32) + quarter;
    f32x32 y = pickf((k & 1) != 0, f32_of_f64(c), f32_of_f64(s * t));
    y = (f32x32)((u32x32)y ^ ((u32x32)k << 30 & 0x80000000));
    y = pickf(y == splatf(0), splatf(0), y);
    return nan_or(x, pickf(finite, y, no_number32()));
}

static inline f32x32 sin32(f32x32 x) { return pickf(x == splatf(0), x, turn32(x, 0)); }

SEM(v_sin_f32) { d->f = sin32(a->f); }
SEM(v_cos_f32) { d->f = turn32(a->f, 1); }
SEM(v_sin_f16) { d->u = f16_of_f32(sin32(f32_of_f16(a->u))); }
SEM(v_cos_f16) { d->u = f16_of_f32(turn32(f32_of_f16(a->u), 1)); }
