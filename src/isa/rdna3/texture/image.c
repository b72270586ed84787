/* image.c: image resources (T#): parsing, layout in memory, reading texels.
 *
 * Manual 10.5, table 50. Surfaces are linear (swizzle mode 0). The layout is that of AMD's address
 * library for gfx10 and gfx11: rows start at multiples of 256 bytes; a slice holds all its
 * levels, the smallest first; each level has its own rows and ceil(height / 2^level) of them.
 * Multisampled linear surfaces do not exist on hardware: here the samples of a texel follow
 * each other (docs/errata.md). */
#include "isa/rdna3/texture/image.h"

#include <string.h>

static uint32_t field(const uint32_t *t, unsigned at, unsigned bits)
{
    uint64_t v = t[at / 32] >> at % 32;
    if (at % 32 + bits > 32)
        v |= (uint64_t)t[at / 32 + 1] << (32 - at % 32);
    return (uint32_t)(v & ((UINT64_C(1) << bits) - 1));
}

static uint32_t ceil_shift(uint32_t x, unsigned shift)
{
    uint32_t v = (uint32_t)(((uint64_t)x + (UINT64_C(1) << shift) - 1) >> shift);
    return v ? v : 1;
}

/* Rows of elements of whole 256-byte lines; 12-byte elements take three lines for 64. */
static uint32_t aligned_pitch(uint32_t elements, unsigned bytes)
{
    uint32_t align = bytes == 12 ? 64 : 256 / bytes;
    return (elements + align - 1) / align * align;
}

static void set_layout(struct rdna3_image *m, uint32_t pitch)
{
    const struct texel_format *f = m->format;
    uint32_t across = f->group_width ? f->group_width : 1,
             down = f->group_height ? f->group_height : 1;
    uint32_t columns = (m->width + across - 1) / across, rows = (m->height + down - 1) / down;
    unsigned bytes = f->bytes * (unsigned)m->samples;
    uint64_t at = 0;
    for (unsigned l = m->levels; l-- > 0;) {
        m->level[l].offset = at;
        m->level[l].pitch = aligned_pitch(ceil_shift(columns, l), bytes);
        if (m->levels == 1 && pitch > columns)
            m->level[l].pitch = pitch;
        at += (uint64_t)m->level[l].pitch * ceil_shift(rows, l) * bytes;
    }
    m->layer_bytes = at;
}

const char *rdna3_image_parse(const uint32_t *t, bool r128, struct rdna3_image *out)
{
    uint32_t words[8] = {0};
    memcpy(words, t, r128 ? 16 : 32);
    memset(out, 0, sizeof *out);
    uint32_t any = 0;
    for (unsigned i = 0; i < 8; i++) /* the level fields do not count (10.5) */
        any |= i == 3 ? words[i] & ~0x000ff000u : words[i];
    if (!any) {
        out->is_unbound = true;
        out->format = texel_format(1);
        out->samples = 1;
        return NULL;
    }
    out->base = (words[0] | (uint64_t)(words[1] & 0xff) << 32) << 8;
    out->format = texel_format(field(words, 52, 8));
    out->type = (uint8_t)field(words, 124, 4);
    out->width = field(words, 62, 14) + 1;
    out->height = field(words, 78, 14) + 1;
    for (unsigned i = 0; i < 4; i++)
        out->select[i] = (uint8_t)field(words, 96 + 3 * i, 3);
    out->base_level = (uint8_t)field(words, 108, 4);
    out->last_level = (uint8_t)field(words, 112, 4);
    out->border_swizzle = (uint8_t)field(words, 121, 3);
    out->min_lod = field(words, 187, 12);
    out->min_lod_warning = field(words, 168, 12);
    uint32_t last = field(words, 128, 13), first = field(words, 144, 13), pitch = 0;
    bool is_msaa = out->type == IMAGE_2D_MSAA || out->type == IMAGE_2D_MSAA_ARRAY;
    unsigned most = field(words, 48, 4);
    out->levels = (uint8_t)(is_msaa ? 1 : most + 1);
    out->samples = (uint8_t)(is_msaa ? 1u << (most & 7) : 1);
    if (is_msaa)
        out->base_level = out->last_level = 0;
    out->depth = out->layers = 1;
    switch (out->type) {
    case IMAGE_1D:
    case IMAGE_1D_ARRAY:
        out->height = 1;
        break;
    default:
        break;
    }
    if (out->type == IMAGE_3D) {
        out->depth = last + 1;
        out->is_layer_view = field(words, 160, 1);
        out->first_layer = out->is_layer_view ? first : 0;
    } else if (rdna3_image_has_layers(out)) {
        out->first_layer = first;
        out->layers = last >= first ? last - first + 1 : 1;
    } else {
        pitch = field(words, 128, 14) + 1;
    }
    if (out->type < IMAGE_1D)
        return "the T# is not of an image (its type is a buffer or reserved)";
    if (!out->format)
        return "the data format of the T# is reserved, or has no published layout";
    if (field(words, 116, 5))
        return "the image is tiled: only the linear swizzle mode (0) is supported";
    if (words[6] >> 21 & 1)
        return "the image is compressed (DCC): only uncompressed ones are supported";
    if (out->samples > 16 || out->last_level < out->base_level)
        return "the T# has no levels, or more than 16 samples";
    if (out->last_level >= out->levels)
        out->last_level = (uint8_t)(out->levels - 1);
    if (out->base_level >= out->levels)
        out->base_level = (uint8_t)(out->levels - 1);
    set_layout(out, pitch);
    return NULL;
}

bool rdna3_texel_address(const struct rdna3_image *m, const struct texel_place *p,
                         uint64_t *address)
{
    unsigned l = p->level;
    if (m->is_unbound || l >= m->levels || p->sample >= m->samples)
        return false;
    int64_t z_end = m->type != IMAGE_3D ? (int64_t)m->first_layer + m->layers
                    : m->is_layer_view  ? (int64_t)m->depth
                                        : (int64_t)rdna3_level_extent(m->depth, l);
    if (p->x < 0 || p->y < 0 || p->z < 0 || p->x >= (int64_t)rdna3_level_extent(m->width, l) ||
        p->y >= (int64_t)rdna3_level_extent(m->height, l) || p->z >= z_end)
        return false;
    const struct texel_format *f = m->format;
    uint64_t x = (uint64_t)p->x / (f->group_width ? f->group_width : 1);
    uint64_t y = (uint64_t)p->y / (f->group_height ? f->group_height : 1);
    uint64_t element = (y * m->level[l].pitch + x) * m->samples + p->sample;
    *address = m->base + (uint64_t)p->z * m->layer_bytes + m->level[l].offset + element * f->bytes;
    return true;
}

bool rdna3_texel_read(const struct rdna3_image *m, const struct texel_place *p,
                      struct texel_reader *reader, uint32_t rgba[4])
{
    uint64_t at;
    uint8_t element[16] = {0};
    memset(rgba, 0, 4 * sizeof *rgba);
    if (!rdna3_texel_address(m, p, &at))
        return false;
    if (!reader->read(reader, at, m->format->bytes, element))
        reader->missed = true;
    const struct texel_format *f = m->format;
    unsigned x = f->group_width ? (unsigned)p->x % f->group_width : 0;
    unsigned y = f->group_height ? (unsigned)p->y % f->group_height : 0;
    rdna3_format_texel(f, element, x, y, rgba);
    return true;
}

void rdna3_texel_select(const struct rdna3_image *m, const uint32_t rgba[4], uint32_t out[4])
{
    uint32_t v[4];
    for (unsigned i = 0; i < 4; i++) {
        unsigned s = m->select[i];
        v[i] = s >= SELECT_X   ? rgba[s - SELECT_X]
               : s == SELECT_1 ? rdna3_format_one(m->format, false)
                               : 0;
    }
    memcpy(out, v, sizeof v);
}
