/* softfloat.h: IEEE 754 arithmetic on bits, in any binary format up to 64 bits.
 *
 * For what the host cannot do itself: formats it lacks, rounding to nearest with ties away
 * from zero, rounding to odd, and exception flags of single operations. Every operation is
 * exact until its one rounding. NaN results are the format's default NaN (positive, quiet).
 * Flags and rounding modes have the numbers of RISC-V's fcsr. */
#ifndef SHOAL_EXEC_SOFTFLOAT_H
#define SHOAL_EXEC_SOFTFLOAT_H

#include <stdbool.h>
#include <stdint.h>

enum { SF_NX = 1, SF_UF = 2, SF_OF = 4, SF_DZ = 8, SF_NV = 16 };

enum {
    SF_RNE = 0, /* nearest, ties to even */
    SF_RTZ = 1,
    SF_RDN = 2,
    SF_RUP = 3,
    SF_RMM = 4, /* nearest, ties away from zero */
    SF_ODD = 5, /* an inexact result gets an odd last bit: for results that are rounded again */
};

/* How to round, and what happened. */
struct sf_env {
    uint8_t rm;
    uint8_t flags;    /* accumulates */
    bool rounds_down; /* SF_ODD: the second rounding is SF_RDN (sums that are zero are -0) */
    int8_t scale;     /* results that are rounded are multiplied by 2^scale before (not NaNs) */
};

/* A format: width of the exponent and of the fraction. */
struct sf_format {
    uint8_t e, m;
};
static const struct sf_format sf_f16 = {5, 10}, sf_bf16 = {8, 7}, sf_f32 = {8, 23},
                              sf_f64 = {11, 52};

enum sf_class { SF_ZERO, SF_FINITE, SF_INF, SF_NAN };

/* An unpacked number: (-1)^sign * sig * 2^(exp - 63), bit 63 of sig set. */
struct sf_number {
    uint8_t cls; /* enum sf_class */
    bool sign, signalling;
    int32_t exp;
    uint64_t sig;
};

__extension__ typedef unsigned __int128 sf_u128;

#define SF_INLINE static inline __attribute__((always_inline, unused))

SF_INLINE uint64_t sf_exp_ones(struct sf_format f) { return (UINT64_C(1) << f.e) - 1; }
SF_INLINE uint64_t sf_sign_bit(struct sf_format f) { return UINT64_C(1) << (f.e + f.m); }
SF_INLINE uint64_t sf_inf(struct sf_format f) { return sf_exp_ones(f) << f.m; }
SF_INLINE uint64_t sf_nan(struct sf_format f) { return sf_inf(f) | UINT64_C(1) << (f.m - 1); }
SF_INLINE int sf_bias(struct sf_format f) { return (1 << (f.e - 1)) - 1; }
SF_INLINE bool sf_is_nan(struct sf_format f, uint64_t x)
{
    return (x & (sf_sign_bit(f) - 1)) > sf_inf(f);
}
SF_INLINE bool sf_is_snan(struct sf_format f, uint64_t x)
{
    return sf_is_nan(f, x) && !(x >> (f.m - 1) & 1);
}

SF_INLINE struct sf_number sf_unpack(struct sf_format f, uint64_t x)
{
    struct sf_number n = {.sign = (x & sf_sign_bit(f)) != 0};
    uint64_t fraction = x & ((UINT64_C(1) << f.m) - 1), e = x >> f.m & sf_exp_ones(f);
    if (e == sf_exp_ones(f)) {
        n.cls = fraction ? SF_NAN : SF_INF;
        n.signalling = fraction && !(fraction >> (f.m - 1));
    } else if (e || fraction) {
        n.cls = SF_FINITE;
        n.exp = (e ? (int32_t)e : 1) - sf_bias(f);
        n.sig = (fraction | (e ? UINT64_C(1) << f.m : 0)) << (63 - f.m);
        int shift = __builtin_clzll(n.sig);
        n.sig <<= shift;
        n.exp -= shift;
    }
    return n;
}

/* Whether a significand is rounded away from zero. rest: the bits cut off, with half a unit
 * at bit 63 and the sticky bit at 0. */
SF_INLINE bool sf_rounds_up(unsigned rm, bool sign, bool odd, uint64_t rest)
{
    switch (rm) {
    case SF_RNE:
        return rest > UINT64_C(1) << 63 || (rest == UINT64_C(1) << 63 && odd);
    case SF_RDN:
        return sign && rest;
    case SF_RUP:
        return !sign && rest;
    case SF_RMM:
        return rest >> 63;
    case SF_ODD:
        return rest && !odd;
    default:
        return false;
    }
}

/* Keeps the upper `keep` bits of sig (1..64; <= 0: none of them), rounded; *inexact. */
SF_INLINE uint64_t sf_round_sig(unsigned rm, bool sign, uint64_t sig, bool sticky, int keep,
                                bool *inexact)
{
    uint64_t kept, rest;
    if (keep >= 64) {
        kept = sig;
        rest = 0;
    } else if (keep > 0) {
        kept = sig >> (64 - keep);
        rest = sig << keep;
    } else {
        kept = 0;
        rest = keep == 0 ? sig : keep > -64 ? sig >> -keep | ((sig << (64 + keep)) != 0) : sig != 0;
    }
    rest |= sticky;
    *inexact = rest != 0;
    return kept + sf_rounds_up(rm, sign, kept & 1, rest);
}

/* Rounds (-1)^sign * (sig + sticky) * 2^(exp - 63), bit 63 of sig set, to the format. */
SF_INLINE uint64_t sf_pack(struct sf_env *env, struct sf_format f, bool sign, int32_t exp,
                           uint64_t sig, bool sticky)
{
    uint64_t sign_bit = sign ? sf_sign_bit(f) : 0;
    int32_t low = 1 - sf_bias(f);
    bool inexact, tiny = false;
    uint64_t r;
    exp += env->scale;
    if (exp < low) { /* denormal; tininess is detected after rounding */
        r = sf_round_sig(env->rm, sign, sig, sticky, f.m + 1 - (low - exp > 80 ? 80 : low - exp),
                         &inexact);
        bool ignored;
        tiny = exp < low - 1 ||
               sf_round_sig(env->rm, sign, sig, sticky, f.m + 1, &ignored) >> (f.m + 1) == 0;
        if (inexact)
            env->flags |= SF_NX | (tiny ? SF_UF : 0);
        return sign_bit | r; /* a carry makes it the smallest normal number */
    }
    r = sf_round_sig(env->rm, sign, sig, sticky, f.m + 1, &inexact);
    if (r >> (f.m + 1)) {
        r >>= 1;
        exp++;
    }
    if (inexact)
        env->flags |= SF_NX;
    if (exp > sf_bias(f)) {
        env->flags |= SF_OF | SF_NX;
        bool largest = env->rm == SF_RTZ || env->rm == SF_ODD || (env->rm == SF_RDN && !sign) ||
                       (env->rm == SF_RUP && sign);
        return sign_bit | (largest ? sf_inf(f) - 1 : sf_inf(f));
    }
    return sign_bit | (uint64_t)(exp + sf_bias(f)) << f.m | (r & ((UINT64_C(1) << f.m) - 1));
}

/* The same for 128 bits; sig 0 gives a zero whose sign is zero_sign. */
SF_INLINE uint64_t sf_pack128(struct sf_env *env, struct sf_format f, bool sign, int32_t exp,
                              sf_u128 sig, bool sticky, bool zero_sign)
{
    if (!sig)
        return zero_sign ? sf_sign_bit(f) : 0;
    int shift = (uint64_t)(sig >> 64) ? __builtin_clzll((uint64_t)(sig >> 64))
                                      : 64 + __builtin_clzll((uint64_t)sig);
    sig <<= shift;
    return sf_pack(env, f, sign, exp - shift, (uint64_t)(sig >> 64), sticky || (uint64_t)sig != 0);
}

SF_INLINE uint64_t sf_invalid(struct sf_env *env, struct sf_format f)
{
    env->flags |= SF_NV;
    return sf_nan(f);
}

/* sf_nan, with the flag if one of them is signalling. */
SF_INLINE uint64_t sf_nan_result(struct sf_env *env, struct sf_format f, struct sf_number a,
                                 struct sf_number b, struct sf_number c)
{
    if (a.signalling || b.signalling || c.signalling)
        env->flags |= SF_NV;
    return sf_nan(f);
}

/* x shifted right, with bits that fall off kept in bit 0. */
SF_INLINE sf_u128 sf_shift_jam(sf_u128 x, int n)
{
    if (n >= 128)
        return x != 0;
    return n ? x >> n | ((x << (128 - n)) != 0) : x;
}

/* The sum of x and -x. */
SF_INLINE uint64_t sf_zero_sum(const struct sf_env *env, struct sf_format f)
{
    return env->rm == SF_RDN || env->rounds_down ? sf_sign_bit(f) : 0;
}

/* Sum of two numbers given as 126-bit significands (bit 126 the highest, value
 * sig * 2^(exp - 126)). */
SF_INLINE uint64_t sf_sum(struct sf_env *env, struct sf_format f, bool sa, int32_t ea, sf_u128 a,
                          bool sb, int32_t eb, sf_u128 b)
{
    if (ea < eb || (ea == eb && a < b)) {
        bool s = sa;
        sa = sb;
        sb = s;
        int32_t e = ea;
        ea = eb;
        eb = e;
        sf_u128 t = a;
        a = b;
        b = t;
    }
    b = sf_shift_jam(b, ea - eb);
    sf_u128 sum = sa == sb ? a + b : a - b;
    if (!sum)
        return sa == sb ? (sa ? sf_sign_bit(f) : 0) : sf_zero_sum(env, f);
    return sf_pack128(env, f, sa, ea + 1, sum, false, false);
}

SF_INLINE uint64_t sf_add(struct sf_env *env, struct sf_format f, uint64_t x, uint64_t y)
{
    struct sf_number a = sf_unpack(f, x), b = sf_unpack(f, y);
    if (a.cls == SF_NAN || b.cls == SF_NAN)
        return sf_nan_result(env, f, a, b, b);
    if (a.cls == SF_INF || b.cls == SF_INF) {
        if (a.cls == b.cls && a.sign != b.sign)
            return sf_invalid(env, f);
        return a.cls == SF_INF ? x : y;
    }
    if (a.cls == SF_ZERO && b.cls == SF_ZERO)
        return a.sign == b.sign ? x : sf_zero_sum(env, f);
    if (a.cls == SF_ZERO)
        return sf_pack(env, f, b.sign, b.exp, b.sig, false);
    if (b.cls == SF_ZERO)
        return sf_pack(env, f, a.sign, a.exp, a.sig, false);
    return sf_sum(env, f, a.sign, a.exp, (sf_u128)a.sig << 63, b.sign, b.exp, (sf_u128)b.sig << 63);
}

SF_INLINE uint64_t sf_sub(struct sf_env *env, struct sf_format f, uint64_t x, uint64_t y)
{
    return sf_add(env, f, x, sf_is_nan(f, y) ? y : y ^ sf_sign_bit(f));
}

SF_INLINE uint64_t sf_mul(struct sf_env *env, struct sf_format f, uint64_t x, uint64_t y)
{
    struct sf_number a = sf_unpack(f, x), b = sf_unpack(f, y);
    bool sign = a.sign != b.sign;
    uint64_t sign_bit = sign ? sf_sign_bit(f) : 0;
    if (a.cls == SF_NAN || b.cls == SF_NAN)
        return sf_nan_result(env, f, a, b, b);
    if (a.cls == SF_INF || b.cls == SF_INF)
        return a.cls == SF_ZERO || b.cls == SF_ZERO ? sf_invalid(env, f) : sf_inf(f) | sign_bit;
    if (a.cls == SF_ZERO || b.cls == SF_ZERO)
        return sign_bit;
    return sf_pack128(env, f, sign, a.exp + b.exp + 1, (sf_u128)a.sig * b.sig, false, false);
}

/* x * y + z; infinity times zero is invalid even if z is a NaN. */
SF_INLINE uint64_t sf_fma(struct sf_env *env, struct sf_format f, uint64_t x, uint64_t y,
                          uint64_t z)
{
    struct sf_number a = sf_unpack(f, x), b = sf_unpack(f, y), c = sf_unpack(f, z);
    bool sign = a.sign != b.sign;
    if ((a.cls == SF_INF && b.cls == SF_ZERO) || (a.cls == SF_ZERO && b.cls == SF_INF))
        return sf_invalid(env, f);
    if (a.cls == SF_NAN || b.cls == SF_NAN || c.cls == SF_NAN)
        return sf_nan_result(env, f, a, b, c);
    if (a.cls == SF_INF || b.cls == SF_INF) {
        if (c.cls == SF_INF && c.sign != sign)
            return sf_invalid(env, f);
        return sf_inf(f) | (sign ? sf_sign_bit(f) : 0);
    }
    if (c.cls == SF_INF)
        return z;
    if (a.cls == SF_ZERO || b.cls == SF_ZERO) {
        if (c.cls == SF_ZERO)
            return sign == c.sign ? z : sf_zero_sum(env, f);
        return sf_pack(env, f, c.sign, c.exp, c.sig, false);
    }
    /* The product has at most 106 bits of 128: nothing is lost by the shift to bit 126. */
    sf_u128 p = (sf_u128)a.sig * b.sig;
    int32_t e = a.exp + b.exp + 1;
    if (!(p >> 127)) {
        p <<= 1;
        e--;
    }
    p >>= 1;
    if (c.cls == SF_ZERO)
        return sf_pack128(env, f, sign, e + 1, p, false, false);
    return sf_sum(env, f, sign, e, p, c.sign, c.exp, (sf_u128)c.sig << 63);
}

SF_INLINE uint64_t sf_div(struct sf_env *env, struct sf_format f, uint64_t x, uint64_t y)
{
    struct sf_number a = sf_unpack(f, x), b = sf_unpack(f, y);
    bool sign = a.sign != b.sign;
    uint64_t sign_bit = sign ? sf_sign_bit(f) : 0;
    if (a.cls == SF_NAN || b.cls == SF_NAN)
        return sf_nan_result(env, f, a, b, b);
    if (a.cls == b.cls && a.cls != SF_FINITE)
        return sf_invalid(env, f);
    if (a.cls == SF_INF || b.cls == SF_ZERO) {
        if (a.cls != SF_INF)
            env->flags |= SF_DZ;
        return sf_inf(f) | sign_bit;
    }
    if (a.cls == SF_ZERO || b.cls == SF_INF)
        return sign_bit;
    sf_u128 n = (sf_u128)a.sig << 63, q = n / b.sig;
    return sf_pack128(env, f, sign, a.exp - b.exp + 64, q, n % b.sig != 0, false);
}

SF_INLINE uint64_t sf_sqrt(struct sf_env *env, struct sf_format f, uint64_t x)
{
    struct sf_number a = sf_unpack(f, x);
    if (a.cls == SF_NAN)
        return sf_nan_result(env, f, a, a, a);
    if (a.cls == SF_ZERO || (a.cls == SF_INF && !a.sign))
        return x;
    if (a.sign)
        return sf_invalid(env, f);
    /* sig * 2^(exp - 63) = n * 2^(2 k), n of 127 or 128 bits: the root has 64. */
    bool odd = a.exp & 1;
    sf_u128 n = (sf_u128)a.sig << (odd ? 64 : 63), root = 0, rest = n;
    for (int i = 63; i >= 0; i--) {
        sf_u128 bit = (sf_u128)1 << i, step = ((root << 1) + bit) << i;
        if (step <= rest) {
            rest -= step;
            root += bit;
        }
    }
    int32_t e = (a.exp - (odd ? 1 : 0)) / 2;
    return sf_pack(env, f, false, e, (uint64_t)root, rest != 0);
}

/* ---- comparisons, selection ---- */

/* -1, 0, 1; neither may be a NaN. */
SF_INLINE int sf_compare(struct sf_format f, uint64_t x, uint64_t y)
{
    uint64_t s = sf_sign_bit(f);
    int64_t a = x & s ? -(int64_t)(x & (s - 1)) : (int64_t)x;
    int64_t b = y & s ? -(int64_t)(y & (s - 1)) : (int64_t)y;
    return a < b ? -1 : a > b;
}

/* quiet: only signalling NaNs are invalid. */
SF_INLINE bool sf_unordered(struct sf_env *env, struct sf_format f, uint64_t x, uint64_t y,
                            bool quiet)
{
    if (!sf_is_nan(f, x) && !sf_is_nan(f, y))
        return false;
    if (!quiet || sf_is_snan(f, x) || sf_is_snan(f, y))
        env->flags |= SF_NV;
    return true;
}

SF_INLINE bool sf_eq(struct sf_env *env, struct sf_format f, uint64_t x, uint64_t y)
{
    return !sf_unordered(env, f, x, y, true) && sf_compare(f, x, y) == 0;
}
SF_INLINE bool sf_lt(struct sf_env *env, struct sf_format f, uint64_t x, uint64_t y)
{
    return !sf_unordered(env, f, x, y, false) && sf_compare(f, x, y) < 0;
}
SF_INLINE bool sf_le(struct sf_env *env, struct sf_format f, uint64_t x, uint64_t y)
{
    return !sf_unordered(env, f, x, y, false) && sf_compare(f, x, y) <= 0;
}

/* IEEE 754-2019 minimumNumber and maximumNumber: -0 < +0, one NaN gives the other operand. */
SF_INLINE uint64_t sf_min_max(struct sf_env *env, struct sf_format f, uint64_t x, uint64_t y,
                              bool max)
{
    if (sf_unordered(env, f, x, y, true))
        return !sf_is_nan(f, x) ? x : !sf_is_nan(f, y) ? y : sf_nan(f);
    int c = sf_compare(f, x, y);
    if (c == 0) /* equal, or zeros */
        return max ? x & y : x | y;
    return (c < 0) == max ? y : x;
}

/* RISC-V's fclass: one of ten bits. */
SF_INLINE uint32_t sf_classify(struct sf_format f, uint64_t x)
{
    bool sign = x & sf_sign_bit(f);
    uint64_t magnitude = x & (sf_sign_bit(f) - 1);
    if (magnitude > sf_inf(f))
        return sf_is_snan(f, x) ? 1 << 8 : 1 << 9;
    unsigned c = magnitude == sf_inf(f) ? 0 : magnitude >> f.m ? 1 : magnitude ? 2 : 3;
    return sign ? 1u << c : 1u << (7 - c);
}

/* ---- conversions ---- */

SF_INLINE uint64_t sf_convert(struct sf_env *env, struct sf_format from, struct sf_format to,
                              uint64_t x)
{
    struct sf_number a = sf_unpack(from, x);
    uint64_t sign_bit = a.sign ? sf_sign_bit(to) : 0;
    switch (a.cls) {
    case SF_NAN:
        return sf_nan_result(env, to, a, a, a);
    case SF_INF:
        return sf_inf(to) | sign_bit;
    case SF_ZERO:
        return sign_bit;
    default:
        return sf_pack(env, to, a.sign, a.exp, a.sig, false);
    }
}

/* An integer of `bits`; out of range and NaN: the nearest end, NaN the upper one. */
SF_INLINE uint64_t sf_to_int(struct sf_env *env, struct sf_format f, uint64_t x, unsigned bits,
                             bool is_signed)
{
    struct sf_number a = sf_unpack(f, x);
    uint64_t most = is_signed ? (UINT64_C(1) << (bits - 1)) - 1 : UINT64_MAX >> (64 - bits);
    uint64_t least = is_signed ? ~most : 0, magnitude = 0;
    bool inexact = false, fits = true;
    if (a.cls == SF_NAN)
        a.sign = false;
    if (a.cls == SF_ZERO)
        return 0;
    if (a.cls != SF_FINITE || a.exp > 63)
        fits = false;
    else
        magnitude = sf_round_sig(env->rm, a.sign, a.sig, false, a.exp + 1, &inexact);
    if (a.sign ? magnitude > (is_signed ? most + 1 : 0) : magnitude > most)
        fits = false;
    if (!fits) {
        env->flags |= SF_NV;
        return a.sign ? least : most;
    }
    if (inexact)
        env->flags |= SF_NX;
    return a.sign ? -magnitude : magnitude;
}

SF_INLINE uint64_t sf_of_int(struct sf_env *env, struct sf_format f, uint64_t x, bool is_signed)
{
    bool sign = is_signed && (int64_t)x < 0;
    uint64_t m = sign ? -x : x;
    if (!m)
        return 0;
    int shift = __builtin_clzll(m);
    return sf_pack(env, f, sign, 63 - shift, m << shift, false);
}

#endif
