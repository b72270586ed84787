/* reference.c: the functions, by the C library's long double, whose error is a
 * thousandth of an ulp of double; what it has not is made here of what it has.
 * MPFR judges the worst of each (math.c). Limits: OpenCL C 3.0, 7.4 (tables of
 * relative error as ULPs), and cl_khr_fp16's. Special cases: C99, Annex F, and
 * OpenCL C 3.0, 7.5. */
#include "reference.h"

#include <limits.h>
#include <math.h>
#include <string.h>

uint64_t next_random(void) /* xorshift64* */
{
    static uint64_t seed = 0x9e3779b97f4a7c15u;
    seed ^= seed >> 12;
    seed ^= seed << 25;
    seed ^= seed >> 27;
    return seed * 0x2545f4914f6cdd1du;
}

const struct type types[3] = {
    {"half", 2, 11, -14, 15}, {"float", 4, 24, -126, 127}, {"double", 8, 53, -1022, 1023}};

long double decode(const struct type *t, const void *at)
{
    _Float16 h;
    float f;
    double d;
    switch (t->bytes) {
    case 2:
        memcpy(&h, at, 2);
        return h;
    case 4:
        memcpy(&f, at, 4);
        return f;
    default:
        memcpy(&d, at, 8);
        return d;
    }
}

/* To the nearest even at the type's own precision, so that what follows is
 * exact. */
static long double round_to(const struct type *t, long double x)
{
    int e;
    if (!isfinite(x) || x == 0)
        return x;
    frexpl(x, &e);
    int last = (e - 1 < t->lowest ? t->lowest : e - 1) - t->digits + 1;
    long double y = ldexpl(rintl(ldexpl(x, -last)), last);
    return fabsl(y) > largest(t) ? copysignl(INFINITY, x) : copysignl(y, x);
}

void encode(const struct type *t, long double value, void *at)
{
    long double x = round_to(t, value);
    _Float16 h = (_Float16)(float)x;
    float f = (float)x;
    double d = (double)x;
    memcpy(at, t->bytes == 2 ? (void *)&h : t->bytes == 4 ? (void *)&f : (void *)&d, t->bytes);
}

long double largest(const struct type *t)
{
    return ldexpl(2 - ldexpl(1, 1 - t->digits), t->highest);
}

long double ulps(const struct type *t, long double got, long double want)
{
    long double over = ldexpl(1, t->highest + 1);
    int e;
    if (isnan(want) || isnan(got))
        return isnan(want) && isnan(got) ? 0 : INFINITY;
    if (isinf(want) || want == 0) /* exactly: also the sign */
        return got == want && !signbit(got) == !signbit(want) ? 0 : INFINITY;
    if (isinf(got))
        got = copysignl(over, got);
    if (fabsl(want) > over)
        want = copysignl(over, want);
    long double part = frexpl(want, &e);
    e -= fabsl(part) == 0.5L ? 2 : 1; /* of a power of two: the gap below */
    if (e > t->highest)
        e = t->highest;
    if (e < t->lowest)
        e = t->lowest;
    return fabsl(got - want) / ldexpl(1, e - t->digits + 1);
}

/* ---- what the C library has not ------------------------------------------------------- */

static const long double pi = 3.14159265358979323846264338327950288L;

static int is_odd(long double x) { return fabsl(fmodl(x, 2)) == 1; }

static long double sinpil(long double x)
{
    if (isinf(x))
        return NAN;
    long double r = fmodl(fabsl(x), 2), sign = copysignl(1, x);
    if (r == 0 || r == 1)
        return copysignl(0, x);
    if (r > 1) {
        r -= 1;
        sign = -sign;
    }
    r = r > 0.5L ? 1 - r : r;
    return sign * (r <= 0.25L ? sinl(pi * r) : cosl(pi * (0.5L - r)));
}

static long double cospil(long double x)
{
    if (isinf(x))
        return NAN;
    long double r = fmodl(fabsl(x), 2), sign = 1;
    r = r > 1 ? 2 - r : r;
    if (r > 0.5L) {
        r = 1 - r;
        sign = -1;
    }
    if (r == 0.5L)
        return 0;
    return sign * (r < 0.25L ? cosl(pi * r) : sinl(pi * (0.5L - r)));
}

/* Odd; zeros and infinities change their sign with every other integer. */
static long double tanpil(long double x)
{
    if (isinf(x) || isnan(x))
        return NAN;
    long double y = fabsl(x), near = rintl(y), r = y - near, sign = copysignl(1, x);
    if (r == 0)
        return copysignl(0, is_odd(near) ? -sign : sign);
    sign *= copysignl(1, r);
    r = fabsl(r);
    return sign * (r > 0.25L ? 1 / tanl(pi * (0.5L - r)) : tanl(pi * r));
}

static long double powrl(long double x, long double y)
{
    if (isnan(x) || isnan(y) || x < 0 || (x == 0 && y == 0) || (isinf(x) && y == 0) ||
        (x == 1 && isinf(y)))
        return NAN;
    return powl(fabsl(x), y);
}

static long double rootnl(long double x, long n)
{
    if (n == 0 || isnan(x) || (x < 0 && n % 2 == 0))
        return NAN;
    if (x == 0 || isinf(x)) {
        long double y = (x == 0) == (n > 0) ? 0 : INFINITY;
        return n % 2 ? copysignl(y, x) : y;
    }
    long double y = powl(fabsl(x), 1 / (long double)n);
    y += n == 1 || n == -1 ? 0 : y * (powl(fabsl(x), (1 - n * (1 / (long double)n)) / n) - 1);
    return x < 0 ? -y : y;
}

static long double fractl(const struct type *t, long double x, long double *whole)
{
    *whole = floorl(x);
    if (isinf(x))
        return copysignl(0, x);
    long double below = 1 - ldexpl(1, -t->digits);
    if (t->bytes == 8) /* long double would round first */
        return isnan(x) || x == 0 ? x : fminl((double)x - (double)*whole, below);
    return isnan(x) || x == 0 ? x : fminl(round_to(t, x - *whole), below);
}

static long double nextafter_of(const struct type *t, long double x, long double y)
{
    uint64_t bits = 0;
    if (isnan(x) || isnan(y))
        return NAN;
    if (x == y)
        return y;
    encode(t, x, &bits);
    if (x == 0)
        bits = 1 | (signbit(y) ? (uint64_t)1 << (t->bytes * 8 - 1) : 0);
    else
        bits += (x < y) == (x > 0) ? 1 : (uint64_t)-1;
    return decode(t, &bits);
}

/* The seven lowest bits of the quotient, with its sign. */
static long quotient(long double x, long double y)
{
    long double part = fmodl(fabsl(x), 128 * fabsl(y)), rest = remainderl(part, fabsl(y));
    long q = lrintl((part - rest) / fabsl(y)) & 127;
    return !signbit(x) == !signbit(y) ? q : -q;
}

/* ---- the table ------------------------------------------------------------------------ */

#define WANT(name, ...)                                                                            \
    static void want_##name(const struct type *t, const struct values *v, struct results *r)       \
    {                                                                                              \
        const long double a = v->a, b = v->b, c = v->c;                                            \
        const long n = v->n;                                                                       \
        (void)t, (void)a, (void)b, (void)c, (void)n;                                               \
        __VA_ARGS__;                                                                               \
    }
#define VALUE(name, value) WANT(name, r->first = (value))
#define EXACT(name, call)                                                                          \
    static void exact_##name(mpfr_t o, mpfr_t a, mpfr_t b, long n)                                 \
    {                                                                                              \
        (void)a, (void)b, (void)n;                                                                 \
        call;                                                                                      \
    }
/* A function that both libraries have. */
#define BOTH1(name) VALUE(name, name##l(a)) EXACT(name, mpfr_##name(o, a, MPFR_RNDN))
#define OVER_PI(name, value, call)                                                                 \
    VALUE(name, (value) / pi)                                                                      \
    EXACT(name, mpfr_t p; mpfr_init2(p, mpfr_get_prec(o)); mpfr_const_pi(p, MPFR_RNDN); call;      \
          mpfr_div(o, o, p, MPFR_RNDN); mpfr_clear(p))

BOTH1(acos)
BOTH1(acosh)
BOTH1(asin)
BOTH1(asinh)
BOTH1(atan)
BOTH1(atanh)
BOTH1(cbrt)
BOTH1(cos)
BOTH1(cosh)
BOTH1(erf)
BOTH1(erfc)
BOTH1(exp)
BOTH1(exp2)
BOTH1(exp10)
BOTH1(expm1)
BOTH1(log)
BOTH1(log2)
BOTH1(log10)
BOTH1(log1p)
BOTH1(sin)
BOTH1(sinh)
BOTH1(sqrt)
BOTH1(tan)
BOTH1(tanh)
OVER_PI(acospi, acosl(a), mpfr_acos(o, a, MPFR_RNDN))
OVER_PI(asinpi, asinl(a), mpfr_asin(o, a, MPFR_RNDN))
OVER_PI(atanpi, atanl(a), mpfr_atan(o, a, MPFR_RNDN))
OVER_PI(atan2pi, atan2l(a, b), mpfr_atan2(o, a, b, MPFR_RNDN))
VALUE(sinpi, sinpil(a))
EXACT(sinpi, mpfr_sinpi(o, a, MPFR_RNDN))
VALUE(cospi, cospil(a))
EXACT(cospi, mpfr_cospi(o, a, MPFR_RNDN))
VALUE(tanpi, tanpil(a))
EXACT(tanpi, mpfr_tanpi(o, a, MPFR_RNDN))
VALUE(rsqrt, a == 0 ? copysignl(INFINITY, a) : 1 / sqrtl(a))
EXACT(rsqrt, mpfr_rec_sqrt(o, a, MPFR_RNDN))
VALUE(tgamma, isinf(a) && a < 0 || (a < 0 && a == floorl(a)) ? NAN : tgammal(a))
EXACT(tgamma, mpfr_gamma(o, a, MPFR_RNDN))
VALUE(lgamma, lgammal(a))
EXACT(lgamma, int sign; mpfr_lgamma(o, &sign, a, MPFR_RNDN))
WANT(lgamma_r, int sign = 0; r->first = lgammal_r(a, &sign); r->number = sign;
     r->has_number = isfinite(r->first))
VALUE(degrees, a *(180 / pi))
EXACT(degrees, mpfr_const_pi(o, MPFR_RNDN); mpfr_ui_div(o, 180, o, MPFR_RNDN);
      mpfr_mul(o, o, a, MPFR_RNDN))
VALUE(radians, a *(pi / 180))
EXACT(radians, mpfr_const_pi(o, MPFR_RNDN); mpfr_div_ui(o, o, 180, MPFR_RNDN);
      mpfr_mul(o, o, a, MPFR_RNDN))
VALUE(recip, a == 0 ? copysignl(INFINITY, a) : 1 / a)
EXACT(recip, mpfr_ui_div(o, 1, a, MPFR_RNDN))
VALUE(ceil, ceill(a))
VALUE(fabs, fabsl(a))
VALUE(floor, floorl(a))
VALUE(logb, logbl(a))
VALUE(rint, rintl(a))
VALUE(round, roundl(a))
VALUE(trunc, truncl(a))
VALUE(sign, isnan(a) ? 0 : a > 0 ? 1 : a < 0 ? -1 : a)
WANT(ilogb, r->number = a == 0 ? INT_MIN : isnan(a) ? INT_MAX : ilogbl(a); r->has_number = 1)
WANT(fract, r->first = fractl(t, a, &r->second))
WANT(modf, r->first = modfl(a, &r->second))
WANT(frexp, int e = 0; r->first = frexpl(a, &e); r->number = e; r->has_number = isfinite(a))
WANT(sincos, r->first = sinl(a); r->second = cosl(a))
VALUE(atan2, atan2l(a, b))
EXACT(atan2, mpfr_atan2(o, a, b, MPFR_RNDN))
VALUE(copysign, copysignl(a, b))
VALUE(fdim, isnan(a) || isnan(b) ? NAN : a > b ? a - b : 0)
VALUE(fmax, fmaxl(a, b))
VALUE(fmin, fminl(a, b))
VALUE(fmod, fmodl(a, b))
VALUE(hypot, hypotl(a, b))
EXACT(hypot, mpfr_hypot(o, a, b, MPFR_RNDN))
VALUE(maxmag, fabsl(a) > fabsl(b) ? a : fabsl(b) > fabsl(a) ? b : fmaxl(a, b))
VALUE(minmag, fabsl(a) < fabsl(b) ? a : fabsl(b) < fabsl(a) ? b : fminl(a, b))
VALUE(nextafter, nextafter_of(t, a, b))
VALUE(pow, powl(a, b))
EXACT(pow, mpfr_pow(o, a, b, MPFR_RNDN))
VALUE(powr, powrl(a, b))
EXACT(powr, mpfr_pow(o, a, b, MPFR_RNDN))
VALUE(remainder, remainderl(a, b))
WANT(remquo, r->first = remainderl(a, b); r->has_number = !isnan(r->first);
     r->number = r->has_number ? quotient(a, b) : 0)
VALUE(divide, a / b)
EXACT(divide, mpfr_div(o, a, b, MPFR_RNDN))
VALUE(fma, t->bytes == 8 ? fma((double)a, (double)b, (double)c) : fmal(a, b, c))
VALUE(ldexp, ldexpl(a, (int)(n > 20000 ? 20000 : n < -20000 ? -20000 : n)))
VALUE(pown, powl(a, n))
EXACT(pown, mpfr_pow_si(o, a, n, MPFR_RNDN))
VALUE(rootn, rootnl(a, n))
EXACT(rootn, mpfr_rootn_si(o, a, n, MPFR_RNDN))

/* Limits of half, float, double. */
#define F1(name_, h, f, d)                                                                         \
    {                                                                                              \
        .name = #name_, .call = #name_ "(a)", .arguments = '1', .limit = {h, f, d},                \
        .want = want_##name_, .exact = exact_##name_                                               \
    }
#define F2(name_, h, f, d)                                                                         \
    {                                                                                              \
        .name = #name_, .call = #name_ "(a, b)", .arguments = '2', .limit = {h, f, d},             \
        .want = want_##name_, .exact = exact_##name_                                               \
    }
#define FN(name_, h, f, d)                                                                         \
    {                                                                                              \
        .name = #name_, .call = #name_ "(a, n)", .arguments = 'n', .limit = {h, f, d},             \
        .want = want_##name_, .exact = exact_##name_                                               \
    }
#define OTHER(name_, call_, arguments_, extra_, h, f, d)                                           \
    {                                                                                              \
        .name = #name_, .call = call_, .arguments = arguments_, .extra = extra_,                   \
        .limit = {h, f, d}, .want = want_##name_                                                   \
    }
#define EXACT1(name) OTHER(name, #name "(a)", '1', 0, 0, 0, 0)
#define EXACT2(name) OTHER(name, #name "(a, b)", '2', 0, 0, 0, 0)
/* For float only; the limit holds where |a| is from low to high. */
#define LOW(prefix, name_, arguments_, call_, limit_, low, high)                                   \
    {                                                                                              \
        .name = #prefix "_" #name_, .call = #prefix "_" #name_ call_, .arguments = arguments_,     \
        .limit = {NOT_THERE, limit_, NOT_THERE}, .want = want_##name_, .exact = exact_##name_,     \
        .within = {                                                                                \
            low,                                                                                   \
            high                                                                                   \
        }                                                                                          \
    }
#define HALF1(name, low, high) LOW(half, name, '1', "(a)", 8192, low, high)
#define NATIVE1(name)          LOW(native, name, '1', "(a)", ANY, 0, 0)

const struct function functions[] = {
    F1(acos, 2, 4, 4),
    F1(acosh, 2, 4, 4),
    F1(acospi, 2, 5, 5),
    F1(asin, 2, 4, 4),
    F1(asinh, 2, 4, 4),
    F1(asinpi, 2, 5, 5),
    F1(atan, 2, 5, 5),
    F1(atanh, 2, 5, 5),
    F1(atanpi, 2, 5, 5),
    F1(cbrt, 2, 2, 2),
    F1(cos, 2, 4, 4),
    F1(cosh, 2, 4, 4),
    F1(cospi, 2, 4, 4),
    F1(degrees, 2, 2, 2),
    F1(erf, 4, 16, 16),
    F1(erfc, 4, 16, 16),
    F1(exp, 2, 3, 3),
    F1(exp2, 2, 3, 3),
    F1(exp10, 2, 3, 3),
    F1(expm1, 2, 3, 3),
    F1(lgamma, ANY, ANY, ANY),
    F1(log, 2, 3, 3),
    F1(log2, 2, 3, 3),
    F1(log10, 2, 3, 3),
    F1(log1p, 2, 2, 2),
    F1(radians, 2, 2, 2),
    F1(rsqrt, 1, 2, 2),
    F1(sin, 2, 4, 4),
    F1(sinh, 2, 4, 4),
    F1(sinpi, 2, 4, 4),
    F1(sqrt, 0.5, 3, 0.5),
    F1(tan, 2, 5, 5),
    F1(tanh, 2, 5, 5),
    F1(tanpi, 2, 6, 6),
    F1(tgamma, 4, 16, 16),
    EXACT1(ceil),
    EXACT1(fabs),
    EXACT1(floor),
    EXACT1(logb),
    EXACT1(rint),
    EXACT1(round),
    OTHER(sign, "sign(a)", '1', 'z', 0, 0, 0),
    EXACT1(trunc),
    OTHER(fract, "fract(a, &s)", '1', 's', 0.5, 0.5, 0.5),
    OTHER(frexp, "frexp(a, &m)", '1', 'm', 0, 0, 0),
    OTHER(ilogb, "ilogb(a)", '1', 'i', 0, 0, 0),
    OTHER(lgamma_r, "lgamma_r(a, &m)", '1', 'm', ANY, ANY, ANY),
    OTHER(modf, "modf(a, &s)", '1', 's', 0, 0, 0),
    OTHER(sincos, "sincos(a, &s)", '1', 's', 2, 4, 4),
    OTHER(recip, "1 / a", '1', 0, 0.5, 2.5, 0.5),
    F2(atan2, 2, 6, 6),
    F2(atan2pi, 2, 6, 6),
    F2(hypot, 2, 4, 4),
    F2(pow, 4, 16, 16),
    OTHER(powr, "powr(a, b)", '2', 0, 4, 16, 16),
    EXACT2(copysign),
    EXACT2(fmod),
    EXACT2(nextafter),
    EXACT2(remainder),
    OTHER(remquo, "remquo(a, b, &m)", '2', 'm', 0, 0, 0),
    OTHER(fdim, "fdim(a, b)", '2', 'z', 0.5, 0.5, 0.5),
    OTHER(fmax, "fmax(a, b)", '2', 'z', 0, 0, 0),
    OTHER(fmin, "fmin(a, b)", '2', 'z', 0, 0, 0),
    OTHER(maxmag, "maxmag(a, b)", '2', 'z', 0, 0, 0),
    OTHER(minmag, "minmag(a, b)", '2', 'z', 0, 0, 0),
    OTHER(divide, "a / b", '2', 0, 0.5, 2.5, 0.5),
    OTHER(fma, "fma(a, b, c)", '3', 0, 0.5, 0.5, 0.5),
    OTHER(ldexp, "ldexp(a, n)", 'n', 0, 0.5, 0.5, 0.5),
    FN(pown, 4, 16, 16),
    FN(rootn, 4, 16, 16),
    HALF1(cos, 0, 0x1p16),
    HALF1(exp, 0, INFINITY),
    HALF1(exp2, 0, INFINITY),
    HALF1(exp10, 0, INFINITY),
    HALF1(log, 0, INFINITY),
    HALF1(log2, 0, INFINITY),
    HALF1(log10, 0, INFINITY),
    HALF1(recip, 0, INFINITY),
    HALF1(rsqrt, 0, INFINITY),
    HALF1(sin, 0, 0x1p16),
    HALF1(sqrt, 0, INFINITY),
    HALF1(tan, 0, 0x1p16),
    LOW(half, divide, '2', "(a, b)", 8192, 0, INFINITY),
    LOW(half, powr, '2', "(a, b)", 8192, 0, INFINITY),
    NATIVE1(cos),
    NATIVE1(exp),
    NATIVE1(exp2),
    NATIVE1(exp10),
    NATIVE1(log),
    NATIVE1(log2),
    NATIVE1(log10),
    NATIVE1(recip),
    NATIVE1(rsqrt),
    NATIVE1(sin),
    NATIVE1(sqrt),
    NATIVE1(tan),
    LOW(native, divide, '2', "(a, b)", ANY, 0, 0),
    LOW(native, powr, '2', "(a, b)", ANY, 0, 0),
};
const size_t function_count = sizeof functions / sizeof *functions;

static int is_one_of(const char *name, const char *const *list)
{
    for (; *list; list++)
        if (strcmp(name, *list) == 0)
            return 1;
    return 0;
}

int relaxed_allows(const struct type *t, const struct function *f, const struct values *v,
                   long double got, long double want, long double off)
{
    static const char *const circle[] = {"sin", "cos", "sincos", "sinpi", "cospi", NULL};
    static const char *const inverse[] = {"asin", "acos", "atan", NULL};
    static const char *const power[] = {"exp10", "tan", "pow", "powr", "pown", "rootn", NULL};
    static const char *const logarithm[] = {"log", "log2", "log10", NULL};
    static const char *const exponential[] = {"exp", "exp2", NULL};
    const long double x = fabsl(v->a), error = fabsl(got - want);
    if (t->bytes == 2 && strcmp(f->name, "divide") == 0)
        return off <= 2.5L;
    if (is_one_of(f->name, circle))
        return x > pi || error <= 0x1p-11L;
    if (is_one_of(f->name, inverse))
        return off <= 4096;
    if (is_one_of(f->name, power)) /* as half_ functions; pow(0, 0) is not defined */
        return off <= 8192 || v->a == 0;
    if (is_one_of(f->name, logarithm))
        return v->a >= 0.5L && v->a <= 2 ? error <= 0x1p-21L : off <= 3;
    if (is_one_of(f->name, exponential))
        return off <= 3 + floorl(2 * x);
    return 0;
}
