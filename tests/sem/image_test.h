/* image_test.h: images, samplers and image instructions on a bare wave, for tests.
 *
 * Descriptors are packed here from tables 50 and 51 of the manual, surfaces laid out by the rule
 * of linear surfaces on gfx10 and later: rows at multiples of 256 bytes, the smallest level of a
 * slice first, a level ceil(height / 2^level) rows high. */
#ifndef SHOAL_TESTS_IMAGE_TEST_H
#define SHOAL_TESTS_IMAGE_TEST_H

#include "mem_test.h"
#include <math.h>

enum { T_1D = 8, T_2D, T_3D, T_CUBE, T_1D_ARRAY, T_2D_ARRAY, T_2D_MSAA, T_2D_MSAA_ARRAY };
enum { DIM_1D, DIM_2D, DIM_3D, DIM_CUBE, DIM_1D_ARRAY, DIM_2D_ARRAY, DIM_MSAA, DIM_MSAA_ARRAY };
enum {
    FORMAT_RGBA32F = 63,
    FORMAT_R32F = 22,
    FORMAT_R32U = 20,
    FORMAT_RG32U = 48,
    FORMAT_RGBA8 = 42
};

struct surface {
    unsigned type, format, bytes; /* of an element */
    unsigned width, height, depth /* or layers */, levels;
    unsigned base_level, last_level;
    uint64_t offset[16], pitch[16]; /* bytes, elements */
    uint64_t layer_bytes;
    uint8_t *memory;
};

static inline unsigned level_size(unsigned n, unsigned level)
{
    return n >> level ? n >> level : 1;
}

static inline void lay_out(struct surface *s, uint8_t *memory)
{
    uint64_t at = 0;
    for (unsigned l = s->levels; l-- > 0;) {
        uint64_t w = (s->width + (1u << l) - 1) >> l, rows = (s->height + (1u << l) - 1) >> l;
        s->pitch[l] = (w * s->bytes + 255) / 256 * 256 / s->bytes;
        s->offset[l] = at;
        at += s->pitch[l] * s->bytes * rows;
    }
    s->layer_bytes = at;
    s->memory = memory;
}

static inline uint8_t *element_at(const struct surface *s, unsigned level, unsigned x, unsigned y,
                                  unsigned z)
{
    return s->memory + z * s->layer_bytes + s->offset[level] + (y * s->pitch[level] + x) * s->bytes;
}

static inline void set_bits(uint32_t *d, unsigned at, unsigned count, uint64_t value)
{
    for (unsigned i = 0; i < count; i++) {
        uint32_t bit = 1u << (at + i) % 32;
        d[(at + i) / 32] = value >> i & 1 ? d[(at + i) / 32] | bit : d[(at + i) / 32] & ~bit;
    }
}

/* T# in s[0..7]. */
static inline void put_image(const struct surface *s)
{
    uint32_t t[8] = {0};
    set_bits(t, 0, 40, (uint64_t)(uintptr_t)s->memory >> 8);
    set_bits(t, 48, 4, s->levels - 1);
    set_bits(t, 52, 8, s->format);
    set_bits(t, 62, 14, s->width - 1);
    set_bits(t, 78, 14, s->height - 1);
    for (unsigned i = 0; i < 4; i++)
        set_bits(t, 96 + 3 * i, 3, 4 + i);
    set_bits(t, 108, 4, s->base_level);
    set_bits(t, 112, 4, s->last_level);
    set_bits(t, 124, 4, s->type);
    if (s->type != T_1D && s->type != T_2D && s->type != T_2D_MSAA)
        set_bits(t, 128, 13, s->depth - 1);
    memcpy(h.w->s, t, sizeof t);
}

struct sampler_state {
    unsigned wrap[3], compare, mag, min, z, mip, border, filter_mode, aniso;
    bool unnormalized, truncates;
    double min_lod, max_lod, bias;
};

/* S# in s[8..11]. */
static inline void put_sampler(const struct sampler_state *p)
{
    uint32_t s[4] = {0};
    for (unsigned i = 0; i < 3; i++)
        set_bits(s, 3 * i, 3, p->wrap[i]);
    set_bits(s, 9, 3, p->aniso);
    set_bits(s, 12, 3, p->compare);
    set_bits(s, 15, 1, p->unnormalized);
    set_bits(s, 27, 1, p->truncates);
    set_bits(s, 29, 2, p->filter_mode);
    set_bits(s, 32, 12, (uint64_t)(p->min_lod * 256));
    set_bits(s, 44, 12, (uint64_t)(p->max_lod * 256));
    set_bits(s, 64, 14, (uint64_t)(int64_t)(p->bias * 256));
    set_bits(s, 84, 2, p->mag);
    set_bits(s, 86, 2, p->min);
    set_bits(s, 88, 2, p->z);
    set_bits(s, 90, 2, p->mip);
    set_bits(s, 126, 2, p->border);
    memcpy(&h.w->s[8], s, sizeof s);
}

/* Addresses from v16 on, data from v0 on, T# in s[0..], S# in s[8..]. */
static inline struct rdna3_insn image_insn(const char *name, unsigned dim, unsigned dmask)
{
    struct rdna3_insn in = harness_insn(name, FMT_MIMG);
    in.f[F_dim] = dim;
    in.f[F_dmask] = dmask;
    in.f[F_vaddr] = 16;
    for (unsigned i = 0; i < rdna3_rows[in.row].n_operands; i++)
        if (rdna3_rows[in.row].operands[i].role == ROLE_samp)
            in.f[F_ssamp] = 2;
    return in;
}

static inline uint32_t float_bits(double x)
{
    float f = (float)x;
    uint32_t u;
    memcpy(&u, &f, 4);
    return u;
}

static inline double bits_float(uint32_t u)
{
    float f;
    memcpy(&f, &u, 4);
    return (double)f;
}

/* 256-byte aligned memory of the wave. */
static inline uint8_t *image_memory(void)
{
    return (uint8_t *)(((uintptr_t)h.memory + 255) & ~(uintptr_t)255);
}

#endif
