/* every.c: sifts the results for every float: the C library's functions of double, whose error is
 * below a thousandth of an ulp of float, let all pass that are far from the worst. Built a second
 * time for AVX-512 (WIDE), where the library has them for eight values at once. */
#include "every.h"

#include <limits.h>
#include <math.h>
#include <string.h>

enum { LANES = 8 };
typedef double values __attribute__((vector_size(8 * LANES)));
typedef int64_t words __attribute__((vector_size(8 * LANES)));
typedef float floats __attribute__((vector_size(4 * LANES)));
typedef uint32_t bits32 __attribute__((vector_size(4 * LANES)));
typedef int32_t ints __attribute__((vector_size(4 * LANES)));

#define EACH(name)                                                                                 \
    static values every_##name(values a)                                                           \
    {                                                                                              \
        for (int i = 0; i < LANES; i++)                                                            \
            a[i] = name(a[i]);                                                                     \
        return a;                                                                                  \
    }
#ifdef WIDE
#define LIBRARY(name)                                                                              \
    values _ZGVeN8v_##name(values);                                                                \
    static values every_##name(values a) { return _ZGVeN8v_##name(a); }
#define every_has  every_has_wide
#define every_next every_next_wide
#else
#define LIBRARY EACH
#endif
#define IS(name, value)                                                                            \
    static values every_##name(values a) { return value; }

LIBRARY(acos)
LIBRARY(acosh)
LIBRARY(asin)
LIBRARY(asinh)
LIBRARY(atan)
LIBRARY(atanh)
LIBRARY(cbrt)
LIBRARY(cos)
LIBRARY(cosh)
LIBRARY(erf)
LIBRARY(erfc)
LIBRARY(exp)
LIBRARY(exp2)
LIBRARY(exp10)
LIBRARY(expm1)
LIBRARY(log)
LIBRARY(log2)
LIBRARY(log10)
LIBRARY(log1p)
LIBRARY(sin)
LIBRARY(sinh)
LIBRARY(tan)
LIBRARY(tanh)
EACH(lgamma)

static const double pi = 3.14159265358979323846;
static values choose(words which, values yes, values no)
{
    return (values)((which & (words)yes) | (~which & (words)no));
}
/* All ones for odd integers. */
static words is_odd(values whole) { return __builtin_elementwise_trunc(whole * 0.5) * 2 != whole; }
static values negated(words which, values x) { return choose(which, -x, x); }
static values with_sign(values x, values sign) { return __builtin_elementwise_copysign(x, sign); }

IS(acospi, every_acos(a) / pi)
IS(asinpi, every_asin(a) / pi)
IS(atanpi, every_atan(a) / pi)
IS(degrees, a *(180 / pi))
IS(radians, a *(pi / 180))
IS(recip, 1 / a)
IS(sqrt, __builtin_elementwise_sqrt(a))
IS(rsqrt, choose(a == 0, 1 / a, 1 / __builtin_elementwise_sqrt(a)))
IS(ceil, __builtin_elementwise_ceil(a))
IS(fabs, __builtin_elementwise_abs(a))
IS(floor, __builtin_elementwise_floor(a))
IS(rint, __builtin_elementwise_rint(a))
IS(round, __builtin_elementwise_round(a))
IS(trunc, __builtin_elementwise_trunc(a))
IS(sign, choose(a == a, choose(a == 0, a, with_sign((values){0} + 1, a)), (values){0}))

static values every_sinpi(values a)
{
    const values whole = __builtin_elementwise_rint(a), part = a - whole; /* NaN for infinities */
    const values sine = negated(is_odd(whole), every_sin(part * pi));
    return choose(part == 0, with_sign((values){0}, a), sine);
}
static values every_cospi(values a)
{
    const values whole = __builtin_elementwise_rint(a);
    const values part = __builtin_elementwise_abs(a - whole), cosine = every_sin((0.5 - part) * pi);
    return choose(part == 0.5, (values){0}, negated(is_odd(whole), cosine));
}
static values every_tanpi(values a)
{
    const values whole = __builtin_elementwise_rint(a), part = a - whole;
    const values rest = 0.5 - __builtin_elementwise_abs(part);
    const values tangent = every_sin(part * pi) / every_sin(rest * pi);
    return choose(part == 0, negated(is_odd(whole), with_sign((values){0}, a)), tangent);
}

static double tgamma_of(double a)
{
    bool is_undefined = a < 0 && (isinf(a) || a == floor(a));
    return is_undefined ? (double)NAN : tgamma(a);
}
static double fraction(double a)
{
    double part = a - floor(a);
    return isnan(a) || a == 0     ? a
           : isinf(a)             ? copysign(0, a)
           : part > 0x1.fffffep-1 ? 0x1.fffffep-1
                                  : part;
}
static double modf_of(double a)
{
    double whole;
    return modf(a, &whole);
}
static double mantissa(double a)
{
    int exponent;
    return frexp(a, &exponent);
}
/* Integers: NaN where none is defined. */
static double exponent_of(double a)
{
    int exponent = 0;
    if (!isfinite(a))
        return (double)NAN;
    frexp(a, &exponent);
    return exponent;
}
static double ilogb_of(double a) { return a == 0 ? INT_MIN : isnan(a) ? INT_MAX : ilogb(a); }
static double sign_of_gamma(double a)
{
    int sign;
    return isfinite(lgamma_r(a, &sign)) ? sign : (double)NAN;
}
EACH(logb)
EACH(tgamma_of)
EACH(fraction)
EACH(modf_of)
EACH(mantissa)
EACH(exponent_of)
EACH(ilogb_of)
EACH(sign_of_gamma)

#define FIRST(name) {#name, every_##name, NULL, NULL},
#define LOW(name)                                                                                  \
    FIRST(name){"half_" #name, every_##name, NULL, NULL},                                          \
        {"native_" #name, every_##name, NULL, NULL},
static const struct every {
    const char *name;
    values (*first)(values), (*second)(values), (*number)(values);
} functions[] = {
    FIRST(acos) FIRST(acosh) FIRST(acospi) FIRST(asin) FIRST(asinh) FIRST(asinpi) FIRST(atan)
        FIRST(atanh) FIRST(atanpi) FIRST(cbrt) LOW(cos) FIRST(cosh) FIRST(cospi) FIRST(degrees)
            FIRST(erf) FIRST(erfc) LOW(exp) LOW(exp2) LOW(exp10) FIRST(expm1) FIRST(lgamma) LOW(log)
                LOW(log2) LOW(log10) FIRST(log1p) FIRST(radians) LOW(rsqrt) LOW(sin) FIRST(sinh)
                    FIRST(sinpi) LOW(sqrt) LOW(tan) FIRST(tanh) FIRST(tanpi) FIRST(ceil) FIRST(fabs)
                        FIRST(floor) FIRST(logb) FIRST(rint) FIRST(round) FIRST(sign) FIRST(trunc)
                            LOW(recip){"tgamma", every_tgamma_of, NULL, NULL},
    {"fract", every_fraction, every_floor, NULL},
    {"modf", every_modf_of, every_trunc, NULL},
    {"sincos", every_sin, every_cos, NULL},
    {"frexp", every_mantissa, NULL, every_exponent_of},
    {"lgamma_r", every_lgamma, NULL, every_sign_of_gamma},
    {"ilogb", NULL, NULL, every_ilogb_of},
};

static const struct every *find(const char *name)
{
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (strcmp(functions[i].name, name) == 0)
            return &functions[i];
    return NULL;
}

bool every_has(const char *name) { return find(name) != NULL; }

/* All ones where `got` is at most `most` ulp off and has the sign and the special cases of `want`.
 */
static words is_near(floats got, values want, double most)
{
    const words none = (words){0}, lowest = none + ((int64_t)(1023 - 126) << 52);
    const values g = __builtin_convertvector(got, values);
    const values size = __builtin_elementwise_abs(want);
    words exponent = (words)size & (none + ((int64_t)2047 << 52));
    /* Just above a power of two the exact result may be it, or below: half the unit. */
    const words is_power = ((words)size & (none + 0xfffffff000000)) == 0;
    exponent = exponent - (is_power & ((int64_t)1 << 52));
    exponent = __builtin_elementwise_max(exponent, lowest);
    const values scale = (values)(((int64_t)(2046 + 23) << 52) - exponent); /* 1 / ulp */
    const values off = __builtin_elementwise_abs(g - want) * scale;
    const words same_sign = ((words)g ^ (words)want) >= 0;
    words good = (off < most) | (off == 0);
    good &= (size < 0x1p127) & (want != 0);
    good |= (g == 0) & (want == 0) & same_sign;
    good |= (size >= 0x1p128) & (g == want * (double)INFINITY);
    good |= (g != g) & (want != want);
    return good;
}

static bool are_all(words which) { return __builtin_reduce_and(which) == -1; }

static bool is_good(const struct every *f, const struct gave *gave, uint32_t bits, size_t at,
                    double most)
{
    const bits32 steps = {0, 1, 2, 3, 4, 5, 6, 7};
    const values a = __builtin_convertvector((floats)(bits + steps), values);
    floats got;
    words good = (words){0} - 1;
    if (f->first) {
        memcpy(&got, gave->first + at, sizeof got);
        good = is_near(got, f->first(a), most);
    }
    if (f->second) {
        memcpy(&got, gave->second + at, sizeof got);
        good &= is_near(got, f->second(a), most);
    }
    if (f->number) {
        ints number;
        memcpy(&number, gave->number + at, sizeof number);
        const values want = f->number(a);
        good &= (__builtin_convertvector(number, values) == want) | (want != want);
    }
    return are_all(good);
}

size_t every_next(const char *name, const struct gave *gave, uint32_t first_bits, size_t from,
                  size_t count, double most)
{
    const struct every *f = find(name);
    while (from < count && is_good(f, gave, first_bits + (uint32_t)from, from, most))
        from += LANES;
    return from < count ? from : count;
}
