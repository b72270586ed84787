/* component.h: the functions of component.inc for one element, their results as doubles. */
#ifndef SHOAL_RDNA3_COMPONENT_H
#define SHOAL_RDNA3_COMPONENT_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "isa/exec/float_bits.h"

/* See component.inc. */
static inline double component_limited(double x, double low, double high)
{
    return isnan(x) ? 0 : fmin(fmax(x, low), high);
}

static inline uint32_t component_low_bits(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return (uint32_t)bits;
}

#define U                     uint32_t
#define I                     int32_t
#define F                     double
#define TO_F(i)               ((double)(i))
#define AT_LEAST(x, least)    fmax(x, least)
#define D                     double
#define TO_D(i)               ((double)(i))
#define LOW_BITS(d)           component_low_bits(d)
#define LIMITED(d, low, high) component_limited(d, low, high)
#define BITS(f)               bits_of_float(f)
#define OF_BITS(u)            float_of_bits(u)
#define TO_F32(i)             ((float)(i))
#define TO_I(f)               ((int32_t)(f))
#define PICK(c, a, b)         ((c) ? (a) : (b))
#include "isa/rdna3/texture/component.inc"
#undef U
#undef I
#undef F
#undef TO_F
#undef AT_LEAST
#undef D
#undef TO_D
#undef LOW_BITS
#undef LIMITED
#undef BITS
#undef OF_BITS
#undef TO_F32
#undef TO_I
#undef PICK

#endif
