/* format_model.h: what loads and stores make of the formats of buffers, from their names (manual
 * table 52: components from the highest bits down) and 9.3.1: sums of powers of two, searches
 * through all small floats, no code shared with Shoal's conversions. */
#ifndef SHOAL_TESTS_FORMAT_MODEL_H
#define SHOAL_TESTS_FORMAT_MODEL_H

#include <ctype.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const char *const format_names[64] = {
    NULL,
    "8_UNORM",
    "8_SNORM",
    "8_USCALED",
    "8_SSCALED",
    "8_UINT",
    "8_SINT",
    "16_UNORM",
    "16_SNORM",
    "16_USCALED",
    "16_SSCALED",
    "16_UINT",
    "16_SINT",
    "16_FLOAT",
    "8_8_UNORM",
    "8_8_SNORM",
    "8_8_USCALED",
    "8_8_SSCALED",
    "8_8_UINT",
    "8_8_SINT",
    "32_UINT",
    "32_SINT",
    "32_FLOAT",
    "16_16_UNORM",
    "16_16_SNORM",
    "16_16_USCALED",
    "16_16_SSCALED",
    "16_16_UINT",
    "16_16_SINT",
    "16_16_FLOAT",
    "10_11_11_FLOAT",
    "11_11_10_FLOAT",
    "10_10_10_2_UNORM",
    "10_10_10_2_SNORM",
    "10_10_10_2_UINT",
    "10_10_10_2_SINT",
    "2_10_10_10_UNORM",
    "2_10_10_10_SNORM",
    "2_10_10_10_USCALED",
    "2_10_10_10_SSCALED",
    "2_10_10_10_UINT",
    "2_10_10_10_SINT",
    "8_8_8_8_UNORM",
    "8_8_8_8_SNORM",
    "8_8_8_8_USCALED",
    "8_8_8_8_SSCALED",
    "8_8_8_8_UINT",
    "8_8_8_8_SINT",
    "32_32_UINT",
    "32_32_SINT",
    "32_32_FLOAT",
    "16_16_16_16_UNORM",
    "16_16_16_16_SNORM",
    "16_16_16_16_USCALED",
    "16_16_16_16_SSCALED",
    "16_16_16_16_UINT",
    "16_16_16_16_SINT",
    "16_16_16_16_FLOAT",
    "32_32_32_UINT",
    "32_32_32_SINT",
    "32_32_32_FLOAT",
    "32_32_32_32_UINT",
    "32_32_32_32_SINT",
    "32_32_32_32_FLOAT",
};

struct shape {
    unsigned count, bits[4], at[4], bytes;
    const char *number;
};

/* The shape that a name tells. */
static inline struct shape shape_of(const char *name)
{
    struct shape s = {0};
    unsigned listed[4], at = 0;
    while (isdigit((unsigned char)*name)) {
        char *end;
        listed[s.count++] = (unsigned)strtoul(name, &end, 10);
        name = end + 1;
    }
    s.number = name;
    for (unsigned i = 0; i < s.count; i++) {
        s.bits[i] = listed[s.count - 1 - i];
        s.at[i] = at;
        at += s.bits[i];
    }
    s.bytes = at / 8;
    return s;
}

static inline uint64_t component_bits(const struct shape *s, const uint8_t *p, unsigned i)
{
    uint64_t v = 0;
    for (unsigned b = 0; b < s->bits[i]; b++)
        v |= (uint64_t)(p[(s->at[i] + b) / 8] >> (s->at[i] + b) % 8 & 1) << b;
    return v;
}

/* Value of a float with 5 exponent bits (16, 11 or 10 bits wide). NaN: payload lost. */
static inline double small_value(uint32_t v, unsigned bits)
{
    unsigned fraction = bits == 16 ? 10 : bits == 11 ? 6 : 5;
    double sign = bits == 16 && v & 0x8000 ? -1 : 1;
    uint32_t e = v >> fraction & 31, m = v & ((1u << fraction) - 1);
    if (e == 31)
        return m ? (double)NAN : sign * (double)INFINITY;
    return sign * (e ? pow(2, (double)e - 15) * (1 + m / pow(2, fraction))
                     : pow(2, -14) * (m / pow(2, fraction)));
}

/* The largest small float not above |x|, with the sign of x: truncation, by search. */
static inline uint32_t truncated(double x, unsigned bits)
{
    uint32_t infinity = (bits == 16 ? 0x7c00 : bits == 11 ? 0x7c0 : 0x3e0), best = 0;
    uint32_t sign = bits == 16 && signbit(x) ? 0x8000 : 0;
    if (bits != 16 && signbit(x))
        return 0;
    if (isinf(x))
        return sign | infinity;
    for (uint32_t step = 1u << 14; step; step /= 2) /* values grow with their bits */
        if (best + step < infinity && small_value(best + step, bits) <= fabs(x))
            best += step;
    return sign | best;
}

static inline uint32_t f32_bits(double x)
{
    float f = (float)x;
    uint32_t u;
    memcpy(&u, &f, 4);
    return u;
}

static inline double f32_value(uint32_t u)
{
    float f;
    memcpy(&f, &u, 4);
    return (double)f;
}

static inline uint32_t f16_bits(double x)
{
    _Float16 f = (_Float16)x; /* to nearest even */
    uint16_t u;
    memcpy(&u, &f, 2);
    return u;
}

/* What a load gives; *any_nan: every NaN will do. */
static inline uint32_t loaded(const struct shape *s, const uint8_t *p, unsigned i, bool d16,
                              bool *any_nan)
{
    *any_nan = false;
    if (i >= s->count)
        return 0;
    uint64_t v = component_bits(s, p, i);
    unsigned n = s->bits[i];
    int64_t sv = (int64_t)(v << (64 - n)) >> (64 - n);
    double x;
    if (!strcmp(s->number, "UINT"))
        return (uint32_t)(d16 ? v & 0xffff : v);
    if (!strcmp(s->number, "SINT"))
        return (uint32_t)(d16 ? sv & 0xffff : sv);
    if (!strcmp(s->number, "FLOAT")) {
        if (n == 32 && !d16)
            return (uint32_t)v;
        x = n == 32 ? f32_value((uint32_t)v) : small_value((uint32_t)v, n);
        *any_nan = isnan(x);
        if (*any_nan)
            return 0;
        return !d16 ? f32_bits(x) : n == 32 ? truncated(x, 16) : f16_bits(x);
    }
    if (!strcmp(s->number, "UNORM"))
        x = (double)v / (pow(2, n) - 1);
    else if (!strcmp(s->number, "SNORM"))
        x = (double)sv / (pow(2, n - 1) - 1) < -1 ? -1 : (double)sv / (pow(2, n - 1) - 1);
    else
        x = *s->number == 'U' ? (double)v : (double)sv;
    return d16 ? f16_bits(x) : f32_bits(x);
}

/* The bits that a store leaves in a component. */
static inline uint64_t stored(const struct shape *s, unsigned i, uint32_t value, bool d16,
                              bool *any_nan)
{
    unsigned n = s->bits[i];
    uint64_t ones = n == 32 ? UINT32_MAX : (UINT64_C(1) << n) - 1;
    double x = d16 ? small_value(value, 16) : f32_value(value);
    *any_nan = false;
    if (!strcmp(s->number, "UINT")) {
        return value > ones ? ones : value;
    } else if (!strcmp(s->number, "SINT")) {
        int64_t v = d16 ? (int16_t)value : (int32_t)value, top = (int64_t)(ones / 2);
        return (uint64_t)(v > top ? top : v < -top - 1 ? -top - 1 : v) & ones;
    } else if (!strcmp(s->number, "FLOAT")) {
        if (n == 32 && !d16)
            return value;
        *any_nan = isnan(x);
        if (*any_nan)
            return 0;
        return n == 32 ? f32_bits(x) : truncated(x, n);
    }
    if (isnan(x))
        return 0;
    double low = 0, high = (double)ones;
    if (*s->number == 'S')
        high = (double)(ones / 2), low = s->number[1] == 'N' ? -high : -high - 1;
    if (s->number[1] == 'N')
        x *= high;
    x = x < low ? low : x > high ? high : x;
    double down = floor(x),
           r = x - down > 0.5 || (x - down == 0.5 && fmod(down, 2) != 0) ? down + 1 : down;
    return (uint64_t)(int64_t)r & ones;
}

static inline bool is_nan_bits(uint64_t v, unsigned bits)
{
    return isnan(bits == 32 ? f32_value((uint32_t)v) : small_value((uint32_t)v, bits));
}

#endif
