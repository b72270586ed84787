/* hip_bfloat16.h: the older type of bfloat16, hip_bfloat16, with arithmetic as operators only. */
#ifndef HIP_BFLOAT16_H
#define HIP_BFLOAT16_H

#include <hip/hip_common.h>
#include <stdint.h>

#ifdef __cplusplus
#include <hip/shoal/minifloat.h>
#if !defined(__HIPCC_RTC__)
#include <ostream>
#endif

struct hip_bfloat16 {
    uint16_t data;
    enum truncate_t { truncate };

    hip_bfloat16() = default;
    SHOAL_HD explicit constexpr hip_bfloat16(float x) : data(rounded(x)) {}
    /* Without rounding, but NaN stays one. */
    SHOAL_HD explicit constexpr hip_bfloat16(float x, truncate_t)
        : data((uint16_t)(__builtin_bit_cast(unsigned, x) >> 16 | (x != x ? 0x40u : 0)))
    {
    }
    SHOAL_HD constexpr operator float() const
    {
        return __builtin_bit_cast(float, (unsigned)data << 16);
    }
    SHOAL_HD hip_bfloat16 &operator=(float x)
    {
        data = rounded(x);
        return *this;
    }
    SHOAL_HD static constexpr hip_bfloat16 round_to_bfloat16(float x) { return hip_bfloat16(x); }
    SHOAL_HD static constexpr hip_bfloat16 round_to_bfloat16(float x, truncate_t)
    {
        return hip_bfloat16(x, truncate);
    }

  private:
    SHOAL_HD static constexpr uint16_t rounded(float x)
    {
        unsigned bits = __builtin_bit_cast(unsigned, x);
        return (uint16_t)(x != x ? bits >> 16 | 0x40 : (bits + 0x7fff + (bits >> 16 & 1)) >> 16);
    }
};

#define SHOAL_OPERATOR(op)                                                                         \
    SHOAL_HD inline hip_bfloat16 operator op(hip_bfloat16 a, hip_bfloat16 b)                       \
    {                                                                                              \
        return hip_bfloat16(float(a) op float(b));                                                 \
    }                                                                                              \
    SHOAL_HD inline hip_bfloat16 &operator op##=(hip_bfloat16 &a, hip_bfloat16 b)                  \
    {                                                                                              \
        return a = a op b;                                                                         \
    }
SHOAL_OPERATOR(+)
SHOAL_OPERATOR(-)
SHOAL_OPERATOR(*)
SHOAL_OPERATOR(/)
#undef SHOAL_OPERATOR
#define SHOAL_COMPARE(op)                                                                          \
    SHOAL_HD inline bool operator op(hip_bfloat16 a, hip_bfloat16 b)                               \
    {                                                                                              \
        return float(a) op float(b);                                                               \
    }
SHOAL_COMPARE(==)
SHOAL_COMPARE(!=)
SHOAL_COMPARE(<)
SHOAL_COMPARE(>)
SHOAL_COMPARE(<=)
SHOAL_COMPARE(>=)
#undef SHOAL_COMPARE
SHOAL_HD inline hip_bfloat16 operator+(hip_bfloat16 a) { return a; }
SHOAL_HD inline hip_bfloat16 operator-(hip_bfloat16 a)
{
    a.data ^= 0x8000;
    return a;
}
SHOAL_HD inline hip_bfloat16 &operator++(hip_bfloat16 &a) { return a = float(a) + 1.0f; }
SHOAL_HD inline hip_bfloat16 &operator--(hip_bfloat16 &a) { return a = float(a) - 1.0f; }
SHOAL_HD inline hip_bfloat16 operator++(hip_bfloat16 &a, int)
{
    hip_bfloat16 before = a;
    ++a;
    return before;
}
SHOAL_HD inline hip_bfloat16 operator--(hip_bfloat16 &a, int)
{
    hip_bfloat16 before = a;
    --a;
    return before;
}
#if !defined(__HIPCC_RTC__)
inline std::ostream &operator<<(std::ostream &out, hip_bfloat16 a) { return out << float(a); }
namespace std
{
SHOAL_HD constexpr bool isinf(hip_bfloat16 a) { return (a.data & 0x7fff) == 0x7f80; }
SHOAL_HD constexpr bool isnan(hip_bfloat16 a) { return (a.data & 0x7fff) > 0x7f80; }
SHOAL_HD constexpr bool iszero(hip_bfloat16 a) { return (a.data & 0x7fff) == 0; }
} // namespace std
#endif
#else
typedef struct {
    uint16_t data;
} hip_bfloat16;
#endif

#endif
