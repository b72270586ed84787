/* hip_fp16.h: half and half2. Arithmetic is _Float16's where the compiler has it (all that know
 * HIP), and float's, rounded, elsewhere. */
#ifndef HIP_FP16_H
#define HIP_FP16_H

#include <hip/hip_common.h>

#ifdef __cplusplus
#if SHOAL_HIP_LANGUAGE
#include <hip/hip_runtime.h>
#endif
#include <cstring>
#include <type_traits>

#include <hip/hip_vector_types.h>
#include <hip/shoal/minifloat.h>

typedef shoal_minifloat<5, 10, shoal_ieee> shoal_half_format;

#ifdef __FLT16_MAX__
typedef _Float16 shoal_half;
#else
/* For g++ 12 and older: storage, and conversions. */
struct shoal_half {
    unsigned short bits;
    shoal_half() = default;
    constexpr shoal_half(float x) : bits((unsigned short)shoal_half_format::code(x)) {}
    constexpr operator float() const { return shoal_half_format::value(bits); }
};
#endif

struct __half_raw {
    unsigned short x;
};
struct alignas(4) __half2_raw {
    unsigned short x, y;
};

struct __half {
    shoal_half data;

    __half() = default;
    SHOAL_HD constexpr __half(const __half_raw &raw) : data(__builtin_bit_cast(shoal_half, raw.x))
    {
    }
#ifdef __FLT16_MAX__
    SHOAL_HD constexpr __half(_Float16 x) : data(x) {}
    SHOAL_HD constexpr operator _Float16() const { return data; }
#endif
    SHOAL_HD constexpr __half(float x) : data((shoal_half)x) {}
    SHOAL_HD constexpr __half(double x)
        : data(__builtin_bit_cast(shoal_half, (unsigned short)shoal_half_format::code(x)))
    {
    }
    template <class T, class = typename std::enable_if<std::is_integral<T>::value>::type>
    SHOAL_HD constexpr __half(T x)
        : data(__builtin_bit_cast(
              shoal_half, (unsigned short)shoal_half_format::code(shoal_to_odd(
                              (typename std::conditional<std::is_signed<T>::value, long long,
                                                         unsigned long long>::type)x))))
    {
    }
    SHOAL_HD constexpr operator float() const { return (float)data; }
    SHOAL_HD constexpr operator __half_raw() const
    {
        return __half_raw{__builtin_bit_cast(unsigned short, data)};
    }
    template <class T, class = typename std::enable_if<std::is_integral<T>::value &&
                                                       !std::is_same<T, bool>::value>::type>
    SHOAL_HD constexpr operator T() const
    {
        return (T)(float)data;
    }
    SHOAL_HD constexpr operator bool() const { return (float)data != 0; }
    SHOAL_HD __half &operator=(const __half_raw &raw) { return *this = __half(raw); }
    SHOAL_HD __half &operator=(const volatile __half_raw &raw)
    {
        return *this = __half(__half_raw{raw.x});
    }
    __half(const __half &) = default;
    __half &operator=(const __half &) = default;
};

struct alignas(4) __half2 {
    __half x, y;
    __half2() = default;
    SHOAL_HD constexpr __half2(__half x_, __half y_) : x(x_), y(y_) {}
    SHOAL_HD constexpr __half2(const __half2_raw &raw) : x(__half_raw{raw.x}), y(__half_raw{raw.y})
    {
    }
#if defined(__FLT16_MAX__) && defined(__clang__)
    typedef _Float16 shoal_pair __attribute__((ext_vector_type(2)));
    SHOAL_HD constexpr __half2(shoal_pair pair) : x(pair.x), y(pair.y) {}
    SHOAL_HD constexpr operator shoal_pair() const { return shoal_pair{x.data, y.data}; }
#endif
    SHOAL_HD constexpr explicit __half2(__half one) : x(one), y(one) {}
    SHOAL_HD constexpr operator float2() const { return float2{(float)x, (float)y}; }
    SHOAL_HD constexpr operator __half2_raw() const
    {
        return __half2_raw{__half_raw(x).x, __half_raw(y).x};
    }
};
#ifndef HIP_NO_HALF
typedef __half half;
typedef __half2 half2;
#endif
typedef __half __nv_half;

/* ---- what the functions of all floats of 16 bits are made of -------------------------- */

SHOAL_HD static inline constexpr float shoal_wide(__half x) { return (float)x.data; }
SHOAL_HD static inline __half shoal_fused(__half a, __half b, __half c)
{
#ifdef __HIP_DEVICE_COMPILE__
    return __half((_Float16)__builtin_elementwise_fma(a.data, b.data, c.data));
#else
    return __half(
        __builtin_fma((double)(float)a.data, (double)(float)b.data, (double)(float)c.data));
#endif
}

#define SHOAL_T                    __half
#define SHOAL_T2                   __half2
#define SHOAL_RAW                  __half_raw
#define SHOAL_FORMAT               shoal_half_format
#define SHOAL_NAME(before, after)  before##half##after
#define SHOAL_NAME2(before, after) before##half2##after
#include <hip/shoal/float16.h>
#undef SHOAL_T
#undef SHOAL_T2
#undef SHOAL_RAW
#undef SHOAL_FORMAT
#undef SHOAL_NAME
#undef SHOAL_NAME2

/* ---- half alone ----------------------------------------------------------------------- */

SHOAL_HD static inline constexpr __half2 __half2half2(__half x) { return __half2(x, x); }
SHOAL_HD static inline constexpr __half2 make_half2(__half x, __half y) { return __half2{x, y}; }
SHOAL_HD static inline constexpr __half __float2half_rz(float x)
{
    return __half_raw{(unsigned short)shoal_half_format::code(x, 'z')};
}
SHOAL_HD static inline constexpr __half __float2half_rd(float x)
{
    return __half_raw{(unsigned short)shoal_half_format::code(x, 'd')};
}
SHOAL_HD static inline constexpr __half __float2half_ru(float x)
{
    return __half_raw{(unsigned short)shoal_half_format::code(x, 'u')};
}
SHOAL_HD static inline constexpr __half __float2half_rn(float x) { return __half(x); }
SHOAL_HD static inline constexpr __half __float2half(float x) { return __half(x); }
SHOAL_HD static inline constexpr __half __double2half(double x) { return __half(x); }
SHOAL_HD static inline constexpr float __half2float(__half x) { return x; }
SHOAL_HD static inline constexpr __half2 __float2half2_rn(float x) { return __half2(__half(x)); }
SHOAL_HD static inline constexpr __half2 __floats2half2_rn(float x, float y)
{
    return __half2{__half(x), __half(y)};
}
SHOAL_HD static inline constexpr __half2 __float22half2_rn(float2 x)
{
    return __floats2half2_rn(x.x, x.y);
}
SHOAL_HD static inline constexpr float2 __half22float2(__half2 x) { return x; }
SHOAL_HD static inline constexpr unsigned short __half_as_ushort(__half x)
{
    return __half_raw(x).x;
}
SHOAL_HD static inline constexpr short __half_as_short(__half x) { return (short)__half_raw(x).x; }
SHOAL_HD static inline constexpr __half __ushort_as_half(unsigned short x) { return __half_raw{x}; }
SHOAL_HD static inline constexpr __half __short_as_half(short x)
{
    return __half_raw{(unsigned short)x};
}

#define HIPRT_INF_FP16        __ushort_as_half(0x7c00)
#define HIPRT_NAN_FP16        __ushort_as_half(0x7fff)
#define HIPRT_MAX_NORMAL_FP16 __ushort_as_half(0x7bff)
#define HIPRT_MIN_DENORM_FP16 __ushort_as_half(0x0001)
#define HIPRT_ONE_FP16        __ushort_as_half(0x3c00)
#define HIPRT_ZERO_FP16       __ushort_as_half(0x0000)
#define HIPRT_NEG_ZERO_FP16   __ushort_as_half(0x8000)

#if SHOAL_HIP_LANGUAGE
/* Dot products with a sum in float. */
SHOAL_DEVICE float amd_mixed_dot(__half2 a, __half2 b, float c, bool saturate)
{
    float sum = (float)a.x * (float)b.x + (float)a.y * (float)b.y + c;
    return saturate ? __builtin_fminf(__builtin_fmaxf(sum, 0), 1) : sum;
}
#endif
#endif

#endif
