/* float16.h: the functions that half and bfloat16 share by name. Included once for each, with
 * SHOAL_T its type, SHOAL_T2 two of them, SHOAL_RAW its bits, SHOAL_FORMAT its shoal_minifloat,
 * SHOAL_NAME(a, b) the name a<type>b. Comparisons give false for NaN, those that end with u true.
 */

#define SHOAL_16 SHOAL_HD static inline

/* ---- bits and pairs ------------------------------------------------------------------- */

SHOAL_16 constexpr SHOAL_T shoal_round(SHOAL_T, double x, char direction = 'n')
{
    return SHOAL_RAW{(unsigned short)SHOAL_FORMAT::code(x, direction)};
}
SHOAL_16 constexpr SHOAL_T2 SHOAL_NAME(__halves2, 2)(SHOAL_T x, SHOAL_T y)
{
    return SHOAL_T2{x, y};
}
SHOAL_16 constexpr SHOAL_T SHOAL_NAME(__low2, )(SHOAL_T2 x) { return x.x; }
SHOAL_16 constexpr SHOAL_T SHOAL_NAME(__high2, )(SHOAL_T2 x) { return x.y; }
SHOAL_16 constexpr float __low2float(SHOAL_T2 x) { return shoal_wide(x.x); }
SHOAL_16 constexpr float __high2float(SHOAL_T2 x) { return shoal_wide(x.y); }
SHOAL_16 constexpr SHOAL_T2 SHOAL_NAME2(__low2, )(SHOAL_T2 x) { return SHOAL_T2{x.x, x.x}; }
SHOAL_16 constexpr SHOAL_T2 SHOAL_NAME2(__high2, )(SHOAL_T2 x) { return SHOAL_T2{x.y, x.y}; }
SHOAL_16 constexpr SHOAL_T2 SHOAL_NAME2(__lows2, )(SHOAL_T2 x, SHOAL_T2 y)
{
    return SHOAL_T2{x.x, y.x};
}
SHOAL_16 constexpr SHOAL_T2 SHOAL_NAME2(__highs2, )(SHOAL_T2 x, SHOAL_T2 y)
{
    return SHOAL_T2{x.y, y.y};
}
SHOAL_16 constexpr SHOAL_T2 __lowhigh2highlow(SHOAL_T2 x) { return SHOAL_T2{x.y, x.x}; }

/* ---- conversions of integers ---------------------------------------------------------- */

#define SHOAL_TO(name, T, suffix, function)                                                        \
    SHOAL_16 T SHOAL_NAME(__, 2##name##suffix)(SHOAL_T x) { return (T)function(shoal_wide(x)); }
#define SHOAL_FROM(name, T, W, suffix, direction)                                                  \
    SHOAL_16 constexpr SHOAL_T SHOAL_NAME(__##name##2, suffix)(T x)                                \
    {                                                                                              \
        return shoal_round(SHOAL_T(), shoal_to_odd((W)x), direction);                              \
    }
#define SHOAL_CONVERSIONS(name, T, W)                                                              \
    SHOAL_TO(name, T, _rn, __builtin_rintf)                                                        \
    SHOAL_TO(name, T, _rz, __builtin_truncf)                                                       \
    SHOAL_TO(name, T, _rd, __builtin_floorf)                                                       \
    SHOAL_TO(name, T, _ru, __builtin_ceilf)                                                        \
    SHOAL_FROM(name, T, W, _rn, 'n')                                                               \
    SHOAL_FROM(name, T, W, _rz, 'z')                                                               \
    SHOAL_FROM(name, T, W, _rd, 'd')                                                               \
    SHOAL_FROM(name, T, W, _ru, 'u')
SHOAL_CONVERSIONS(short, short, long long)
SHOAL_CONVERSIONS(ushort, unsigned short, unsigned long long)
SHOAL_CONVERSIONS(int, int, long long)
SHOAL_CONVERSIONS(uint, unsigned, unsigned long long)
SHOAL_CONVERSIONS(ll, long long, long long)
SHOAL_CONVERSIONS(ull, unsigned long long, unsigned long long)
SHOAL_TO(char, signed char, _rz, __builtin_truncf)
SHOAL_TO(uchar, unsigned char, _rz, __builtin_truncf)
#undef SHOAL_TO
#undef SHOAL_FROM
#undef SHOAL_CONVERSIONS

/* ---- arithmetic ----------------------------------------------------------------------- */

/* Of products and sums of two the float is exact enough to be rounded again. */
#ifndef __HIP_NO_HALF_OPERATORS__
#define SHOAL_OPERATOR(op)                                                                         \
    SHOAL_16 SHOAL_T operator op(const SHOAL_T &a, const SHOAL_T &b)                               \
    {                                                                                              \
        return SHOAL_T(shoal_wide(a) op shoal_wide(b));                                            \
    }                                                                                              \
    SHOAL_16 SHOAL_T &operator op##=(SHOAL_T &a, const SHOAL_T &b) { return a = a op b; }          \
    SHOAL_16 SHOAL_T2 operator op(const SHOAL_T2 &a, const SHOAL_T2 &b)                            \
    {                                                                                              \
        return SHOAL_T2{a.x op b.x, a.y op b.y};                                                   \
    }                                                                                              \
    SHOAL_16 SHOAL_T2 &operator op##=(SHOAL_T2 &a, const SHOAL_T2 &b) { return a = a op b; }
SHOAL_OPERATOR(+)
SHOAL_OPERATOR(-)
SHOAL_OPERATOR(*)
SHOAL_OPERATOR(/)
#undef SHOAL_OPERATOR
#define SHOAL_COMPARE(op)                                                                          \
    SHOAL_16 constexpr bool operator op(const SHOAL_T &a, const SHOAL_T &b)                        \
    {                                                                                              \
        return shoal_wide(a) op shoal_wide(b);                                                     \
    }                                                                                              \
    SHOAL_16 constexpr bool operator op(const SHOAL_T2 &a, const SHOAL_T2 &b)                      \
    {                                                                                              \
        return a.x op b.x && a.y op b.y;                                                           \
    }
SHOAL_COMPARE(==)
SHOAL_COMPARE(<)
SHOAL_COMPARE(>)
SHOAL_COMPARE(<=)
SHOAL_COMPARE(>=)
#undef SHOAL_COMPARE
SHOAL_16 constexpr bool operator!=(const SHOAL_T &a, const SHOAL_T &b)
{
    return shoal_wide(a) != shoal_wide(b);
}
SHOAL_16 constexpr bool operator!=(const SHOAL_T2 &a, const SHOAL_T2 &b) { return !(a == b); }
SHOAL_16 SHOAL_T operator-(const SHOAL_T &a)
{
    return SHOAL_RAW{(unsigned short)(SHOAL_RAW(a).x ^ 0x8000)};
}
SHOAL_16 SHOAL_T operator+(const SHOAL_T &a) { return a; }
SHOAL_16 SHOAL_T2 operator-(const SHOAL_T2 &a) { return SHOAL_T2{-a.x, -a.y}; }
SHOAL_16 SHOAL_T &operator++(SHOAL_T &a) { return a = SHOAL_T(shoal_wide(a) + 1); }
SHOAL_16 SHOAL_T &operator--(SHOAL_T &a) { return a = SHOAL_T(shoal_wide(a) - 1); }
SHOAL_16 SHOAL_T operator++(SHOAL_T &a, int)
{
    SHOAL_T before = a;
    ++a;
    return before;
}
SHOAL_16 SHOAL_T operator--(SHOAL_T &a, int)
{
    SHOAL_T before = a;
    --a;
    return before;
}
#endif

#define SHOAL_ARITHMETIC(name, expression)                                                         \
    SHOAL_16 SHOAL_T name(SHOAL_T a, SHOAL_T b) { return SHOAL_T(expression); }                    \
    SHOAL_16 SHOAL_T2 name##2(SHOAL_T2 a, SHOAL_T2 b)                                              \
    {                                                                                              \
        return SHOAL_T2{name(a.x, b.x), name(a.y, b.y)};                                           \
    }                                                                                              \
    SHOAL_16 SHOAL_T name##_rn(SHOAL_T a, SHOAL_T b) { return name(a, b); }                        \
    SHOAL_16 SHOAL_T2 name##2_rn(SHOAL_T2 a, SHOAL_T2 b) { return name##2(a, b); }                 \
    /* cut to 0 ... 1, NaN to 0 */                                                                 \
    SHOAL_16 SHOAL_T name##_sat(SHOAL_T a, SHOAL_T b)                                              \
    {                                                                                              \
        return SHOAL_T(__builtin_fminf(__builtin_fmaxf(shoal_wide(name(a, b)), 0.0f), 1.0f));      \
    }                                                                                              \
    SHOAL_16 SHOAL_T2 name##2_sat(SHOAL_T2 a, SHOAL_T2 b)                                          \
    {                                                                                              \
        return SHOAL_T2{name##_sat(a.x, b.x), name##_sat(a.y, b.y)};                               \
    }
SHOAL_ARITHMETIC(__hadd, shoal_wide(a) + shoal_wide(b))
SHOAL_ARITHMETIC(__hsub, shoal_wide(a) - shoal_wide(b))
SHOAL_ARITHMETIC(__hmul, shoal_wide(a) * shoal_wide(b))
#undef SHOAL_ARITHMETIC
SHOAL_16 SHOAL_T __hdiv(SHOAL_T a, SHOAL_T b) { return SHOAL_T(shoal_wide(a) / shoal_wide(b)); }
SHOAL_16 SHOAL_T2 __h2div(SHOAL_T2 a, SHOAL_T2 b)
{
    return SHOAL_T2{__hdiv(a.x, b.x), __hdiv(a.y, b.y)};
}
SHOAL_16 SHOAL_T __hneg(SHOAL_T a) { return SHOAL_RAW{(unsigned short)(SHOAL_RAW(a).x ^ 0x8000)}; }
SHOAL_16 SHOAL_T2 __hneg2(SHOAL_T2 a) { return SHOAL_T2{__hneg(a.x), __hneg(a.y)}; }
SHOAL_16 SHOAL_T __habs(SHOAL_T a) { return SHOAL_RAW{(unsigned short)(SHOAL_RAW(a).x & 0x7fff)}; }
SHOAL_16 SHOAL_T2 __habs2(SHOAL_T2 a) { return SHOAL_T2{__habs(a.x), __habs(a.y)}; }
SHOAL_16 SHOAL_T __hfma(SHOAL_T a, SHOAL_T b, SHOAL_T c) { return shoal_fused(a, b, c); }
SHOAL_16 SHOAL_T2 __hfma2(SHOAL_T2 a, SHOAL_T2 b, SHOAL_T2 c)
{
    return SHOAL_T2{__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)};
}
SHOAL_16 SHOAL_T __hfma_sat(SHOAL_T a, SHOAL_T b, SHOAL_T c)
{
    return SHOAL_T(__builtin_fminf(__builtin_fmaxf(shoal_wide(__hfma(a, b, c)), 0.0f), 1.0f));
}
SHOAL_16 SHOAL_T2 __hfma2_sat(SHOAL_T2 a, SHOAL_T2 b, SHOAL_T2 c)
{
    return SHOAL_T2{__hfma_sat(a.x, b.x, c.x), __hfma_sat(a.y, b.y, c.y)};
}
SHOAL_16 SHOAL_T __hfma_relu(SHOAL_T a, SHOAL_T b, SHOAL_T c)
{
    return SHOAL_T(__builtin_fmaxf(shoal_wide(__hfma(a, b, c)), 0.0f));
}
/* A complex product added: (x, y) is x + iy. */
SHOAL_16 SHOAL_T2 __hcmadd(SHOAL_T2 a, SHOAL_T2 b, SHOAL_T2 c)
{
    return SHOAL_T2{__hfma(__hneg(a.y), b.y, __hfma(a.x, b.x, c.x)),
                    __hfma(a.y, b.x, __hfma(a.x, b.y, c.y))};
}

/* ---- comparisons ---------------------------------------------------------------------- */

#define SHOAL_COMPARE(name, expression)                                                            \
    SHOAL_16 constexpr bool __h##name(SHOAL_T p, SHOAL_T q)                                        \
    {                                                                                              \
        float a = shoal_wide(p), b = shoal_wide(q);                                                \
        return expression;                                                                         \
    }                                                                                              \
    SHOAL_16 constexpr bool __h##name##u(SHOAL_T p, SHOAL_T q)                                     \
    {                                                                                              \
        float a = shoal_wide(p), b = shoal_wide(q);                                                \
        return (expression) || a != a || b != b;                                                   \
    }                                                                                              \
    SHOAL_PAIRS(name)                                                                              \
    SHOAL_PAIRS(name##u)
#define SHOAL_PAIRS(name)                                                                          \
    SHOAL_16 SHOAL_T2 __h##name##2(SHOAL_T2 a, SHOAL_T2 b)                                         \
    {                                                                                              \
        return SHOAL_T2{SHOAL_T(__h##name(a.x, b.x) ? 1.0f : 0.0f),                                \
                        SHOAL_T(__h##name(a.y, b.y) ? 1.0f : 0.0f)};                               \
    }                                                                                              \
    SHOAL_16 constexpr bool __hb##name##2(SHOAL_T2 a, SHOAL_T2 b)                                  \
    {                                                                                              \
        return __h##name(a.x, b.x) && __h##name(a.y, b.y);                                         \
    }                                                                                              \
    SHOAL_16 unsigned __h##name##2_mask(SHOAL_T2 a, SHOAL_T2 b)                                    \
    {                                                                                              \
        return (__h##name(a.x, b.x) ? 0xffffu : 0) | (__h##name(a.y, b.y) ? 0xffff0000u : 0);      \
    }
SHOAL_COMPARE(eq, a == b)
SHOAL_COMPARE(ne, a<b || a> b)
SHOAL_COMPARE(lt, a < b)
SHOAL_COMPARE(le, a <= b)
SHOAL_COMPARE(gt, a > b)
SHOAL_COMPARE(ge, a >= b)
#undef SHOAL_COMPARE
#undef SHOAL_PAIRS
SHOAL_16 constexpr bool __hisnan(SHOAL_T a) { return shoal_wide(a) != shoal_wide(a); }
SHOAL_16 constexpr int __hisinf(SHOAL_T a)
{
    return (SHOAL_RAW(a).x & 0x7fff) != SHOAL_FORMAT::infinity ? 0
           : SHOAL_RAW(a).x & 0x8000                           ? -1
                                                               : 1;
}
SHOAL_16 SHOAL_T2 __hisnan2(SHOAL_T2 a)
{
    return SHOAL_T2{SHOAL_T(__hisnan(a.x) ? 1.0f : 0.0f), SHOAL_T(__hisnan(a.y) ? 1.0f : 0.0f)};
}
SHOAL_16 SHOAL_T __hmax(SHOAL_T a, SHOAL_T b)
{
    return SHOAL_T(__builtin_fmaxf(shoal_wide(a), shoal_wide(b)));
}
SHOAL_16 SHOAL_T __hmin(SHOAL_T a, SHOAL_T b)
{
    return SHOAL_T(__builtin_fminf(shoal_wide(a), shoal_wide(b)));
}
SHOAL_16 SHOAL_T __hmax_nan(SHOAL_T a, SHOAL_T b)
{
    return __hisnan(a) ? a : __hisnan(b) ? b : __hmax(a, b);
}
SHOAL_16 SHOAL_T __hmin_nan(SHOAL_T a, SHOAL_T b)
{
    return __hisnan(a) ? a : __hisnan(b) ? b : __hmin(a, b);
}
SHOAL_16 SHOAL_T2 __hmax2(SHOAL_T2 a, SHOAL_T2 b)
{
    return SHOAL_T2{__hmax(a.x, b.x), __hmax(a.y, b.y)};
}
SHOAL_16 SHOAL_T2 __hmin2(SHOAL_T2 a, SHOAL_T2 b)
{
    return SHOAL_T2{__hmin(a.x, b.x), __hmin(a.y, b.y)};
}
SHOAL_16 SHOAL_T2 __hmax2_nan(SHOAL_T2 a, SHOAL_T2 b)
{
    return SHOAL_T2{__hmax_nan(a.x, b.x), __hmax_nan(a.y, b.y)};
}
SHOAL_16 SHOAL_T2 __hmin2_nan(SHOAL_T2 a, SHOAL_T2 b)
{
    return SHOAL_T2{__hmin_nan(a.x, b.x), __hmin_nan(a.y, b.y)};
}

/* ---- in kernels: mathematics in float, rounded; moves between lanes; atomic additions ---- */

#if SHOAL_HIP_LANGUAGE
#define SHOAL_FUNCTION(name, expression)                                                           \
    SHOAL_DEVICE SHOAL_T h##name(SHOAL_T a)                                                        \
    {                                                                                              \
        float x = shoal_wide(a);                                                                   \
        return SHOAL_T((float)(expression));                                                       \
    }                                                                                              \
    SHOAL_DEVICE SHOAL_T2 h2##name(SHOAL_T2 a) { return SHOAL_T2{h##name(a.x), h##name(a.y)}; }
SHOAL_FUNCTION(sqrt, __builtin_sqrtf(x))
SHOAL_FUNCTION(rsqrt, ::rsqrtf(x))
SHOAL_FUNCTION(rcp, 1.0f / x)
SHOAL_FUNCTION(exp, ::expf(x))
SHOAL_FUNCTION(exp2, ::exp2f(x))
SHOAL_FUNCTION(exp10, ::exp10f(x))
SHOAL_FUNCTION(log, ::logf(x))
SHOAL_FUNCTION(log2, ::log2f(x))
SHOAL_FUNCTION(log10, ::log10f(x))
SHOAL_FUNCTION(sin, ::sinf(x))
SHOAL_FUNCTION(cos, ::cosf(x))
SHOAL_FUNCTION(tanh, ::tanhf(x))
SHOAL_FUNCTION(ceil, __builtin_ceilf(x))
SHOAL_FUNCTION(floor, __builtin_floorf(x))
SHOAL_FUNCTION(trunc, __builtin_truncf(x))
SHOAL_FUNCTION(rint, __builtin_rintf(x))
#undef SHOAL_FUNCTION

/* Both halves of a dword at once, by comparing and exchanging it; a single one within the dword
 * that holds it. */
__device__ static inline SHOAL_T2 unsafeAtomicAdd(SHOAL_T2 *address, SHOAL_T2 value)
{
    unsigned *dword = (unsigned *)address,
             old = __hip_atomic_load(dword, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
    for (;;) {
        SHOAL_T2 before = __builtin_bit_cast(SHOAL_T2, old);
        if (__hip_atomic_compare_exchange_strong(
                dword, &old, __builtin_bit_cast(unsigned, __hadd2(before, value)), __ATOMIC_RELAXED,
                __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT))
            return before;
    }
}
__device__ static inline SHOAL_T2 atomicAdd(SHOAL_T2 *address, SHOAL_T2 value)
{
    return unsafeAtomicAdd(address, value);
}
__device__ static inline SHOAL_T atomicAdd(SHOAL_T *address, SHOAL_T value)
{
    bool is_high = ((unsigned long)address & 2) != 0;
    unsigned *dword = (unsigned *)((unsigned long)address & ~2ul);
    unsigned old = __hip_atomic_load(dword, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
    for (;;) {
        SHOAL_T before = SHOAL_RAW{(unsigned short)(is_high ? old >> 16 : old)};
        unsigned bits = SHOAL_RAW(__hadd(before, value)).x;
        unsigned made = is_high ? (old & 0xffff) | bits << 16 : (old & 0xffff0000) | bits;
        if (__hip_atomic_compare_exchange_strong(dword, &old, made, __ATOMIC_RELAXED,
                                                 __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT))
            return before;
    }
}
#endif
#undef SHOAL_16
