/* float_arith.c: arithmetic, minimum and maximum, parts of numbers, against a scalar model
 * on MPFR (float_model.h) and the manual's formulas (16.7, 16.8, 16.10, 16.12), in every
 * rounding and denormal mode, about 120000 lanes per instruction and host level. */
#include "float_model.h"

/* ---- IEEE operations ---- */

#define IEEE(name, op, n, f)                                                                       \
    static uint64_t name(const uint64_t *s, uint32_t mode) { return arithmetic(op, s, n, f, mode); }
IEEE(add16, '+', 2, F16)
IEEE(sub16, '-', 2, F16)
IEEE(mul16, '*', 2, F16)
IEEE(fma16, 'f', 3, F16)
IEEE(add32, '+', 2, F32)
IEEE(sub32, '-', 2, F32)
IEEE(mul32, '*', 2, F32)
IEEE(fma32, 'f', 3, F32)
IEEE(add64, '+', 2, F64)
IEEE(mul64, '*', 2, F64)
IEEE(fma64, 'f', 3, F64)

/* b - a. The payload rule still looks at a first. */
static uint64_t reverse(const uint64_t *s, uint32_t mode, int f)
{
    uint64_t r[2] = {s[1], s[0]}, x = arithmetic('-', r, 2, f, mode);
    uint64_t in[2] = {flush_operand(s[0], f, mode), flush_operand(s[1], f, mode)};
    return is_nan(x, f) ? nan_result(in, 2, f, mode) : x;
}
static uint64_t subrev16(const uint64_t *s, uint32_t mode) { return reverse(s, mode, F16); }
static uint64_t subrev32(const uint64_t *s, uint32_t mode) { return reverse(s, mode, F32); }

static void ieee_operations(void **state)
{
    (void)state;
    compare("v_add_f32", FMT_VOP2, add32, 0);
    compare("v_sub_f32", FMT_VOP2, sub32, 0);
    compare("v_subrev_f32", FMT_VOP3, subrev32, 0);
    compare("v_mul_f32", FMT_VOP2, mul32, 0);
    compare("v_fma_f32", FMT_VOP3, fma32, 0);
    compare("v_fmac_f32", FMT_VOP2, fma32, 0);
    compare("v_add_f16", FMT_VOP3, add16, 0);
    compare("v_sub_f16", FMT_VOP3, sub16, 0);
    compare("v_subrev_f16", FMT_VOP3, subrev16, 0);
    compare("v_mul_f16", FMT_VOP3, mul16, 0);
    compare("v_fma_f16", FMT_VOP3, fma16, 0);
    compare("v_fmac_f16", FMT_VOP3, fma16, 0);
    compare("v_add_f64", FMT_VOP3, add64, 0);
    compare("v_mul_f64", FMT_VOP3, mul64, 0);
    compare("v_fma_f64", FMT_VOP3, fma64, 0);
}

/* ---- packed: the 16-bit operation on each half ---- */

static uint64_t halves(reference op, const uint64_t *s, uint32_t mode)
{
    uint64_t lo[3], hi[3];
    for (unsigned i = 0; i < 3; i++) {
        lo[i] = s[i] & 0xffff;
        hi[i] = s[i] >> 16 & 0xffff;
    }
    return op(lo, mode) | op(hi, mode) << 16;
}
#define PACKED(name, op)                                                                           \
    static uint64_t name(const uint64_t *s, uint32_t mode) { return halves(op, s, mode); }
PACKED(pk_add, add16)
PACKED(pk_mul, mul16)
PACKED(pk_fma, fma16)

/* ---- minimum, maximum ---- */

static uint64_t less(uint64_t a, uint64_t b, int f) /* LT_NEG_ZERO of the manual */
{
    double x = value_of(a, f), y = value_of(b, f);
    return x < y || (x == 0 && y == 0 && a & sign_bit(f) && !(b & sign_bit(f)));
}

static uint64_t min_max(bool max, uint64_t a, uint64_t b, int f, uint32_t mode)
{
    if (mode & 0x200) {
        if (is_signaling(a, f))
            return a | quiet_bit(f);
        if (is_signaling(b, f))
            return b | quiet_bit(f);
    }
    if (is_nan(b, f))
        return a;
    if (is_nan(a, f))
        return b;
    return max ? (less(b, a, f) ? a : b) : (less(a, b, f) ? a : b);
}

/* kind: m min, M max, 3 min3, 4 max3, d med3, x minmax, y maxmin */
static uint64_t extremum(char kind, const uint64_t *raw, int f, uint32_t mode)
{
    uint64_t a = flush_operand(raw[0], f, mode), b = flush_operand(raw[1], f, mode);
    uint64_t c = flush_operand(raw[2], f, mode);
    uint64_t lo = min_max(false, a, b, f, mode), hi = min_max(true, a, b, f, mode);
    uint64_t min3 = min_max(false, lo, c, f, mode), max3 = min_max(true, hi, c, f, mode);
    switch (kind) {
    case 'm':
        return lo;
    case 'M':
        return hi;
    case '3':
        return min3;
    case '4':
        return max3;
    case 'x':
        return min_max(true, lo, c, f, mode);
    case 'y':
        return min_max(false, hi, c, f, mode);
    default:
        if (is_nan(a, f) || is_nan(b, f) || is_nan(c, f))
            return min3;
        if (value_of(max3, f) == value_of(a, f))
            return min_max(true, b, c, f, mode);
        if (value_of(max3, f) == value_of(b, f))
            return min_max(true, a, c, f, mode);
        return hi;
    }
}
#define EXTREMUM(name, kind, f)                                                                    \
    static uint64_t name(const uint64_t *s, uint32_t mode) { return extremum(kind, s, f, mode); }
#define EXTREMA(w)                                                                                 \
    EXTREMUM(min##w, 'm', F##w)                                                                    \
    EXTREMUM(max##w, 'M', F##w)
#define EXTREMA3(w)                                                                                \
    EXTREMUM(min3_##w, '3', F##w)                                                                  \
    EXTREMUM(max3_##w, '4', F##w)                                                                  \
    EXTREMUM(med3_##w, 'd', F##w)                                                                  \
    EXTREMUM(minmax_##w, 'x', F##w)                                                                \
    EXTREMUM(maxmin_##w, 'y', F##w)
EXTREMA(16)
EXTREMA(32)
EXTREMA(64)
EXTREMA3(16)
EXTREMA3(32)
PACKED(pk_min, min16)
PACKED(pk_max, max16)

static void minimum_and_maximum(void **state)
{
    (void)state;
    compare("v_min_f32", FMT_VOP2, min32, 0);
    compare("v_max_f32", FMT_VOP2, max32, 0);
    compare("v_min_f16", FMT_VOP3, min16, 0);
    compare("v_max_f16", FMT_VOP3, max16, 0);
    compare("v_min_f64", FMT_VOP3, min64, 0);
    compare("v_max_f64", FMT_VOP3, max64, 0);
    compare("v_min3_f32", FMT_VOP3, min3_32, 0);
    compare("v_max3_f32", FMT_VOP3, max3_32, 0);
    compare("v_med3_f32", FMT_VOP3, med3_32, 0);
    compare("v_minmax_f32", FMT_VOP3, minmax_32, 0);
    compare("v_maxmin_f32", FMT_VOP3, maxmin_32, 0);
    compare("v_min3_f16", FMT_VOP3, min3_16, 0);
    compare("v_max3_f16", FMT_VOP3, max3_16, 0);
    compare("v_med3_f16", FMT_VOP3, med3_16, 0);
    compare("v_minmax_f16", FMT_VOP3, minmax_16, 0);
    compare("v_maxmin_f16", FMT_VOP3, maxmin_16, 0);
}

static void packed_operations(void **state)
{
    (void)state;
    compare("v_pk_add_f16", FMT_VOP3P, pk_add, 0);
    compare("v_pk_mul_f16", FMT_VOP3P, pk_mul, 0);
    compare("v_pk_fma_f16", FMT_VOP3P, pk_fma, 0);
    compare("v_pk_fmac_f16", FMT_VOP2, pk_fma, 0);
    compare("v_pk_min_f16", FMT_VOP3P, pk_min, 0);
    compare("v_pk_max_f16", FMT_VOP3P, pk_max, 0);
}

/* ---- DX9, lighting, cube maps, mixed precision, dot products ---- */

static bool zero32(uint64_t x, uint32_t mode)
{
    return magnitude(flush_operand(x, F32, mode), F32) == 0;
}

static uint64_t mul_dx9(const uint64_t *s, uint32_t mode)
{
    return zero32(s[0], mode) || zero32(s[1], mode) ? 0 : mul32(s, mode);
}
static uint64_t fma_dx9(const uint64_t *s, uint32_t mode)
{
    if (!zero32(s[0], mode) && !zero32(s[1], mode))
        return fma32(s, mode);
    uint64_t c = flush_result(flush_operand(s[2], F32, mode), F32, mode), in[3] = {s[0], s[1], c};
    return is_nan(c, F32) ? nan_result(in, 3, F32, mode) : c;
}
static uint64_t mullit(const uint64_t *s, uint32_t mode)
{
    double b = value_of(s[1], F32), c = value_of(flush_operand(s[2], F32, mode), F32);
    if (s[1] == 0xff7fffff || b == -INFINITY || isnan(b) || c <= 0 || isnan(c))
        return 0xff7fffff;
    return mul_dx9(s, mode);
}

static uint64_t cube(char which, const uint64_t *raw, uint32_t mode)
{
    uint64_t s[3];
    double v[3];
    for (unsigned i = 0; i < 3; i++) {
        s[i] = flush_operand(raw[i], F32, mode);
        v[i] = value_of(s[i], F32);
    }
    const uint64_t n = sign_bit(F32);
    bool z = fabs(v[2]) >= fabs(v[0]) && fabs(v[2]) >= fabs(v[1]), y = fabs(v[1]) >= fabs(v[0]);
    unsigned axis = z ? 2 : y ? 1 : 0;
    uint64_t r;
    switch (which) {
    case 'i':
        return bits_of_exact(2 * axis + (v[axis] < 0), F32);
    case 's':
        r = z ? (v[2] < 0 ? s[0] ^ n : s[0]) : y ? s[0] : v[0] < 0 ? s[2] : s[2] ^ n;
        break;
    case 't':
        r = z ? s[1] ^ n : y ? (v[1] < 0 ? s[2] ^ n : s[2]) : s[1] ^ n;
        break;
    default: {
        double d[2] = {v[axis], 2};
        r = ieee('*', d, F32, mode & 3);
        break;
    }
    }
    return flush_result(r, F32, mode);
}
#define CUBE(name, which)                                                                          \
    static uint64_t name(const uint64_t *s, uint32_t mode) { return cube(which, s, mode); }
CUBE(cubeid, 'i')
CUBE(cubesc, 's')
CUBE(cubetc, 't')
CUBE(cubema, 'm')

/* The operand forms of the mixed instructions: low f16 halves (op_sel_hi all ones). */
static void mix_sources(const uint64_t *s, double *d, uint32_t mode)
{
    for (unsigned i = 0; i < 3; i++)
        d[i] = value_of(flush_operand(s[i] & 0xffff, F16, mode), F16);
}
static uint64_t mix32(const uint64_t *s, uint32_t mode)
{
    double d[3];
    mix_sources(s, d, mode);
    return flush_result(ieee('f', d, F32, mode & 3), F32, mode);
}
static uint64_t mix16(const uint64_t *s, uint32_t mode)
{
    double d[3];
    mix_sources(s, d, mode);
    double r = value_of(ieee('f', d, F32, mode & 3), F32); /* two roundings */
    return flush_result(ieee('=', &r, F16, mode >> 2 & 3), F16, mode);
}

/* Steps of the manual's formula, each rounded: products of 16-bit floats are exact. */
static double step(char op, double a, double b, int f, unsigned round)
{
    double d[2] = {a, b};
    return value_of(ieee(op, d, f, round), f);
}
static double half_of(uint64_t x, unsigned which, uint32_t mode)
{
    return value_of(flush_operand(x >> (16 * which) & 0xffff, F16, mode), F16);
}
static double brain_of(uint64_t x, unsigned which)
{
    return value_of(which ? x & 0xffff0000 : (x & 0xffff) << 16, F32);
}
static uint64_t dot32(double p, double q, uint64_t c, bool acc, uint32_t mode)
{
    unsigned r = mode & 3;
    double s2 = value_of(flush_operand(c, F32, mode), F32);
    double x = acc ? step('+', step('+', s2, p, F32, r), q, F32, r)
                   : step('+', step('+', p, q, F32, r), s2, F32, r);
    return isnan(x) ? nan_result(&c, 1, F32, mode) : flush_result(bits_of_exact(x, F32), F32, mode);
}
static uint64_t dot2_f32_f16(const uint64_t *s, uint32_t mode)
{
    return dot32(half_of(s[0], 0, mode) * half_of(s[1], 0, mode),
                 half_of(s[0], 1, mode) * half_of(s[1], 1, mode), s[2], false, mode);
}
static uint64_t dot2acc_f32_f16(const uint64_t *s, uint32_t mode)
{
    return dot32(half_of(s[0], 0, mode) * half_of(s[1], 0, mode),
                 half_of(s[0], 1, mode) * half_of(s[1], 1, mode), s[2], true, mode);
}
static uint64_t dot2_f32_bf16(const uint64_t *s, uint32_t mode)
{
    unsigned r = mode & 3;
    return dot32(step('*', brain_of(s[0], 0), brain_of(s[1], 0), F32, r),
                 step('*', brain_of(s[0], 1), brain_of(s[1], 1), F32, r), s[2], false, mode);
}
static uint64_t dot2_f16_f16(const uint64_t *s, uint32_t mode)
{
    /* nearest, denormals on, 7.2.4 */
    double p = step('*', half_of(s[0], 0, 0xf0), half_of(s[1], 0, 0xf0), F16, 0);
    double q = step('*', half_of(s[0], 1, 0xf0), half_of(s[1], 1, 0xf0), F16, 0);
    double r = step('+', step('+', p, q, F16, 0), value_of(s[2], F16), F16, 0);
    return isnan(r) ? nan_result(s + 2, 1, F16, mode) : bits_of_exact(r, F16);
}
/* To nearest bf16 (8 bits), no denormals: through MPFR, as the other formats. */
static double brain_round(double x)
{
    if (isnan(x) || isinf(x))
        return x;
    if (fabs(x) < 0x1p-126)
        return copysign(0, x);
    mpfr_t m;
    mpfr_init2(m, 8);
    mpfr_set_d(m, x, MPFR_RNDN);
    double r = mpfr_get_d(m, MPFR_RNDN);
    mpfr_clear(m);
    return fabs(r) >= 0x1p128 ? copysign(INFINITY, r) : r;
}
static double brain_input(double x) { return fabs(x) < 0x1p-126 ? copysign(0, x) : x; }
static uint64_t dot2_bf16_bf16(const uint64_t *s, uint32_t mode)
{
    (void)mode;
    double p = brain_round(brain_input(brain_of(s[0], 0)) * brain_input(brain_of(s[1], 0)));
    double q = brain_round(brain_input(brain_of(s[0], 1)) * brain_input(brain_of(s[1], 1)));
    double r = brain_round(brain_round(p + q) + brain_input(brain_of(s[2], 0)));
    return isnan(r) ? 0x7fc0 : bits_of_exact(r, F32) >> 16;
}

static void special_multiplications(void **state)
{
    (void)state;
    compare("v_mul_dx9_zero_f32", FMT_VOP2, mul_dx9, 0);
    compare("v_fma_dx9_zero_f32", FMT_VOP3, fma_dx9, 0);
    compare("v_fmac_dx9_zero_f32", FMT_VOP2, fma_dx9, 0);
    compare("v_mullit_f32", FMT_VOP3, mullit, ANY_NAN);
    compare("v_cubeid_f32", FMT_VOP3, cubeid, 0);
    compare("v_cubesc_f32", FMT_VOP3, cubesc, 0);
    compare("v_cubetc_f32", FMT_VOP3, cubetc, 0);
    compare("v_cubema_f32", FMT_VOP3, cubema, ANY_NAN);
}

static void mixed_precision_and_dot_products(void **state)
{
    (void)state;
    compare("v_fma_mix_f32", FMT_VOP3P, mix32, ANY_NAN);
    compare("v_fma_mixlo_f16", FMT_VOP3P, mix16, ANY_NAN);
    compare("v_fma_mixhi_f16", FMT_VOP3P, mix16, ANY_NAN);
    compare("v_dot2_f32_f16", FMT_VOP3P, dot2_f32_f16, 0);
    compare("v_dot2_f32_bf16", FMT_VOP3P, dot2_f32_bf16, 0);
    compare("v_dot2acc_f32_f16", FMT_VOP2, dot2acc_f32_f16, 0);
    compare("v_dot2_f16_f16", FMT_VOP3, dot2_f16_f16, 0);
    compare("v_dot2_bf16_bf16", FMT_VOP3, dot2_bf16_bf16, 0);
}

/* 7.2.1, 7.5.1: these see an inline constant in both halves: (1, 1) . (3, 4) = 7. */
static void constants_of_dot_products(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        unsigned format;
        uint32_t b, want;
    } cases[] = {
        {"v_dot2_f16_f16", FMT_VOP3, 0x44004200, 0x4700},
        {"v_dot2_bf16_bf16", FMT_VOP3, 0x40804040, 0x40e0},
        {"v_dot2_f32_bf16", FMT_VOP3P, 0x40804040, 0x40e00000},
        {"v_dot2acc_f32_f16", FMT_VOP2, 0x44004200, 0x40e00000},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct harness *h = &levels[0];
        struct rdna3_insn in = harness_insn(cases[i].name, cases[i].format);
        harness_reset(h);
        harness_set_v(h, 1, 3, cases[i].b);
        in.f[F_src0] = 242; /* 1.0 */
        in.f[rdna3_places[in.format][ROLE_b].field] =
            cases[i].format == FMT_VOP2 ? 1 : SRC_VGPR0 + 1;
        if (cases[i].format != FMT_VOP2)
            in.f[F_src2] = SRC_VGPR0 + 2;
        assert_true(harness_run_insn(h, &in));
        assert_int_equal(harness_v(h, 0, 3), cases[i].want);
    }
}

/* ---- parts of numbers ---- */

static double rint_even(double x) { return nearbyint(x); } /* the host rounds to nearest here */

static uint64_t integral(char kind, const uint64_t *raw, int f, uint32_t mode)
{
    uint64_t s = flush_operand(raw[0], f, mode);
    if (is_nan(s, f))
        return nan_result(&s, 1, f, mode);
    double x = value_of(s, f), low = floor(x), d[2] = {x, low};
    uint64_t r;
    switch (kind) {
    case 't':
        return bits_of_exact(trunc(x), f);
    case 'c':
        return bits_of_exact(ceil(x), f);
    case 'n':
        return bits_of_exact(rint_even(x), f);
    case 'f':
        return bits_of_exact(low, f);
    default:
        r = ieee('-', d, f, round_for(mode, f));
        if (is_nan(r, f))
            return inf_bits(f) | quiet_bit(f);
        if (value_of(r, f) >= 1)
            r = bits_of_exact(1, f) - 1;
        return flush_result(r, f, mode);
    }
}
#define INTEGRAL(name, kind, f)                                                                    \
    static uint64_t name(const uint64_t *s, uint32_t mode) { return integral(kind, s, f, mode); }
#define INTEGRALS(w)                                                                               \
    INTEGRAL(whole##w, 't', F##w)                                                                  \
    INTEGRAL(ceil##w, 'c', F##w)                                                                   \
    INTEGRAL(rndne##w, 'n', F##w)                                                                  \
    INTEGRAL(floor##w, 'f', F##w)                                                                  \
    INTEGRAL(fract##w, 'r', F##w)
INTEGRALS(16)
INTEGRALS(32)
INTEGRALS(64)

static uint64_t scale(const uint64_t *raw, int64_t n, int f, uint32_t mode)
{
    uint64_t s = flush_operand(raw[0], f, mode);
    if (is_nan(s, f))
        return nan_result(&s, 1, f, mode);
    mpfr_t x;
    mpfr_init2(x, formats[f].mant + 1);
    mpfr_set_d(x, value_of(s, f), MPFR_RNDN);
    mpfr_mul_2si(x, x, (long)n, MPFR_RNDN);
    uint64_t r = finish(x, 0, f, mpfr_round_of(round_for(mode, f)));
    mpfr_clear(x);
    return flush_result(r, f, mode);
}
static uint64_t ldexp16(const uint64_t *s, uint32_t mode)
{
    return scale(s, (int16_t)s[1], F16, mode);
}
static uint64_t ldexp32(const uint64_t *s, uint32_t mode)
{
    return scale(s, (int32_t)s[1], F32, mode);
}
static uint64_t ldexp64(const uint64_t *s, uint32_t mode)
{
    return scale(s, (int32_t)s[1], F64, mode);
}

/* An f32 that n brings to a denormal, or next to the ends of the range. */
static uint64_t near_limits32(int n)
{
    uint64_t r = random64();
    int e = (r & 1 ? -150 + (int)(r >> 8) % 28 : 125 + (int)(r >> 8 & 3)) - n + 127;
    uint64_t mant = r >> 16 & (r & 2 ? 0x7fffff : 0x700003);
    return (r & 4) << 29 | (uint64_t)(e < 0 ? 0 : e > 254 ? 254 : e) << 23 | mant;
}

/* One rounding, for all exponents that do not take all numbers out of the range. */
static void scaling_rounds_once(void **state)
{
    (void)state;
    static const uint32_t modes[] = {0xf0, 0xf1, 0xf2, 0xf3};
    static uint64_t s[BATCH][MAX_SOURCES], got[BATCH];
    struct subject t = subject_of("v_ldexp_f32", FMT_VOP3);
    for (unsigned batch = 0; batch < 40; batch++) {
        uint32_t mode = modes[batch % 4];
        for (unsigned i = 0; i < BATCH; i++) {
            int n = (int)((batch * BATCH + i) / 4 % 620) - 310;
            s[i][0] = near_limits32(n);
            s[i][1] = (uint32_t)n;
        }
        for (unsigned level = 0; level < n_levels; level++) {
            run_batch(&levels[level], &t, mode, s, got);
            for (unsigned i = 0; i < BATCH; i++)
                if (got[i] != ldexp32(s[i], mode))
                    fail_msg("mode %#x: %#llx times 2^%d gives %#llx, expected %#llx", mode,
                             (unsigned long long)s[i][0], (int)s[i][1], (unsigned long long)got[i],
                             (unsigned long long)ldexp32(s[i], mode));
        }
    }
}

static uint64_t split(bool mantissa, const uint64_t *raw, int f, uint32_t mode)
{
    uint64_t s = flush_operand(raw[0], f, mode);
    int e = 0;
    if (magnitude(s, f) >= inf_bits(f))
        return mantissa ? s : 0;
    double m = frexp(value_of(s, f), &e);
    if (mantissa)
        return bits_of_exact(m, f);
    return (uint64_t)(int64_t)e & (f == F16 ? 0xffff : 0xffffffff);
}
#define SPLIT(w)                                                                                   \
    static uint64_t exp_of##w(const uint64_t *s, uint32_t mode)                                    \
    {                                                                                              \
        return split(false, s, F##w, mode);                                                        \
    }                                                                                              \
    static uint64_t mant_of##w(const uint64_t *s, uint32_t mode)                                   \
    {                                                                                              \
        return split(true, s, F##w, mode);                                                         \
    }
SPLIT(16)
SPLIT(32)
SPLIT(64)

static void parts_of_numbers(void **state)
{
    (void)state;
#define PARTS(w)                                                                                   \
    compare("v_trunc_f" #w, FMT_VOP3, whole##w, 0);                                                \
    compare("v_ceil_f" #w, FMT_VOP3, ceil##w, 0);                                                  \
    compare("v_rndne_f" #w, FMT_VOP3, rndne##w, 0);                                                \
    compare("v_floor_f" #w, FMT_VOP3, floor##w, 0);                                                \
    compare("v_fract_f" #w, FMT_VOP3, fract##w, 0);                                                \
    compare("v_ldexp_f" #w, FMT_VOP3, ldexp##w, 0);                                                \
    compare("v_frexp_mant_f" #w, FMT_VOP3, mant_of##w, 0);
    PARTS(16)
    PARTS(32)
    PARTS(64)
    compare("v_frexp_exp_i16_f16", FMT_VOP3, exp_of16, 0);
    compare("v_frexp_exp_i32_f32", FMT_VOP3, exp_of32, 0);
    compare("v_frexp_exp_i32_f64", FMT_VOP3, exp_of64, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ieee_operations),
        cmocka_unit_test(minimum_and_maximum),
        cmocka_unit_test(packed_operations),
        cmocka_unit_test(special_multiplications),
        cmocka_unit_test(mixed_precision_and_dot_products),
        cmocka_unit_test(constants_of_dot_products),
        cmocka_unit_test(parts_of_numbers),
        cmocka_unit_test(scaling_rounds_once),
    };
    return cmocka_run_group_tests(tests, open_levels, close_levels);
}
