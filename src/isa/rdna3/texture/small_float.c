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

uint32_t rdna3_small_of_double(double x, struct small_float s, bool nearest)
{
    uint32_t sign = s.has_sign && signbit(x) ? 1u << (s.fraction + s.exponent) : 0;
    uint32_t infinity = ((1u << s.exponent) - 1) << s.fraction;
    uint32_t most = s.has_infinity ? infinity - 1 : (1u << (s.fraction + s.exponent)) - 1;
    int low = 1 - bias(s), high = s.has_infinity ? bias(s) : bias(s) + 1;
    if (isnan(x))
        return s.has_infinity ? sign | infinity | 1u << (s.fraction - 1) : 0;
    if (!s.has_sign && signbit(x))
        return 0;
    x = fabs(x);
    if (isinf(x))
        return s.has_infinity ? sign | infinity : most;
    int exponent = x == 0 ? low : ilogb(x);
    if (exponent < low)
        exponent = low;
    double scaled = ldexp(x, s.fraction - exponent); /* in units of the last place */
    double whole = nearest ? nearbyint(scaled) : trunc(scaled);
    if (exponent > high || (exponent == high && whole >= ldexp(2, s.fraction)))
        return nearest && s.has_infinity ? sign | infinity : sign | most;
    /* A carry out of the fraction goes into the exponent as it should. */
    return sign | ((uint32_t)whole + ((uint32_t)(exponent - low) << s.fraction));
}

uint32_t rdna3_half_of_float(float x) { return rdna3_small_of_double((double)x, rdna3_half, true); }
float rdna3_float_of_half(uint32_t v) { return rdna3_float_of_small(v & 0xffff, rdna3_half); }
