/* image.c: images. The surface is linear (shoal/rdna3.h lays it out); kernels get the address of
 * its T#, behind which are the channels for the queries of OpenCL C (lib/opencl/image.h). An image
 * of a buffer has a V# instead, and the buffer's memory. */
#include <stdlib.h>
#include <string.h>

#include "opencl.h"
#include "shoal/rdna3.h"

enum {
    DESCRIPTOR_WORDS = 12,
    TYPE_WORD = 8, /* cl_channel_type */
    ORDER_WORD,    /* cl_channel_order */
    WIDTH_WORD,    /* of an image of a buffer */
};

/* ---- what is asked for ------------------------------------------------------------------- */

static bool has_height(cl_mem_object_type t)
{
    return t == CL_MEM_OBJECT_IMAGE2D || t == CL_MEM_OBJECT_IMAGE2D_ARRAY ||
           t == CL_MEM_OBJECT_IMAGE3D;
}

static bool has_layers(cl_mem_object_type t)
{
    return t == CL_MEM_OBJECT_IMAGE1D_ARRAY || t == CL_MEM_OBJECT_IMAGE2D_ARRAY;
}

static cl_int check_size(const struct image *i)
{
    bool is_buffer = i->type == CL_MEM_OBJECT_IMAGE1D_BUFFER;
    CHECK(i->width && (!has_height(i->type) || i->height) && (!has_layers(i->type) || i->layers) &&
              (i->type != CL_MEM_OBJECT_IMAGE3D || i->depth),
          CL_INVALID_IMAGE_DESCRIPTOR);
    CHECK(i->width <= (is_buffer ? (size_t)MAX_IMAGE_BUFFER : MAX_IMAGE_SIDE) &&
              i->height <= MAX_IMAGE_SIDE && i->depth <= MAX_IMAGE_SLICES &&
              i->layers <= MAX_IMAGE_SLICES,
          CL_INVALID_IMAGE_SIZE);
    return CL_SUCCESS;
}

/* Rows of an image in a buffer of two dimensions. */
static cl_int settle_rows(struct image *i, const cl_image_desc *d)
{
    size_t row = i->width * i->element, align = IMAGE_ALIGN * i->element;
    CHECK(!d->image_slice_pitch && (!d->image_row_pitch || d->image_row_pitch >= row),
          CL_INVALID_IMAGE_DESCRIPTOR);
    row = d->image_row_pitch ? d->image_row_pitch : row;
    CHECK(row % align == 0, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
    i->row = i->host_row = row;
    i->slice = i->host_slice = row * i->height;
    return CL_SUCCESS;
}

/* Pitches of the program's memory (3.0 API, table 19): 0 is as tight as can be. */
static cl_int settle_host(struct image *i, const cl_image_desc *d, const void *host)
{
    size_t row = i->width * i->element, rows = i->height ? i->height : 1;
    CHECK(host || (!d->image_row_pitch && !d->image_slice_pitch), CL_INVALID_IMAGE_DESCRIPTOR);
    CHECK(!d->image_row_pitch ||
              (d->image_row_pitch >= row && d->image_row_pitch % i->element == 0),
          CL_INVALID_IMAGE_DESCRIPTOR);
    row = d->image_row_pitch ? d->image_row_pitch : row;
    CHECK(!d->image_slice_pitch ||
              (d->image_slice_pitch >= row * rows && d->image_slice_pitch % row == 0),
          CL_INVALID_IMAGE_DESCRIPTOR);
    i->host_row = row;
    i->host_slice = d->image_slice_pitch ? d->image_slice_pitch : row * rows;
    if (i->type == CL_MEM_OBJECT_IMAGE1D_ARRAY)
        i->host_row = i->host_slice;
    return CL_SUCCESS;
}

/* An image of another image's texels: the same but for the order of channels, of which some go
 * together (3.0 API, table 22). */
static cl_int settle_view(struct image *i, const cl_image_desc *d, const struct image *of)
{
    static const cl_channel_order pairs[][2] = {
        {CL_sRGBA, CL_RGBA}, {CL_RGBA, CL_sRGBA}, {CL_DEPTH, CL_R}};
    bool is_pair = false;
    for (size_t n = 0; n < sizeof pairs / sizeof *pairs; n++)
        is_pair |= pairs[n][0] == i->format.image_channel_order &&
                   pairs[n][1] == of->format.image_channel_order;
    CHECK(is_pair && of->type == CL_MEM_OBJECT_IMAGE2D &&
              i->format.image_channel_data_type == of->format.image_channel_data_type,
          CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
    CHECK(i->width == of->width && i->height == of->height && !d->image_slice_pitch &&
              (!d->image_row_pitch || d->image_row_pitch == of->row ||
               d->image_row_pitch == of->host_row),
          CL_INVALID_IMAGE_DESCRIPTOR);
    i->row = of->row;
    i->slice = of->slice;
    i->host_row = of->host_row;
    i->host_slice = of->host_slice;
    return CL_SUCCESS;
}

static cl_int read_desc(const cl_image_format *format, const cl_image_desc *d, const void *host,
                        struct image *i)
{
    CHECK(image_format_is_valid(format), CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
    CHECK(d && !d->num_mip_levels && !d->num_samples, CL_INVALID_IMAGE_DESCRIPTOR);
    i->type = d->image_type;
    CHECK(i->type == CL_MEM_OBJECT_IMAGE1D || i->type == CL_MEM_OBJECT_IMAGE1D_BUFFER ||
              i->type == CL_MEM_OBJECT_IMAGE3D || has_height(i->type) || has_layers(i->type),
          CL_INVALID_IMAGE_DESCRIPTOR);
    CHECK(d->buffer ? i->type == CL_MEM_OBJECT_IMAGE1D_BUFFER || i->type == CL_MEM_OBJECT_IMAGE2D
                    : i->type != CL_MEM_OBJECT_IMAGE1D_BUFFER,
          CL_INVALID_IMAGE_DESCRIPTOR);
    CHECK(!d->buffer || is_buffer(d->buffer) ||
              (i->type == CL_MEM_OBJECT_IMAGE2D && is_image(d->buffer)),
          CL_INVALID_IMAGE_DESCRIPTOR);
    CHECK(image_format_number(format) &&
              (format->image_channel_order != CL_DEPTH || i->type == CL_MEM_OBJECT_IMAGE2D ||
               i->type == CL_MEM_OBJECT_IMAGE2D_ARRAY),
          CL_IMAGE_FORMAT_NOT_SUPPORTED);
    i->format = *format;
    i->width = d->image_width;
    i->height = has_height(i->type) ? d->image_height : 0;
    i->depth = i->type == CL_MEM_OBJECT_IMAGE3D ? d->image_depth : 0;
    i->layers = has_layers(i->type) ? d->image_array_size : 0;
    unsigned char texel[16];
    i->element = image_format_encode(format, (const cl_uint[4]){0}, texel);
    TRY(check_size(i));
    if (d->buffer && is_image(d->buffer))
        return settle_view(i, d, d->buffer->image);
    return d->buffer && i->type == CL_MEM_OBJECT_IMAGE2D ? settle_rows(i, d)
                                                         : settle_host(i, d, host);
}

/* ---- descriptors --------------------------------------------------------------------------- */

static shoal_image_type type_of(cl_mem_object_type t)
{
    return t == CL_MEM_OBJECT_IMAGE1D         ? SHOAL_IMAGE_1D
           : t == CL_MEM_OBJECT_IMAGE1D_ARRAY ? SHOAL_IMAGE_1D_ARRAY
           : t == CL_MEM_OBJECT_IMAGE2D_ARRAY ? SHOAL_IMAGE_2D_ARRAY
           : t == CL_MEM_OBJECT_IMAGE3D       ? SHOAL_IMAGE_3D
                                              : SHOAL_IMAGE_2D;
}

/* V# of a structured buffer with a format (manual 9.4). */
static void describe_buffer(const struct image *i, uint64_t address, uint32_t *words)
{
    enum { SEL_0 = 0, SEL_1 = 1, SEL_X = 4, FORMAT_SHIFT = 12, STRIDE_SHIFT = 16 };
    cl_channel_order order = i->format.image_channel_order;
    unsigned count = order == CL_RG ? 2 : order == CL_RGBA || order == CL_BGRA ? 4 : 1, select = 0;
    for (unsigned c = 0; c < 4; c++) {
        unsigned from = order == CL_BGRA && c < 3 ? 2 - c : c;
        unsigned is = c < count ? SEL_X + from : c == 3 ? SEL_1 : SEL_0;
        if (order == CL_A)
            is = c == 3 ? SEL_X : SEL_0;
        if (order == CL_INTENSITY || (order == CL_LUMINANCE && c < 3))
            is = SEL_X;
        select |= is << (3 * c);
    }
    words[0] = (uint32_t)address;
    words[1] = (uint32_t)(address >> 32) | (uint32_t)i->element << STRIDE_SHIFT;
    words[2] = (uint32_t)i->width;
    words[3] = select | image_format_number(&i->format) << FORMAT_SHIFT;
    words[WIDTH_WORD] = (uint32_t)i->width;
}

static shoal_image_desc shape(const struct image *i)
{
    return (shoal_image_desc){.format = image_format_number(&i->format),
                              .type = type_of(i->type),
                              .width = (uint32_t)i->width,
                              .height = (uint32_t)i->height,
                              .depth = (uint32_t)(i->depth ? i->depth : i->layers)};
}

/* Itself, or the image whose texels it has. */
static bool is_in_buffer(cl_mem m)
{
    while (m->parent && m->image)
        m = m->parent;
    return !m->image;
}

/* What shoal_image_describe does not know: where components come from (DST_SEL_*, manual table 50:
 * 0 and 1 stand for themselves), and a pitch of the program's own. */
static void adapt(cl_mem m, uint32_t *words)
{
    enum { ZERO, ONE, X = 4, Y, Z, W, PITCH_BITS = 14 };
    static const struct {
        cl_channel_order order;
        unsigned from[4];
    } orders[] = {
        {CL_BGRA, {Z, Y, X, W}},
        {CL_A, {ZERO, ZERO, ZERO, X}},
        {CL_LUMINANCE, {X, X, X, ONE}},
        {CL_INTENSITY, {X, X, X, X}},
    };
    const struct image *i = m->image;
    for (size_t o = 0; o < sizeof orders / sizeof *orders; o++)
        for (unsigned c = 0; orders[o].order == i->format.image_channel_order && c < 4; c++)
            words[3] = (words[3] & ~(7u << (3 * c))) | orders[o].from[c] << (3 * c);
    if (is_in_buffer(m))
        words[4] = (words[4] & ~((1u << PITCH_BITS) - 1)) | ((uint32_t)(i->row / i->element) - 1);
}

static cl_int describe(cl_mem m)
{
    struct image *i = m->image;
    uint32_t words[DESCRIPTOR_WORDS] = {0};
    shoal_image_desc d = shape(i);
    if (i->type == CL_MEM_OBJECT_IMAGE1D_BUFFER)
        describe_buffer(i, m->address, words);
    else if (shoal_image_describe(&d, m->address, words, NULL))
        return CL_INVALID_IMAGE_DESCRIPTOR;
    else
        adapt(m, words);
    words[TYPE_WORD] = i->format.image_channel_data_type;
    words[ORDER_WORD] = i->format.image_channel_order;
    shoal_device *device = m->context->device->device;
    CHECK(shoal_mem_alloc(device, sizeof words, 0, &i->descriptor) == SHOAL_OK &&
              shoal_mem_write(device, i->descriptor, words, sizeof words) == SHOAL_OK,
          CL_OUT_OF_RESOURCES);
    return CL_SUCCESS;
}

/* ---- creation -------------------------------------------------------------------------------- */

static void copy_from_host(cl_mem m, const char *host)
{
    const struct image *i = m->image;
    bool is_1d_array = i->type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
    size_t rows = is_1d_array ? i->layers : i->height ? i->height : 1;
    size_t slices = i->depth ? i->depth : is_1d_array || !i->layers ? 1 : i->layers;
    for (size_t z = 0; z < slices; z++)
        for (size_t y = 0; y < rows; y++)
            memcpy(m->bytes + z * i->slice + y * i->row, host + z * i->host_slice + y * i->host_row,
                   i->width * i->element);
}

/* The surface: its memory, and where rows and slices are in it. */
static cl_int place(cl_mem m, cl_mem parent)
{
    struct image *i = m->image;
    shoal_image_layout layout;
    if (parent) {
        bool is_2d = i->type == CL_MEM_OBJECT_IMAGE2D;
        size_t size = parent->image ? parent->size : is_2d ? i->slice : i->width * i->element;
        CHECK(size <= parent->size, CL_INVALID_IMAGE_SIZE);
        m->parent = parent;
        object_use(parent);
        m->address = parent->address;
        m->bytes = parent->bytes;
        m->host = parent->host;
        m->size = size;
        if (!is_2d)
            i->row = i->slice = size;
        return CL_SUCCESS;
    }
    shoal_image_desc d = shape(i);
    CHECK(!shoal_image_describe(&d, 0, NULL, &layout), CL_INVALID_IMAGE_DESCRIPTOR);
    CHECK(layout.size_bytes <= m->context->device->memory_bytes / 2, CL_INVALID_IMAGE_SIZE);
    m->size = layout.size_bytes;
    i->slice = layout.layer_bytes;
    i->row =
        i->type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? layout.layer_bytes : layout.level[0].row_bytes;
    TRY(memory_allocate(m->context->device, m->size, 256, NULL, &m->address, &m->bytes));
    m->is_owned = true;
    return CL_SUCCESS;
}

static cl_int fill_in(cl_mem m, const struct image *wanted, const cl_mem_properties *properties,
                      cl_mem parent, void *host)
{
    m->image = malloc(sizeof *m->image);
    CHECK(m->image && properties_copy(&m->properties, properties), CL_OUT_OF_HOST_MEMORY);
    *m->image = *wanted;
    m->host = m->flags & CL_MEM_USE_HOST_PTR ? host : NULL; /* a parent's: see place */
    TRY(place(m, parent));
    if (host)
        copy_from_host(m, host);
    return describe(m);
}

static cl_int create(cl_context context, const cl_mem_properties *properties, cl_mem_flags flags,
                     const cl_image_format *format, const cl_image_desc *desc, void *host,
                     cl_mem *out)
{
    struct image wanted = {0};
    CHECK(object_is(context, KIND_CONTEXT), CL_INVALID_CONTEXT);
    CHECK(!context->device->is_narrow, CL_INVALID_OPERATION);
    CHECK(!properties || !properties[0], CL_INVALID_PROPERTY);
    CHECK(memory_flags_are_good(flags), CL_INVALID_VALUE);
    TRY(read_desc(format, desc, host, &wanted));
    CHECK(!desc->buffer || desc->buffer->context == context, CL_INVALID_CONTEXT);
    bool wants_host = flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR);
    if (desc->buffer)
        TRY(memory_inherit(desc->buffer, &flags));
    CHECK(wants_host == (host != NULL), CL_INVALID_HOST_PTR);
    cl_mem m = memory_object(context, flags, 0);
    CHECK(m, CL_OUT_OF_HOST_MEMORY);
    cl_int result = fill_in(m, &wanted, properties, desc->buffer, host);
    if (result != CL_SUCCESS)
        object_release(m, KIND_MEMORY);
    else
        *out = m;
    return result;
}

cl_mem clCreateImage(cl_context context, cl_mem_flags flags, const cl_image_format *image_format,
                     const cl_image_desc *image_desc, void *host_ptr, cl_int *errcode_ret)
{
    cl_mem m = NULL;
    GIVE(create(context, NULL, flags, image_format, image_desc, host_ptr, &m), m);
}

cl_mem clCreateImageWithProperties(cl_context context, const cl_mem_properties *properties,
                                   cl_mem_flags flags, const cl_image_format *image_format,
                                   const cl_image_desc *image_desc, void *host_ptr,
                                   cl_int *errcode_ret)
{
    cl_mem m = NULL;
    GIVE(create(context, properties, flags, image_format, image_desc, host_ptr, &m), m);
}

/* The functions of 1.1 tell of sizes where those of 1.2 tell of the descriptor. */
static cl_int old_code(cl_int code)
{
    return code == CL_INVALID_IMAGE_DESCRIPTOR ? CL_INVALID_IMAGE_SIZE : code;
}

cl_mem clCreateImage2D(cl_context context, cl_mem_flags flags, const cl_image_format *image_format,
                       size_t image_width, size_t image_height, size_t image_row_pitch,
                       void *host_ptr, cl_int *errcode_ret)
{
    cl_mem m = NULL;
    cl_image_desc d = {.image_type = CL_MEM_OBJECT_IMAGE2D,
                       .image_width = image_width,
                       .image_height = image_height,
                       .image_row_pitch = image_row_pitch};
    GIVE(old_code(create(context, NULL, flags, image_format, &d, host_ptr, &m)), m);
}

cl_mem clCreateImage3D(cl_context context, cl_mem_flags flags, const cl_image_format *image_format,
                       size_t image_width, size_t image_height, size_t image_depth,
                       size_t image_row_pitch, size_t image_slice_pitch, void *host_ptr,
                       cl_int *errcode_ret)
{
    cl_mem m = NULL;
    cl_image_desc d = {.image_type = CL_MEM_OBJECT_IMAGE3D,
                       .image_width = image_width,
                       .image_height = image_height,
                       .image_depth = image_depth,
                       .image_row_pitch = image_row_pitch,
                       .image_slice_pitch = image_slice_pitch};
    GIVE(old_code(create(context, NULL, flags, image_format, &d, host_ptr, &m)), m);
}

cl_int clGetImageInfo(cl_mem m, cl_image_info param_name, size_t param_value_size,
                      void *param_value, size_t *param_value_size_ret)
{
    CHECK(is_image(m), CL_INVALID_MEM_OBJECT);
    const struct image *i = m->image;
    bool has_slices = i->depth || i->layers;
    switch (param_name) {
    case CL_IMAGE_FORMAT:
        return answer_bytes(ASKED, &i->format, sizeof i->format);
    case CL_IMAGE_ELEMENT_SIZE:
        return ANSWER(ASKED, size_t, i->element);
    case CL_IMAGE_ROW_PITCH:
        return ANSWER(ASKED, size_t, m->host ? i->host_row : i->row);
    case CL_IMAGE_SLICE_PITCH:
        return ANSWER(ASKED, size_t, !has_slices ? 0 : m->host ? i->host_slice : i->slice);
    case CL_IMAGE_WIDTH:
        return ANSWER(ASKED, size_t, i->width);
    case CL_IMAGE_HEIGHT:
        return ANSWER(ASKED, size_t, i->height);
    case CL_IMAGE_DEPTH:
        return ANSWER(ASKED, size_t, i->depth);
    case CL_IMAGE_ARRAY_SIZE:
        return ANSWER(ASKED, size_t, i->layers);
    case CL_IMAGE_BUFFER:
        return ANSWER(ASKED, cl_mem, m->parent && !m->parent->image ? m->parent : NULL);
    case CL_IMAGE_NUM_MIP_LEVELS:
    case CL_IMAGE_NUM_SAMPLES:
        return ANSWER(ASKED, cl_uint, 0);
    default:
        return CL_INVALID_VALUE;
    }
}
