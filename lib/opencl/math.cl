/* math.cl: mathematical functions in which libclc of LLVM 22 is not what OpenCL C 3.0, 7.4 and 7.5
 * demand: denormal results and arguments, signs of zeros, tgamma. tests/opencl/math measures them.
 *
 * float and half are computed as double, or half as float, where that is what is exact. */
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

#define SHOAL_BUILTIN __attribute__((overloadable))
#define SHOAL_LOCAL   static __attribute__((overloadable))

double shoal_base_asin(double);
double shoal_base_asinpi(double);
double shoal_base_atan(double);
double shoal_base_atanpi(double);
double shoal_base_erf(double);
double shoal_base_erfc(double);
double shoal_base_exp(double);
double shoal_base_expm1(double);
double shoal_base_sin(double);
double shoal_base_tan(double);
double shoal_base_fmod(double, double);
double shoal_base_pow(double, double);
double shoal_base_powr(double, double);
double shoal_base_remainder(double, double);
double shoal_base_rootn(double, int);
double shoal_base_sincos(double, __private double *);
double shoal_base_lgamma_r(double, __private int *);
double shoal_base_remquo(double, double, __private int *);

/* ---- vectors of what is there for scalars: n components, of two parts ---------------------------
 */

#define SHOAL_WIDTHS(F, ...)                                                                       \
    F(__VA_ARGS__, 2, , , x, y)                                                                    \
    F(__VA_ARGS__, 3, 2, , xy, z)                                                                  \
    F(__VA_ARGS__, 4, 2, 2, lo, hi)                                                                \
    F(__VA_ARGS__, 8, 4, 4, lo, hi)                                                                \
    F(__VA_ARGS__, 16, 8, 8, lo, hi)
#define SHOAL_WIDEN_1(how, name, T, n, l, u, low, high)                                            \
    how T##n name(T##n a) { return (T##n)(name(a.low), name(a.high)); }
/* The second argument is of type S. */
#define SHOAL_WIDEN_2(name, T, S, n, l, u, low, high)                                              \
    SHOAL_BUILTIN T##n name(T##n a, S##n b)                                                        \
    {                                                                                              \
        return (T##n)(name(a.low, b.low), name(a.high, b.high));                                   \
    }
/* Functions that also write a Q. */
#define SHOAL_WIDEN_OUT_1(name, T, Q, n, l, u, low, high)                                          \
    SHOAL_LOCAL T##n name(T##n a, __private Q##n *out)                                             \
    {                                                                                              \
        Q##l lower;                                                                                \
        Q##u upper;                                                                                \
        T##n r = (T##n)(name(a.low, &lower), name(a.high, &upper));                                \
        *out = (Q##n)(lower, upper);                                                               \
        return r;                                                                                  \
    }
#define SHOAL_WIDEN_OUT_2(name, T, Q, n, l, u, low, high)                                          \
    SHOAL_LOCAL T##n name(T##n a, T##n b, __private Q##n *out)                                     \
    {                                                                                              \
        Q##l lower;                                                                                \
        Q##u upper;                                                                                \
        T##n r = (T##n)(name(a.low, b.low, &lower), name(a.high, b.high, &upper));                 \
        *out = (Q##n)(lower, upper);                                                               \
        return r;                                                                                  \
    }
/* The built-in `name`, of shoal_`name`, with a pointer to each address space; none: generic. */
#define SHOAL_OUT_1(name, T, Q, space)                                                             \
    SHOAL_BUILTIN T name(T a, space Q *out)                                                        \
    {                                                                                              \
        Q q;                                                                                       \
        T r = shoal_##name(a, &q);                                                                 \
        *out = q;                                                                                  \
        return r;                                                                                  \
    }
#define SHOAL_OUT_2(name, T, Q, space)                                                             \
    SHOAL_BUILTIN T name(T a, T b, space Q *out)                                                   \
    {                                                                                              \
        Q q;                                                                                       \
        T r = shoal_##name(a, b, &q);                                                              \
        *out = q;                                                                                  \
        return r;                                                                                  \
    }
#define SHOAL_SPACES(F, name, T, Q)                                                                \
    F(name, T, Q, __global)                                                                        \
    F(name, T, Q, __local)                                                                         \
    F(name, T, Q, __private)                                                                       \
    F(name, T, Q, )
#define SHOAL_SPACES_N(F, name, T, Q, n, ...) SHOAL_SPACES(F, name, T##n, Q##n)

#define SHOAL_ALL_1(name, T) SHOAL_WIDTHS(SHOAL_WIDEN_1, SHOAL_BUILTIN, name, T)
#define SHOAL_ALL_2(name, T) SHOAL_WIDTHS(SHOAL_WIDEN_2, name, T, T)
#define SHOAL_ALL_OUT_1(name, T, Q)                                                                \
    SHOAL_WIDTHS(SHOAL_WIDEN_OUT_1, shoal_##name, T, Q)                                            \
    SHOAL_SPACES(SHOAL_OUT_1, name, T, Q)                                                          \
    SHOAL_WIDTHS(SHOAL_SPACES_N, SHOAL_OUT_1, name, T, Q)
#define SHOAL_ALL_OUT_2(name, T, Q)                                                                \
    SHOAL_WIDTHS(SHOAL_WIDEN_OUT_2, shoal_##name, T, Q)                                            \
    SHOAL_SPACES(SHOAL_OUT_2, name, T, Q)                                                          \
    SHOAL_WIDTHS(SHOAL_SPACES_N, SHOAL_OUT_2, name, T, Q)

/* A function of T that is computed as a W. */
#define SHOAL_AS_1(name, T, value)                                                                 \
    SHOAL_BUILTIN T name(T x) { return (T)(value); }                                               \
    SHOAL_ALL_1(name, T)

/* ---- sinpi, cospi, tanpi ------------------------------------------------------------------------
 */

/* |r| <= 1/4: Taylor's series of sin and cos of pi r. */
SHOAL_LOCAL float shoal_sin(float r)
{
    float x = M_PI_F * r, t = x * x;
    float s = -1 / 6.0f + t * (1 / 120.0f + t * (-1 / 5040.0f + t * (1 / 362880.0f)));
    return x + x * t * s;
}
SHOAL_LOCAL float shoal_cos(float r)
{
    float x = M_PI_F * r, t = x * x;
    float s = 1 / 24.0f + t * (-1 / 720.0f + t * (1 / 40320.0f + t * (-1 / 3628800.0f)));
    return 1 + t * (-0.5f + t * s);
}
SHOAL_LOCAL double shoal_sin(double r)
{
    double x = M_PI * r, t = x * x;
    double s = 1 / 6227020800.0 + t * (-1 / 1307674368e3 + t * (1 / 355687428096e3));
    s = 1 / 362880.0 + t * (-1 / 39916800.0 + t * s);
    s = -1 / 6.0 + t * (1 / 120.0 + t * (-1 / 5040.0 + t * s));
    return x + x * t * s;
}
SHOAL_LOCAL double shoal_cos(double r)
{
    double x = M_PI * r, t = x * x;
    double s = -1 / 87178291200.0 + t * (1 / 20922789888e3 + t * (-1 / 6402373705728e3));
    s = -1 / 3628800.0 + t * (1 / 479001600.0 + t * s);
    s = 1 / 24.0 + t * (-1 / 720.0 + t * (1 / 40320.0 + t * s));
    return 1 + t * (-0.5 + t * s);
}

/* x is the integer `near`, odd or not, and a rest of at most 1/2 on either side. */
#define SHOAL_PI(T)                                                                                \
    SHOAL_BUILTIN T sinpi(T x)                                                                     \
    {                                                                                              \
        T y = fabs(x), near = rint(y), rest = y - near, size = fabs(rest), pair = near / 2;        \
        T s = size <= (T)0.25 ? shoal_sin(size) : shoal_cos((T)0.5 - size);                        \
        s = (pair != trunc(pair)) != (rest < 0) ? -s : s;                                          \
        return rest == 0 ? copysign((T)0, x) : x < 0 ? -s : s;                                     \
    }                                                                                              \
    SHOAL_BUILTIN T cospi(T x)                                                                     \
    {                                                                                              \
        T y = fabs(x), near = rint(y), size = fabs(y - near), pair = near / 2;                     \
        T s = size <= (T)0.25 ? shoal_cos(size) : shoal_sin((T)0.5 - size);                        \
        return pair != trunc(pair) && size != (T)0.5 ? -s : s;                                     \
    }                                                                                              \
    SHOAL_BUILTIN T tanpi(T x)                                                                     \
    {                                                                                              \
        T y = fabs(x), near = rint(y), rest = y - near, size = fabs(rest), pair = near / 2;        \
        T left = (T)0.5 - size;                                                                    \
        T s = size <= (T)0.25 ? shoal_sin(size) / shoal_cos(size)                                  \
                              : shoal_cos(left) / shoal_sin(left);                                 \
        bool is_odd = pair != trunc(pair);                                                         \
        s = rest == 0 && is_odd ? -(T)0 : rest < 0 ? -s : s;                                       \
        return signbit(x) ? -s : s;                                                                \
    }                                                                                              \
    SHOAL_ALL_1(sinpi, T)                                                                          \
    SHOAL_ALL_1(cospi, T)                                                                          \
    SHOAL_ALL_1(tanpi, T)
SHOAL_PI(float)
SHOAL_PI(double)
SHOAL_AS_1(sinpi, half, sinpi((float)x))
SHOAL_AS_1(cospi, half, cospi((float)x))
SHOAL_AS_1(tanpi, half, tanpi((float)x))

/* ---- tgamma -------------------------------------------------------------------------------------
 */

/* 1 <= x <= 2: the reciprocal is a polynomial of x - 1.5, made by interpolation at Chebyshev's
 * nodes; its error is 2^-55.7. */
SHOAL_LOCAL double shoal_gamma_near(double x)
{
    __constant static const double c[] = {
        -0x1.307e8f798d979p-32, -0x1.d1eef0f3a6aaep-31, 0x1.25e817d17b6b4p-26,
        -0x1.7f00baa69a4d9p-24, 0x1.f1b6ea035017dp-25,  0x1.2166ec0f97252p-19,
        -0x1.d24ca69cfacc9p-17, 0x1.a963c507b404dp-16,  0x1.3f845ff32f15fp-13,
        -0x1.232bd87871293p-10, 0x1.15f7f060ffe95p-9,   0x1.b16203e5e1898p-8,
        -0x1.5955cc39724a5p-5,  0x1.a18540be32cbdp-5,   0x1.669be41a93895p-3,
        -0x1.0da5a671c048ap-1,  -0x1.514d3d90584b3p-5,  0x1.20dd750429b6dp+0};
    double t = x - 1.5, s = c[0];
#pragma unroll
    for (int i = 1; i < 18; i++)
        s = fma(s, t, c[i]);
    return 1 / s;
}

/* x > 0: the function is the product of the result and *other, either of which may overflow later.
 * Below 12 by steps down to 2, above by Stirling's series; the power is split so that it is finite
 * where the function is, and its reciprocal is not 0. */
SHOAL_LOCAL double shoal_gamma(double x, __private double *other)
{
    *other = 1;
    if (x < 12) {
        double product = 1;
        while (x > 2) {
            x -= 1;
            product *= x;
        }
        if (x < 1)
            return shoal_gamma_near(1 + x) / x;
        return product * shoal_gamma_near(x);
    }
    double r = 1 / x, t = r * r;
    double s = 1 / 1188.0 + t * (-691 / 360360.0 + t * (1 / 156.0));
    s = 1 / 12.0 + t * (-1 / 360.0 + t * (1 / 1260.0 + t * (-1 / 1680.0 + t * s)));
    double root = shoal_base_pow(x, 0.5 * x - 0.25);
    const double root_2_pi = 2.50662827463100050242;
    *other = root;
    return root_2_pi * shoal_base_exp(-x) * root * shoal_base_exp(r * s);
}

SHOAL_BUILTIN double tgamma(double x)
{
    double other, y = fabs(x);
    if (y < 0x1p-60)
        return 1 / x;
    if (isinf(x) || (x < 0 && x == trunc(x)))
        return x > 0 ? x : NAN;
    double r = shoal_gamma(fmin(y, 200.0), &other);
    if (x > 0)
        return r * other;
    return -M_PI / (y * sinpi(y)) / r / other;
}
SHOAL_ALL_1(tgamma, double)
SHOAL_AS_1(tgamma, float, tgamma((double)x))
SHOAL_AS_1(tgamma, half, tgamma((double)x))

/* ---- what is exact, or a denormal ---------------------------------------------------------------
 */

SHOAL_AS_1(exp, float, __builtin_expf(x))
SHOAL_AS_1(exp2, float, __builtin_exp2f(x))
SHOAL_AS_1(erfc, float, shoal_base_erfc(x))
SHOAL_BUILTIN float fmod(float x, float y) { return (float)shoal_base_fmod(x, y); }
SHOAL_ALL_2(fmod, float)
SHOAL_BUILTIN float remainder(float x, float y) { return (float)shoal_base_remainder(x, y); }
SHOAL_ALL_2(remainder, float)
SHOAL_BUILTIN float rootn(float x, int n) { return (float)shoal_base_rootn(x, n); }
SHOAL_WIDTHS(SHOAL_WIDEN_2, rootn, float, int)

SHOAL_LOCAL float shoal_remquo(float x, float y, __private int *q)
{
    return (float)shoal_base_remquo(x, y, q);
}
SHOAL_ALL_OUT_2(remquo, float, int)

SHOAL_LOCAL float shoal_lgamma_r(float x, __private int *sign)
{
    return (float)shoal_base_lgamma_r(x, sign);
}
SHOAL_ALL_OUT_1(lgamma_r, float, int)
SHOAL_LOCAL half shoal_lgamma_r(half x, __private int *sign)
{
    return (half)shoal_base_lgamma_r(x, sign);
}
SHOAL_ALL_OUT_1(lgamma_r, half, int)
SHOAL_BUILTIN float lgamma(float x)
{
    int sign;
    return shoal_lgamma_r(x, &sign);
}
SHOAL_ALL_1(lgamma, float)
SHOAL_AS_1(lgamma, half, lgamma((float)x))

/* With relaxed arithmetic LLVM makes exp2(n * log2(x)) of calls of pown, n as half, which has no
 * values above 65504; it does not know a function by another name. */
SHOAL_BUILTIN half shoal_pown(half x, int n) { return (half)pown((float)x, n); }
SHOAL_WIDTHS(SHOAL_WIDEN_2, shoal_pown, half, int)
#define SHOAL_POWN(n, mangled)                                                                     \
    half##n pown(half##n, int##n) __attribute__((overloadable, alias("_Z10shoal_pown" mangled)));
SHOAL_POWN(, "Dhi")
SHOAL_POWN(2, "Dv2_DhDv2_i")
SHOAL_POWN(3, "Dv3_DhDv3_i")
SHOAL_POWN(4, "Dv4_DhDv4_i")
SHOAL_POWN(8, "Dv8_DhDv8_i")
SHOAL_POWN(16, "Dv16_DhDv16_i")

/* Below 1, also where the subtraction rounds to it. */
#define SHOAL_FRACT(T, below)                                                                      \
    SHOAL_LOCAL T shoal_fract(T x, __private T *whole)                                             \
    {                                                                                              \
        *whole = floor(x);                                                                         \
        T r = fmin(x - *whole, (T)below);                                                          \
        return isnan(x) ? x : x == 0 || isinf(x) ? copysign((T)0, x) : r;                          \
    }                                                                                              \
    SHOAL_ALL_OUT_1(fract, T, T)
SHOAL_FRACT(half, 0x1.ffcp-1)
SHOAL_FRACT(float, 0x1.fffffep-1)
SHOAL_FRACT(double, 0x1.fffffffffffffp-1)

/* The sum of 128 bits fits if its upper half is the lower's sign. */
SHOAL_BUILTIN long mad_sat(long a, long b, long c)
{
    ulong product = (ulong)a * (ulong)b, low = product + (ulong)c;
    long high = mul_hi(a, b) + (c >> 63) + (low < product);
    return high == ((long)low >> 63) ? (long)low : high < 0 ? LONG_MIN : LONG_MAX;
}
#define SHOAL_MAD_SAT(n, l, u, low, high)                                                          \
    SHOAL_BUILTIN long##n mad_sat(long##n a, long##n b, long##n c)                                 \
    {                                                                                              \
        return (long##n)(mad_sat(a.low, b.low, c.low), mad_sat(a.high, b.high, c.high));           \
    }
SHOAL_MAD_SAT(2, , , x, y)
SHOAL_MAD_SAT(3, 2, , xy, z)
SHOAL_MAD_SAT(4, 2, 2, lo, hi)
SHOAL_MAD_SAT(8, 4, 4, lo, hi)
SHOAL_MAD_SAT(16, 8, 8, lo, hi)

/* LLVM packs bytes without cutting them, so that one out of range would change those beside it. */
#define SHOAL_UCHARS_1(T, rounding, n, l, u, low, high)                                            \
    SHOAL_BUILTIN uchar##n convert_uchar##n##rounding(T##n x)                                      \
    {                                                                                              \
        return __builtin_convertvector(convert_int##n##rounding(x), uchar##n);                     \
    }
#define SHOAL_UCHARS(T)                                                                            \
    SHOAL_WIDTHS(SHOAL_UCHARS_1, T, )                                                              \
    SHOAL_WIDTHS(SHOAL_UCHARS_1, T, _rte)                                                          \
    SHOAL_WIDTHS(SHOAL_UCHARS_1, T, _rtz)                                                          \
    SHOAL_WIDTHS(SHOAL_UCHARS_1, T, _rtp)                                                          \
    SHOAL_WIDTHS(SHOAL_UCHARS_1, T, _rtn)
SHOAL_UCHARS(float)
SHOAL_UCHARS(double)

/* ---- stores of half that round up or down, also what is below the least half --------------------
 */

#define SHOAL_UP(T)                                                                                \
    SHOAL_LOCAL half shoal_up(T x)                                                                 \
    {                                                                                              \
        half h = (half)x;                                                                          \
        short bits = as_short(h);                                                                  \
        short next = h == 0 ? (short)1 : (short)(bits + (bits < 0 ? -1 : 1));                      \
        return (T)h < x ? as_half(next) : h;                                                       \
    }                                                                                              \
    SHOAL_LOCAL half shoal_down(T x) { return -shoal_up(-x); }                                     \
    SHOAL_STORES(T)
#define SHOAL_STORE_N(T, rounding, toward, space, n, l, u, low, high)                              \
    SHOAL_BUILTIN void vstore_half##n##rounding(T##n x, size_t i, space half *p)                   \
    {                                                                                              \
        vstore##n(toward(x), i, p);                                                                \
    }                                                                                              \
    SHOAL_BUILTIN void vstorea_half##n##rounding(T##n x, size_t i, space half *p)                  \
    {                                                                                              \
        *(space half##n *)(p + i * (n == 3 ? 4 : n)) = toward(x);                                  \
    }
#define SHOAL_HALVES(T, toward, n, l, u, low, high)                                                \
    SHOAL_LOCAL half##n toward(T##n x) { return (half##n)(toward(x.low), toward(x.high)); }
#define SHOAL_STORE_ALL(T, rounding, toward, space)                                                \
    SHOAL_BUILTIN void vstore_half##rounding(T x, size_t i, space half *p) { p[i] = toward(x); }   \
    SHOAL_BUILTIN void vstorea_half##rounding(T x, size_t i, space half *p) { p[i] = toward(x); }  \
    SHOAL_WIDTHS(SHOAL_STORE_N, T, rounding, toward, space)
#define SHOAL_STORE_SPACES(T, rounding, toward)                                                    \
    SHOAL_WIDTHS(SHOAL_HALVES, T, toward)                                                          \
    SHOAL_STORE_ALL(T, rounding, toward, __global)                                                 \
    SHOAL_STORE_ALL(T, rounding, toward, __local)                                                  \
    SHOAL_STORE_ALL(T, rounding, toward, __private)                                                \
    SHOAL_STORE_ALL(T, rounding, toward, )
#define SHOAL_STORES(T)                                                                            \
    SHOAL_STORE_SPACES(T, _rtp, shoal_up)                                                          \
    SHOAL_STORE_SPACES(T, _rtn, shoal_down)
SHOAL_UP(float)
SHOAL_UP(double)

/* ---- signs of zeros -----------------------------------------------------------------------------
 */

#define SHOAL_ODD(name) SHOAL_AS_1(name, double, x == 0 ? x : shoal_base_##name(x))
SHOAL_ODD(asin)
SHOAL_ODD(asinpi)
SHOAL_ODD(atan)
SHOAL_ODD(atanpi)
SHOAL_ODD(erf)
SHOAL_ODD(expm1)
SHOAL_ODD(sin)
SHOAL_ODD(tan)
SHOAL_LOCAL double shoal_sincos(double x, __private double *c)
{
    double s = shoal_base_sincos(x, c);
    return x == 0 ? x : s;
}
SHOAL_ALL_OUT_1(sincos, double, double)

/* ---- exponents so large that libclc's product overflows: any as large, and even, does as well
 * ---- */

#define SHOAL_POWER(name)                                                                          \
    SHOAL_BUILTIN double name(double x, double y)                                                  \
    {                                                                                              \
        return shoal_base_##name(x, isfinite(y) ? clamp(y, -0x1p64, 0x1p64) : y);                  \
    }                                                                                              \
    SHOAL_ALL_2(name, double)
SHOAL_POWER(pow)
SHOAL_POWER(powr)
