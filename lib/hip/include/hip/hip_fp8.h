/* hip_fp8.h: floats of 8 bits: e4m3 and e5m2, in the form of the Open Compute Project and in that
 * of older AMD devices (fnuz: no infinities, no -0). gfx1100 computes with neither, so that all is
 * done in integers. */
#ifndef HIP_FP8_H
#define HIP_FP8_H

#include <hip/hip_bf16.h>
#include <hip/hip_common.h>
#include <hip/hip_fp16.h>

#ifdef __cplusplus

/* Which kinds the device has; both are there. */
#define HIP_FP8_TYPE_OCP  1
#define HIP_FP8_TYPE_FNUZ 1

typedef unsigned char __hip_fp8_storage_t;
typedef unsigned short __hip_fp8x2_storage_t;
typedef unsigned __hip_fp8x4_storage_t;

enum __hip_fp8_interpretation_t {
    __HIP_E4M3 = 0,
    __HIP_E5M2 = 1,
    __HIP_E4M3_FNUZ = 2,
    __HIP_E5M2_FNUZ = 3,
};
enum __hip_saturation_t {
    __HIP_NOSAT = 0,     /* too large is infinite or NaN */
    __HIP_SATFINITE = 1, /* too large is the largest number */
};

typedef shoal_minifloat<4, 3, shoal_finite> shoal_e4m3;
typedef shoal_minifloat<5, 2, shoal_ieee> shoal_e5m2;
typedef shoal_minifloat<4, 3, shoal_fnuz> shoal_e4m3_fnuz;
typedef shoal_minifloat<5, 2, shoal_fnuz> shoal_e5m2_fnuz;

/* ---- conversions ---------------------------------------------------------------------- */

SHOAL_HD static inline __hip_fp8_storage_t
__hip_cvt_double_to_fp8(double x, __hip_saturation_t saturation, __hip_fp8_interpretation_t kind)
{
    bool saturates = saturation == __HIP_SATFINITE;
    return (__hip_fp8_storage_t)(kind == __HIP_E4M3   ? shoal_e4m3::code(x, 'n', saturates)
                                 : kind == __HIP_E5M2 ? shoal_e5m2::code(x, 'n', saturates)
                                 : kind == __HIP_E4M3_FNUZ
                                     ? shoal_e4m3_fnuz::code(x, 'n', saturates)
                                     : shoal_e5m2_fnuz::code(x, 'n', saturates));
}
SHOAL_HD static inline float shoal_from_fp8(__hip_fp8_storage_t code,
                                            __hip_fp8_interpretation_t kind)
{
    return kind == __HIP_E4M3        ? shoal_e4m3::value(code)
           : kind == __HIP_E5M2      ? shoal_e5m2::value(code)
           : kind == __HIP_E4M3_FNUZ ? shoal_e4m3_fnuz::value(code)
                                     : shoal_e5m2_fnuz::value(code);
}
SHOAL_HD static inline __hip_fp8_storage_t
__hip_cvt_float_to_fp8(float x, __hip_saturation_t saturation, __hip_fp8_interpretation_t kind)
{
    return __hip_cvt_double_to_fp8((double)x, saturation, kind);
}
SHOAL_HD static inline __hip_fp8_storage_t __hip_cvt_halfraw_to_fp8(__half_raw x,
                                                                    __hip_saturation_t saturation,
                                                                    __hip_fp8_interpretation_t kind)
{
    return __hip_cvt_double_to_fp8((double)shoal_half_format::value(x.x), saturation, kind);
}
SHOAL_HD static inline __hip_fp8_storage_t
__hip_cvt_bfloat16raw_to_fp8(__hip_bfloat16_raw x, __hip_saturation_t saturation,
                             __hip_fp8_interpretation_t kind)
{
    return __hip_cvt_double_to_fp8((double)shoal_bfloat_format::value(x.x), saturation, kind);
}
SHOAL_HD static inline __half_raw __hip_cvt_fp8_to_halfraw(__hip_fp8_storage_t x,
                                                           __hip_fp8_interpretation_t kind)
{
    return __half_raw{(unsigned short)shoal_half_format::code(shoal_from_fp8(x, kind))};
}
/* Two: the first in the low byte. */
SHOAL_HD static inline __hip_fp8x2_storage_t shoal_fp8x2(__hip_fp8_storage_t low,
                                                         __hip_fp8_storage_t high)
{
    return (__hip_fp8x2_storage_t)(low | high << 8);
}
SHOAL_HD static inline __hip_fp8x2_storage_t
__hip_cvt_float2_to_fp8x2(float2 x, __hip_saturation_t saturation, __hip_fp8_interpretation_t kind)
{
    return shoal_fp8x2(__hip_cvt_float_to_fp8(x.x, saturation, kind),
                       __hip_cvt_float_to_fp8(x.y, saturation, kind));
}
SHOAL_HD static inline __hip_fp8x2_storage_t
__hip_cvt_double2_to_fp8x2(double2 x, __hip_saturation_t saturation,
                           __hip_fp8_interpretation_t kind)
{
    return shoal_fp8x2(__hip_cvt_double_to_fp8(x.x, saturation, kind),
                       __hip_cvt_double_to_fp8(x.y, saturation, kind));
}
SHOAL_HD static inline __hip_fp8x2_storage_t
__hip_cvt_halfraw2_to_fp8x2(__half2_raw x, __hip_saturation_t saturation,
                            __hip_fp8_interpretation_t kind)
{
    return shoal_fp8x2(__hip_cvt_halfraw_to_fp8(__half_raw{x.x}, saturation, kind),
                       __hip_cvt_halfraw_to_fp8(__half_raw{x.y}, saturation, kind));
}
SHOAL_HD static inline __hip_fp8x2_storage_t
__hip_cvt_bfloat16raw2_to_fp8x2(__hip_bfloat162_raw x, __hip_saturation_t saturation,
                                __hip_fp8_interpretation_t kind)
{
    return shoal_fp8x2(__hip_cvt_bfloat16raw_to_fp8(__hip_bfloat16_raw{x.x}, saturation, kind),
                       __hip_cvt_bfloat16raw_to_fp8(__hip_bfloat16_raw{x.y}, saturation, kind));
}
SHOAL_HD static inline __half2_raw __hip_cvt_fp8x2_to_halfraw2(__hip_fp8x2_storage_t x,
                                                               __hip_fp8_interpretation_t kind)
{
    return __half2_raw{__hip_cvt_fp8_to_halfraw((__hip_fp8_storage_t)x, kind).x,
                       __hip_cvt_fp8_to_halfraw((__hip_fp8_storage_t)(x >> 8), kind).x};
}

/* ---- types: what is too large saturates ----------------------------------------------- */

#define SHOAL_FP8(name, pair, four, kind)                                                          \
    struct name {                                                                                  \
        __hip_fp8_storage_t __x;                                                                   \
        static constexpr __hip_saturation_t __default_saturation = __HIP_SATFINITE;                \
        static constexpr __hip_fp8_interpretation_t __default_interpret = kind;                    \
        name() = default;                                                                          \
        SHOAL_HD name(double x) : __x(__hip_cvt_double_to_fp8(x, __HIP_SATFINITE, kind)) {}        \
        SHOAL_HD name(float x) : name((double)x) {}                                                \
        SHOAL_HD name(__half x) : name((double)(float)x) {}                                        \
        SHOAL_HD name(__hip_bfloat16 x) : name((double)(float)x) {}                                \
        template <class T, class = typename std::enable_if<std::is_integral<T>::value>::type>      \
        SHOAL_HD name(T x) : name((double)x)                                                       \
        {                                                                                          \
        }                                                                                          \
        SHOAL_HD operator float() const { return shoal_from_fp8(__x, kind); }                      \
        SHOAL_HD operator double() const { return shoal_from_fp8(__x, kind); }                     \
        SHOAL_HD operator __half() const { return __half(shoal_from_fp8(__x, kind)); }             \
        SHOAL_HD operator __hip_bfloat16() const                                                   \
        {                                                                                          \
            return __hip_bfloat16(shoal_from_fp8(__x, kind));                                      \
        }                                                                                          \
        template <class T, class = typename std::enable_if<std::is_integral<T>::value>::type>      \
        SHOAL_HD operator T() const                                                                \
        {                                                                                          \
            return (T)shoal_from_fp8(__x, kind);                                                   \
        }                                                                                          \
    };                                                                                             \
    struct pair {                                                                                  \
        __hip_fp8x2_storage_t __x;                                                                 \
        static constexpr __hip_saturation_t __default_saturation = __HIP_SATFINITE;                \
        static constexpr __hip_fp8_interpretation_t __default_interpret = kind;                    \
        pair() = default;                                                                          \
        SHOAL_HD pair(float2 x) : __x(__hip_cvt_float2_to_fp8x2(x, __HIP_SATFINITE, kind)) {}      \
        SHOAL_HD pair(double2 x) : __x(__hip_cvt_double2_to_fp8x2(x, __HIP_SATFINITE, kind)) {}    \
        SHOAL_HD pair(__half2 x) : __x(__hip_cvt_halfraw2_to_fp8x2(x, __HIP_SATFINITE, kind)) {}   \
        SHOAL_HD pair(__hip_bfloat162 x)                                                           \
            : __x(__hip_cvt_bfloat16raw2_to_fp8x2(x, __HIP_SATFINITE, kind))                       \
        {                                                                                          \
        }                                                                                          \
        SHOAL_HD operator float2() const                                                           \
        {                                                                                          \
            return float2{shoal_from_fp8((__hip_fp8_storage_t)__x, kind),                          \
                          shoal_from_fp8((__hip_fp8_storage_t)(__x >> 8), kind)};                  \
        }                                                                                          \
        SHOAL_HD operator __half2() const                                                          \
        {                                                                                          \
            return __half2(__hip_cvt_fp8x2_to_halfraw2(__x, kind));                                \
        }                                                                                          \
    };                                                                                             \
    struct four {                                                                                  \
        __hip_fp8x4_storage_t __x;                                                                 \
        static constexpr __hip_saturation_t __default_saturation = __HIP_SATFINITE;                \
        static constexpr __hip_fp8_interpretation_t __default_interpret = kind;                    \
        four() = default;                                                                          \
        SHOAL_HD four(float4 x)                                                                    \
            : __x(pair(float2{x.x, x.y}).__x | (__hip_fp8x4_storage_t)pair(float2{x.z, x.w}).__x   \
                                                   << 16)                                          \
        {                                                                                          \
        }                                                                                          \
        SHOAL_HD four(double4 x)                                                                   \
            : __x(pair(double2{x.x, x.y}).__x | (__hip_fp8x4_storage_t)pair(double2{x.z, x.w}).__x \
                                                    << 16)                                         \
        {                                                                                          \
        }                                                                                          \
        SHOAL_HD four(__half2 low, __half2 high)                                                   \
            : __x(pair(low).__x | (__hip_fp8x4_storage_t)pair(high).__x << 16)                     \
        {                                                                                          \
        }                                                                                          \
        SHOAL_HD four(__hip_bfloat162 low, __hip_bfloat162 high)                                   \
            : __x(pair(low).__x | (__hip_fp8x4_storage_t)pair(high).__x << 16)                     \
        {                                                                                          \
        }                                                                                          \
        SHOAL_HD operator float4() const                                                           \
        {                                                                                          \
            return float4{shoal_from_fp8((__hip_fp8_storage_t)__x, kind),                          \
                          shoal_from_fp8((__hip_fp8_storage_t)(__x >> 8), kind),                   \
                          shoal_from_fp8((__hip_fp8_storage_t)(__x >> 16), kind),                  \
                          shoal_from_fp8((__hip_fp8_storage_t)(__x >> 24), kind)};                 \
        }                                                                                          \
    };
SHOAL_FP8(__hip_fp8_e4m3, __hip_fp8x2_e4m3, __hip_fp8x4_e4m3, __HIP_E4M3)
SHOAL_FP8(__hip_fp8_e5m2, __hip_fp8x2_e5m2, __hip_fp8x4_e5m2, __HIP_E5M2)
SHOAL_FP8(__hip_fp8_e4m3_fnuz, __hip_fp8x2_e4m3_fnuz, __hip_fp8x4_e4m3_fnuz, __HIP_E4M3_FNUZ)
SHOAL_FP8(__hip_fp8_e5m2_fnuz, __hip_fp8x2_e5m2_fnuz, __hip_fp8x4_e5m2_fnuz, __HIP_E5M2_FNUZ)
#undef SHOAL_FP8
#endif

#endif
