/* hip_bf16.h: __hip_bfloat16 and __hip_bfloat162: floats of 8 bits of precision. Arithmetic is
 * float's, rounded. */
#ifndef HIP_BF16_H
#define HIP_BF16_H

#include <hip/hip_common.h>

#ifdef __cplusplus
#if SHOAL_HIP_LANGUAGE
#include <hip/hip_runtime.h>
#endif
#include <type_traits>

#include <hip/hip_vector_types.h>
#include <hip/shoal/minifloat.h>

typedef shoal_minifloat<8, 7, shoal_ieee> shoal_bfloat_format;

/* Quicker than the general rounding, and the same. */
SHOAL_HD static inline constexpr unsigned short shoal_bfloat_bits(float x)
{
    unsigned bits = __builtin_bit_cast(unsigned, x);
    return (unsigned short)(x != x ? bits >> 16 | 0x40 : (bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

struct __hip_bfloat16_raw {
    unsigned short x;
};
struct alignas(4) __hip_bfloat162_raw {
    unsigned short x, y;
};

struct __hip_bfloat16 {
    unsigned short data;

    __hip_bfloat16() = default;
    SHOAL_HD constexpr __hip_bfloat16(const __hip_bfloat16_raw &raw) : data(raw.x) {}
    SHOAL_HD constexpr __hip_bfloat16(float x) : data(shoal_bfloat_bits(x)) {}
    SHOAL_HD constexpr __hip_bfloat16(double x) : data((unsigned short)shoal_bfloat_format::code(x))
    {
    }
    template <class T, class = typename std::enable_if<std::is_integral<T>::value>::type>
    SHOAL_HD constexpr __hip_bfloat16(T x)
        : data((unsigned short)shoal_bfloat_format::code(
              shoal_to_odd((typename std::conditional<std::is_signed<T>::value, long long,
                                                      unsigned long long>::type)x)))
    {
    }
    SHOAL_HD constexpr operator float() const
    {
        return __builtin_bit_cast(float, (unsigned)data << 16);
    }
    SHOAL_HD constexpr operator __hip_bfloat16_raw() const { return __hip_bfloat16_raw{data}; }
    template <class T, class = typename std::enable_if<std::is_integral<T>::value &&
                                                       !std::is_same<T, bool>::value>::type>
    SHOAL_HD constexpr operator T() const
    {
        return (T)(float)*this;
    }
    SHOAL_HD constexpr operator bool() const { return (data & 0x7fff) != 0; }
    SHOAL_HD __hip_bfloat16 &operator=(const __hip_bfloat16_raw &raw)
    {
        return *this = __hip_bfloat16(raw);
    }
    __hip_bfloat16(const __hip_bfloat16 &) = default;
    __hip_bfloat16 &operator=(const __hip_bfloat16 &) = default;
};

struct alignas(4) __hip_bfloat162 {
    __hip_bfloat16 x, y;
    __hip_bfloat162() = default;
    SHOAL_HD constexpr __hip_bfloat162(__hip_bfloat16 x_, __hip_bfloat16 y_) : x(x_), y(y_) {}
    SHOAL_HD constexpr __hip_bfloat162(const __hip_bfloat162_raw &raw)
        : x(__hip_bfloat16_raw{raw.x}), y(__hip_bfloat16_raw{raw.y})
    {
    }
    SHOAL_HD constexpr explicit __hip_bfloat162(__hip_bfloat16 one) : x(one), y(one) {}
    SHOAL_HD constexpr operator float2() const { return float2{(float)x, (float)y}; }
    SHOAL_HD constexpr operator __hip_bfloat162_raw() const
    {
        return __hip_bfloat162_raw{x.data, y.data};
    }
};
typedef __hip_bfloat16 __nv_bfloat16;
typedef __hip_bfloat162 __nv_bfloat162;

SHOAL_HD static inline constexpr float shoal_wide(__hip_bfloat16 x) { return (float)x; }
SHOAL_HD static inline __hip_bfloat16 shoal_fused(__hip_bfloat16 a, __hip_bfloat16 b,
                                                  __hip_bfloat16 c)
{
    return __hip_bfloat16(__builtin_fmaf((float)a, (float)b, (float)c));
}

#define SHOAL_T                    __hip_bfloat16
#define SHOAL_T2                   __hip_bfloat162
#define SHOAL_RAW                  __hip_bfloat16_raw
#define SHOAL_FORMAT               shoal_bfloat_format
#define SHOAL_NAME(before, after)  before##bfloat16##after
#define SHOAL_NAME2(before, after) before##bfloat162##after
#include <hip/shoal/float16.h>
#undef SHOAL_T
#undef SHOAL_T2
#undef SHOAL_RAW
#undef SHOAL_FORMAT
#undef SHOAL_NAME
#undef SHOAL_NAME2

SHOAL_HD static inline constexpr __hip_bfloat16 shoal_bfloat_of(unsigned short bits)
{
    return __hip_bfloat16_raw{bits};
}
SHOAL_HD static inline constexpr __hip_bfloat162 __bfloat162bfloat162(__hip_bfloat16 x)
{
    return __hip_bfloat162(x, x);
}
SHOAL_HD static inline constexpr __hip_bfloat162 make_bfloat162(__hip_bfloat16 x, __hip_bfloat16 y)
{
    return __hip_bfloat162{x, y};
}
SHOAL_HD static inline constexpr __hip_bfloat16 __float2bfloat16(float x)
{
    return __hip_bfloat16(x);
}
SHOAL_HD static inline constexpr __hip_bfloat16 __float2bfloat16_rn(float x)
{
    return __hip_bfloat16(x);
}
SHOAL_HD static inline constexpr __hip_bfloat16 __float2bfloat16_rz(float x)
{
    return shoal_bfloat_of((unsigned short)shoal_bfloat_format::code(x, 'z'));
}
SHOAL_HD static inline constexpr __hip_bfloat16 __float2bfloat16_rd(float x)
{
    return shoal_bfloat_of((unsigned short)shoal_bfloat_format::code(x, 'd'));
}
SHOAL_HD static inline constexpr __hip_bfloat16 __float2bfloat16_ru(float x)
{
    return shoal_bfloat_of((unsigned short)shoal_bfloat_format::code(x, 'u'));
}
SHOAL_HD static inline constexpr __hip_bfloat16 __double2bfloat16(double x)
{
    return __hip_bfloat16(x);
}
SHOAL_HD static inline constexpr float __bfloat162float(__hip_bfloat16 x) { return x; }
SHOAL_HD static inline constexpr __hip_bfloat162 __float2bfloat162_rn(float x)
{
    return __hip_bfloat162(__hip_bfloat16(x));
}
SHOAL_HD static inline constexpr __hip_bfloat162 __floats2bfloat162_rn(float x, float y)
{
    return __hip_bfloat162{__hip_bfloat16(x), __hip_bfloat16(y)};
}
SHOAL_HD static inline constexpr __hip_bfloat162 __float22bfloat162_rn(float2 x)
{
    return __floats2bfloat162_rn(x.x, x.y);
}
SHOAL_HD static inline constexpr float2 __bfloat1622float2(__hip_bfloat162 x) { return x; }
SHOAL_HD static inline constexpr unsigned short __bfloat16_as_ushort(__hip_bfloat16 x)
{
    return x.data;
}
SHOAL_HD static inline constexpr short __bfloat16_as_short(__hip_bfloat16 x)
{
    return (short)x.data;
}
SHOAL_HD static inline constexpr __hip_bfloat16 __ushort_as_bfloat16(unsigned short x)
{
    return shoal_bfloat_of(x);
}
SHOAL_HD static inline constexpr __hip_bfloat16 __short_as_bfloat16(short x)
{
    return shoal_bfloat_of((unsigned short)x);
}

#define HIPRT_INF_BF16        __ushort_as_bfloat16(0x7f80)
#define HIPRT_NAN_BF16        __ushort_as_bfloat16(0x7fff)
#define HIPRT_MAX_NORMAL_BF16 __ushort_as_bfloat16(0x7f7f)
#define HIPRT_MIN_DENORM_BF16 __ushort_as_bfloat16(0x0001)
#define HIPRT_ONE_BF16        __ushort_as_bfloat16(0x3f80)
#define HIPRT_ZERO_BF16       __ushort_as_bfloat16(0x0000)
#define HIPRT_NEG_ZERO_BF16   __ushort_as_bfloat16(0x8000)
#endif

#endif
