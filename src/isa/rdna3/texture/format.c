/* format.c: conversion between the components of memory elements and register values, one at a
 * time, for typed buffers and images.
 *
 * Loads: normalized and scaled numbers become f32, correctly rounded; floats are widened
 * exactly. With D16, 32-bit floats are truncated to f16, all other values rounded to
 * nearest even (manual 9.3.1). Stores are the reverse: clamped to the range of the
 * component and rounded to nearest even, floats narrowed by truncation; NaN stored to
 * an integer format is 0. Integers are stored clamped. */
#include "isa/rdna3/texture/format.h"

#include <math.h>
#include <string.h>

#include "isa/exec/float_bits.h"
#include "isa/rdna3/texture/block.h"
#include "isa/rdna3/texture/component.h"
#include "isa/rdna3/texture/small_float.h"

#define ELEMENT(count, size, n, ...)                                                               \
    {                                                                                              \
        .components = count, .bytes = size, .number = n, .bits = { __VA_ARGS__ }                   \
    }
#define ONE(b, n)             ELEMENT(1, b / 8, n, b)
#define TWO(b, n)             ELEMENT(2, 2 * b / 8, n, b, b)
#define THREE(b, n)           ELEMENT(3, 3 * b / 8, n, b, b, b)
#define FOUR(b, n)            ELEMENT(4, 4 * b / 8, n, b, b, b, b)
#define PACKED(x, y, z, w, n) ELEMENT(w ? 4 : 3, 4, n, x, y, z, w)
#define SIX(form, bits, at)                                                                        \
    [at] = form(bits, NUM_UNORM), [at + 1] = form(bits, NUM_SNORM),                                \
    [at + 2] = form(bits, NUM_USCALED), [at + 3] = form(bits, NUM_SSCALED),                        \
    [at + 4] = form(bits, NUM_UINT), [at + 5] = form(bits, NUM_SINT)
/* Several texels in one element: `width` x `height` of them. */
#define GROUP(l, count, size, n, w, h)                                                             \
    {                                                                                              \
        .components = count, .bytes = size, .number = n, .layout = l, .group_width = w,            \
        .group_height = h                                                                          \
    }
#define BLOCK(code, count, size, n)                                                                \
    {                                                                                              \
        .components = count, .bytes = size, .number = n, .layout = LAYOUT_BLOCK, .block = code,    \
        .group_width = 4, .group_height = 4                                                        \
    }

static const struct texel_format formats[256] = {
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
    /* from here on images only */
    [64] = ONE(8, NUM_SRGB),
    [65] = TWO(8, NUM_SRGB),
    [66] = FOUR(8, NUM_SRGB),
    [67] = GROUP(LAYOUT_SHARED_EXPONENT, 3, 4, NUM_FLOAT, 1, 1),
    [68] = ELEMENT(3, 2, NUM_UNORM, 5, 6, 5),
    [69] = ELEMENT(4, 2, NUM_UNORM, 5, 5, 5, 1),
    [70] = ELEMENT(4, 2, NUM_UNORM, 1, 5, 5, 5),
    [71] = ELEMENT(4, 2, NUM_UNORM, 4, 4, 4, 4),
    [72] = ELEMENT(2, 1, NUM_UNORM, 4, 4),
    [73] = GROUP(LAYOUT_BIT, 1, 1, NUM_UNORM, 8, 1),
    [74] = GROUP(LAYOUT_BIT_REVERSED, 1, 1, NUM_UNORM, 8, 1),
    [75] = ONE(32, NUM_FLOAT_CLAMP),
    [76] = ELEMENT(2, 4, NUM_UNORM, 24, 8),
    [77] = ELEMENT(2, 4, NUM_UINT, 24, 8),
    [78] = ELEMENT(2, 4, NUM_UNORM, 8, 24),
    [79] = ELEMENT(2, 4, NUM_UINT, 8, 24),
    [80] = ELEMENT(2, 8, NUM_UINT, 32, 8),
    [81] = ELEMENT(2, 8, NUM_DEPTH_STENCIL, 32, 8),
    [82] = GROUP(LAYOUT_GB_GR, 3, 4, NUM_UNORM, 2, 1),
    [83] = GROUP(LAYOUT_GB_GR, 3, 4, NUM_SNORM, 2, 1),
    [84] = GROUP(LAYOUT_GB_GR, 3, 4, NUM_UINT, 2, 1),
    [85] = GROUP(LAYOUT_GB_GR, 3, 4, NUM_SRGB, 2, 1),
    [86] = GROUP(LAYOUT_BG_RG, 3, 4, NUM_UNORM, 2, 1),
    [87] = GROUP(LAYOUT_BG_RG, 3, 4, NUM_SNORM, 2, 1),
    [88] = GROUP(LAYOUT_BG_RG, 3, 4, NUM_UINT, 2, 1),
    [89] = GROUP(LAYOUT_BG_RG, 3, 4, NUM_SRGB, 2, 1),
    [109] = BLOCK(BLOCK_BC1, 4, 8, NUM_UNORM),
    [110] = BLOCK(BLOCK_BC1, 4, 8, NUM_SRGB),
    [111] = BLOCK(BLOCK_BC2, 4, 16, NUM_UNORM),
    [112] = BLOCK(BLOCK_BC2, 4, 16, NUM_SRGB),
    [113] = BLOCK(BLOCK_BC3, 4, 16, NUM_UNORM),
    [114] = BLOCK(BLOCK_BC3, 4, 16, NUM_SRGB),
    [115] = BLOCK(BLOCK_BC4, 1, 8, NUM_UNORM),
    [116] = BLOCK(BLOCK_BC4, 1, 8, NUM_SNORM),
    [117] = BLOCK(BLOCK_BC5, 2, 16, NUM_UNORM),
    [118] = BLOCK(BLOCK_BC5, 2, 16, NUM_SNORM),
    [119] = BLOCK(BLOCK_BC6, 3, 16, NUM_UNORM),
    [120] = BLOCK(BLOCK_BC6, 3, 16, NUM_SNORM),
    [121] = BLOCK(BLOCK_BC7, 4, 16, NUM_UNORM),
    [122] = BLOCK(BLOCK_BC7, 4, 16, NUM_SRGB),
    [227] = PACKED(10, 10, 10, 2, NUM_FLOAT_6E4),
    [228] = PACKED(10, 10, 10, 2, NUM_FLOAT_7E3),
};

const struct texel_format *texel_format(unsigned number)
{
    return number < 256 && formats[number].components ? &formats[number] : NULL;
}

bool rdna3_format_is_dwords(const struct texel_format *f, unsigned components)
{
    bool is = f && f->layout == LAYOUT_ELEMENT && f->components == components &&
              (f->number == NUM_UINT || f->number == NUM_SINT || f->number == NUM_FLOAT);
    for (unsigned i = 0; is && i < components; i++)
        is = f->bits[i] == 32;
    return is;
}

unsigned rdna3_format_conversion(const struct texel_format *f, unsigned i)
{
    return f->number == NUM_FLOAT && f->bits[i] == 32 ? NUM_UINT : f->number;
}

bool rdna3_format_is_integer(const struct texel_format *f)
{
    return f->number == NUM_UINT || f->number == NUM_SINT;
}

/* The float of a component. */
static struct small_float small_float(unsigned number, unsigned bits)
{
    if (number == NUM_FLOAT_6E4)
        return (struct small_float){6, 4, false, false};
    if (number == NUM_FLOAT_7E3)
        return (struct small_float){7, 3, false, false};
    return (struct small_float){(uint8_t)(bits == 16 ? 10 : bits - 5), 5, bits == 16, true};
}

/* ---- components ---- */

unsigned rdna3_format_first_bit(const struct texel_format *f, unsigned i)
{
    unsigned at = 0;
    for (unsigned j = 0; j < i; j++)
        at += f->bits[j];
    return at;
}

/* Value of a normalized or scaled component; exact enough that one rounding follows. */
static double number_value(unsigned number, uint32_t v, unsigned bits)
{
    switch (number) {
    case NUM_UNORM:
        return component_unorm(v, bits);
    case NUM_SNORM:
        return component_snorm(v, bits);
    case NUM_USCALED:
        return component_uscaled(v);
    default:
        return component_sscaled(v, bits);
    }
}

/* Linear light of an sRGB value in 0..1, and back (IEC 61966-2-1). */
static double linear_of_srgb(double x)
{
    return x <= 0.04045 ? x / 12.92 : pow((x + 0.055) / 1.055, 2.4);
}
static double srgb_of_linear(double x)
{
    return x <= 0.0031308 ? x * 12.92 : 1.055 * pow(x, 1 / 2.4) - 0.055;
}

/* What component i is: alpha of sRGB and of the 10-bit floats is plain UNORM, the stencil beside
 * a depth float an integer. */
static unsigned number_of(const struct texel_format *f, unsigned i)
{
    switch (f->number) {
    case NUM_SRGB:
    case NUM_FLOAT_6E4:
    case NUM_FLOAT_7E3:
        return i == 3 ? NUM_UNORM : f->number;
    case NUM_DEPTH_STENCIL:
        return i ? NUM_UINT : NUM_FLOAT;
    default:
        return f->number;
    }
}

static float clamp01(float x) { return x > 0 ? fminf(x, 1) : 0; }

uint32_t rdna3_format_unpack(const struct texel_format *f, const uint32_t element[4], unsigned i,
                             bool d16)
{
    if (i >= f->components)
        return 0;
    unsigned at = rdna3_format_first_bit(f, i), bits = f->bits[i], number = number_of(f, i);
    uint32_t v = component_bits(element[at / 32], at % 32, bits);
    double x;
    switch (number) {
    case NUM_UINT:
        return d16 ? v & 0xffff : v;
    case NUM_SINT:
        return (uint32_t)component_signed(v, bits) & (d16 ? 0xffff : UINT32_MAX);
    case NUM_FLOAT_CLAMP:
        v = bits_of_float(clamp01(float_of_bits(v)));
        __attribute__((fallthrough));
    case NUM_FLOAT:
        if (bits == 32)
            return d16 ? rdna3_small_of_float(float_of_bits(v), rdna3_half) : v;
        if (bits == 16 && d16)
            return v;
        __attribute__((fallthrough));
    case NUM_FLOAT_6E4:
    case NUM_FLOAT_7E3:
        x = (double)rdna3_float_of_small(v, small_float(number, bits));
        break;
    case NUM_SRGB:
        x = linear_of_srgb(v / (double)component_ones(bits));
        break;
    default:
        x = number_value(number, v, bits);
        break;
    }
    return d16 ? rdna3_half_of_double(x) : bits_of_float((float)x);
}

static uint32_t pack_number(unsigned number, double x, unsigned bits)
{
    switch (number) {
    case NUM_SRGB:
        return component_to_unorm(srgb_of_linear(fmin(fmax(x, 0), 1)), bits);
    case NUM_UNORM:
        return component_to_unorm(x, bits);
    case NUM_SNORM:
        return component_to_snorm(x, bits);
    case NUM_USCALED:
        return component_to_uscaled(x, bits);
    default:
        return component_to_sscaled(x, bits);
    }
}

void rdna3_format_pack(const struct texel_format *f, uint32_t element[4], unsigned i, bool d16,
                       uint32_t value)
{
    if (i >= f->components)
        return;
    unsigned at = rdna3_format_first_bit(f, i), bits = f->bits[i], number = number_of(f, i);
    float x = d16 ? rdna3_float_of_half(value) : float_of_bits(value);
    uint32_t v;
    switch (number) {
    case NUM_UINT:
        v = component_to_uint(d16 ? value & 0xffff : value, bits);
        break;
    case NUM_SINT:
        v = component_to_sint(d16 ? (int16_t)value : (int32_t)value, bits);
        break;
    case NUM_FLOAT_CLAMP:
        v = bits_of_float(clamp01(x));
        break;
    case NUM_FLOAT:
    case NUM_FLOAT_6E4:
    case NUM_FLOAT_7E3:
        if (bits == 32)
            v = d16 ? bits_of_float(x) : value;
        else
            v = bits == 16 && d16 ? value & 0xffff
                                  : rdna3_small_of_float(x, small_float(number, bits));
        break;
    default:
        v = pack_number(number, (double)x, bits);
        break;
    }
    element[at / 32] |= v << at % 32;
}

uint32_t rdna3_format_one(const struct texel_format *f, bool d16)
{
    if (rdna3_format_is_integer(f))
        return 1;
    return d16 ? 0x3c00 : 0x3f800000;
}

/* ---- texels of images ---- */

/* 5_9_9_9: three 9-bit fractions with one exponent. */
static void shared_exponent(uint32_t v, float rgba[4])
{
    for (unsigned i = 0; i < 3; i++)
        rgba[i] = ldexpf((float)(v >> 9 * i & 511), (int)(v >> 27) - 15 - 9);
}

static uint32_t pack_shared_exponent(const uint32_t rgba[4])
{
    const double most = 65408; /* 511 / 512 * 2^16 */
    double c[3], top = 0;
    for (unsigned i = 0; i < 3; i++) {
        double x = (double)float_of_bits(rgba[i]);
        c[i] = x > 0 ? fmin(x, most) : 0; /* NaN is 0 too */
        top = fmax(top, c[i]);
    }
    int exponent = top > 0 ? ilogb(top) : -16;
    exponent = (exponent < -16 ? -16 : exponent) + 1 + 15;
    if (nearbyint(ldexp(top, 15 + 9 - exponent)) > 511)
        exponent++;
    uint32_t v = (uint32_t)exponent << 27;
    for (unsigned i = 0; i < 3; i++)
        v |= (uint32_t)nearbyint(ldexp(c[i], 15 + 9 - exponent)) << 9 * i;
    return v;
}

/* 4:2:2: two texels with a green each and red and blue in common. */
static void subsampled(const struct texel_format *f, const uint8_t *e, unsigned x, uint32_t rgba[4])
{
    bool green_first = f->layout == LAYOUT_BG_RG;
    const uint8_t v[3] = {e[green_first], e[2 * x + !green_first], e[green_first + 2]};
    const struct texel_format one = {.components = 4, .bits = {8, 8, 8, 8}, .number = f->number};
    uint32_t element[4] = {v[0] | (uint32_t)v[1] << 8 | (uint32_t)v[2] << 16};
    for (unsigned i = 0; i < 3; i++)
        rgba[i] = rdna3_format_unpack(&one, element, i, false);
}

void rdna3_format_texel(const struct texel_format *f, const uint8_t *element, unsigned x,
                        unsigned y, uint32_t rgba[4])
{
    float c[4] = {0};
    memset(rgba, 0, 4 * sizeof *rgba);
    switch (f->layout) {
    case LAYOUT_ELEMENT: {
        uint32_t dwords[4] = {0};
        memcpy(dwords, element, f->bytes);
        for (unsigned i = 0; i < f->components; i++)
            rgba[i] = rdna3_format_unpack(f, dwords, i, false);
        return;
    }
    case LAYOUT_SHARED_EXPONENT: {
        uint32_t v;
        memcpy(&v, element, 4);
        shared_exponent(v, c);
        break;
    }
    case LAYOUT_BIT:
        c[0] = (float)(*element >> x & 1);
        break;
    case LAYOUT_BIT_REVERSED:
        c[0] = (float)(*element >> (7 - x) & 1);
        break;
    case LAYOUT_GB_GR:
    case LAYOUT_BG_RG:
        subsampled(f, element, x, rgba);
        return;
    default:
        rdna3_block_texel((enum block_code)f->block, f->number == NUM_SNORM, element, x, y, c);
        for (unsigned i = 0; i < 3 && f->number == NUM_SRGB; i++)
            c[i] = (float)linear_of_srgb((double)c[i]);
        break;
    }
    memcpy(rgba, c, sizeof c);
}

bool rdna3_format_store(const struct texel_format *f, const uint32_t rgba[4], bool d16,
                        uint8_t *element)
{
    if (f->layout == LAYOUT_SHARED_EXPONENT) {
        uint32_t c[4];
        for (unsigned i = 0; i < 4; i++)
            c[i] = d16 ? bits_of_float(rdna3_float_of_half(rgba[i])) : rgba[i];
        c[0] = pack_shared_exponent(c);
        memcpy(element, c, 4);
        return true;
    }
    if (f->layout != LAYOUT_ELEMENT)
        return false;
    uint32_t dwords[4] = {0};
    for (unsigned i = 0; i < f->components; i++)
        rdna3_format_pack(f, dwords, i, d16, rgba[i]);
    memcpy(element, dwords, f->bytes);
    return true;
}
