/* math.h: what the compiler's own header of functions (sinf, pow, __expf, ...) leaves out:
 * conversions with a rounding mode, bits of floats, min and max of integers. */
#ifndef HIP_SHOAL_MATH_H
#define HIP_SHOAL_MATH_H

#include <hip/shoal/sync.h>

/* ---- bits ----------------------------------------------------------------------------- */

SHOAL_DEVICE int __float_as_int(float x) { return __builtin_bit_cast(int, x); }
SHOAL_DEVICE unsigned __float_as_uint(float x) { return __builtin_bit_cast(unsigned, x); }
SHOAL_DEVICE float __int_as_float(int x) { return __builtin_bit_cast(float, x); }
SHOAL_DEVICE float __uint_as_float(unsigned x) { return __builtin_bit_cast(float, x); }
SHOAL_DEVICE long long __double_as_longlong(double x) { return __builtin_bit_cast(long long, x); }
SHOAL_DEVICE double __longlong_as_double(long long x) { return __builtin_bit_cast(double, x); }
SHOAL_DEVICE int __double2hiint(double x) { return (int)(__double_as_longlong(x) >> 32); }
SHOAL_DEVICE int __double2loint(double x) { return (int)__double_as_longlong(x); }
SHOAL_DEVICE double __hiloint2double(int high, int low)
{
    return __longlong_as_double((long long)high << 32 | (unsigned)low);
}

/* ---- floats to integers: rn nearest, rz towards zero, rd down, ru up ------------------ */

SHOAL_DEVICE int __float2int_rn(float x) { return (int)__builtin_rintf(x); }
SHOAL_DEVICE int __float2int_rz(float x) { return (int)__builtin_truncf(x); }
SHOAL_DEVICE int __float2int_rd(float x) { return (int)__builtin_floorf(x); }
SHOAL_DEVICE int __float2int_ru(float x) { return (int)__builtin_ceilf(x); }
SHOAL_DEVICE unsigned __float2uint_rn(float x) { return (unsigned)__builtin_rintf(x); }
SHOAL_DEVICE unsigned __float2uint_rz(float x) { return (unsigned)__builtin_truncf(x); }
SHOAL_DEVICE unsigned __float2uint_rd(float x) { return (unsigned)__builtin_floorf(x); }
SHOAL_DEVICE unsigned __float2uint_ru(float x) { return (unsigned)__builtin_ceilf(x); }
SHOAL_DEVICE long long __float2ll_rn(float x) { return (long long)__builtin_rintf(x); }
SHOAL_DEVICE long long __float2ll_rz(float x) { return (long long)__builtin_truncf(x); }
SHOAL_DEVICE long long __float2ll_rd(float x) { return (long long)__builtin_floorf(x); }
SHOAL_DEVICE long long __float2ll_ru(float x) { return (long long)__builtin_ceilf(x); }
SHOAL_DEVICE unsigned long long __float2ull_rn(float x)
{
    return (unsigned long long)__builtin_rintf(x);
}
SHOAL_DEVICE unsigned long long __float2ull_rz(float x)
{
    return (unsigned long long)__builtin_truncf(x);
}
SHOAL_DEVICE unsigned long long __float2ull_rd(float x)
{
    return (unsigned long long)__builtin_floorf(x);
}
SHOAL_DEVICE unsigned long long __float2ull_ru(float x)
{
    return (unsigned long long)__builtin_ceilf(x);
}
SHOAL_DEVICE int __double2int_rn(double x) { return (int)__builtin_rint(x); }
SHOAL_DEVICE int __double2int_rz(double x) { return (int)__builtin_trunc(x); }
SHOAL_DEVICE int __double2int_rd(double x) { return (int)__builtin_floor(x); }
SHOAL_DEVICE int __double2int_ru(double x) { return (int)__builtin_ceil(x); }
SHOAL_DEVICE unsigned __double2uint_rn(double x) { return (unsigned)__builtin_rint(x); }
SHOAL_DEVICE unsigned __double2uint_rz(double x) { return (unsigned)__builtin_trunc(x); }
SHOAL_DEVICE unsigned __double2uint_rd(double x) { return (unsigned)__builtin_floor(x); }
SHOAL_DEVICE unsigned __double2uint_ru(double x) { return (unsigned)__builtin_ceil(x); }
SHOAL_DEVICE long long __double2ll_rn(double x) { return (long long)__builtin_rint(x); }
SHOAL_DEVICE long long __double2ll_rz(double x) { return (long long)__builtin_trunc(x); }
SHOAL_DEVICE long long __double2ll_rd(double x) { return (long long)__builtin_floor(x); }
SHOAL_DEVICE long long __double2ll_ru(double x) { return (long long)__builtin_ceil(x); }
SHOAL_DEVICE unsigned long long __double2ull_rn(double x)
{
    return (unsigned long long)__builtin_rint(x);
}
SHOAL_DEVICE unsigned long long __double2ull_rz(double x)
{
    return (unsigned long long)__builtin_trunc(x);
}
SHOAL_DEVICE unsigned long long __double2ull_rd(double x)
{
    return (unsigned long long)__builtin_floor(x);
}
SHOAL_DEVICE unsigned long long __double2ull_ru(double x)
{
    return (unsigned long long)__builtin_ceil(x);
}

/* ---- to floats ------------------------------------------------------------------------ */

/* The next value away from, or towards, negative infinity. x is neither infinite nor NaN. */
template <class F, class Bits> SHOAL_DEVICE F shoal_next(F x, bool is_up)
{
    Bits bits = __builtin_bit_cast(Bits, x);
    if (x == 0)
        bits = is_up ? 1 : ((Bits)1 << (8 * sizeof(Bits) - 1)) + 1;
    else
        bits += (x > 0) == is_up ? 1 : -1;
    return __builtin_bit_cast(F, bits);
}
/* The float next to x in direction 'd'own, 'u'p or to 'z'ero, given the nearest one and whether
 * that is above or below x (the sign of difference; 0: it is x). */
template <class F, class Bits>
SHOAL_DEVICE F shoal_directed(F nearest, int difference, char direction)
{
    if (direction == 'z')
        direction = nearest > 0 ? 'd' : nearest < 0 ? 'u' : 'n';
    return difference > 0 && direction == 'd'   ? shoal_next<F, Bits>(nearest, false)
           : difference < 0 && direction == 'u' ? shoal_next<F, Bits>(nearest, true)
                                                : nearest;
}
/* An integer. `limit` is the first power of two that I does not hold: no integer is as large. */
template <class F, class Bits, class I>
SHOAL_DEVICE F shoal_from_integer(I x, F limit, char direction)
{
    F nearest = (F)x;
    int difference = 1;
    if (nearest < limit) {
        I back = (I)nearest;
        difference = back > x ? 1 : back < x ? -1 : 0;
    }
    return shoal_directed<F, Bits>(nearest, difference, direction);
}
SHOAL_DEVICE float shoal_from_double(double x, char direction)
{
    float nearest = (float)x;
    if (__builtin_isinf(nearest) && !__builtin_isinf(x)) /* the largest float lies between */
        return direction == 'z' || (direction == 'd') == (x > 0)
                   ? (x > 0 ? __FLT_MAX__ : -__FLT_MAX__)
                   : nearest;
    return shoal_directed<float, unsigned>(nearest,
                                           (double)nearest > x   ? 1
                                           : (double)nearest < x ? -1
                                                                 : 0,
                                           direction);
}
SHOAL_DEVICE float __double2float_rn(double x) { return (float)x; }
SHOAL_DEVICE float __double2float_rz(double x) { return shoal_from_double(x, 'z'); }
SHOAL_DEVICE float __double2float_rd(double x) { return shoal_from_double(x, 'd'); }
SHOAL_DEVICE float __double2float_ru(double x) { return shoal_from_double(x, 'u'); }
SHOAL_DEVICE double __int2double_rn(int x) { return x; }
SHOAL_DEVICE double __uint2double_rn(unsigned x) { return x; }
SHOAL_DEVICE float __int2float_rn(int x) { return (float)x; }
SHOAL_DEVICE float __int2float_rz(int x)
{
    return shoal_from_integer<float, unsigned>(x, (float)0x1p31, 'z');
}
SHOAL_DEVICE float __int2float_rd(int x)
{
    return shoal_from_integer<float, unsigned>(x, (float)0x1p31, 'd');
}
SHOAL_DEVICE float __int2float_ru(int x)
{
    return shoal_from_integer<float, unsigned>(x, (float)0x1p31, 'u');
}
SHOAL_DEVICE float __uint2float_rn(unsigned x) { return (float)x; }
SHOAL_DEVICE float __uint2float_rz(unsigned x)
{
    return shoal_from_integer<float, unsigned>(x, (float)0x1p32, 'z');
}
SHOAL_DEVICE float __uint2float_rd(unsigned x)
{
    return shoal_from_integer<float, unsigned>(x, (float)0x1p32, 'd');
}
SHOAL_DEVICE float __uint2float_ru(unsigned x)
{
    return shoal_from_integer<float, unsigned>(x, (float)0x1p32, 'u');
}
SHOAL_DEVICE float __ll2float_rn(long long x) { return (float)x; }
SHOAL_DEVICE float __ll2float_rz(long long x)
{
    return shoal_from_integer<float, unsigned>(x, (float)0x1p63, 'z');
}
SHOAL_DEVICE float __ll2float_rd(long long x)
{
    return shoal_from_integer<float, unsigned>(x, (float)0x1p63, 'd');
}
SHOAL_DEVICE float __ll2float_ru(long long x)
{
    return shoal_from_integer<float, unsigned>(x, (float)0x1p63, 'u');
}
SHOAL_DEVICE float __ull2float_rn(unsigned long long x) { return (float)x; }
SHOAL_DEVICE float __ull2float_rz(unsigned long long x)
{
    return shoal_from_integer<float, unsigned>(x, (float)0x1p64, 'z');
}
SHOAL_DEVICE float __ull2float_rd(unsigned long long x)
{
    return shoal_from_integer<float, unsigned>(x, (float)0x1p64, 'd');
}
SHOAL_DEVICE float __ull2float_ru(unsigned long long x)
{
    return shoal_from_integer<float, unsigned>(x, (float)0x1p64, 'u');
}
SHOAL_DEVICE double __ll2double_rn(long long x) { return (double)x; }
SHOAL_DEVICE double __ll2double_rz(long long x)
{
    return shoal_from_integer<double, unsigned long long>(x, (double)0x1p63, 'z');
}
SHOAL_DEVICE double __ll2double_rd(long long x)
{
    return shoal_from_integer<double, unsigned long long>(x, (double)0x1p63, 'd');
}
SHOAL_DEVICE double __ll2double_ru(long long x)
{
    return shoal_from_integer<double, unsigned long long>(x, (double)0x1p63, 'u');
}
SHOAL_DEVICE double __ull2double_rn(unsigned long long x) { return (double)x; }
SHOAL_DEVICE double __ull2double_rz(unsigned long long x)
{
    return shoal_from_integer<double, unsigned long long>(x, (double)0x1p64, 'z');
}
SHOAL_DEVICE double __ull2double_rd(unsigned long long x)
{
    return shoal_from_integer<double, unsigned long long>(x, (double)0x1p64, 'd');
}
SHOAL_DEVICE double __ull2double_ru(unsigned long long x)
{
    return shoal_from_integer<double, unsigned long long>(x, (double)0x1p64, 'u');
}

/* ---- of integers ---------------------------------------------------------------------- */

/* Of mixed types, as C converts them. Those of one type, and the host's, are in clang's header. */
#define SHOAL_MIXED(T, A, B)                                                                       \
    SHOAL_DEVICE T min(A a, B b) { return (T)b < (T)a ? (T)b : (T)a; }                             \
    SHOAL_DEVICE T max(A a, B b) { return (T)a < (T)b ? (T)b : (T)a; }                             \
    SHOAL_DEVICE T min(B a, A b) { return (T)b < (T)a ? (T)b : (T)a; }                             \
    SHOAL_DEVICE T max(B a, A b) { return (T)a < (T)b ? (T)b : (T)a; }
SHOAL_MIXED(unsigned, int, unsigned)
SHOAL_MIXED(long, int, long)
SHOAL_MIXED(unsigned long, int, unsigned long)
SHOAL_MIXED(unsigned long, unsigned, unsigned long)
SHOAL_MIXED(long, unsigned, long)
SHOAL_MIXED(long long, int, long long)
SHOAL_MIXED(unsigned long long, int, unsigned long long)
SHOAL_MIXED(unsigned long long, unsigned, unsigned long long)
SHOAL_MIXED(unsigned long long, long long, unsigned long long)
SHOAL_MIXED(unsigned long long, unsigned long, unsigned long long)
SHOAL_MIXED(unsigned long, long, unsigned long)
#undef SHOAL_MIXED
SHOAL_DEVICE float __fdivide(float x, float y) { return x / y; }

/* ---- loads ---------------------------------------------------------------------------- */

/* Of memory that no kernel writes. */
template <class T> SHOAL_DEVICE T __ldg(const T *address) { return *address; }
template <class T> SHOAL_DEVICE T __ldcg(const T *address) { return *address; }
template <class T> SHOAL_DEVICE T __ldca(const T *address) { return *address; }
template <class T> SHOAL_DEVICE T __ldcs(const T *address)
{
    return __builtin_nontemporal_load(address);
}
template <class T> SHOAL_DEVICE void __stcg(T *address, T value) { *address = value; }
template <class T> SHOAL_DEVICE void __stcs(T *address, T value)
{
    __builtin_nontemporal_store(value, address);
}

#endif
