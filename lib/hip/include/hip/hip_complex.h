/* hip_complex.h: complex numbers as pairs of floats and doubles, in CUDA's style. */
#ifndef HIP_COMPLEX_H
#define HIP_COMPLEX_H

#include <hip/hip_common.h>
#include <hip/hip_vector_types.h>
#if !defined(__HIPCC_RTC__)
#include <math.h>
#endif

typedef float2 hipFloatComplex;
typedef double2 hipDoubleComplex;
typedef hipFloatComplex hipComplex;

/* T2 of T; f ends the names of float's functions. Quotients and absolute values are scaled, so that
 * they do not overflow on their way. */
#define SHOAL_COMPLEX(T, T2, f, Name)                                                              \
    SHOAL_HD static inline T hipCreal##f(T2 z) { return z.x; }                                     \
    SHOAL_HD static inline T hipCimag##f(T2 z) { return z.y; }                                     \
    SHOAL_HD static inline T2 make_hip##Name(T a, T b) { return make_##T2(a, b); }                 \
    SHOAL_HD static inline T2 hipConj##f(T2 z) { return make_##T2(z.x, -z.y); }                    \
    SHOAL_HD static inline T hipCsqabs##f(T2 z) { return z.x * z.x + z.y * z.y; }                  \
    SHOAL_HD static inline T hipCabs##f(T2 z)                                                      \
    {                                                                                              \
        T a = z.x < 0 ? -z.x : z.x, b = z.y < 0 ? -z.y : z.y;                                      \
        T large = a > b ? a : b, small = a > b ? b : a, ratio;                                     \
        if (large == 0 || large - large != 0)                                                      \
            return large + small;                                                                  \
        ratio = small / large;                                                                     \
        return large * sqrt##f(1 + ratio * ratio);                                                 \
    }                                                                                              \
    SHOAL_HD static inline T2 hipCadd##f(T2 p, T2 q) { return make_##T2(p.x + q.x, p.y + q.y); }   \
    SHOAL_HD static inline T2 hipCsub##f(T2 p, T2 q) { return make_##T2(p.x - q.x, p.y - q.y); }   \
    SHOAL_HD static inline T2 hipCmul##f(T2 p, T2 q)                                               \
    {                                                                                              \
        return make_##T2(p.x * q.x - p.y * q.y, p.y * q.x + p.x * q.y);                            \
    }                                                                                              \
    SHOAL_HD static inline T2 hipCdiv##f(T2 p, T2 q)                                               \
    {                                                                                              \
        T scale = 1 / ((q.x < 0 ? -q.x : q.x) + (q.y < 0 ? -q.y : q.y));                           \
        T a = p.x * scale, b = p.y * scale, c = q.x * scale, d = q.y * scale;                      \
        T over = 1 / (c * c + d * d);                                                              \
        return make_##T2((a * c + b * d) * over, (b * c - a * d) * over);                          \
    }                                                                                              \
    SHOAL_HD static inline T2 hipCfma##f(T2 p, T2 q, T2 r)                                         \
    {                                                                                              \
        return make_##T2(p.x * q.x + r.x - p.y * q.y, q.y * p.x + r.y + p.y * q.x);                \
    }
SHOAL_COMPLEX(float, float2, f, FloatComplex)
SHOAL_COMPLEX(double, double2, , DoubleComplex)
#undef SHOAL_COMPLEX

SHOAL_HD static inline hipComplex make_hipComplex(float x, float y) { return make_float2(x, y); }
SHOAL_HD static inline hipFloatComplex hipComplexDoubleToFloat(hipDoubleComplex z)
{
    return make_float2((float)z.x, (float)z.y);
}
SHOAL_HD static inline hipDoubleComplex hipComplexFloatToDouble(hipFloatComplex z)
{
    return make_double2(z.x, z.y);
}

#endif
