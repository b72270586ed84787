/* minifloat.h: floats of 16 and 8 bits: their values, and the rounding of a number to them, in
 * integers, for the host as for the device, also at compile time. */
#ifndef HIP_SHOAL_MINIFLOAT_H
#define HIP_SHOAL_MINIFLOAT_H

#include <hip/hip_common.h>

/* What the highest codes mean. IEEE: infinities, then NaNs. finite: all ones is NaN, there are no
 * infinities (OCP's e4m3). fnuz: there is neither infinity nor -0, whose code is the only NaN. */
enum shoal_minifloat_kind { shoal_ieee, shoal_finite, shoal_fnuz };

template <int exponent_bits, int mantissa_bits, shoal_minifloat_kind kind> struct shoal_minifloat {
    static constexpr int bias = (1 << (exponent_bits - 1)) - (kind == shoal_fnuz ? 0 : 1);
    static constexpr int lowest = 1 - bias; /* exponent of the smallest normal numbers */
    static constexpr unsigned sign = 1u << (exponent_bits + mantissa_bits);
    static constexpr unsigned infinity = ((1u << exponent_bits) - 1)
                                         << mantissa_bits; /* if kind is IEEE */
    static constexpr unsigned largest = kind == shoal_ieee     ? infinity - 1
                                        : kind == shoal_finite ? sign - 2
                                                               : sign - 1;
    static constexpr unsigned nan = kind == shoal_ieee     ? infinity | 1u << (mantissa_bits - 1)
                                    : kind == shoal_finite ? sign - 1
                                                           : sign;

    SHOAL_HD static constexpr bool is_nan(unsigned code)
    {
        return kind == shoal_ieee     ? (code & (sign - 1)) > infinity
               : kind == shoal_finite ? (code & (sign - 1)) == sign - 1
                                      : code == sign;
    }

    /* Exact. NaNs keep their sign and the bits of their mantissa. */
    SHOAL_HD static constexpr float value(unsigned code)
    {
        unsigned negative = code & sign ? 0x80000000u : 0, size = code & (sign - 1);
        if (is_nan(code))
            return __builtin_bit_cast(
                float, negative | 0x7fc00000 |
                           (kind == shoal_ieee ? size << (23 - mantissa_bits) & 0x3fffff : 0));
        if (kind == shoal_ieee && size == infinity)
            return __builtin_bit_cast(float, negative | 0x7f800000);
        int exponent = (int)(size >> mantissa_bits);
        unsigned long long mantissa = size & ((1u << mantissa_bits) - 1);
        if (exponent)
            mantissa |= 1ull << mantissa_bits;
        else
            exponent = 1;
        if (!mantissa)
            return __builtin_bit_cast(float, negative);
        /* A double holds all of them as normal numbers, and the step to float is exact. */
        int shift = __builtin_clzll(mantissa) - 11;
        unsigned long long bits =
            (mantissa << shift & 0xfffffffffffff) |
            (unsigned long long)(1023 + exponent - bias - mantissa_bits + 52 - shift) << 52;
        return (float)__builtin_bit_cast(double, bits | (unsigned long long)negative << 32);
    }

    /* Rounds to 'n'earest (even), towards 'z'ero, 'd'own or 'u'p. What is too large becomes the
     * largest number if it saturates or the direction says so, else infinity or, where there is
     * none, NaN. */
    SHOAL_HD static constexpr unsigned code(double x, char direction = 'n', bool saturates = false)
    {
        unsigned long long bits = __builtin_bit_cast(unsigned long long, x),
                           size = bits & 0x7fffffffffffffff;
        const bool is_negative = bits >> 63 != 0;
        const unsigned negative = is_negative ? sign : 0;
        if (size > 0x7ff0000000000000) /* NaN */
            return kind == shoal_fnuz ? nan
                   : kind == shoal_ieee
                       ? negative | nan |
                             (unsigned)(size >> (52 - mantissa_bits) & ((1u << mantissa_bits) - 1))
                       : negative | nan;
        const bool is_away = direction == (is_negative ? 'd' : 'u');
        const unsigned beyond = saturates || !(direction == 'n' || is_away) ? negative | largest
                                : kind == shoal_ieee                        ? negative | infinity
                                                     : nan | (kind == shoal_fnuz ? 0 : negative);
        if (size == 0x7ff0000000000000)
            return saturates            ? negative | largest
                   : kind == shoal_ieee ? negative | infinity
                                        : nan | (kind == shoal_fnuz ? 0 : negative);
        int exponent = (int)(size >> 52) - 1023;
        unsigned long long mantissa = size & 0xfffffffffffff;
        if (exponent > -1023)
            mantissa |= 1ull << 52;
        else
            exponent = -1022;
        int drop = 52 - mantissa_bits + (exponent < lowest ? lowest - exponent : 0);
        if (drop > 60) { /* a trace of a number at most */
            drop = 60;
            mantissa = mantissa != 0;
        }
        unsigned long long kept = mantissa >> drop, rest = mantissa & ((1ull << drop) - 1),
                           half = 1ull << (drop - 1);
        if (direction == 'n' ? rest > half || (rest == half && kept & 1) : is_away && rest)
            kept++;
        if (exponent >= lowest) /* the carry of a mantissa goes into the exponent */
            kept += (unsigned long long)(exponent - lowest) << mantissa_bits;
        if (kept > largest)
            return beyond;
        return kept ? negative | (unsigned)kept : kind == shoal_fnuz ? 0 : negative;
    }
};

/* An integer as a double that every rounding above sees as the integer itself: cut to 53 bits, of
 * which the last says that something was cut. */
SHOAL_HD static inline constexpr double shoal_to_odd(unsigned long long size, bool is_negative)
{
    if (size >> 53) {
        int shift = 11 - __builtin_clzll(size);
        unsigned long long cut = size >> shift;
        size = (cut | (cut << shift != size)) << shift;
    }
    return is_negative ? -(double)size : (double)size;
}
SHOAL_HD static inline constexpr double shoal_to_odd(long long x)
{
    return shoal_to_odd(x < 0 ? 0 - (unsigned long long)x : (unsigned long long)x, x < 0);
}
SHOAL_HD static inline constexpr double shoal_to_odd(unsigned long long x)
{
    return shoal_to_odd(x, false);
}

#endif
