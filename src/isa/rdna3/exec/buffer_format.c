/* buffer_format.c: conversion between memory components and register values, one at a time.
 *
 * Loads: normalized and scaled numbers become f32, correctly rounded; floats are widened
 * exactly. With D16, 32-bit floats are truncated to f16, all other values rounded to
 * nearest even (manual 9.3.1). Stores are the reverse: clamped to the range of the
 * component and rounded to nearest even, floats narrowed by truncation; NaN stored to
 * an integer format is 0. Integers are stored clamped. */
#include <math.h>

#include "isa/rdna3/exec/buffer_format.h"

#define ONE(bits, n)                                                                               \
    {                                                                                              \
        1, bits / 8, n, { bits }                                                                   \
    }
#define TWO(bits, n)                                                                               \
    {                                                                                              \
        2, 2 * bits / 8, n, { bits, bits }                                                         \
    }
#define THREE(bits, n)                                                                             \
    {                                                                                              \
        3, 3 * bits / 8, n, { bits, bits, bits }                                                   \
    }
#define FOUR(bits, n)                                                                              \
    {                                                                                              \
        4, 4 * bits / 8, n, { bits, bits, bits, bits }                                             \
    }
#define PACKED(x, y, z, w, n)                                                                      \
    {                                                                                              \
        w ? 4 : 3, 4, n, { x, y, z, w }                                                            \
    }
#define SIX(form, bits, at)                                                                        \
    [at] = form(bits, NUM_UNORM), [at + 1] = form(bits, NUM_SNORM),                                \
    [at + 2] = form(bits, NUM_USCALED), [at + 3] = form(bits, NUM_SSCALED),                        \
    [at + 4] = form(bits, NUM_UINT), [at + 5] = form(bits, NUM_SINT)

static const struct buffer_format formats[64] = {
    SIX(ONE, 8, 1),
    SIX(ONE, 16, 7),
    [13] = ONE(16, NUM_FLOAT),
    SIX(TWO, 8, 14),
    [20] = ONE(32, NUM_UINT),
    [21] = ONE(32, NUM_SINT),
    [22] = ONE(32, NUM_FLOAT),
    SIX(TWO, 16, 23),
    [29] = TWO(16, NUM_FLOAT),
    [30] = PACKED(11, 11, 10, 0, NUM_FLOAT),
    [31] = PACKED(10, 11, 11, 0, NUM_FLOAT),
    [32] = PACKED(2, 10, 10, 10, NUM_UNORM),
    [33] = PACKED(2, 10, 10, 10, NUM_SNORM),
    [34] = PACKED(2, 10, 10, 10, NUM_UINT),
    [35] = PACKED(2, 10, 10, 10, NUM_SINT),
    [36] = PACKED(10, 10, 10, 2, NUM_UNORM),
    [37] = PACKED(10, 10, 10, 2, NUM_SNORM),
    [38] = PACKED(10, 10, 10, 2, NUM_USCALED),
    [39] = PACKED(10, 10, 10, 2, NUM_SSCALED),
    [40] = PACKED(10, 10, 10, 2, NUM_UINT),
    [41] = PACKED(10, 10, 10, 2, NUM_SINT),
    SIX(FOUR, 8, 42),
    [48] = TWO(32, NUM_UINT),
    [49] = TWO(32, NUM_SINT),
    [50] = TWO(32, NUM_FLOAT),
    SIX(FOUR, 16, 51),
    [57] = FOUR(16, NUM_FLOAT),
    [58] = THREE(32, NUM_UINT),
    [59] = THREE(32, NUM_SINT),
    [60] = THREE(32, NUM_FLOAT),
    [61] = FOUR(32, NUM_UINT),
    [62] = FOUR(32, NUM_SINT),
    [63] = FOUR(32, NUM_FLOAT),
};

const struct buffer_format *FN(buffer_format)(unsigned format)
{
    return format < 64 && formats[format].components ? &formats[format] : NULL;
}

/* ---- small floats ---- */

/* Widths of the floats in memory; all but f32 have a 5-bit exponent, the 10- and 11-bit ones
 * no sign. */
static unsigned fraction_bits(unsigned bits) { return bits == 16 ? 10 : bits - 5; }

static float float_of_small(uint32_t v, unsigned bits)
{
    unsigned fraction = fraction_bits(bits);
    uint32_t mantissa = v & ((1u << fraction) - 1), exponent = v >> fraction & 31;
    float sign = bits == 16 && v >> 15 ? -1.0f : 1.0f;
    if (exponent == 31) {
        if (mantissa) { /* the payload moves along, the NaN becomes quiet */
            uint32_t bits32 = 0x7fc00000 | mantissa << (23 - fraction) | (sign < 0 ? 1u << 31 : 0);
            float nan;
            memcpy(&nan, &bits32, 4);
            return nan;
        }
        return sign * INFINITY;
    }
    if (exponent == 0)
        return sign * ldexpf((float)mantissa, -14 - (int)fraction);
    return sign * ldexpf((float)(mantissa | 1u << fraction), (int)exponent - 15 - (int)fraction);
}

/* x to a float with a 5-bit exponent, toward zero or to nearest even. */
static uint32_t small_of_double(double x, unsigned bits, bool nearest)
{
    unsigned fraction = fraction_bits(bits);
    uint32_t sign = bits == 16 && signbit(x) ? 1u << 15 : 0, infinity = 31u << fraction;
    if (isnan(x))
        return sign | infinity | 1u << (fraction - 1);
    if (bits != 16 && signbit(x))
        return 0;
    x = fabs(x);
    if (isinf(x))
        return sign | infinity;
    int exponent = x == 0 ? -14 : ilogb(x);
    if (exponent < -14)
        exponent = -14;
    double scaled = ldexp(x, (int)fraction - exponent); /* in units of the last place */
    double whole = nearest ? nearbyint(scaled) : trunc(scaled);
    if (exponent > 15 || (exponent == 15 && whole >= ldexp(2, (int)fraction)))
        return sign | (nearest ? infinity : infinity - 1);
    /* A carry out of the fraction goes into the exponent as it should. */
    return sign | ((uint32_t)whole + ((uint32_t)(exponent + 14) << fraction));
}

static float float_of(uint32_t bits)
{
    float f;
    memcpy(&f, &bits, 4);
    return f;
}

static uint32_t bits_of_float(float f)
{
    uint32_t bits;
    memcpy(&bits, &f, 4);
    return bits;
}

/* ---- components ---- */

static unsigned first_bit(const struct buffer_format *f, unsigned i)
{
    unsigned at = 0;
    for (unsigned j = 0; j < i; j++)
        at += f->bits[j];
    return at;
}

static uint32_t low_mask(unsigned bits) { return bits == 32 ? UINT32_MAX : (1u << bits) - 1; }

static int32_t sign_extend(uint32_t v, unsigned bits)
{
    return (int32_t)(v << (32 - bits)) >> (32 - bits);
}

/* Value of a normalized or scaled component; exact enough that one rounding follows. */
static double number_value(const struct buffer_format *f, uint32_t v, unsigned bits)
{
    double s = sign_extend(v, bits);
    switch (f->number) {
    case NUM_UNORM:
        return v / (double)low_mask(bits);
    case NUM_SNORM: /* the lowest integer is -1 as well */
        return fmax(s / (double)low_mask(bits - 1), -1);
    case NUM_USCALED:
        return v;
    default:
        return s;
    }
}

uint32_t FN(unpack_component)(const struct buffer_format *f, const uint32_t element[4], unsigned i,
                              bool d16)
{
    if (i >= f->components)
        return 0;
    unsigned at = first_bit(f, i), bits = f->bits[i];
    uint32_t v = element[at / 32] >> at % 32 & low_mask(bits);
    switch (f->number) {
    case NUM_UINT:
        return d16 ? v & 0xffff : v;
    case NUM_SINT:
        return (uint32_t)sign_extend(v, bits) & (d16 ? 0xffff : UINT32_MAX);
    case NUM_FLOAT:
        if (bits == 32)
            return d16 ? small_of_double((double)float_of(v), 16, false) : v;
        if (bits == 16 && d16)
            return v;
        return d16 ? small_of_double((double)float_of_small(v, bits), 16, true)
                   : bits_of_float(float_of_small(v, bits));
    default:
        return d16 ? small_of_double(number_value(f, v, bits), 16, true)
                   : bits_of_float((float)number_value(f, v, bits));
    }
}

static uint32_t pack_number(const struct buffer_format *f, double x, unsigned bits)
{
    double low = 0, high = (double)low_mask(bits), scale = 1;
    if (isnan(x))
        return 0;
    switch (f->number) {
    case NUM_UNORM:
        scale = high;
        break;
    case NUM_SNORM:
        high = scale = (double)low_mask(bits - 1);
        low = -high;
        break;
    case NUM_SSCALED:
        high = (double)low_mask(bits - 1);
        low = -high - 1;
        break;
    default:
        break;
    }
    return (uint32_t)(int64_t)nearbyint(fmin(fmax(x * scale, low), high)) & low_mask(bits);
}

void FN(pack_component)(const struct buffer_format *f, uint32_t element[4], unsigned i, bool d16,
                        uint32_t value)
{
    if (i >= f->components)
        return;
    unsigned at = first_bit(f, i), bits = f->bits[i];
    uint32_t v, high = low_mask(bits);
    int64_t s = d16 ? (int16_t)value : (int32_t)value;
    double x = d16 ? (double)float_of_small(value & 0xffff, 16) : (double)float_of(value);
    if (d16)
        value &= 0xffff;
    switch (f->number) {
    case NUM_UINT:
        v = value > high ? high : value;
        break;
    case NUM_SINT: {
        int64_t top = high >> 1;
        v = (uint32_t)(s > top ? top : s < -top - 1 ? -top - 1 : s) & high;
        break;
    }
    case NUM_FLOAT:
        if (bits == 32)
            v = d16 ? bits_of_float((float)x) : value;
        else
            v = bits == 16 && d16 ? value : small_of_double(x, bits, false);
        break;
    default:
        v = pack_number(f, x, bits);
        break;
    }
    element[at / 32] |= v << at % 32;
}

uint32_t FN(format_one)(const struct buffer_format *f, bool d16)
{
    if (f->number == NUM_UINT || f->number == NUM_SINT)
        return 1;
    return d16 ? 0x3c00 : 0x3f800000;
}
