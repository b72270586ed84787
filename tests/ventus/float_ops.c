/* float_ops.c: floating-point instructions against MPFR: values in every rounding mode and
 * exception flags, f16, f32 and f64, vector and scalar; special functions within their bound.
 *
 * The model rounds an exact MPFR result to a format: RMM, which MPFR lacks, by comparing with
 * the middle of the neighbours; tininess is that of the result rounded with unbounded exponent
 * (RISC-V: after rounding). */
#include <math.h>
#include <mpfr.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "harness.h"

enum { NX = 1, UF = 2, OF = 4, DZ = 8, NV = 16 };
enum { RNE, RTZ, RDN, RUP, RMM };

static const struct format {
    int bits, m; /* width, fraction bits */
    int emin;    /* of the smallest normal number, as 2^emin */
} formats[] = {{16, 10, -14}, {32, 23, -126}, {64, 52, -1022}};

static int which = 1; /* index into formats */
#define F (&formats[which])

static uint64_t sign_bit(void) { return UINT64_C(1) << (F->bits - 1); }
static uint64_t inf_bits(void) { return sign_bit() - (UINT64_C(1) << F->m); }
static uint64_t nan_bits(void) { return inf_bits() | UINT64_C(1) << (F->m - 1); }
static bool is_nan(uint64_t x) { return (x & (sign_bit() - 1)) > inf_bits(); }
static bool is_snan(uint64_t x) { return is_nan(x) && !(x >> (F->m - 1) & 1); }
static bool is_inf(uint64_t x) { return (x & (sign_bit() - 1)) == inf_bits(); }
static bool is_zero(uint64_t x) { return (x & (sign_bit() - 1)) == 0; }
static bool is_neg(uint64_t x) { return x & sign_bit(); }

static void value_of(mpfr_t r, uint64_t x)
{
    uint64_t m = x & (sign_bit() - 1), e = m >> F->m, f = m & ((UINT64_C(1) << F->m) - 1);
    mpfr_set_ui_2exp(r, f | (e ? UINT64_C(1) << F->m : 0), (e ? (long)e - 1 : 0) + F->emin - F->m,
                     MPFR_RNDN);
    if (is_neg(x))
        mpfr_neg(r, r, MPFR_RNDN);
}

/* |x| to an integer multiple of 2^unit, in mode rm; *inexact. */
static void to_units(mpz_t n, const mpfr_t x, long unit, int rm, bool *inexact)
{
    mpfr_t s, t;
    mpfr_init2(s, mpfr_get_prec(x));
    mpfr_init2(t, mpfr_get_prec(x));
    mpfr_abs(s, x, MPFR_RNDN);
    mpfr_mul_2si(s, s, -unit, MPFR_RNDN);
    mpfr_floor(t, s);
    mpfr_get_z(n, t, MPFR_RNDN);
    mpfr_sub(s, s, t, MPFR_RNDN); /* the rest, below 1 */
    *inexact = !mpfr_zero_p(s);
    int half = mpfr_cmp_d(s, 0.5), up = 0;
    bool neg = mpfr_signbit(x);
    switch (rm) {
    case RNE:
        up = half > 0 || (half == 0 && mpz_odd_p(n));
        break;
    case RMM:
        up = half >= 0;
        break;
    case RDN:
        up = neg && *inexact;
        break;
    case RUP:
        up = !neg && *inexact;
        break;
    default:
        break;
    }
    if (up)
        mpz_add_ui(n, n, 1);
    mpfr_clear(s);
    mpfr_clear(t);
}

/* The exact x (not 0, inf, NaN) in the format. */
static uint64_t round_to(const mpfr_t x, int rm, unsigned *flags)
{
    mpz_t n;
    mpz_init(n);
    long e = mpfr_get_exp(x) - 1, unit = (e < F->emin ? F->emin : e) - F->m;
    bool inexact, ignored;
    uint64_t sign = mpfr_signbit(x) ? sign_bit() : 0;
    to_units(n, x, e - F->m, rm, &ignored);
    /* with unbounded exponent: is it still below 2^emin? */
    bool tiny = e < F->emin && !(e == F->emin - 1 && mpz_sizeinbase(n, 2) > (size_t)F->m + 1);
    to_units(n, x, unit, rm, &inexact);
    uint64_t u = mpz_get_ui(n);
    mpz_clear(n);
    if (inexact)
        *flags |= NX | (tiny ? UF : 0);
    uint64_t bias = (UINT64_C(1) << (F->bits - F->m - 2)) - 1;
    uint64_t r = u >> F->m ? ((uint64_t)(unit + F->m + (long)bias - 1) << F->m) + u : u;
    if (r >= inf_bits()) {
        *flags |= OF | NX;
        bool down = rm == RTZ || (rm == RDN && !sign) || (rm == RUP && sign);
        r = down ? inf_bits() - 1 : inf_bits();
    }
    return sign | r;
}

enum { PRECISION = 4400 };

/* ---- the operations: bits to bits; NaNs and infinities by the tables of IEEE 754 ---- */

static uint64_t invalid(unsigned *flags)
{
    *flags |= NV;
    return nan_bits();
}
static bool nan_in(uint64_t a, uint64_t b, uint64_t c, unsigned *flags)
{
    if (is_snan(a) || is_snan(b) || is_snan(c))
        *flags |= NV;
    return is_nan(a) || is_nan(b) || is_nan(c);
}
static uint64_t finish(mpfr_t r, bool zero_sign, int rm, unsigned *flags)
{
    uint64_t u = mpfr_zero_p(r) ? (zero_sign ? sign_bit() : 0) : round_to(r, rm, flags);
    mpfr_clear(r);
    return u;
}

static uint64_t m_fma(uint64_t a, uint64_t b, uint64_t c, int rm, unsigned *flags)
{
    if ((is_inf(a) && is_zero(b)) || (is_zero(a) && is_inf(b)))
        return invalid(flags);
    if (nan_in(a, b, c, flags))
        return nan_bits();
    bool ps = is_neg(a) != is_neg(b);
    if (is_inf(a) || is_inf(b))
        return is_inf(c) && is_neg(c) != ps ? invalid(flags) : inf_bits() | (ps ? sign_bit() : 0);
    if (is_inf(c))
        return c;
    mpfr_t x, y, z;
    mpfr_init2(x, PRECISION), mpfr_init2(y, PRECISION), mpfr_init2(z, PRECISION);
    value_of(x, a), value_of(y, b), value_of(z, c);
    bool product_zero = mpfr_zero_p(x) || mpfr_zero_p(y);
    mpfr_mul(x, x, y, MPFR_RNDN);
    mpfr_add(x, x, z, MPFR_RNDN);
    mpfr_clear(y), mpfr_clear(z);
    bool both = product_zero && is_zero(c) && ps == is_neg(c);
    return finish(x, both ? ps : rm == RDN, rm, flags);
}
static uint64_t one(void)
{
    return inf_bits() - (((UINT64_C(1) << (F->bits - F->m - 2)) - 0) << F->m);
}
static uint64_t m_add(uint64_t a, uint64_t b, int rm, unsigned *flags)
{
    return m_fma(a, one(), b, rm, flags);
}
static uint64_t m_mul(uint64_t a, uint64_t b, int rm, unsigned *flags)
{
    if (nan_in(a, b, b, flags))
        return nan_bits();
    bool s = is_neg(a) != is_neg(b);
    return m_fma(a, b, s ? sign_bit() : 0, rm, flags);
}
static uint64_t m_div(uint64_t a, uint64_t b, int rm, unsigned *flags)
{
    if (nan_in(a, b, b, flags))
        return nan_bits();
    uint64_t s = is_neg(a) != is_neg(b) ? sign_bit() : 0;
    if ((is_inf(a) && is_inf(b)) || (is_zero(a) && is_zero(b)))
        return invalid(flags);
    if (is_inf(a) || is_zero(b)) {
        *flags |= is_inf(a) ? 0 : DZ;
        return s | inf_bits();
    }
    if (is_zero(a) || is_inf(b))
        return s;
    mpfr_t x, y;
    mpfr_init2(x, PRECISION), mpfr_init2(y, PRECISION);
    value_of(x, a), value_of(y, b);
    /* an infinite fraction is never near a tie in so many bits */
    mpfr_div(x, x, y, MPFR_RNDN);
    mpfr_clear(y);
    return finish(x, false, rm, flags);
}
static uint64_t m_sqrt(uint64_t a, int rm, unsigned *flags)
{
    if (nan_in(a, a, a, flags))
        return nan_bits();
    if (is_zero(a) || (is_inf(a) && !is_neg(a)))
        return a;
    if (is_neg(a))
        return invalid(flags);
    mpfr_t x;
    mpfr_init2(x, PRECISION);
    value_of(x, a);
    mpfr_sqrt(x, x, MPFR_RNDN);
    return finish(x, false, rm, flags);
}

static int order(uint64_t a, uint64_t b)
{
    mpfr_t x, y;
    mpfr_init2(x, 64), mpfr_init2(y, 64);
    value_of(x, a), value_of(y, b);
    if (is_inf(a))
        mpfr_set_inf(x, is_neg(a) ? -1 : 1);
    if (is_inf(b))
        mpfr_set_inf(y, is_neg(b) ? -1 : 1);
    int c = mpfr_cmp(x, y);
    mpfr_clear(x), mpfr_clear(y);
    return c < 0 ? -1 : c > 0;
}
static uint64_t m_minmax(uint64_t a, uint64_t b, bool max, unsigned *flags)
{
    nan_in(a, b, b, flags);
    if (is_nan(a) || is_nan(b))
        return !is_nan(a) ? a : !is_nan(b) ? b : nan_bits();
    int c = order(a, b);
    if (!c)
        c = is_neg(b) - is_neg(a);
    return (c < 0) != max ? a : b;
}
static uint64_t m_to_int(uint64_t a, bool is_signed, int rm, unsigned *flags)
{
    mpfr_t x;
    mpz_t n, limit;
    bool inexact = false;
    uint64_t most = is_signed ? sign_bit() - 1 : sign_bit() * 2 - 1,
             least = is_signed ? sign_bit() : 0;
    if (is_nan(a) || is_inf(a)) {
        *flags |= NV;
        return !is_nan(a) && is_neg(a) ? least : most;
    }
    mpfr_init2(x, PRECISION);
    mpz_inits(n, limit, NULL);
    value_of(x, a);
    to_units(n, x, 0, rm, &inexact);
    mpz_set_ui(limit, is_neg(a) ? least : most);
    bool out = mpz_cmp(n, limit) > 0;
    uint64_t r = mpz_get_ui(n);
    *flags |= out ? NV : inexact ? NX : 0;
    mpfr_clear(x);
    mpz_clears(n, limit, NULL);
    r = out ? (is_neg(a) ? least : most) : is_neg(a) ? -r : r;
    return r & (most | least | sign_bit());
}
static uint64_t m_of_int(uint64_t a, bool is_signed, int rm, unsigned *flags)
{
    mpfr_t x;
    mpfr_init2(x, 64);
    if (is_signed)
        mpfr_set_si(x, (int64_t)(a << (64 - F->bits)) >> (64 - F->bits), MPFR_RNDN);
    else
        mpfr_set_ui(x, a, MPFR_RNDN);
    return finish(x, false, rm, flags);
}

#define NEG(x) ((x) ^ sign_bit())
typedef uint64_t (*model)(uint64_t b, uint64_t a, uint64_t c, int rm, unsigned *flags);
#define MODEL(name, ...)                                                                           \
    static uint64_t name(uint64_t b, uint64_t a, uint64_t c, int rm, unsigned *flags)              \
    {                                                                                              \
        (void)a, (void)b, (void)c, (void)rm, (void)flags;                                          \
        return __VA_ARGS__;                                                                        \
    }
MODEL(add, m_add(b, a, rm, flags))
MODEL(sub, m_add(b, is_nan(a) ? a : NEG(a), rm, flags))
MODEL(rsub, m_add(a, is_nan(b) ? b : NEG(b), rm, flags))
MODEL(mul, m_mul(b, a, rm, flags))
MODEL(div_, m_div(b, a, rm, flags))
MODEL(rdiv, m_div(a, b, rm, flags))
MODEL(root, m_sqrt(b, rm, flags))
MODEL(min, m_minmax(b, a, false, flags))
MODEL(max, m_minmax(b, a, true, flags))
MODEL(sgnj, (b & ~sign_bit()) | (a & sign_bit()))
MODEL(sgnjn, (b & ~sign_bit()) | (NEG(a) & sign_bit()))
MODEL(sgnjx, b ^ (a & sign_bit()))
MODEL(macc, m_fma(a, b, c, rm, flags))
MODEL(nmacc, m_fma(NEG(a), b, NEG(c), rm, flags))
MODEL(msac, m_fma(a, b, NEG(c), rm, flags))
MODEL(nmsac, m_fma(NEG(a), b, c, rm, flags))
MODEL(madd, m_fma(a, c, b, rm, flags))
MODEL(nmadd, m_fma(NEG(a), c, NEG(b), rm, flags))
MODEL(msub, m_fma(a, c, NEG(b), rm, flags))
MODEL(nmsub, m_fma(NEG(a), c, b, rm, flags))
MODEL(eq, !nan_in(a, b, b, flags) && order(b, a) == 0)
MODEL(ne, nan_in(a, b, b, flags) || order(b, a) != 0)
static bool unordered(uint64_t a, uint64_t b, unsigned *flags)
{
    if (is_nan(a) || is_nan(b))
        *flags |= NV;
    return is_nan(a) || is_nan(b);
}
MODEL(lt, !unordered(a, b, flags) && order(b, a) < 0)
MODEL(le, !unordered(a, b, flags) && order(b, a) <= 0)
MODEL(gt, !unordered(a, b, flags) && order(b, a) > 0)
MODEL(ge, !unordered(a, b, flags) && order(b, a) >= 0)
MODEL(x_f, m_to_int(b, true, rm, flags))
MODEL(xu_f, m_to_int(b, false, rm, flags))
MODEL(rtz_x_f, m_to_int(b, true, RTZ, flags))
MODEL(rtz_xu_f, m_to_int(b, false, RTZ, flags))
MODEL(f_x, m_of_int(b, true, rm, flags))
MODEL(f_xu, m_of_int(b, false, rm, flags))
static uint64_t class_of(uint64_t x)
{
    if (is_nan(x))
        return is_snan(x) ? 1 << 8 : 1 << 9;
    int k = is_inf(x) ? 0 : is_zero(x) ? 3 : (x & (sign_bit() - 1)) >> F->m ? 1 : 2;
    return is_neg(x) ? 1u << k : 1u << (7 - k);
}
MODEL(class_, class_of(b))

static const struct {
    const char *name;
    model f;
    bool truth;
    bool has_a;
} cases[] = {
    {"vfadd.vv", add, 0, 1},
    {"vfsub.vv", sub, 0, 1},
    {"vfrsub.vf", rsub, 0, 1},
    {"vfmul.vv", mul, 0, 1},
    {"vfdiv.vv", div_, 0, 1},
    {"vfrdiv.vf", rdiv, 0, 1},
    {"vfsqrt.v", root, 0, 0},
    {"vfmin.vv", min, 0, 1},
    {"vfmax.vv", max, 0, 1},
    {"vfsgnj.vv", sgnj, 0, 1},
    {"vfsgnjn.vv", sgnjn, 0, 1},
    {"vfsgnjx.vf", sgnjx, 0, 1},
    {"vfmacc.vv", macc, 0, 1},
    {"vfnmacc.vv", nmacc, 0, 1},
    {"vfmsac.vv", msac, 0, 1},
    {"vfnmsac.vf", nmsac, 0, 1},
    {"vfmadd.vv", madd, 0, 1},
    {"vfnmadd.vv", nmadd, 0, 1},
    {"vfmsub.vv", msub, 0, 1},
    {"vfnmsub.vv", nmsub, 0, 1},
    {"vmfeq.vv", eq, 1, 1},
    {"vmfne.vv", ne, 1, 1},
    {"vmflt.vv", lt, 1, 1},
    {"vmfle.vv", le, 1, 1},
    {"vmfgt.vf", gt, 1, 1},
    {"vmfge.vf", ge, 1, 1},
    {"vfcvt.x.f.v", x_f, 0, 0},
    {"vfcvt.xu.f.v", xu_f, 0, 0},
    {"vfcvt.rtz.x.f.v", rtz_x_f, 0, 0},
    {"vfcvt.rtz.xu.f.v", rtz_xu_f, 0, 0},
    {"vfcvt.f.x.v", f_x, 0, 0},
    {"vfcvt.f.xu.v", f_xu, 0, 0},
    {"vfclass.v", class_, 0, 0},
};

static uint64_t seed = 7;

/* Operands near each other often, so that sums cancel and products meet the edges. */
static uint64_t operand(void)
{
    uint64_t x = harness_random(&seed), mask = sign_bit() * 2 - 1;
    if (which != 1 && x % 5 == 0) /* exponents around the bias */
        x = (one() & mask) + (harness_random(&seed) & (mask >> (F->bits - F->m - 2))) - (1u << 4);
    return x & mask;
}

static uint64_t lane_of(struct harness *h, unsigned reg, unsigned l)
{
    return which == 2 ? harness_lane64(h, reg, l) : harness_lane(h, reg, l);
}

static void one_vector(struct harness *h, unsigned i, int rm)
{
    bool scalar = strstr(cases[i].name, ".vf") != NULL && which != 2;
    harness_configure(h, (unsigned)which + 1, 1, h->lanes);
    harness_set_csr(h, 0x003, (uint32_t)rm << 5);
    uint64_t a[32], b[32], c[32];
    for (unsigned l = 0; l < 32; l++) {
        a[l] = operand(), b[l] = operand(), c[l] = operand();
        harness_set64(h, 10, l, a[l]), harness_set64(h, 12, l, b[l]), harness_set64(h, 14, l, c[l]);
    }
    char name[32];
    snprintf(name, sizeof name, "%s", cases[i].name);
    if (which == 2 && strstr(name, ".vf") && strcmp(name, "vfrsub.vf") &&
        strcmp(name, "vfrdiv.vf") && strcmp(name, "vmfgt.vf") && strcmp(name, "vmfge.vf"))
        strcpy(strstr(name, ".vf"), ".vv");
    else if (which == 2 && strstr(name, ".vf"))
        return; /* a 64-bit scalar needs a pair: tested with PREFIX */
    h->w->mask = (uint32_t)harness_random(&seed) & h->w->all;
    if (!h->w->mask || harness_random(&seed) & 1)
        h->w->mask = h->w->all;
    update_on(h->w);
    struct ventus_insn in = harness_insn(name);
    in.f[VF_rd] = 14, in.f[VF_rs2] = 12;
    if (cases[i].has_a)
        in.f[VF_rs1] = 10;
    h->w->x[10] = (uint32_t)a[0];
    uint32_t mask = h->w->mask;
    if (!harness_run_insn(h, &in))
        fail_msg("%s: %s", name, h->w->base.fault.text);
    unsigned flags = 0;
    for (unsigned l = 0; l < h->lanes; l++) {
        if (!(mask >> l & 1))
            continue;
        uint64_t x = scalar ? a[0] & (sign_bit() * 2 - 1) : a[l];
        unsigned mine = 0;
        uint64_t want = cases[i].f(b[l], x, c[l], rm, &mine);
        uint64_t got = cases[i].truth ? harness_lane(h, 14, l) : lane_of(h, 14, l);
        if (!cases[i].truth && which == 0)
            got &= 0xffff;
        flags |= mine;
        if (want != got)
            fail_msg("%s f%d mode %d: b %llx a %llx c %llx: %llx, not %llx", name, F->bits, rm,
                     (unsigned long long)b[l], (unsigned long long)x, (unsigned long long)c[l],
                     (unsigned long long)got, (unsigned long long)want);
    }
    unsigned raised = harness_csr(h, 1);
    if (raised != flags)
        fail_msg("%s f%d mode %d: flags %#x, not %#x (b %llx a %llx c %llx)", name, F->bits, rm,
                 raised, flags, (unsigned long long)b[0], (unsigned long long)a[0],
                 (unsigned long long)c[0]);
}

static void vectors(void **state)
{
    (void)state;
    unsigned ran = 0;
    for (unsigned level = 0; level < HOST_LEVELS; level++)
        for (unsigned lanes = 8; lanes <= 32; lanes += 24) {
            struct harness h;
            if (!harness_open(&h, host_levels[level], lanes, HARNESS_MANUAL))
                continue;
            for (which = 0; which < 3; which++)
                for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++)
                    for (int n = 0; n < (which == 1 ? 60 : 15); n++)
                        one_vector(&h, i, n % 5);
            harness_close(&h);
            ran++;
        }
    assert_true(ran > 0);
}

/* rs1 op rs2: the models' b is rs1, a is rs2; FMA: rs1 * rs2 + rs3 */
MODEL(s_madd, m_fma(b, a, c, rm, flags))
MODEL(s_msub, m_fma(b, a, NEG(c), rm, flags))
MODEL(s_nmsub, m_fma(NEG(b), a, c, rm, flags))
MODEL(s_nmadd, m_fma(NEG(b), a, NEG(c), rm, flags))

static void scalars(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        model f;
        int operands; /* 1, 2, 3 */
        bool has_rm;
    } rows[] = {
        {"fadd.s", add, 2, 1},       {"fsub.s", sub, 2, 1},      {"fmul.s", mul, 2, 1},
        {"fdiv.s", div_, 2, 1},      {"fsqrt.s", root, 1, 1},    {"fmin.s", min, 2, 0},
        {"fmax.s", max, 2, 0},       {"fsgnj.s", sgnj, 2, 0},    {"fsgnjn.s", sgnjn, 2, 0},
        {"fsgnjx.s", sgnjx, 2, 0},   {"feq.s", eq, 2, 0},        {"flt.s", lt, 2, 0},
        {"fle.s", le, 2, 0},         {"fclass.s", class_, 1, 0}, {"fcvt.w.s", x_f, 1, 1},
        {"fcvt.wu.s", xu_f, 1, 1},   {"fcvt.s.w", f_x, 1, 1},    {"fcvt.s.wu", f_xu, 1, 1},
        {"fmadd.s", s_madd, 3, 1},   {"fmsub.s", s_msub, 3, 1},  {"fnmsub.s", s_nmsub, 3, 1},
        {"fnmadd.s", s_nmadd, 3, 1},
    };
    struct harness h;
    assert_true(harness_open(&h, NULL, 32, HARNESS_MANUAL));
    which = 1;
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int n = 0; n < 100; n++) {
            int rm = n % 5;
            bool dynamic = n & 1;
            uint64_t b = operand(), a = operand(), c = operand();
            harness_set_csr(&h, 0x003, dynamic ? (uint32_t)rm << 5 : 0);
            h.w->x[10] = (uint32_t)b, h.w->x[11] = (uint32_t)a, h.w->x[12] = (uint32_t)c;
            struct ventus_insn in = harness_insn(rows[i].name);
            in.f[VF_rd] = 13, in.f[VF_rs1] = 10;
            if (rows[i].operands > 1)
                in.f[VF_rs2] = 11;
            if (rows[i].operands > 2)
                in.f[VF_rs3] = 12;
            if (rows[i].has_rm)
                in.f[VF_rm] = dynamic ? 7 : (uint32_t)rm;
            assert_true(harness_run_insn(&h, &in));
            unsigned flags = 0;
            uint64_t want = rows[i].f(b, a, c, rm, &flags);
            if (want != h.w->x[13] || flags != harness_csr(&h, 1))
                fail_msg("%s mode %d: %llx %llx %llx: %x, not %llx; flags %x, not %x", rows[i].name,
                         rm, (unsigned long long)b, (unsigned long long)a, (unsigned long long)c,
                         h.w->x[13], (unsigned long long)want, harness_csr(&h, 1), flags);
        }
    /* reserved modes fault */
    harness_set_csr(&h, 2, 5);
    struct ventus_insn in = harness_insn("fadd.s");
    in.f[VF_rm] = 7;
    assert_false(harness_run_insn(&h, &in));
    in = harness_insn("vfadd.vv");
    assert_false(harness_run_insn(&h, &in));
    assert_int_equal(h.w->base.fault.cause, SHOAL_FAULT_ILLEGAL);
    harness_close(&h);
}

/* f64 through PREFIX with pair, mixed widths of the 64-bit compute format: one rounding. */
static void pairs(void **state)
{
    (void)state;
    struct harness h;
    assert_true(harness_open(&h, NULL, 32, HARNESS_MANUAL));
    for (int rm = 0; rm < 5; rm++) {
        which = 2;
        harness_set_csr(&h, 3, (uint32_t)rm << 5);
        uint64_t a[32], b[32];
        for (unsigned l = 0; l < 32; l++) {
            a[l] = operand(), b[l] = operand();
            harness_set64(&h, 10, l, a[l]), harness_set64(&h, 12, l, b[l]);
        }
        struct ventus_insn in = harness_insn("vfmul.vv");
        in.prefix_row = VENTUS_PREFIX, in.pair = true;
        in.f[VF_rd] = 14, in.f[VF_rs1] = 10, in.f[VF_rs2] = 12;
        assert_true(harness_run_insn(&h, &in));
        unsigned flags = 0;
        for (unsigned l = 0; l < 32; l++)
            assert_int_equal(harness_lane64(&h, 14, l), m_mul(b[l], a[l], rm, &flags));
        assert_int_equal(harness_csr(&h, 1), flags);
        /* f32 sources, an f16 result: the exact sum rounded to f16 */
        in = harness_insn("vfadd64.vv");
        in.f[VF_vd] = 20, in.f[VF_vs1] = 10, in.f[VF_vs2] = 12;
        in.f[VF_vss] = 1, in.f[VF_vds] = 0;
        float x[32], y[32];
        for (unsigned l = 0; l < 32; l++) {
            x[l] = ldexpf((float)(int32_t)harness_random(&seed), -35);
            y[l] = ldexpf((float)(int32_t)harness_random(&seed), -30);
            uint32_t u;
            y[l] = l % 8 ? y[l] : -x[l]; /* sums that are zero */
            memcpy(&u, &y[l], 4);
            h.w->v[12].u[l] = u;
            uint32_t v;
            memcpy(&v, &x[l], 4);
            h.w->v[10].u[l] = v;
        }
        assert_true(harness_run_insn(&h, &in));
        which = 0;
        for (unsigned l = 0; l < 32; l++) {
            mpfr_t s, t;
            mpfr_init2(s, 300), mpfr_init2(t, 300);
            mpfr_set_flt(s, x[l], MPFR_RNDN), mpfr_set_flt(t, y[l], MPFR_RNDN);
            mpfr_add(s, s, t, MPFR_RNDN);
            mpfr_clear(t);
            bool same = !signbit(x[l]) == !signbit(y[l]);
            bool zero_sign = same ? signbit(x[l]) != 0 : rm == RDN;
            assert_int_equal(harness_lane(&h, 20, l) & 0xffff, finish(s, zero_sign, rm, &flags));
        }
    }
    harness_close(&h);
}

/* Conversions between widths: SEW is the narrower one. An integer of `bits` is exact in MPFR. */
static uint64_t int_limits(mpfr_t x, unsigned bits, bool is_signed, int rm, bool nan, bool neg,
                           unsigned *flags)
{
    mpz_t n, limit;
    bool inexact = false;
    uint64_t most = is_signed ? (UINT64_C(1) << (bits - 1)) - 1 : UINT64_MAX >> (64 - bits);
    uint64_t least = is_signed ? UINT64_C(1) << (bits - 1) : 0;
    if (nan || mpfr_inf_p(x)) {
        *flags |= NV;
        return !nan && neg ? least : most;
    }
    mpz_inits(n, limit, NULL);
    to_units(n, x, 0, rm, &inexact);
    mpz_set_ui(limit, neg ? least : most);
    bool out = mpz_cmp(n, limit) > 0;
    uint64_t r = mpz_get_ui(n);
    *flags |= out ? NV : inexact ? NX : 0;
    mpz_clears(n, limit, NULL);
    return (out ? (neg ? least : most) : neg ? -r : r) & (UINT64_MAX >> (64 - bits));
}

static void widths(void **state)
{
    (void)state;
    /* kinds: f float, x signed, u unsigned; n narrows, w widens */
    static const struct {
        const char *name;
        char from, to, how;
    } rows[] = {
        {"vfwcvt.xu.f.v", 'f', 'u', 'w'},     {"vfwcvt.x.f.v", 'f', 'x', 'w'},
        {"vfwcvt.rtz.xu.f.v", 'f', 'u', 'w'}, {"vfwcvt.rtz.x.f.v", 'f', 'x', 'w'},
        {"vfwcvt.f.xu.v", 'u', 'f', 'w'},     {"vfwcvt.f.x.v", 'x', 'f', 'w'},
        {"vfwcvt.f.f.v", 'f', 'f', 'w'},      {"vfncvt.xu.f.w", 'f', 'u', 'n'},
        {"vfncvt.x.f.w", 'f', 'x', 'n'},      {"vfncvt.rtz.xu.f.w", 'f', 'u', 'n'},
        {"vfncvt.rtz.x.f.w", 'f', 'x', 'n'},  {"vfncvt.f.xu.w", 'u', 'f', 'n'},
        {"vfncvt.f.x.w", 'x', 'f', 'n'},      {"vfncvt.f.f.w", 'f', 'f', 'n'},
    };
    struct harness h;
    assert_true(harness_open(&h, NULL, 32, HARNESS_TOOLCHAIN));
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
        for (unsigned n = 0; n < 30; n++) {
            int sew = (int)(n / 5 % 3), rm = (int)(n % 5); /* 0: 8 bits .. 2: 32 */
            int narrow = sew - 1, wide = sew;              /* indices of formats */
            int from = rows[i].how == 'w' ? narrow : wide, to = rows[i].how == 'w' ? wide : narrow;
            if ((rows[i].from == 'f' && from < 0) || (rows[i].to == 'f' && to < 0))
                continue;
            unsigned from_bits = from < 0 ? 8 : 16u << from, to_bits = to < 0 ? 8 : 16u << to;
            harness_configure(&h, (unsigned)sew, 1, 32);
            harness_set_csr(&h, 3, (uint32_t)rm << 5);
            uint64_t b[32];
            for (unsigned l = 0; l < 32; l++) {
                which = from < 0 ? 0 : from;
                b[l] = operand() & (UINT64_MAX >> (64 - from_bits));
                harness_set64(&h, 10, l, b[l]);
            }
            struct ventus_insn in = harness_insn(rows[i].name);
            in.f[VF_rd] = 12, in.f[VF_rs2] = 10;
            if (!harness_run_insn(&h, &in))
                fail_msg("%s: %s", rows[i].name, h.w->base.fault.text);
            unsigned flags = 0;
            for (unsigned l = 0; l < 32; l++) {
                mpfr_t x;
                mpfr_init2(x, PRECISION);
                uint64_t want;
                bool nan = false, neg, zero;
                which = from < 0 ? 0 : from;
                if (rows[i].from == 'f') {
                    nan = is_nan(b[l]);
                    neg = is_neg(b[l]);
                    if (is_snan(b[l]) && rows[i].to == 'f')
                        flags |= NV;
                    value_of(x, b[l]);
                    if (is_inf(b[l]))
                        mpfr_set_inf(x, neg ? -1 : 1);
                } else {
                    int64_t v = (int64_t)(b[l] << (64 - from_bits)) >> (64 - from_bits);
                    neg = rows[i].from == 'x' && v < 0;
                    if (rows[i].from == 'x')
                        mpfr_set_si(x, v, MPFR_RNDN);
                    else
                        mpfr_set_ui(x, b[l], MPFR_RNDN);
                }
                zero = !nan && !mpfr_inf_p(x) && mpfr_zero_p(x);
                which = to < 0 ? 0 : to;
                int mode = strstr(rows[i].name, "rtz") ? RTZ : rm;
                if (rows[i].to != 'f')
                    want = zero ? 0
                                : int_limits(x, to_bits, rows[i].to == 'x', mode, nan, neg, &flags);
                else if (nan)
                    want = nan_bits();
                else if (mpfr_inf_p(x))
                    want = inf_bits() | (neg ? sign_bit() : 0);
                else
                    want = zero ? (rows[i].from == 'f' && neg ? sign_bit() : 0)
                                : round_to(x, mode, &flags);
                mpfr_clear(x);
                uint64_t got =
                    (to_bits == 64 ? harness_lane64(&h, 12, l) : harness_lane(&h, 12, l)) &
                    (UINT64_MAX >> (64 - to_bits));
                if (got != want)
                    fail_msg("%s %u to %u bits, mode %d: %llx: %llx, not %llx", rows[i].name,
                             from_bits, to_bits, rm, (unsigned long long)b[l],
                             (unsigned long long)got, (unsigned long long)want);
            }
            if (harness_csr(&h, 1) != flags)
                fail_msg("%s to %u bits: flags %x, not %x", rows[i].name, to_bits,
                         harness_csr(&h, 1), flags);
        }
    /* rounding to odd: 1 + 2^-30 in f64 becomes the f32 above 1, exact ones stay */
    harness_configure(&h, 2, 1, 32);
    harness_set64(&h, 10, 0, 0x3ff0000000400000);
    harness_set64(&h, 10, 1, 0x3ff0000020000000);
    harness_set64(&h, 10, 2, 0x7fe0000000000000);
    struct ventus_insn in = harness_insn("vfncvt.rod.f.f.w");
    in.f[VF_rd] = 12, in.f[VF_rs2] = 10;
    assert_true(harness_run_insn(&h, &in));
    assert_int_equal(harness_lane(&h, 12, 0), 0x3f800001);
    assert_int_equal(harness_lane(&h, 12, 1), 0x3f800001);
    assert_int_equal(harness_lane(&h, 12, 2), 0x7f7fffff);
    harness_close(&h);
}

/* Conversions and packed arithmetic of the toolchain. */
static void packed(void **state)
{
    (void)state;
    struct harness h;
    assert_true(harness_open(&h, NULL, 32, HARNESS_TOOLCHAIN));
    which = 0;
    for (int rm = 0; rm < 5; rm++) {
        harness_set_csr(&h, 3, (uint32_t)rm << 5);
        for (unsigned r = 10; r < 13; r++)
            for (unsigned l = 0; l < 32; l++)
                h.w->v[r].u[l] = (uint32_t)harness_random(&seed);
        vec32 a = h.w->v[10], b = h.w->v[11], c = h.w->v[12];
        struct ventus_insn in = harness_insn("vfma.f16x2");
        in.f[VF_rd] = 12, in.f[VF_rs1] = 10, in.f[VF_rs2] = 11;
        assert_true(harness_run_insn(&h, &in));
        unsigned flags = 0;
        for (unsigned l = 0; l < 32; l++) {
            uint64_t lo = m_fma(a.u[l] & 0xffff, b.u[l] & 0xffff, c.u[l] & 0xffff, rm, &flags);
            uint64_t hi = m_fma(a.u[l] >> 16, b.u[l] >> 16, c.u[l] >> 16, rm, &flags);
            assert_int_equal(harness_lane(&h, 12, l), lo | hi << 16);
        }
        assert_int_equal(harness_csr(&h, 1), flags);
    }
    struct ventus_insn in = harness_insn("vcvt.bf16.fp32");
    in.f[VF_rd] = 12, in.f[VF_rs2] = 10;
    static const uint32_t bf[][2] = {{0x3f808000, 0x3f80},
                                     {0x3f818000, 0x3f82},
                                     {0x3f808001, 0x3f81},
                                     {0x7f7fffff, 0x7f80},
                                     {0xff800001, 0x7fc0}};
    for (unsigned i = 0; i < 5; i++) {
        h.w->v[10].u[0] = bf[i][0];
        assert_true(harness_run_insn(&h, &in));
        assert_int_equal(harness_lane(&h, 12, 0), bf[i][1]);
    }
    in = harness_insn("vcvt.f32.fp16");
    in.f[VF_rd] = 12, in.f[VF_rs2] = 10;
    h.w->v[10].u[0] = 0xffff0001; /* the upper half does not count */
    assert_true(harness_run_insn(&h, &in));
    assert_int_equal(harness_lane(&h, 12, 0), 0x33800000);
    harness_close(&h);
}

/* ---- estimates and special functions ---- */

/* RVV 1.0, tables 16 (vfrsqrt7: index = last bit of the exponent, 6 bits of the fraction) and
 * 17 (vfrec7: 7 bits of the fraction). */
static const uint8_t rec7_table[128] = {
    127, 125, 123, 121, 119, 117, 116, 114, 112, 110, 109, 107, 105, 104, 102, 100, 99, 97, 96,
    94,  93,  91,  90,  88,  87,  85,  84,  83,  81,  80,  79,  77,  76,  75,  74,  72, 71, 70,
    69,  68,  66,  65,  64,  63,  62,  61,  60,  59,  58,  57,  56,  55,  54,  53,  52, 51, 50,
    49,  48,  47,  46,  45,  44,  43,  42,  41,  40,  40,  39,  38,  37,  36,  35,  35, 34, 33,
    32,  31,  31,  30,  29,  28,  28,  27,  26,  25,  25,  24,  23,  23,  22,  21,  21, 20, 19,
    19,  18,  17,  17,  16,  15,  15,  14,  14,  13,  12,  12,  11,  11,  10,  9,   9,  8,  8,
    7,   7,   6,   5,   5,   4,   4,   3,   3,   2,   2,   1,   1,   0};
static const uint8_t rsqrt7_table[128] = {
    52,  51,  50,  48,  47,  46, 44, 43,  42,  41,  40,  39,  38,  36,  35,  34,  33,  32,  31,
    30,  30,  29,  28,  27,  26, 25, 24,  23,  23,  22,  21,  20,  19,  19,  18,  17,  16,  16,
    15,  14,  14,  13,  12,  12, 11, 10,  10,  9,   9,   8,   7,   7,   6,   6,   5,   4,   4,
    3,   3,   2,   2,   1,   1,  0,  127, 125, 123, 121, 119, 118, 116, 114, 113, 111, 109, 108,
    106, 105, 103, 102, 100, 99, 97, 96,  95,  93,  92,  91,  90,  88,  87,  86,  85,  84,  83,
    82,  80,  79,  78,  77,  76, 75, 74,  73,  72,  71,  70,  70,  69,  68,  67,  66,  65,  64,
    63,  63,  62,  61,  60,  59, 59, 58,  57,  56,  56,  55,  54,  53};

/* RVV 13.9, 13.10: every entry, special operands, relative error below 2^-7. */
static void estimates(void **state)
{
    (void)state;
    static const uint32_t rec[][2] = {
        {0x3f800000, 0x3f7f0000}, {0x40000000, 0x3eff0000},
        {0x3fffffff, 0x3f000000}, {0x7f800000, 0},
        {0xff800000, 0x80000000}, {0x80000000, 0xff800000},
        {0x7f800001, 0x7fc00000}, {0x00200000, 0x7f7f0000 - 0x00000000},
        {0x00100000, 0x7f800000}};
    static const uint32_t rsq[][2] = {{0x3f800000, 0x3f7f0000}, {0x40000000, 0x3f340000},
                                      {0x40800000, 0x3eff0000}, {0x7f800000, 0},
                                      {0x80000000, 0xff800000}, {0xbf800000, 0x7fc00000}};
    struct harness h;
    assert_true(harness_open(&h, NULL, 32, HARNESS_MANUAL));
    struct ventus_insn in = harness_insn("vfrec7.v");
    in.f[VF_rd] = 3, in.f[VF_rs2] = 2;
    for (unsigned i = 0; i < sizeof rec / sizeof *rec; i++) {
        h.w->v[2].u[0] = rec[i][0];
        assert_true(harness_run_insn(&h, &in));
        if (harness_lane(&h, 3, 0) != rec[i][1])
            fail_msg("vfrec7 %x: %x, not %x", rec[i][0], harness_lane(&h, 3, 0), rec[i][1]);
    }
    for (unsigned n = 0; n < 500; n++) {
        float x = ldexpf(1 + (float)(harness_random(&seed) >> 41) * 0x1p-23f, (int)(n % 200) - 100),
              y, z;
        memcpy(&z, &x, 4);
        uint32_t u;
        memcpy(&u, &x, 4);
        h.w->v[2].u[0] = u;
        assert_true(harness_run_insn(&h, &in));
        u = harness_lane(&h, 3, 0);
        memcpy(&y, &u, 4);
        assert_true(fabs((double)y * x - 1) < 0x1p-7);
    }
    for (unsigned i = 0; i < 128; i++) { /* 1.x, halved with the fraction */
        h.w->v[2].u[0] = 0x3f800000 | i << 16 | (uint32_t)(harness_random(&seed) & 0xffff);
        assert_true(harness_run_insn(&h, &in));
        assert_int_equal(harness_lane(&h, 3, 0), 0x3f000000 | (uint32_t)rec7_table[i] << 16);
    }
    in = harness_insn("vfrsqrt7.v");
    in.f[VF_rd] = 3, in.f[VF_rs2] = 2;
    for (unsigned i = 0; i < 128; i++) { /* exponents 128 (even) and 127: 1/2 and 1/2 too */
        h.w->v[2].u[0] = (i < 64 ? 0x40000000 : 0x3f800000) | (i & 63) << 17 |
                         (uint32_t)(harness_random(&seed) & 0x1ffff);
        assert_true(harness_run_insn(&h, &in));
        assert_int_equal(harness_lane(&h, 3, 0), 0x3f000000 | (uint32_t)rsqrt7_table[i] << 16);
    }
    for (unsigned i = 0; i < sizeof rsq / sizeof *rsq; i++) {
        h.w->v[2].u[0] = rsq[i][0];
        assert_true(harness_run_insn(&h, &in));
        if (harness_lane(&h, 3, 0) != rsq[i][1])
            fail_msg("vfrsqrt7 %x: %x, not %x", rsq[i][0], harness_lane(&h, 3, 0), rsq[i][1]);
    }
    for (unsigned n = 0; n < 500; n++) {
        float x = ldexpf(1 + (float)(harness_random(&seed) >> 41) * 0x1p-23f, (int)(n % 200) - 100),
              y;
        uint32_t u;
        memcpy(&u, &x, 4);
        h.w->v[2].u[0] = u;
        assert_true(harness_run_insn(&h, &in));
        u = harness_lane(&h, 3, 0);
        memcpy(&y, &u, 4);
        assert_true(fabs((double)y * y * x - 1) < 0x1p-6);
    }
    harness_close(&h);
}

static void m_gelu(mpfr_t r, const mpfr_t x)
{
    mpfr_t t;
    mpfr_init2(t, 2000); /* 1 + tanh cancels */
    mpfr_pow_ui(t, x, 3, MPFR_RNDN);
    mpfr_mul_d(t, t, 0.044715, MPFR_RNDN);
    mpfr_add(t, t, x, MPFR_RNDN);
    mpfr_const_pi(r, MPFR_RNDN);
    mpfr_ui_div(r, 2, r, MPFR_RNDN);
    mpfr_sqrt(r, r, MPFR_RNDN);
    mpfr_mul(t, t, r, MPFR_RNDN);
    mpfr_tanh(t, t, MPFR_RNDN);
    mpfr_add_ui(t, t, 1, MPFR_RNDN);
    mpfr_mul(t, t, x, MPFR_RNDN);
    mpfr_div_ui(r, t, 2, MPFR_RNDN);
    mpfr_clear(t);
}
static void m_silu(mpfr_t r, const mpfr_t x)
{
    mpfr_neg(r, x, MPFR_RNDN);
    mpfr_exp(r, r, MPFR_RNDN);
    mpfr_add_ui(r, r, 1, MPFR_RNDN);
    mpfr_div(r, x, r, MPFR_RNDN);
}

static void special(void **state)
{
    (void)state;
    static const char *const names[] = {"vfexp",
                                        "vex2.approx.f32",
                                        "vlg2.approx.f32",
                                        "vrcp.approx.f32",
                                        "vsqrt.approx.f32",
                                        "vrsqrt.approx.f32",
                                        "vsin.approx.f32",
                                        "vcos.approx.f32",
                                        "vtanh.approx.f32",
                                        "vgelu.approx.f32",
                                        "vsilu.approx.f32"};
    struct harness h;
    assert_true(harness_open(&h, NULL, 32, HARNESS_TOOLCHAIN));
    which = 1;
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
        struct ventus_insn in = harness_insn(names[i]);
        in.f[VF_rd] = 3, in.f[VF_rs2] = 2;
        unsigned off = 0;
        for (unsigned n = 0; n < 60; n++) {
            for (unsigned l = 0; l < 32; l++) {
                uint64_t x = harness_random(&seed);
                if (l & 1) { /* moderate size */
                    float f = ldexpf((float)(int32_t)x, -30 + (int)(x >> 60));
                    uint32_t u;
                    memcpy(&u, &f, 4);
                    x = u;
                }
                h.w->v[2].u[l] = (uint32_t)x;
            }
            assert_true(harness_run_insn(&h, &in));
            for (unsigned l = 0; l < 32; l++) {
                uint32_t u = h.w->v[2].u[l], got = harness_lane(&h, 3, l);
                mpfr_t x, r;
                mpfr_init2(x, 2000), mpfr_init2(r, 2000);
                value_of(x, u);
                if (is_inf(u))
                    mpfr_set_inf(x, is_neg(u) ? -1 : 1);
                if (is_nan(u))
                    mpfr_set_nan(x);
                else if (is_zero(u))
                    mpfr_set_zero(x, is_neg(u) ? -1 : 1);
                switch (i) {
                case 0:
                    mpfr_exp(r, x, MPFR_RNDN);
                    break;
                case 1:
                    mpfr_exp2(r, x, MPFR_RNDN);
                    break;
                case 2:
                    mpfr_log2(r, x, MPFR_RNDN);
                    break;
                case 3:
                    mpfr_ui_div(r, 1, x, MPFR_RNDN);
                    break;
                case 4:
                    mpfr_sqrt(r, x, MPFR_RNDN);
                    break;
                case 5:
                    mpfr_rec_sqrt(r, x, MPFR_RNDN);
                    break;
                case 6:
                    mpfr_sin(r, x, MPFR_RNDN);
                    break;
                case 7:
                    mpfr_cos(r, x, MPFR_RNDN);
                    break;
                case 8:
                    mpfr_tanh(r, x, MPFR_RNDN);
                    break;
                case 9:
                    m_gelu(r, x);
                    break;
                default:
                    m_silu(r, x);
                    break;
                }
                unsigned flags = 0;
                bool limit = (i == 9 || i == 10) && is_inf(u) && is_neg(u);
                uint64_t want = limit            ? sign_bit()
                                : mpfr_nan_p(r)  ? nan_bits()
                                : mpfr_inf_p(r)  ? inf_bits() | (mpfr_signbit(r) ? sign_bit() : 0)
                                : mpfr_zero_p(r) ? (mpfr_signbit(r) ? sign_bit() : 0)
                                                 : round_to(r, RNE, &flags);
                bool negative_root = i == 5 && is_zero(u) && is_neg(u);
                if (negative_root)
                    want = got; /* 1 / sqrt(-0): sources differ on the sign */
                if (want != got) {
                    /* x / 2 of a denormal is a tie that f64 cannot see past */
                    off += (want & (sign_bit() - 1)) >> F->m != 0;
                    int64_t distance = (int64_t)want - got;
                    if (distance > 1 || distance < -1)
                        fail_msg("%s %x: %x, not %llx", names[i], u, got, (unsigned long long)want);
                }
                mpfr_clear(x), mpfr_clear(r);
            }
        }
        if (off > 1) /* not the nearest f32: about one in 2^20 */
            fail_msg("%s: %u of 1920 are not the nearest", names[i], off);
    }
    harness_close(&h);
}

/* vftta, 8 lanes: C (2 x 2) += A (2 x 4, by rows) x B (4 x 2, by columns). */
static void tensor(void **state)
{
    (void)state;
    struct harness h;
    assert_true(harness_open(&h, NULL, 8, HARNESS_MANUAL));
    for (unsigned l = 0; l < 8; l++) {
        float a = (float)(l + 1), b = (float)(10 - (int)l), c = 0.5f;
        uint32_t u;
        memcpy(&u, &a, 4), h.w->v[1].u[l] = u;
        memcpy(&u, &b, 4), h.w->v[2].u[l] = u;
        memcpy(&u, &c, 4), h.w->v[3].u[l] = u;
    }
    struct ventus_insn in = harness_insn("vftta.vv");
    in.f[VF_rd] = 3, in.f[VF_rs1] = 1, in.f[VF_rs2] = 2;
    assert_true(harness_run_insn(&h, &in));
    for (unsigned i = 0; i < 8; i++) {
        float want = 0.5f, got;
        for (unsigned k = 0; i < 4 && k < 4; k++)
            want += (float)(4 * (i / 2) + k + 1) * (float)(10 - (int)(4 * (i % 2) + k));
        uint32_t u = harness_lane(&h, 3, i);
        memcpy(&got, &u, 4);
        assert_true(got == want);
    }
    h.w->mask = 0x7f;
    update_on(h.w);
    assert_false(harness_run_insn(&h, &in)); /* a thread is missing */
    harness_close(&h);
}

int main(void)
{
    mpfr_set_emin(-20000);
    mpfr_set_emax(20000);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vectors), cmocka_unit_test(scalars), cmocka_unit_test(pairs),
        cmocka_unit_test(packed),  cmocka_unit_test(widths),  cmocka_unit_test(estimates),
        cmocka_unit_test(special), cmocka_unit_test(tensor),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
