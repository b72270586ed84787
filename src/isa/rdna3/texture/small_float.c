/* small_float.c: the functions of small_float.h. */
#include "isa/rdna3/texture/small_float.h"

#include <math.h>

#include "isa/exec/float_bits.h"
#include "isa/rdna3/texture/component.h"

const struct small_float rdna3_half = {10, 5, true, true};

static int bias(struct small_float s) { return (1 << (s.exponent - 1)) - 1; }

float rdna3_float_of_small(uint32_t v, struct small_float s)
{
    return float_of_bits(component_small(v, s.fraction, s.exponent, s.has_infinity));
}

uint32_t rdna3_small_of_float(float x, struct small_float s)
{
    return component_to_small(bits_of_float(x), s.fraction, s.exponent, s.has_sign ? UINT32_MAX : 0,
                              s.has_infinity);
}

uint32_t rdna3_half_of_double(double x)
{
    const struct small_float s = rdna3_half;
    uint32_t sign = signbit(x) ? 0x8000 : 0, infinity = 0x7c00;
    int low = 1 - bias(s), high = bias(s);
    if (isnan(x))
        return sign | infinity | 0x200;
    x = fabs(x);
    if (isinf(x))
        return sign | infinity;
    int exponent = x == 0 ? low : ilogb(x);
    if (exponent < low)
        exponent = low;
    double whole = nearbyint(ldexp(x, s.fraction - exponent)); /* in units of the last place */
    if (exponent > high || (exponent == high && whole >= ldexp(2, s.fraction)))
        return sign | infinity;
    /* A carry out of the fraction goes into the exponent as it should. */
    return sign | ((uint32_t)whole + ((uint32_t)(exponent - low) << s.fraction));
}

uint32_t rdna3_half_of_float(float x) { return rdna3_half_of_double((double)x); }
float rdna3_float_of_half(uint32_t v) { return rdna3_float_of_small(v & 0xffff, rdna3_half); }
