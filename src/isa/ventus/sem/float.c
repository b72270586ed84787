/* float.c: floating-point arithmetic, vector (RVV, element widths 16, 32, 64) and scalar
 * (Zfinx).
 *
 * RISC-V unprivileged ISA, F, Zfinx and V 13; spec isa.md 8.5. */
#include "isa/ventus/sem/float.h"

VEC_FLOAT(vfadd, fadd(env, b, a))
VEC_FLOAT(vfsub, fsub(env, b, a))
VEC_FLOAT(vfrsub, fsub(env, a, b))
VEC_FLOAT(vfmul, fmul(env, b, a))
VEC_FLOAT(vfdiv, fdiv(env, b, a))
VEC_FLOAT(vfrdiv, fdiv(env, a, b))
VEC_FLOAT(vfsqrt, fsqrt(env, b))
VEC_CHOICE(vfmin, fmin(env, b, a))
VEC_CHOICE(vfmax, fmax(env, b, a))
VEC_CHOICE(vfsgnj, fsign(b, a))
VEC_CHOICE(vfsgnjn, fsign(b, fneg(a)))
VEC_CHOICE(vfsgnjx, fsign_xor(b, a))

/* c: the destination's old value. */
VEC_FLOAT(vfmacc, ffma(env, a, b, c))
VEC_FLOAT(vfnmacc, ffma(env, fneg(a), b, fneg(c)))
VEC_FLOAT(vfmsac, ffma(env, a, b, fneg(c)))
VEC_FLOAT(vfnmsac, ffma(env, fneg(a), b, c))
VEC_FLOAT(vfmadd, ffma(env, a, c, b))
VEC_FLOAT(vfnmadd, ffma(env, fneg(a), c, fneg(b)))
VEC_FLOAT(vfmsub, ffma(env, a, c, fneg(b)))
VEC_FLOAT(vfnmsub, ffma(env, fneg(a), c, b))

VEC_COMPARE(vmfeq, feq(env, b, a))
VEC_COMPARE(vmfne, fne(env, b, a))
VEC_COMPARE(vmflt, flt(env, b, a))
VEC_COMPARE(vmfle, fle(env, b, a))
VEC_COMPARE(vmfgt, flt(env, a, b))
VEC_COMPARE(vmfge, fle(env, a, b))

VEC_FLOAT_SOFT(vfclass, AS_INT, fclass(b))
VEC_TO_INT(vfcvt_xu_f, to_int(env, b, false))
VEC_TO_INT(vfcvt_x_f, to_int(env, b, true))
VEC_TO_INT(vfcvt_rtz_xu_f, to_int_rtz(env, b, false))
VEC_TO_INT(vfcvt_rtz_x_f, to_int_rtz(env, b, true))
VEC_FLOAT(vfcvt_f_xu, of_int(env, b, false))
VEC_FLOAT(vfcvt_f_x, of_int(env, b, true))

/* ---- estimates of 7 bits, RVV 13.9 and 13.10 ----
 *
 * The tables there are the nearest 7-bit fractions of 2 / m, and of 2 / sqrt(m) or
 * 2 / sqrt(2 m), for m in the middle of the interval that the leading bits name. */

/* round(128 * (2 * 256 / n - 1)) for n = 2 * 128 * m, an odd integer: never a tie */
static uint64_t rec7_fraction(unsigned index)
{
    unsigned n = 257 + 2 * index; /* m = n / 256 */
    return (128 * 512 + n / 2) / n - 128;
}

/* For m = n / 128, times 2 if the exponent is even: the fraction f with
 * (128 + f)^2 nearest to (256 / sqrt(m))^2. */
static uint64_t rsqrt7_fraction(bool twice, unsigned index)
{
    unsigned n = (129 + 2 * index) * (twice ? 2 : 1);  /* of 128ths */
    uint64_t square = (UINT64_C(65536) * 4 * 128) / n; /* (2 * 256 / sqrt(m))^2 */
    uint64_t f = 0;
    while ((2 * (f + 128) + 1) * (2 * (f + 128) + 1) <= square)
        f++;
    return f;
}

/* bits 0..6 of the fraction below the highest bit of sig */
static unsigned lead(uint64_t sig, unsigned bits) { return (unsigned)(sig << 1 >> (64 - bits)); }

static uint64_t rec7(struct ventus_env *env, struct sf_format f, uint64_t x)
{
    struct sf_number a = sf_unpack(f, x);
    uint64_t sign = a.sign ? sf_sign_bit(f) : 0;
    if (a.cls == SF_NAN)
        return sf_nan_result(&env->fp, f, a, a, a);
    if (a.cls == SF_INF)
        return sign;
    if (a.cls == SF_ZERO) {
        env->fp.flags |= SF_DZ;
        return sign | sf_inf(f);
    }
    int exp = -1 - a.exp;   /* of the result: 2^exp * (1 + fraction) */
    if (exp > sf_bias(f)) { /* the operand is a denormal below 2^-(bias + 1) */
        env->fp.flags |= SF_OF | SF_NX;
        unsigned rm = env->fp.rm;
        bool largest = rm == SF_RTZ || (rm == SF_RDN && !a.sign) || (rm == SF_RUP && a.sign);
        return sign | (largest ? sf_inf(f) - 1 : sf_inf(f));
    }
    uint64_t fraction = rec7_fraction(lead(a.sig, 7)) << (f.m - 7);
    int biased = exp + sf_bias(f);
    if (biased <= 0) { /* a denormal result: exact, cut off */
        fraction = (fraction | UINT64_C(1) << f.m) >> (1 - biased);
        biased = 0;
    }
    return sign | (uint64_t)biased << f.m | fraction;
}

static uint64_t rsqrt7(struct ventus_env *env, struct sf_format f, uint64_t x)
{
    struct sf_number a = sf_unpack(f, x);
    if (a.cls == SF_NAN)
        return sf_nan_result(&env->fp, f, a, a, a);
    if (a.cls == SF_ZERO) {
        env->fp.flags |= SF_DZ;
        return (a.sign ? sf_sign_bit(f) : 0) | sf_inf(f);
    }
    if (a.sign)
        return sf_invalid(&env->fp, f);
    if (a.cls == SF_INF)
        return 0;
    bool odd = a.exp & 1; /* x = 2^(2 k) * m or 2^(2 k) * 2 m */
    int k = (a.exp - odd) / 2;
    uint64_t fraction = rsqrt7_fraction(odd, lead(a.sig, 6)) << (f.m - 7);
    return (uint64_t)(sf_bias(f) - 1 - k) << f.m | fraction;
}

OVER struct f16b frec7(struct ventus_env *env, struct f16b a)
{
    return (struct f16b){(uint16_t)rec7(env, sf_f16, a.u)};
}
OVER struct f32b frec7(struct ventus_env *env, struct f32b a)
{
    return (struct f32b){(uint32_t)rec7(env, sf_f32, a.u)};
}
OVER struct f64b frec7(struct ventus_env *env, struct f64b a)
{
    return (struct f64b){rec7(env, sf_f64, a.u)};
}
OVER struct f16b frsqrt7(struct ventus_env *env, struct f16b a)
{
    return (struct f16b){(uint16_t)rsqrt7(env, sf_f16, a.u)};
}
OVER struct f32b frsqrt7(struct ventus_env *env, struct f32b a)
{
    return (struct f32b){(uint32_t)rsqrt7(env, sf_f32, a.u)};
}
OVER struct f64b frsqrt7(struct ventus_env *env, struct f64b a)
{
    return (struct f64b){rsqrt7(env, sf_f64, a.u)};
}
VEC_FLOAT_SOFT(vfrec7, AS_FLOAT, frec7(env, b))
VEC_FLOAT_SOFT(vfrsqrt7, AS_FLOAT, frsqrt7(env, b))

/* ---- scalar ---- */

SCALAR_FLOAT(fadd_s, fadd(env, a, b).u)
SCALAR_FLOAT(fsub_s, fsub(env, a, b).u)
SCALAR_FLOAT(fmul_s, fmul(env, a, b).u)
SCALAR_FLOAT(fdiv_s, fdiv(env, a, b).u)
SCALAR_FLOAT(fsqrt_s, fsqrt(env, a).u)
SCALAR_FLOAT(fmin_s, fmin(env, a, b).u)
SCALAR_FLOAT(fmax_s, fmax(env, a, b).u)
SCALAR_FLOAT(fsgnj_s, fsign(a, b).u)
SCALAR_FLOAT(fsgnjn_s, fsign(a, fneg(b)).u)
SCALAR_FLOAT(fsgnjx_s, fsign_xor(a, b).u)
SCALAR_FLOAT(fmadd_s, ffma(env, a, b, c).u)
SCALAR_FLOAT(fmsub_s, ffma(env, a, b, fneg(c)).u)
SCALAR_FLOAT(fnmsub_s, ffma(env, fneg(a), b, c).u)
SCALAR_FLOAT(fnmadd_s, ffma(env, fneg(a), b, fneg(c)).u)
SCALAR_FLOAT(feq_s, feq(env, a, b))
SCALAR_FLOAT(flt_s, flt(env, a, b))
SCALAR_FLOAT(fle_s, fle(env, a, b))
SCALAR_FLOAT(fclass_s, fclass(a))
SCALAR_FLOAT(fcvt_w_s, to_int(env, a, true))
SCALAR_FLOAT(fcvt_wu_s, to_int(env, a, false))
SCALAR_FLOAT(fcvt_s_w, of_int(env, a, true).u)
SCALAR_FLOAT(fcvt_s_wu, of_int(env, a, false).u)
