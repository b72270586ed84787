/* format.c: the formats of images: OpenCL's channels, the numbers of a T# (manual, table 52), and
 * colours as texels. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "opencl.h"
#include "shoal/rdna3.h"

/* What a channel holds, and the letters of its formats' short names (shoal_image_format). */
static const struct channel {
    cl_channel_type type;
    unsigned bits;
    char kind; /* 'n' unsigned, 's' signed normalised, 'u', 'i', 'f' */
    const char *suffix;
} channels[] = {
    {CL_SNORM_INT8, 8, 's', "8s"},        {CL_SNORM_INT16, 16, 's', "16s"},
    {CL_UNORM_INT8, 8, 'n', "8"},         {CL_UNORM_INT16, 16, 'n', "16"},
    {CL_SIGNED_INT8, 8, 'i', "8i"},       {CL_SIGNED_INT16, 16, 'i', "16i"},
    {CL_SIGNED_INT32, 32, 'i', "32i"},    {CL_UNSIGNED_INT8, 8, 'u', "8ui"},
    {CL_UNSIGNED_INT16, 16, 'u', "16ui"}, {CL_UNSIGNED_INT32, 32, 'u', "32ui"},
    {CL_HALF_FLOAT, 16, 'f', "16f"},      {CL_FLOAT, 32, 'f', "32f"},
};

static const struct channel *find_channel(cl_channel_type type)
{
    for (size_t i = 0; i < sizeof channels / sizeof *channels; i++)
        if (channels[i].type == type)
            return &channels[i];
    return NULL;
}

bool image_format_is_valid(const cl_image_format *f)
{
    return f && f->image_channel_order >= CL_R && f->image_channel_order <= CL_ABGR &&
           f->image_channel_data_type >= CL_SNORM_INT8 &&
           f->image_channel_data_type <= CL_UNORM_INT_101010_2;
}

static unsigned channel_count(cl_channel_order order)
{
    return order == CL_RG ? 2 : order == CL_RGBA || order == CL_BGRA || order == CL_sRGBA ? 4 : 1;
}

unsigned image_format_number(const cl_image_format *f)
{
    const struct channel *c = find_channel(f->image_channel_data_type);
    const char *letters;
    char name[16];
    switch (f->image_channel_order) {
    case CL_LUMINANCE:
    case CL_INTENSITY: /* 3.0 API, table 18 */
        if (c && (c->kind == 'u' || c->kind == 'i'))
            return 0;
        letters = "r";
        break;
    case CL_DEPTH:
        if (f->image_channel_data_type != CL_UNORM_INT16 && f->image_channel_data_type != CL_FLOAT)
            return 0;
        letters = "r";
        break;
    case CL_R:
    case CL_A:
        letters = "r";
        break;
    case CL_RG:
        letters = "rg";
        break;
    case CL_BGRA:
    case CL_sRGBA:
        if (f->image_channel_data_type != CL_UNORM_INT8)
            return 0;
        letters = f->image_channel_order == CL_sRGBA ? "srgba" : "rgba";
        break;
    case CL_RGBA:
        letters = "rgba";
        break;
    default:
        return 0;
    }
    if (!c)
        return 0;
    snprintf(name, sizeof name, "%s%s", letters, c->suffix);
    return shoal_image_format(name);
}

/* ---- lists -------------------------------------------------------------------------------- */

/* sRGB is for reading only (3.0 API, 5.3.2.1: writes are another extension's). */
static bool is_supported(const cl_image_format *f, cl_mem_flags flags, cl_mem_object_type type)
{
    if (f->image_channel_order == CL_sRGBA &&
        (type == CL_MEM_OBJECT_IMAGE1D_BUFFER || !(flags & CL_MEM_READ_ONLY)))
        return false;
    if (f->image_channel_order == CL_DEPTH && type != CL_MEM_OBJECT_IMAGE2D &&
        type != CL_MEM_OBJECT_IMAGE2D_ARRAY)
        return false;
    return image_format_number(f) != 0;
}

cl_int clGetSupportedImageFormats(cl_context context, cl_mem_flags flags,
                                  cl_mem_object_type image_type, cl_uint num_entries,
                                  cl_image_format *image_formats, cl_uint *num_image_formats)
{
    static const cl_channel_order orders[] = {
        CL_R, CL_A, CL_RG, CL_RGBA, CL_BGRA, CL_sRGBA, CL_LUMINANCE, CL_INTENSITY, CL_DEPTH};
    cl_uint count = 0;
    CHECK(object_is(context, KIND_CONTEXT), CL_INVALID_CONTEXT);
    CHECK(memory_flags_are_good(flags & ~(cl_mem_flags)CL_MEM_KERNEL_READ_AND_WRITE),
          CL_INVALID_VALUE);
    CHECK(image_type == CL_MEM_OBJECT_IMAGE1D || image_type == CL_MEM_OBJECT_IMAGE1D_BUFFER ||
              image_type == CL_MEM_OBJECT_IMAGE1D_ARRAY || image_type == CL_MEM_OBJECT_IMAGE2D ||
              image_type == CL_MEM_OBJECT_IMAGE2D_ARRAY || image_type == CL_MEM_OBJECT_IMAGE3D,
          CL_INVALID_VALUE);
    CHECK(!image_formats || num_entries, CL_INVALID_VALUE);
    for (size_t o = 0; o < sizeof orders / sizeof *orders; o++) {
        for (size_t c = 0; c < sizeof channels / sizeof *channels; c++) {
            cl_image_format f = {orders[o], channels[c].type};
            if (context->device->is_narrow || !is_supported(&f, flags, image_type))
                continue;
            if (image_formats && count < num_entries)
                image_formats[count] = f;
            count++;
        }
    }
    if (num_image_formats)
        *num_image_formats = count;
    return CL_SUCCESS;
}

/* ---- colours ------------------------------------------------------------------------------ */

static uint32_t clamp_int(const struct channel *c, const void *colour, int i)
{
    cl_int x = ((const cl_int *)colour)[i];
    cl_uint u = ((const cl_uint *)colour)[i];
    if (c->kind == 'u')
        return c->bits < 32 && u >> c->bits ? (1u << c->bits) - 1 : u;
    if (c->bits < 32) {
        cl_int most = (1 << (c->bits - 1)) - 1;
        x = x > most ? most : x < -most - 1 ? -most - 1 : x;
    }
    return (uint32_t)x;
}

static uint32_t encode_float(const struct channel *c, float x)
{
    uint32_t word;
    if (c->kind == 'f' && c->bits == 32) {
        memcpy(&word, &x, sizeof word);
        return word;
    }
    if (c->kind == 'f') {
        _Float16 h = (_Float16)x;
        uint16_t half;
        memcpy(&half, &h, sizeof half);
        return half;
    }
    double most = c->kind == 's' ? (1 << (c->bits - 1)) - 1 : (1 << c->bits) - 1;
    double least = c->kind == 's' ? -1 : 0, y = isnan(x) ? 0 : x;
    return (uint32_t)(int32_t)rint((y > 1 ? 1 : y < least ? least : y) * most);
}

static float to_srgb(float x)
{
    return x <= 0.0031308f ? 12.92f * x : 1.055f * powf(x, 1 / 2.4f) - 0.055f;
}

size_t image_format_encode(const cl_image_format *f, const void *colour, unsigned char texel[16])
{
    const struct channel *c = find_channel(f->image_channel_data_type);
    unsigned count = channel_count(f->image_channel_order), bytes = c->bits / 8;
    for (unsigned i = 0; i < count; i++) {
        int from = f->image_channel_order == CL_BGRA && i < 3 ? 2 - (int)i
                   : f->image_channel_order == CL_A           ? 3
                                                              : (int)i;
        float x = ((const float *)colour)[from];
        if (f->image_channel_order == CL_sRGBA && i < 3)
            x = to_srgb(x);
        uint32_t word =
            c->kind == 'u' || c->kind == 'i' ? clamp_int(c, colour, from) : encode_float(c, x);
        memcpy(texel + i * bytes, &word, bytes); /* both are little-endian */
    }
    return (size_t)count * bytes;
}
