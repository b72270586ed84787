/* block.c: decoders of BC1 to BC7, one texel at a time.
 *
 * The formats are those of Direct3D 10 and 11, also in the Khronos Data Format Specification
 * (S3TC, RGTC, BPTC). BC1 to BC5 fix no rounding between two end points: values here are the
 * exact fractions. BC6 and BC7 are integer arithmetic and bit-exact. */
#include "isa/rdna3/texture/block.h"

#include <stdbool.h>
#include <string.h>

#include "isa/rdna3/texture/small_float.h"

/* ---- bits ---- */

/* Bits at .. at + count - 1 of a block, the first one lowest. */
static uint32_t bits(const uint8_t *block, unsigned at, unsigned count)
{
    uint32_t v = 0;
    for (unsigned i = 0; i < count; i++)
        v |= (uint32_t)(block[(at + i) / 8] >> (at + i) % 8 & 1) << i;
    return v;
}

/* ---- BC1 to BC5 ---- */

/* The four colours of a BC1 block; without `has_alpha` always four, as in BC2 and BC3. */
static void color_texel(const uint8_t *block, unsigned texel, bool has_alpha, float rgba[4])
{
    uint32_t c0 = bits(block, 0, 16), c1 = bits(block, 16, 16),
             index = bits(block, 32 + 2 * texel, 2);
    bool is_three = has_alpha && c0 <= c1;
    static const uint8_t at[3] = {11, 5, 0}, width[3] = {5, 6, 5};
    rgba[3] = 1;
    if (is_three && index == 3) {
        memset(rgba, 0, 4 * sizeof *rgba);
        return;
    }
    for (unsigned i = 0; i < 3; i++) {
        uint32_t mask = (1u << width[i]) - 1;
        double a = (double)(c0 >> at[i] & mask) / mask, b = (double)(c1 >> at[i] & mask) / mask;
        double v = index == 0   ? a
                   : index == 1 ? b
                   : is_three   ? (a + b) / 2
                   : index == 2 ? (2 * a + b) / 3
                                : (a + 2 * b) / 3;
        rgba[i] = (float)v;
    }
}

/* One channel with two 8-bit end points and 3-bit indices: BC4, alpha of BC3. */
static float channel_texel(const uint8_t *block, unsigned texel, bool is_signed)
{
    int e0 = is_signed ? (int8_t)block[0] : block[0], e1 = is_signed ? (int8_t)block[1] : block[1];
    unsigned index = bits(block, 16 + 3 * texel, 3);
    double top = is_signed ? 127 : 255, low = is_signed ? -1 : 0;
    double a = e0 / top, b = e1 / top;
    a = a < low ? low : a; /* -128 is -1 as well */
    b = b < low ? low : b;
    if (index < 2)
        return (float)(index ? b : a);
    if (e0 > e1)
        return (float)((a * (8 - index) + b * (index - 1)) / 7);
    if (index >= 6)
        return index == 6 ? (float)low : 1.0f;
    return (float)((a * (6 - index) + b * (index - 1)) / 5);
}

/* ---- what BC6 and BC7 share ---- */

/* Which of two subsets each texel is in, one bit per texel. */
static const uint16_t two_subsets[64] = {
    0xcccc, 0x8888, 0xeeee, 0xecc8, 0xc880, 0xfeec, 0xfec8, 0xec80, 0xc800, 0xffec, 0xfe80,
    0xe800, 0xffe8, 0xff00, 0xfff0, 0xf000, 0xf710, 0x008e, 0x7100, 0x08ce, 0x008c, 0x7310,
    0x3100, 0x8cce, 0x088c, 0x3110, 0x6666, 0x366c, 0x17e8, 0x0ff0, 0x718e, 0x399c, 0xaaaa,
    0xf0f0, 0x5a5a, 0x33cc, 0x3c3c, 0x55aa, 0x9696, 0xa55a, 0x73ce, 0x13c8, 0x324c, 0x3bdc,
    0x6996, 0xc33c, 0x9966, 0x0660, 0x0272, 0x04e4, 0x4e40, 0x2720, 0xc936, 0x936c, 0x39c6,
    0x639c, 0x9336, 0x9cc6, 0x817e, 0xe718, 0xccf0, 0x0fcc, 0x7744, 0xee22,
};

/* Likewise of three, two bits per texel. */
static const uint32_t three_subsets[64] = {
    0xaa685050, 0x6a5a5040, 0x5a5a4200, 0x5450a0a8, 0xa5a50000, 0xa0a05050, 0x5555a0a0, 0x5a5a5050,
    0xaa550000, 0xaa555500, 0xaaaa5500, 0x90909090, 0x94949494, 0xa4a4a4a4, 0xa9a59450, 0x2a0a4250,
    0xa5945040, 0x0a425054, 0xa5a5a500, 0x55a0a0a0, 0xa8a85454, 0x6a6a4040, 0xa4a45000, 0x1a1a0500,
    0x0050a4a4, 0xaaa59090, 0x14696914, 0x69691400, 0xa08585a0, 0xaa821414, 0x50a4a450, 0x6a5a0200,
    0xa9a58000, 0x5090a0a8, 0xa8a09050, 0x24242424, 0x00aa5500, 0x24924924, 0x24499224, 0x50a50a50,
    0x500aa550, 0xaaaa4444, 0x66660000, 0xa5a0a5a0, 0x50a050a0, 0x69286928, 0x44aaaa44, 0x66666600,
    0xaa444444, 0x54a854a8, 0x95809580, 0x96969600, 0xa85454a8, 0x80959580, 0xaa141414, 0x96960000,
    0xaaaa1414, 0xa05050a0, 0xa0a5a5a0, 0x96000000, 0x40804080, 0xa9a8a9a8, 0xaaaaaa44, 0x2a4a5254,
};

/* Texel of each subset but the first whose index lacks its top bit; the first's is texel 0. */
static const uint8_t anchor_two[64] = {
    15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 2,  8, 2,  2, 8,
    8,  15, 2,  8,  2,  2,  8,  8,  2,  2,  15, 15, 6,  8,  2,  8,  15, 15, 2, 8,  2, 2,
    2,  15, 15, 6,  6,  2,  6,  8,  15, 15, 2,  2,  15, 15, 15, 15, 15, 2,  2, 15,
};
static const uint8_t anchor_three[2][64] = {
    {
        3,  3,  15, 15, 8, 3,  15, 15, 8,  8,  6, 6,  6, 5,  3, 3,  3,  3,  8,  15, 3,  3,
        6,  10, 5,  8,  8, 6,  8,  5,  15, 15, 8, 15, 3, 5,  6, 10, 8,  15, 15, 3,  15, 5,
        15, 15, 15, 15, 3, 15, 5,  5,  5,  8,  5, 10, 5, 10, 8, 13, 15, 12, 3,  3,
    },
    {
        15, 8, 8, 3,  15, 15, 3,  8,  15, 15, 15, 15, 15, 15, 15, 8,  15, 8,  15, 3,  15, 8,
        15, 8, 3, 15, 6,  10, 15, 15, 10, 8,  15, 3,  15, 10, 10, 8,  9,  10, 6,  15, 8,  15,
        3,  6, 6, 8,  15, 3,  15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 3,  15, 15, 8,
    },
};

static unsigned subset_of(unsigned subsets, unsigned partition, unsigned texel)
{
    if (subsets == 1)
        return 0;
    if (subsets == 2)
        return two_subsets[partition] >> texel & 1;
    return three_subsets[partition] >> 2 * texel & 3;
}

static bool is_anchor(unsigned subsets, unsigned partition, unsigned texel)
{
    if (texel == 0)
        return true;
    if (subsets == 2)
        return texel == anchor_two[partition];
    return subsets == 3 &&
           (texel == anchor_three[0][partition] || texel == anchor_three[1][partition]);
}

/* The index of `texel` in a list of `width`-bit indices that begins at bit `at`. */
static unsigned index_of(const uint8_t *block, unsigned at, unsigned width, unsigned subsets,
                         unsigned partition, unsigned texel)
{
    for (unsigned i = 0; i < texel; i++)
        at += width - is_anchor(subsets, partition, i);
    return bits(block, at, width - is_anchor(subsets, partition, texel));
}

/* Interpolation weight in 64ths. */
static int weight(unsigned width, unsigned index)
{
    static const uint8_t of2[4] = {0, 21, 43, 64}, of3[8] = {0, 9, 18, 27, 37, 46, 55, 64},
                         of4[16] = {0, 4, 9, 13, 17, 21, 26, 30, 34, 38, 43, 47, 51, 55, 60, 64};
    return width == 2 ? of2[index] : width == 3 ? of3[index] : of4[index];
}

static int interpolate(int a, int b, int w) { return (a * (64 - w) + b * w + 32) >> 6; }

/* ---- BC7 ---- */

struct bc7_mode {
    uint8_t subsets, partition_bits;
    bool has_rotation, has_selector; /* selector: colours take the second list of indices */
    uint8_t color_bits, alpha_bits;
    uint8_t low_bits; /* extra low bit: 0 none, 1 one per end point, 2 one per subset */
    uint8_t index_bits, index2_bits;
};

static const struct bc7_mode bc7_modes[8] = {
    {3, 4, false, false, 4, 0, 1, 3, 0}, {2, 6, false, false, 6, 0, 2, 3, 0},
    {3, 6, false, false, 5, 0, 0, 2, 0}, {2, 6, false, false, 7, 0, 1, 2, 0},
    {1, 0, true, true, 5, 6, 0, 2, 3},   {1, 0, true, false, 7, 8, 0, 2, 2},
    {1, 0, false, false, 7, 7, 1, 4, 0}, {2, 6, false, false, 5, 5, 1, 2, 0},
};

/* A value of `width` bits to 8: its high bits are repeated below. */
static int widen8(uint32_t v, unsigned width)
{
    v <<= 8 - width;
    return (int)(v | v >> width);
}

static void bc7_texel(const uint8_t *block, unsigned texel, float rgba[4])
{
    unsigned number = 0;
    while (number < 8 && !(block[0] >> number & 1))
        number++;
    memset(rgba, 0, 4 * sizeof *rgba);
    if (number == 8) /* reserved: zeros */
        return;
    const struct bc7_mode *m = &bc7_modes[number];
    unsigned at = number + 1;
    unsigned partition = bits(block, at, m->partition_bits);
    at += m->partition_bits;
    unsigned rotation = m->has_rotation ? bits(block, at, 2) : 0;
    at += m->has_rotation ? 2 : 0;
    bool swap = m->has_selector && bits(block, at, 1);
    at += m->has_selector;

    /* Order: all reds, subset by subset, then greens, blues, alphas; then the low bits. */
    unsigned subset = subset_of(m->subsets, partition, texel), ends = 2u * m->subsets;
    unsigned low = at + ends * (3u * m->color_bits + m->alpha_bits);
    int end[2][4];
    for (unsigned e = 0; e < 2; e++)
        for (unsigned c = 0; c < 4; c++) {
            unsigned width = c < 3 ? m->color_bits : m->alpha_bits;
            unsigned from = at + c * ends * m->color_bits + (2 * subset + e) * width;
            uint32_t v = bits(block, from, width);
            if (!width) {
                end[e][c] = 255;
                continue;
            }
            if (m->low_bits) {
                v = v << 1 | bits(block, low + (m->low_bits == 1 ? 2 * subset + e : subset), 1);
                width++;
            }
            end[e][c] = widen8(v, width);
        }
    at = low + (m->low_bits == 1 ? ends : m->low_bits == 2 ? m->subsets : 0);

    unsigned index = index_of(block, at, m->index_bits, m->subsets, partition, texel);
    int color_weight = weight(m->index_bits, index), alpha_weight = color_weight;
    if (m->index2_bits) {
        at += 16u * m->index_bits - m->subsets;
        unsigned second = index_of(block, at, m->index2_bits, 1, 0, texel);
        alpha_weight = weight(m->index2_bits, second);
        if (swap) {
            int t = color_weight;
            color_weight = alpha_weight;
            alpha_weight = t;
        }
    }
    int v[4];
    for (unsigned c = 0; c < 4; c++)
        v[c] = interpolate(end[0][c], end[1][c], c < 3 ? color_weight : alpha_weight);
    if (rotation) { /* alpha changes places with red, green or blue */
        int t = v[3];
        v[3] = v[rotation - 1];
        v[rotation - 1] = t;
    }
    for (unsigned c = 0; c < 4; c++)
        rgba[c] = (float)v[c] / 255.0f;
}

/* ---- BC6 ---- */

/* fields: what the bits behind the mode number are, in their order: channel, end point (w, x of
 * the first subset, y, z of the second), and which of its bits, "9:0" being bit 0 first. */
struct bc6_mode {
    uint8_t number;
    bool is_delta; /* x, y, z are differences from w */
    uint8_t subsets, end_bits, delta_bits[3];
    const char *fields;
};

static const struct bc6_mode bc6_modes[14] = {
    {0,
     true,
     2,
     10,
     {5, 5, 5},
     "gy4 by4 bz4 rw9:0 gw9:0 bw9:0 rx4:0 gz4 gy3:0 gx4:0 bz0 gz3:0 bx4:0 bz1 by3:0 ry4:0 bz2 "
     "rz4:0 bz3"},
    {1,
     true,
     2,
     7,
     {6, 6, 6},
     "gy5 gz4 gz5 rw6:0 bz0 bz1 by4 gw6:0 by5 bz2 gy4 bw6:0 bz3 bz5 bz4 rx5:0 gy3:0 gx5:0 gz3:0 "
     "bx5:0 by3:0 ry5:0 rz5:0"},
    {2,
     true,
     2,
     11,
     {5, 4, 4},
     "rw9:0 gw9:0 bw9:0 rx4:0 rw10 gy3:0 gx3:0 gw10 bz0 gz3:0 bx3:0 bw10 bz1 by3:0 ry4:0 bz2 rz4:0 "
     "bz3"},
    {3, false, 1, 10, {10, 10, 10}, "rw9:0 gw9:0 bw9:0 rx9:0 gx9:0 bx9:0"},
    {6,
     true,
     2,
     11,
     {4, 5, 4},
     "rw9:0 gw9:0 bw9:0 rx3:0 rw10 gz4 gy3:0 gx4:0 gw10 gz3:0 bx3:0 bw10 bz1 by3:0 ry3:0 bz0 bz2 "
     "rz3:0 gy4 bz3"},
    {7, true, 1, 11, {9, 9, 9}, "rw9:0 gw9:0 bw9:0 rx8:0 rw10 gx8:0 gw10 bx8:0 bw10"},
    {10,
     true,
     2,
     11,
     {4, 4, 5},
     "rw9:0 gw9:0 bw9:0 rx3:0 rw10 by4 gy3:0 gx3:0 gw10 bz0 gz3:0 bx4:0 bw10 by3:0 ry3:0 bz1 bz2 "
     "rz3:0 bz4 bz3"},
    {11, true, 1, 12, {8, 8, 8}, "rw9:0 gw9:0 bw9:0 rx7:0 rw10:11 gx7:0 gw10:11 bx7:0 bw10:11"},
    {14,
     true,
     2,
     9,
     {5, 5, 5},
     "rw8:0 by4 gw8:0 gy4 bw8:0 bz4 rx4:0 gz4 gy3:0 gx4:0 bz0 gz3:0 bx4:0 bz1 by3:0 ry4:0 bz2 "
     "rz4:0 bz3"},
    {15, true, 1, 16, {4, 4, 4}, "rw9:0 gw9:0 bw9:0 rx3:0 rw10:15 gx3:0 gw10:15 bx3:0 bw10:15"},
    {18,
     true,
     2,
     8,
     {6, 5, 5},
     "rw7:0 gz4 by4 gw7:0 bz2 gy4 bw7:0 bz3 bz4 rx5:0 gy3:0 gx4:0 bz0 gz3:0 bx4:0 bz1 by3:0 ry5:0 "
     "rz5:0"},
    {22,
     true,
     2,
     8,
     {5, 6, 5},
     "rw7:0 bz0 by4 gw7:0 gy5 gy4 bw7:0 gz5 bz4 rx4:0 gz4 gy3:0 gx5:0 gz3:0 bx4:0 bz1 by3:0 ry4:0 "
     "bz2 rz4:0 bz3"},
    {26,
     true,
     2,
     8,
     {5, 5, 6},
     "rw7:0 bz1 by4 gw7:0 by5 gy4 bw7:0 bz5 bz4 rx4:0 gz4 gy3:0 gx4:0 bz0 gz3:0 bx5:0 by3:0 ry4:0 "
     "bz2 rz4:0 bz3"},
    {30,
     false,
     2,
     6,
     {6, 6, 6},
     "rw5:0 gz4 bz0 bz1 by4 gw5:0 gy5 by5 bz2 gy4 bw5:0 gz5 bz3 bz5 bz4 rx5:0 gy3:0 gx5:0 gz3:0 "
     "bx5:0 by3:0 ry5:0 rz5:0"},
};

static int sign_extend(uint32_t v, unsigned width)
{
    return (int)(v << (32 - width)) >> (32 - width);
}

/* Reads the fields into end[end point][channel]; returns the bit behind them. */
static unsigned bc6_fields(const struct bc6_mode *m, const uint8_t *block, unsigned at,
                           uint32_t end[4][3])
{
    memset(end, 0, 12 * sizeof **end);
    for (const char *p = m->fields; *p; p += *p == ' ') {
        unsigned channel = *p == 'r' ? 0 : *p == 'g' ? 1 : 2, point = (unsigned)(p[1] - 'w'), n[2];
        p += 2;
        unsigned count = 0;
        do {
            for (n[count] = 0; *p >= '0' && *p <= '9'; p++)
                n[count] = 10 * n[count] + (unsigned)(*p - '0');
            count++;
        } while (*p == ':' && p++);
        unsigned last = n[0], first = count == 2 ? n[1] : n[0];
        for (unsigned bit = first;; bit += first < last ? 1u : -1u) {
            end[point][channel] |= bits(block, at++, 1) << bit;
            if (bit == last)
                break;
        }
    }
    return at;
}

static int bc6_unquantize(int v, unsigned width, bool is_signed)
{
    if (!is_signed) {
        if (width >= 15 || v == 0)
            return v;
        return v == (1 << width) - 1 ? 0xffff : ((v << 15) + 0x4000) >> (width - 1);
    }
    if (width >= 16 || v == 0)
        return v;
    int magnitude = v < 0 ? -v : v;
    magnitude =
        magnitude >= (1 << (width - 1)) - 1 ? 0x7fff : ((magnitude << 15) + 0x4000) >> (width - 1);
    return v < 0 ? -magnitude : magnitude;
}

static void bc6_texel(const uint8_t *block, unsigned texel, bool is_signed, float rgba[4])
{
    unsigned number = block[0] & 3, at = 2;
    if (number >= 2) {
        number = block[0] & 31;
        at = 5;
    }
    rgba[0] = rgba[1] = rgba[2] = 0;
    rgba[3] = 1;
    const struct bc6_mode *m = NULL;
    for (unsigned i = 0; i < 14; i++)
        if (bc6_modes[i].number == number)
            m = &bc6_modes[i];
    if (!m) /* reserved: black */
        return;
    uint32_t end[4][3];
    at = bc6_fields(m, block, at, end);
    unsigned partition = 0, index_bits = 4;
    if (m->subsets == 2) {
        partition = bits(block, at, 5);
        at += 5;
        index_bits = 3;
    }
    unsigned subset = subset_of(m->subsets, partition, texel);
    int w = weight(index_bits, index_of(block, at, index_bits, m->subsets, partition, texel));
    for (unsigned c = 0; c < 3; c++) {
        int v[2];
        for (unsigned e = 0; e < 2; e++) {
            unsigned point = 2 * subset + e;
            uint32_t x = end[point][c], mask = (1u << m->end_bits) - 1;
            if (m->is_delta && point)
                x = end[0][c] + (uint32_t)sign_extend(x, m->delta_bits[c]);
            x &= mask;
            v[e] = bc6_unquantize(is_signed ? sign_extend(x, m->end_bits) : (int)x, m->end_bits,
                                  is_signed);
        }
        int mixed = interpolate(v[0], v[1], w);
        uint32_t half;
        if (!is_signed)
            half = (uint32_t)(mixed * 31) >> 6;
        else
            half = mixed < 0 ? 0x8000u | (uint32_t)(-mixed * 31) >> 5 : (uint32_t)(mixed * 31) >> 5;
        rgba[c] = rdna3_float_of_half(half);
    }
}

/* ---- all ---- */

void rdna3_block_texel(enum block_code code, int is_signed, const uint8_t *block, unsigned x,
                       unsigned y, float rgba[4])
{
    unsigned texel = 4 * y + x;
    switch (code) {
    case BLOCK_BC1:
        color_texel(block, texel, true, rgba);
        break;
    case BLOCK_BC2:
        color_texel(block + 8, texel, false, rgba);
        rgba[3] = (float)bits(block, 4 * texel, 4) / 15.0f;
        break;
    case BLOCK_BC3:
        color_texel(block + 8, texel, false, rgba);
        rgba[3] = channel_texel(block, texel, false);
        break;
    case BLOCK_BC4:
    case BLOCK_BC5:
        rgba[0] = channel_texel(block, texel, is_signed);
        rgba[1] = code == BLOCK_BC5 ? channel_texel(block + 8, texel, is_signed) : 0;
        rgba[2] = 0;
        rgba[3] = 1;
        break;
    case BLOCK_BC6:
        bc6_texel(block, texel, is_signed, rgba);
        break;
    case BLOCK_BC7:
        bc7_texel(block, texel, rgba);
        break;
    }
}
