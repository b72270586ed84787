/* describe.c: shoal/rdna3.h: descriptors of images and samplers from what a caller knows. */
#include "shoal/rdna3.h"

#include <math.h>
#include <string.h>
#include <strings.h>

#include "isa/rdna3/names.h"
#include "isa/rdna3/texture/image.h"

/* Names of the formats that only images have. */
static const struct {
    uint8_t number;
    const char *name;
} image_names[] = {
    {64, "8_SRGB"},        {65, "8_8_SRGB"},       {66, "8_8_8_8_SRGB"},     {67, "5_9_9_9_FLOAT"},
    {68, "5_6_5_UNORM"},   {69, "1_5_5_5_UNORM"},  {70, "5_5_5_1_UNORM"},    {71, "4_4_4_4_UNORM"},
    {72, "4_4_UNORM"},     {73, "1_UNORM"},        {74, "1_REVERSED_UNORM"}, {75, "32_FLOAT_CLAMP"},
    {76, "8_24_UNORM"},    {77, "8_24_UINT"},      {78, "24_8_UNORM"},       {79, "24_8_UINT"},
    {80, "X24_8_32_UINT"}, {81, "X24_8_32_FLOAT"}, {82, "GB_GR_UNORM"},      {83, "GB_GR_SNORM"},
    {84, "GB_GR_UINT"},    {85, "GB_GR_SRGB"},     {86, "BG_RG_UNORM"},      {87, "BG_RG_SNORM"},
    {88, "BG_RG_UINT"},    {89, "BG_RG_SRGB"},     {109, "BC1_UNORM"},       {110, "BC1_SRGB"},
    {111, "BC2_UNORM"},    {112, "BC2_SRGB"},      {113, "BC3_UNORM"},       {114, "BC3_SRGB"},
    {115, "BC4_UNORM"},    {116, "BC4_SNORM"},     {117, "BC5_UNORM"},       {118, "BC5_SNORM"},
    {119, "BC6_UFLOAT"},   {120, "BC6_SFLOAT"},    {121, "BC7_UNORM"},       {122, "BC7_SRGB"},
    {227, "6E4_FLOAT"},    {228, "7E3_FLOAT"},
};

/* The usual names: components, bits, and s, ui, i, f for what they are. */
static const struct {
    const char *name;
    uint8_t number;
} short_names[] = {
    {"r8", 1},       {"r8s", 2},         {"r8ui", 5},     {"r8i", 6},        {"r16", 7},
    {"r16s", 8},     {"r16ui", 11},      {"r16i", 12},    {"r16f", 13},      {"rg8", 14},
    {"rg8s", 15},    {"rg8ui", 18},      {"rg8i", 19},    {"r32ui", 20},     {"r32i", 21},
    {"r32f", 22},    {"rg16", 23},       {"rg16s", 24},   {"rg16ui", 27},    {"rg16i", 28},
    {"rg16f", 29},   {"r11g11b10f", 31}, {"rgb10a2", 36}, {"rgb10a2ui", 40}, {"rgba8", 42},
    {"rgba8s", 43},  {"rgba8ui", 46},    {"rgba8i", 47},  {"rg32ui", 48},    {"rg32i", 49},
    {"rg32f", 50},   {"rgba16", 51},     {"rgba16s", 52}, {"rgba16ui", 55},  {"rgba16i", 56},
    {"rgba16f", 57}, {"rgba32ui", 61},   {"rgba32i", 62}, {"rgba32f", 63},   {"srgba8", 66},
    {"rgb9e5", 67},  {"r5g6b5", 68},     {"bc1", 109},    {"bc2", 111},      {"bc3", 113},
    {"bc4", 115},    {"bc5", 117},       {"bc6h", 119},   {"bc7", 121},
};

const char *shoal_image_format_name(unsigned format)
{
    if (format > 0 && format < RDNA3_BUFFER_FORMATS)
        return rdna3_buffer_formats[format];
    for (size_t i = 0; i < sizeof image_names / sizeof *image_names; i++)
        if (image_names[i].number == format)
            return image_names[i].name;
    return NULL;
}

unsigned shoal_image_format(const char *name)
{
    for (size_t i = 0; i < sizeof short_names / sizeof *short_names; i++)
        if (strcasecmp(name, short_names[i].name) == 0)
            return short_names[i].number;
    for (unsigned n = 1; n < 256; n++) {
        const char *known = shoal_image_format_name(n);
        if (known && strcasecmp(name, known) == 0)
            return n;
    }
    return 0;
}

static void set(uint32_t *d, unsigned at, unsigned count, uint64_t value)
{
    for (unsigned i = 0; i < count; i++)
        d[(at + i) / 32] |= (uint32_t)(value >> i & 1) << (at + i) % 32;
}

/* cl_channel_order and cl_channel_type of the formats that OpenCL has. */
static void set_opencl(shoal_image_layout *l, const struct texel_format *f)
{
    static const uint16_t orders[5] = {0, 0x10b0, 0x10b2, 0x10b4, 0x10b5};
    unsigned size = l->component_bits == 8 ? 0 : l->component_bits == 16 ? 1 : 2;
    if (!l->component_bits)
        return;
    l->opencl_order = orders[l->components];
    switch (f->number) {
    case NUM_SNORM:
        l->opencl_type = 0x10d0 + size;
        break;
    case NUM_UNORM:
        l->opencl_type = 0x10d2 + size;
        break;
    case NUM_SINT:
        l->opencl_type = 0x10d7 + size;
        break;
    case NUM_UINT:
        l->opencl_type = 0x10da + size;
        break;
    case NUM_FLOAT:
        l->opencl_type = size == 1 ? 0x10dd : 0x10de;
        break;
    case NUM_SRGB:
        l->opencl_type = 0x10d2;
        l->opencl_order = l->components == 4 ? 0x10c1 : 0;
        break;
    default:
        l->opencl_order = 0;
        break;
    }
}

static void set_layout(const shoal_image_desc *d, const struct texel_format *f,
                       const struct rdna3_image *m, shoal_image_layout *l)
{
    memset(l, 0, sizeof *l);
    l->element_bytes = f->bytes;
    l->block_width = f->group_width ? f->group_width : 1;
    l->block_height = f->group_height ? f->group_height : 1;
    l->components = f->components;
    l->component_bits = f->layout == LAYOUT_ELEMENT ? f->bits[0] : 0;
    for (unsigned i = 1; i < f->components; i++)
        if (f->bits[i] != f->bits[0])
            l->component_bits = 0;
    if (l->component_bits % 8)
        l->component_bits = 0;
    l->component_type = f->number == NUM_UINT    ? 'u'
                        : f->number == NUM_SINT  ? 'i'
                        : f->number == NUM_FLOAT ? 'f'
                                                 : 'n';
    l->layer_bytes = m->layer_bytes;
    uint32_t slices = d->type == SHOAL_IMAGE_3D || rdna3_image_has_layers(m) ? d->depth : 1;
    l->size_bytes = m->layer_bytes * (slices ? slices : 1);
    for (unsigned i = 0; i < m->levels; i++) {
        uint32_t w = rdna3_level_extent(m->width, i), h = rdna3_level_extent(m->height, i);
        l->level[i].offset_bytes = m->level[i].offset;
        l->level[i].row_bytes = m->level[i].pitch * f->bytes;
        l->level[i].columns = (w + l->block_width - 1) / l->block_width;
        l->level[i].rows = (h + l->block_height - 1) / l->block_height;
    }
    set_opencl(l, f);
}

const char *shoal_image_describe(const shoal_image_desc *desc, uint64_t address, uint32_t t[8],
                                 shoal_image_layout *layout)
{
    shoal_image_desc d = *desc;
    uint32_t words[8] = {0};
    const struct texel_format *f = texel_format(d.format);
    d.width += !d.width;
    d.height += !d.height;
    d.depth += !d.depth;
    d.levels += !d.levels;
    if (!f)
        return "There is no image format of this number.";
    if (d.type < SHOAL_IMAGE_1D || d.type > SHOAL_IMAGE_2D_ARRAY)
        return "There is no image type of this number.";
    if (d.width > 16384 || d.height > 16384 || d.depth > 8192)
        return "An image has at most 16384 texels across and down, and 8192 slices.";
    uint32_t longest = d.width > d.height ? d.width : d.height, most = 1;
    while (longest >> most)
        most++;
    if (d.levels > most || d.levels > IMAGE_LEVELS)
        return "The image has more levels than its size allows.";
    if (address % 256)
        return "The address of an image must be a multiple of 256.";
    if (d.type == SHOAL_IMAGE_1D || d.type == SHOAL_IMAGE_1D_ARRAY)
        d.height = 1;
    set(words, 0, 40, address >> 8);
    set(words, 48, 4, d.levels - 1);
    set(words, 52, 8, d.format);
    set(words, 62, 14, d.width - 1);
    set(words, 78, 14, d.height - 1);
    /* Components that the format lacks read as 0, alpha as 1. */
    for (unsigned i = 0; i < 4; i++)
        set(words, 96 + 3 * i, 3, i < f->components ? SELECT_X + i : i == 3);
    set(words, 112, 4, d.levels - 1);
    set(words, 124, 4, d.type);
    if (d.type != SHOAL_IMAGE_1D && d.type != SHOAL_IMAGE_2D)
        set(words, 128, 13, d.depth - 1);
    struct rdna3_image m;
    const char *wrong = rdna3_image_parse(words, false, &m);
    if (wrong)
        return wrong;
    if (layout)
        set_layout(&d, f, &m, layout);
    if (t)
        memcpy(t, words, sizeof words);
    return NULL;
}

static uint32_t fixed_lod(float lod) { return (uint32_t)(fminf(fmaxf(lod, 0), 15.996f) * 256); }

void shoal_sampler_describe(const shoal_sampler_desc *d, uint32_t s[4])
{
    unsigned filter = d->linear, ratio = 0;
    memset(s, 0, 16);
    while (ratio < 4 && 2u << ratio <= d->anisotropy)
        ratio++;
    if (ratio)
        filter += 2;
    for (unsigned i = 0; i < 3; i++)
        set(s, 3 * i, 3, d->wrap[i]);
    set(s, 9, 3, ratio);
    set(s, 12, 3, d->compare);
    set(s, 15, 1, d->unnormalized);
    set(s, 27, 1, !d->linear); /* nearest texels: coordinates are truncated, not rounded first */
    set(s, 32, 12, fixed_lod(d->min_lod));
    set(s, 44, 12, d->max_lod > 0 ? fixed_lod(d->max_lod) : 0xfff);
    set(s, 64, 14, (uint64_t)(int64_t)(fminf(fmaxf(d->lod_bias, -32), 31.99f) * 256));
    set(s, 84, 2, filter);
    set(s, 86, 2, filter);
    set(s, 90, 2, d->mip_linear ? 2 : 1);
    set(s, 126, 2, d->border);
}
