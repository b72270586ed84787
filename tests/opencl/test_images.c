/* test_images.c: images of every type and listed format, samplers, and the codes of their
 * functions. Expected texels are computed here, in C, from the OpenCL C Specification 3.0, 8.2
 * and 8.3. */
#include <math.h>
#include <stdint.h>

#include "check.h"

enum { WIDE = 13, HIGH = 5, DEEP = 3, MOST = 16 * 16 * 4 * 16 };

static unsigned char data[MOST], back[MOST];

static void fill_data(unsigned seed)
{
    for (int i = 0; i < MOST; i++)
        data[i] = (unsigned char)((seed = seed * 1664525u + 1013904223u) >> 24);
}

static cl_mem image(cl_mem_flags flags, cl_channel_order order, cl_channel_type type,
                    const cl_image_desc *d, void *host)
{
    cl_int e;
    cl_mem m = clCreateImage(context, flags, &(cl_image_format){order, type}, d, host, &e);
    OK(e);
    return m;
}

/* ---- every type and format: through a kernel, texel by texel ---- */

static const struct shape {
    cl_mem_object_type type;
    const char *name, *coordinate;
    size_t size[3]; /* as regions have it */
} shapes[] = {
    {CL_MEM_OBJECT_IMAGE1D, "image1d_t", "x", {WIDE, 1, 1}},
    {CL_MEM_OBJECT_IMAGE1D_ARRAY, "image1d_array_t", "(int2)(x, y)", {WIDE, DEEP, 1}},
    {CL_MEM_OBJECT_IMAGE2D, "image2d_t", "(int2)(x, y)", {WIDE, HIGH, 1}},
    {CL_MEM_OBJECT_IMAGE2D_ARRAY, "image2d_array_t", "(int4)(x, y, z, 0)", {WIDE, HIGH, DEEP}},
    {CL_MEM_OBJECT_IMAGE3D, "image3d_t", "(int4)(x, y, z, 0)", {WIDE, HIGH, DEEP}},
    {CL_MEM_OBJECT_IMAGE1D_BUFFER, "image1d_buffer_t", "x", {WIDE, 1, 1}},
};

static cl_image_desc desc_of(const struct shape *s)
{
    bool is_1d_array = s->type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
    return (cl_image_desc){.image_type = s->type,
                           .image_width = s->size[0],
                           .image_height = s->size[1],
                           .image_depth = s->size[2],
                           .image_array_size = is_1d_array ? s->size[1] : s->size[2]};
}

/* A program that copies: read_image and write_image of one kind. */
static cl_kernel copier(const struct shape *s, const char *kind, const char *suffix)
{
    char source[1024];
    cl_int e;
    snprintf(source, sizeof source,
             "kernel void k(read_only %s from, write_only %s to) {\n"
             "    int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);\n"
             "    %s4 t = read_image%s(from, %s); write_image%s(to, %s, t); }\n",
             s->name, s->name, kind, suffix, s->coordinate, suffix, s->coordinate);
    cl_program p = build(source, "-cl-std=CL3.0");
    cl_kernel k = clCreateKernel(p, "k", &e);
    OK(e);
    OK(clReleaseProgram(p));
    return k;
}

static size_t texel_bytes(cl_mem m)
{
    size_t n = 0;
    OK(clGetImageInfo(m, CL_IMAGE_ELEMENT_SIZE, sizeof n, &n, NULL));
    return n;
}

/* Bytes that are NaNs, -0 or the second -1 of signed normalised formats need not come back. */
static void make_plain(cl_channel_type type, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++) {
        if (type == CL_FLOAT && i % 4 == 3)
            data[i] = 0x40 + data[i] % 2;
        if (type == CL_HALF_FLOAT && i % 2 == 1)
            data[i] = (unsigned char)(0x20 + data[i] % 64);
        if ((type == CL_SNORM_INT8 || (type == CL_SNORM_INT16 && i % 2)) && data[i] == 0x80)
            data[i] = 0x81;
    }
}

static void try_format(const struct shape *s, cl_kernel k, const cl_image_format *f)
{
    const size_t origin[3] = {0, 0, 0};
    cl_image_desc d = desc_of(s);
    cl_int e;
    cl_mem buffers[2] = {NULL, NULL}, images[2];
    for (int i = 0; i < 2; i++) {
        if (s->type == CL_MEM_OBJECT_IMAGE1D_BUFFER)
            d.buffer = buffers[i] = clCreateBuffer(context, 0, 16 * WIDE, NULL, &e);
        images[i] = image(0, f->image_channel_order, f->image_channel_data_type, &d, NULL);
    }
    size_t bytes = texel_bytes(images[0]) * s->size[0] * s->size[1] * s->size[2];
    fill_data(f->image_channel_data_type * 31 + f->image_channel_order);
    make_plain(f->image_channel_data_type, bytes);
    memset(back, 0, bytes);
    OK(clEnqueueWriteImage(queue, images[0], CL_FALSE, origin, s->size, 0, 0, data, 0, NULL, NULL));
    OK(clSetKernelArg(k, 0, sizeof *images, &images[0]));
    OK(clSetKernelArg(k, 1, sizeof *images, &images[1]));
    OK(clEnqueueNDRangeKernel(queue, k, 3, NULL, s->size, NULL, 0, NULL, NULL));
    OK(clEnqueueReadImage(queue, images[1], CL_TRUE, origin, s->size, 0, 0, back, 0, NULL, NULL));
    IS(0, memcmp(data, back, bytes));
    if (memcmp(data, back, bytes) != 0)
        printf("%s: order %x, type %x\n", s->name, f->image_channel_order,
               f->image_channel_data_type);
    for (int i = 0; i < 2; i++) {
        OK(clReleaseMemObject(images[i]));
        if (buffers[i])
            OK(clReleaseMemObject(buffers[i]));
    }
}

static void formats(const struct shape *s)
{
    cl_image_format list[64];
    cl_uint count = 0;
    cl_kernel kernels[3] = {copier(s, "float", "f"), copier(s, "int", "i"),
                            copier(s, "uint", "ui")};
    OK(clGetSupportedImageFormats(context, CL_MEM_READ_WRITE, s->type, 64, list, &count));
    IS(1, count >= 37 && count <= 64);
    for (cl_uint i = 0; i < count; i++) {
        cl_channel_type t = list[i].image_channel_data_type;
        bool is_signed = t >= CL_SIGNED_INT8 && t <= CL_SIGNED_INT32;
        bool is_unsigned = t >= CL_UNSIGNED_INT8 && t <= CL_UNSIGNED_INT32;
        if (list[i].image_channel_order == CL_DEPTH) /* another type of argument: depths */
            continue;
        try_format(s, kernels[is_signed ? 1 : is_unsigned ? 2 : 0], &list[i]);
    }
    for (int i = 0; i < 3; i++)
        OK(clReleaseKernel(kernels[i]));
}

/* What kernels read of the formats with one component: OpenCL C 3.0, 6.15.15.7, and 3.0 API, table
 * 18. */
static void single_components(void)
{
    static const struct {
        cl_channel_order order;
        float seen[4];
    } all[] = {{CL_R, {0.25f, 0, 0, 1}},
               {CL_A, {0, 0, 0, 0.25f}},
               {CL_LUMINANCE, {0.25f, 0.25f, 0.25f, 1}},
               {CL_INTENSITY, {0.25f, 0.25f, 0.25f, 0.25f}}};
    cl_int e;
    cl_program p =
        build("kernel void k(read_only image2d_t a, read_only image1d_buffer_t b, global "
              "float4 *o) {\n"
              "o[0] = read_imagef(a, (int2)(0)); o[1] = read_imagef(b, 0); }",
              "-cl-std=CL3.0");
    cl_kernel k = clCreateKernel(p, "k", &e);
    OK(e);
    const cl_image_desc d = {
        .image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 1, .image_height = 1};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        float texel = 0.25f, out[8];
        cl_mem raw = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof texel, &texel, &e);
        OK(e);
        cl_mem to = clCreateBuffer(context, 0, sizeof out, NULL, &e);
        OK(e);
        const cl_image_desc line = {
            .image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER, .image_width = 1, .buffer = raw};
        cl_mem a = image(CL_MEM_COPY_HOST_PTR, all[i].order, CL_FLOAT, &d, &texel);
        cl_mem b = image(0, all[i].order, CL_FLOAT, &line, NULL);
        cl_mem *given[] = {&a, &b, &to};
        for (cl_uint n = 0; n < 3; n++)
            OK(clSetKernelArg(k, n, sizeof(cl_mem), given[n]));
        OK(clEnqueueTask(queue, k, 0, NULL, NULL));
        OK(clEnqueueReadBuffer(queue, to, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL));
        for (int n = 0; n < 8; n++)
            IS(1, all[i].seen[n % 4] == out[n]);
        for (cl_uint n = 0; n < 3; n++)
            OK(clReleaseMemObject(*given[n]));
        OK(clReleaseMemObject(raw));
    }
    OK(clReleaseKernel(k));
    OK(clReleaseProgram(p));
}

/* 3.0 API, 5.3.2.1: what every device with images has. */
static void mandatory(void)
{
    static const cl_channel_type types[] = {
        CL_UNORM_INT8,    CL_UNORM_INT16,    CL_SIGNED_INT8,    CL_SIGNED_INT16, CL_SIGNED_INT32,
        CL_UNSIGNED_INT8, CL_UNSIGNED_INT16, CL_UNSIGNED_INT32, CL_HALF_FLOAT,   CL_FLOAT};
    cl_image_format list[64];
    cl_uint count;
    OK(clGetSupportedImageFormats(context, CL_MEM_READ_ONLY, CL_MEM_OBJECT_IMAGE2D, 64, list,
                                  &count));
    for (size_t t = 0; t <= sizeof types / sizeof *types; t++) {
        bool is_last = t == sizeof types / sizeof *types;
        cl_image_format want = {is_last ? CL_BGRA : CL_RGBA, is_last ? CL_UNORM_INT8 : types[t]};
        int found = 0;
        for (cl_uint i = 0; i < count; i++)
            found += memcmp(&list[i], &want, sizeof want) == 0;
        IS(1, found);
    }
}

/* ---- samplers ---- */

static const struct {
    cl_addressing_mode mode;
    bool is_normalized;
} modes[] = {{CL_ADDRESS_CLAMP_TO_EDGE, false},
             {CL_ADDRESS_CLAMP, false},
             {CL_ADDRESS_REPEAT, true},
             {CL_ADDRESS_MIRRORED_REPEAT, true}};

/* The texel of an address (8.2, tables of address modes). -1: the border. */
static int wrapped(cl_addressing_mode mode, int i, int n)
{
    if (mode == CL_ADDRESS_REPEAT)
        return (i % n + n) % n;
    if (mode == CL_ADDRESS_MIRRORED_REPEAT) {
        i = (i % (2 * n) + 2 * n) % (2 * n);
        return i < n ? i : 2 * n - 1 - i;
    }
    if (mode == CL_ADDRESS_CLAMP)
        return i < 0 || i >= n ? -1 : i;
    return i < 0 ? 0 : i >= n ? n - 1 : i;
}

static float texel_at(const float *texels, cl_addressing_mode mode, int x, int y)
{
    x = wrapped(mode, x, 4), y = wrapped(mode, y, 4);
    return x < 0 || y < 0 ? 0 : texels[y * 4 + x];
}

static float sampled(const float *texels, cl_addressing_mode mode, bool is_linear, float u, float v)
{
    if (!is_linear)
        return texel_at(texels, mode, (int)floorf(u), (int)floorf(v));
    int x = (int)floorf(u - 0.5f), y = (int)floorf(v - 0.5f);
    float a = u - 0.5f - (float)x, b = v - 0.5f - (float)y;
    return (1 - b) *
               ((1 - a) * texel_at(texels, mode, x, y) + a * texel_at(texels, mode, x + 1, y)) +
           b * ((1 - a) * texel_at(texels, mode, x, y + 1) +
                a * texel_at(texels, mode, x + 1, y + 1));
}

static void samplers(void)
{
    enum { POINTS = 64 };
    float texels[16], points[POINTS * 2], out[POINTS * 4];
    cl_int e;
    cl_program p = build(
        "kernel void k(read_only image2d_t a, sampler_t s, global float2 *at, global float4 *out)\n"
        "{ int i = get_global_id(0); out[i] = read_imagef(a, s, at[i]); }",
        NULL);
    cl_kernel k = clCreateKernel(p, "k", &e);
    OK(e);
    for (int i = 0; i < 16; i++)
        texels[i] = (float)(i * i);
    cl_image_desc d = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 4, .image_height = 4};
    cl_mem m = image(CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, CL_R, CL_FLOAT, &d, texels);
    cl_mem b = clCreateBuffer(context, 0, sizeof out, NULL, &e), a;
    const size_t range = POINTS;
    for (size_t mode = 0; mode < 8; mode++) {
        cl_addressing_mode addressing = modes[mode / 2].mode;
        bool is_linear = mode % 2, is_normalized = modes[mode / 2].is_normalized;
        const cl_sampler_properties wanted[] = {CL_SAMPLER_NORMALIZED_COORDS,
                                                is_normalized,
                                                CL_SAMPLER_ADDRESSING_MODE,
                                                addressing,
                                                CL_SAMPLER_FILTER_MODE,
                                                is_linear ? CL_FILTER_LINEAR : CL_FILTER_NEAREST,
                                                0};
        cl_sampler s = clCreateSamplerWithProperties(context, wanted, &e);
        OK(e);
        for (int i = 0; i < POINTS; i++) { /* quarters, so that the weights are exact */
            points[2 * i] = (float)(i * 5 % 41) / 4 - 3 + 0.125f;
            points[2 * i + 1] = (float)(i * 11 % 37) / 4 - 2.5f + 0.125f;
        }
        float scaled[POINTS * 2];
        for (int i = 0; i < 2 * POINTS; i++)
            scaled[i] = is_normalized ? points[i] / 4 : points[i];
        a = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof scaled, scaled, &e);
        OK(clSetKernelArg(k, 0, sizeof m, &m) | clSetKernelArg(k, 1, sizeof s, &s));
        OK(clSetKernelArg(k, 2, sizeof a, &a) | clSetKernelArg(k, 3, sizeof b, &b));
        OK(clEnqueueNDRangeKernel(queue, k, 1, NULL, &range, NULL, 0, NULL, NULL));
        OK(clEnqueueReadBuffer(queue, b, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL));
        for (int i = 0; i < POINTS; i++) {
            float want = sampled(texels, addressing, is_linear, points[2 * i], points[2 * i + 1]);
            IS(1, fabsf(out[4 * i] - want) <= 0.75f); /* weights of 8 bits: 225 / 256 */
            IS(1, out[4 * i + 1] == 0 && out[4 * i + 3] == 1);
        }
        OK(clReleaseSampler(s));
        OK(clReleaseMemObject(a));
    }
    OK(clReleaseMemObject(m));
    OK(clReleaseMemObject(b));
    OK(clReleaseKernel(k));
    OK(clReleaseProgram(p));
}

/* ---- commands of the host ---- */

static void commands(void)
{
    const size_t zero[3] = {0, 0, 0}, all[3] = {WIDE, HIGH, DEEP}, at[3] = {2, 1, 1},
                 part[3] = {5, 3, 2};
    cl_image_desc d = {.image_type = CL_MEM_OBJECT_IMAGE3D,
                       .image_width = WIDE,
                       .image_height = HIGH,
                       .image_depth = DEEP};
    cl_int e;
    cl_uint *from = (cl_uint *)(void *)data, *to = (cl_uint *)(void *)back;
    fill_data(7);
    cl_mem a = image(CL_MEM_COPY_HOST_PTR, CL_RGBA, CL_UNSIGNED_INT8, &d, data);
    cl_mem b = image(0, CL_RGBA, CL_UNSIGNED_INT8, &d, NULL);
    OK(clEnqueueFillImage(queue, b, (cl_uint[4]){1, 2, 300, 4}, zero, all, 0, NULL, NULL));
    OK(clEnqueueCopyImage(queue, a, b, zero, at, part, 0, NULL, NULL));
    OK(clEnqueueReadImage(queue, b, CL_TRUE, zero, all, 0, 0, back, 0, NULL, NULL));
    for (size_t z = 0; z < DEEP; z++)
        for (size_t y = 0; y < HIGH; y++)
            for (size_t x = 0; x < WIDE; x++)
                IS(z >= 1 && y >= 1 && y < 4 && x >= 2 && x < 7
                       ? from[((z - 1) * HIGH + y - 1) * WIDE + x - 2]
                       : 0x04ff0201u,
                   to[(z * HIGH + y) * WIDE + x]);
    /* To a buffer and back elsewhere; with pitches to the host. */
    cl_mem linear = clCreateBuffer(context, 0, 4096, NULL, &e);
    OK(clEnqueueCopyImageToBuffer(queue, a, linear, at, part, 16, 0, NULL, NULL));
    OK(clEnqueueCopyBufferToImage(queue, linear, b, 16, zero, part, 0, NULL, NULL));
    OK(clEnqueueReadImage(queue, b, CL_TRUE, zero, part, 32, 160, back, 0, NULL, NULL));
    for (size_t z = 0; z < 2; z++)
        for (size_t y = 0; y < 3; y++)
            for (size_t x = 0; x < 5; x++)
                IS(from[((z + 1) * HIGH + y + 1) * WIDE + x + 2], to[z * 40 + y * 8 + x]);
    /* A map is the image itself. */
    size_t row, slice;
    cl_uint *map = clEnqueueMapImage(queue, a, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, at, part, &row,
                                     &slice, 0, NULL, NULL, &e);
    OK(e);
    IS(from[(1 * HIGH + 1) * WIDE + 2], map[0]);
    IS(from[(2 * HIGH + 2) * WIDE + 3], map[slice / 4 + row / 4 + 1]);
    map[1] = 77;
    OK(clEnqueueUnmapMemObject(queue, a, map, 0, NULL, NULL));
    OK(clEnqueueReadImage(queue, a, CL_TRUE, at, part, 0, 0, back, 0, NULL, NULL));
    IS(77, to[1]);
    IS(CL_MEM_COPY_OVERLAP, clEnqueueCopyImage(queue, a, a, zero, at, part, 0, NULL, NULL));
    OK(clReleaseMemObject(a));
    OK(clReleaseMemObject(b));
    OK(clReleaseMemObject(linear));
}

/* Memory of the program, with a pitch: maps bring it up to date. */
static void host_memory(void)
{
    static unsigned char mine[4][64];
    const size_t zero[3] = {0, 0, 0}, all[3] = {10, 4, 1}, at[3] = {3, 2, 0}, one[3] = {1, 1, 1};
    cl_image_desc d = {.image_type = CL_MEM_OBJECT_IMAGE2D,
                       .image_width = 10,
                       .image_height = 4,
                       .image_row_pitch = 64};
    size_t row = 0;
    cl_int e;
    mine[2][13] = 9;
    cl_mem m = image(CL_MEM_USE_HOST_PTR, CL_RG, CL_UNSIGNED_INT16, &d, mine);
    OK(clEnqueueReadImage(queue, m, CL_TRUE, at, one, 0, 0, back, 0, NULL, NULL));
    IS(9, back[1]);
    OK(clEnqueueFillImage(queue, m, (cl_uint[4]){0x1234, 0x5678, 0, 0}, zero, all, 0, NULL, NULL));
    unsigned char *p =
        clEnqueueMapImage(queue, m, CL_TRUE, CL_MAP_WRITE, at, one, &row, NULL, 0, NULL, NULL, &e);
    OK(e);
    IS(64, row);
    IS(1, p == &mine[2][12]);
    IS(1, p[0] == 0x34 && p[1] == 0x12 && p[2] == 0x78 && p[3] == 0x56);
    p[0] = 0;
    OK(clEnqueueUnmapMemObject(queue, m, p, 0, NULL, NULL));
    OK(clEnqueueReadImage(queue, m, CL_TRUE, at, one, 0, 0, back, 0, NULL, NULL));
    IS(1, back[0] == 0 && back[1] == 0x12);
    OK(clReleaseMemObject(m));
}

/* Queries in kernels, a sampler that the program has, and reads of what was written. */
static void in_kernels(void)
{
    cl_int e, out[8];
    cl_program p = build("constant sampler_t edge = CLK_NORMALIZED_COORDS_FALSE | "
                         "CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;\n"
                         "kernel void k(read_only image2d_array_t a, read_write image3d_t b, "
                         "read_only image1d_buffer_t c,\n"
                         "              global int *o) {\n"
                         "    o[0] = get_image_width(a) * 100 + get_image_height(a); o[1] = "
                         "(int)get_image_array_size(a);\n"
                         "    o[2] = get_image_dim(b).z; o[3] = get_image_width(c);\n"
                         "    o[4] = get_image_channel_data_type(a) == CLK_UNSIGNED_INT8; o[5] = "
                         "get_image_channel_order(a) == CLK_RGBA;\n"
                         "    o[6] = (int)read_imageui(a, edge, (int4)(-5, 99, 1, 0)).y;\n"
                         "    write_imagei(b, (int4)(1, 2, 1, 0), (int4)(-3)); "
                         "atomic_work_item_fence(CLK_IMAGE_MEM_FENCE,\n"
                         "        memory_order_acq_rel, memory_scope_work_item); o[7] = "
                         "read_imagei(b, (int4)(1, 2, 1, 0)).x; }",
                         "-cl-std=CL3.0");
    cl_kernel k = clCreateKernel(p, "k", &e);
    OK(e);
    cl_image_desc layers = {.image_type = CL_MEM_OBJECT_IMAGE2D_ARRAY,
                            .image_width = 6,
                            .image_height = 4,
                            .image_array_size = 2};
    cl_image_desc solid = {
        .image_type = CL_MEM_OBJECT_IMAGE3D, .image_width = 3, .image_height = 4, .image_depth = 2};
    cl_mem room = clCreateBuffer(context, 0, 4096, NULL, &e);
    cl_image_desc line = {
        .image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER, .image_width = 1000, .buffer = room};
    fill_data(3);
    cl_mem a = image(CL_MEM_COPY_HOST_PTR, CL_RGBA, CL_UNSIGNED_INT8, &layers, data);
    cl_mem b = image(0, CL_R, CL_SIGNED_INT32, &solid, NULL);
    cl_mem c = image(0, CL_R, CL_FLOAT, &line, NULL);
    cl_mem o = clCreateBuffer(context, 0, sizeof out, NULL, &e);
    OK(clSetKernelArg(k, 0, sizeof a, &a) | clSetKernelArg(k, 1, sizeof b, &b) |
       clSetKernelArg(k, 2, sizeof c, &c) | clSetKernelArg(k, 3, sizeof o, &o));
    OK(clEnqueueTask(queue, k, 0, NULL, NULL));
    OK(clEnqueueReadBuffer(queue, o, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL));
    const int want[8] = {604, 2, 2, 1000, 1, 1, data[(6 * 4 + 3 * 6) * 4 + 1], -3};
    for (int i = 0; i < 8; i++)
        IS(want[i], out[i]);
    cl_sampler s = clCreateSampler(context, CL_FALSE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, &e);
    IS(CL_INVALID_MEM_OBJECT, clSetKernelArg(k, 0, sizeof o, &o)); /* a buffer */
    IS(CL_INVALID_MEM_OBJECT, clSetKernelArg(k, 3, sizeof a, &a)); /* an image */
    IS(CL_INVALID_ARG_SIZE, clSetKernelArg(k, 0, 4, &a));
    OK(clReleaseSampler(s));
    OK(clReleaseMemObject(a));
    OK(clReleaseMemObject(b));
    OK(clReleaseMemObject(c));
    OK(clReleaseMemObject(o));
    OK(clReleaseMemObject(room));
    OK(clReleaseKernel(k));
    OK(clReleaseProgram(p));
}

/* ---- misuse: 3.0 API, 5.3 and 5.7 ---- */

/* ---- depth, and other orders of the same texels ---- */

static const char depth_source[] =
    "kernel void flat(read_only image2d_depth_t a, write_only image2d_depth_t b, sampler_t s,\n"
    "    global float2 *at, global float4 *out) { int i = get_global_id(0); int2 c = (int2)(i % 4, "
    "i / 4);\n"
    "    write_imagef(b, c.yx, read_imagef(a, c));\n"
    "    out[i] = (float4)(read_imagef(a, c), read_imagef(a, s, c), read_imagef(a, s, at[i]),\n"
    "        get_image_width(a) + 10 * get_image_height(a)); }\n"
    "kernel void layers(read_only image2d_array_depth_t a, write_only image2d_array_depth_t b, "
    "sampler_t s,\n"
    "    global float2 *at, global float4 *out) { int i = get_global_id(0), l = 1 + i % 2; int4 c "
    "= (int4)(i % 4, i / 4, l, 0);\n"
    "    write_imagef(b, (int4)(c.y, c.x, l, 0), read_imagef(a, c));\n"
    "    out[i] = (float4)(read_imagef(a, c), read_imagef(a, s, c), read_imagef(a, s, "
    "(float4)(at[i], l, 0)),\n"
    "        get_image_width(a) + 10 * get_image_dim(a).y + 100 * get_image_array_size(a)); }\n";

/* Texels of a type from numbers from 0 to 255 of 256. */
static float put_depths(cl_channel_type type, const int *numbers, int count)
{
    for (int i = 0; i < count; i++) {
        float x = (float)numbers[i] / 256;
        cl_ushort norm = (cl_ushort)(numbers[i] * 65535 / 256);
        if (type == CL_FLOAT)
            memcpy(data + 4 * i, &x, 4);
        else
            memcpy(data + 2 * i, &norm, 2);
    }
    return type == CL_FLOAT ? 0 : 1 / 65535.0f;
}

static void try_depth(cl_program p, cl_channel_type type, bool has_layers)
{
    enum { TEXELS = 16, LAYERS = 3 };
    int numbers[TEXELS * LAYERS];
    float at[TEXELS * 2], out[TEXELS][4], plain[TEXELS * LAYERS];
    cl_int e;
    const size_t range = TEXELS, zero[3] = {0}, all[3] = {4, 4, has_layers ? LAYERS : 1};
    cl_kernel k = clCreateKernel(p, has_layers ? "layers" : "flat", &e);
    OK(e);
    for (int i = 0; i < TEXELS * LAYERS; i++) {
        numbers[i] = i * 37 % 256;
        plain[i] = (float)numbers[i] / 256;
    }
    for (int i = 0; i < 2 * TEXELS; i++)
        at[i] = (float)(i * 7 % 23) / 4 - 0.875f;
    float near = put_depths(type, numbers, TEXELS * LAYERS);
    cl_image_desc d = {.image_type =
                           has_layers ? CL_MEM_OBJECT_IMAGE2D_ARRAY : CL_MEM_OBJECT_IMAGE2D,
                       .image_width = 4,
                       .image_height = 4,
                       .image_array_size = has_layers ? LAYERS : 0};
    cl_mem a = image(CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, CL_DEPTH, type, &d, data);
    cl_mem b = image(CL_MEM_READ_WRITE, CL_DEPTH, type, &d, NULL);
    cl_mem points = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof at, at, &e);
    cl_mem results = clCreateBuffer(context, 0, sizeof out, NULL, &e);
    OK(e);
    cl_sampler s =
        clCreateSampler(context, CL_FALSE, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_LINEAR, &e);
    OK(clSetKernelArg(k, 0, sizeof a, &a) | clSetKernelArg(k, 1, sizeof b, &b));
    OK(clSetKernelArg(k, 2, sizeof s, &s) | clSetKernelArg(k, 3, sizeof points, &points));
    OK(clSetKernelArg(k, 4, sizeof results, &results));
    OK(clEnqueueNDRangeKernel(queue, k, 1, NULL, &range, NULL, 0, NULL, NULL));
    OK(clEnqueueReadBuffer(queue, results, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL));
    OK(clEnqueueReadImage(queue, b, CL_TRUE, zero, all, 0, 0, back, 0, NULL, NULL));
    for (int i = 0; i < TEXELS; i++) {
        const int layer = has_layers ? 1 + i % 2 : 0, x = i % 4, y = i / 4;
        const float *texels = plain + layer * TEXELS;
        const size_t bytes = type == CL_FLOAT ? 4 : 2;
        float edge = sampled(texels, CL_ADDRESS_CLAMP_TO_EDGE, true, (float)x, (float)y);
        float want = sampled(texels, CL_ADDRESS_CLAMP_TO_EDGE, true, at[2 * i], at[2 * i + 1]);
        IS(1, fabsf(out[i][0] - texels[i]) <= near);
        IS(1, fabsf(out[i][1] - edge) <= 1 / 256.0f + near);
        IS(1, fabsf(out[i][2] - want) <= 1 / 256.0f + near);
        IS(has_layers ? 344 : 44, out[i][3]);
        IS(0, memcmp(back + (size_t)(layer * TEXELS + x * 4 + y) * bytes,
                     data + (size_t)(layer * TEXELS + i) * bytes, bytes));
    }
    float fill = 0.25f;
    OK(clEnqueueFillImage(queue, b, &fill, zero, all, 0, NULL, NULL));
    OK(clEnqueueReadImage(queue, b, CL_TRUE, zero, all, 0, 0, back, 0, NULL, NULL));
    put_depths(type, (const int[]){64}, 1);
    IS(1, type == CL_FLOAT ? !memcmp(back + 4, data, 4) : back[3] == 64 && back[2] == 0);
    OK(clReleaseSampler(s));
    OK(clReleaseMemObject(points));
    OK(clReleaseMemObject(results));
    OK(clReleaseMemObject(a));
    OK(clReleaseMemObject(b));
    OK(clReleaseKernel(k));
}

static void depths(void)
{
    cl_image_format list[64];
    cl_uint count;
    cl_program p = build(depth_source, "-cl-std=CL3.0");
    for (int i = 0; i < 4; i++)
        try_depth(p, i % 2 ? CL_FLOAT : CL_UNORM_INT16, i / 2);
    OK(clReleaseProgram(p));
    const cl_mem_object_type types[] = {CL_MEM_OBJECT_IMAGE2D, CL_MEM_OBJECT_IMAGE2D_ARRAY,
                                        CL_MEM_OBJECT_IMAGE3D, CL_MEM_OBJECT_IMAGE1D};
    for (int t = 0; t < 4; t++) {
        int found = 0;
        OK(clGetSupportedImageFormats(context, CL_MEM_READ_WRITE, types[t], 64, list, &count));
        for (cl_uint i = 0; i < count; i++)
            found += list[i].image_channel_order == CL_DEPTH;
        IS(t < 2 ? 2 : 0, found);
    }
    const cl_image_desc deep = {
        .image_type = CL_MEM_OBJECT_IMAGE3D, .image_width = 4, .image_height = 4, .image_depth = 4};
    GIVES(CL_IMAGE_FORMAT_NOT_SUPPORTED,
          clCreateImage(context, 0, &(cl_image_format){CL_DEPTH, CL_FLOAT}, &deep, NULL, &e));
}

/* An image with the texels of another one, as sRGB and as depths. */
static void views(void)
{
    const size_t zero[3] = {0}, one[3] = {1, 1, 1}, two = 2;
    float out[8];
    cl_int e;
    cl_image_desc d = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 4, .image_height = 4};
    cl_program p = build(
        "kernel void k(read_only image2d_t a, read_only image2d_depth_t b, global float4 *out)\n"
        "{ int i = get_global_id(0); out[i] = i ? (float4)(read_imagef(b, (int2)(0, 0)))\n"
        "    : read_imagef(a, (int2)(0, 0)); }",
        "-cl-std=CL3.0");
    cl_kernel k = clCreateKernel(p, "k", &e);
    OK(e);
    cl_mem bytes = image(CL_MEM_READ_WRITE, CL_RGBA, CL_UNORM_INT8, &d, NULL);
    cl_mem floats = image(CL_MEM_READ_WRITE, CL_R, CL_FLOAT, &d, NULL);
    cl_mem results = clCreateBuffer(context, 0, sizeof out, NULL, &e), parent;
    d.buffer = bytes;
    OK(clGetImageInfo(bytes, CL_IMAGE_ROW_PITCH, sizeof d.image_row_pitch, &d.image_row_pitch,
                      NULL));
    cl_mem colours = image(CL_MEM_READ_ONLY, CL_sRGBA, CL_UNORM_INT8, &d, NULL);
    d.buffer = floats;
    d.image_row_pitch = 0;
    cl_mem depth = image(CL_MEM_READ_ONLY, CL_DEPTH, CL_FLOAT, &d, NULL);
    OK(clGetMemObjectInfo(depth, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof parent, &parent, NULL));
    IS(1, parent == floats);
    OK(clGetImageInfo(depth, CL_IMAGE_BUFFER, sizeof parent, &parent, NULL));
    IS(1, parent == NULL);
    OK(clSetKernelArg(k, 0, sizeof colours, &colours) | clSetKernelArg(k, 1, sizeof depth, &depth));
    OK(clSetKernelArg(k, 2, sizeof results, &results));
    OK(clEnqueueWriteImage(queue, bytes, CL_TRUE, zero, one, 0, 0, "\xbc\x00\xff\x33", 0, NULL,
                           NULL));
    OK(clEnqueueWriteImage(queue, floats, CL_TRUE, zero, one, 0, 0, &(float){0.375f}, 0, NULL,
                           NULL));
    OK(clReleaseMemObject(bytes)); /* the views keep the texels */
    OK(clReleaseMemObject(floats));
    OK(clEnqueueNDRangeKernel(queue, k, 1, NULL, &two, NULL, 0, NULL, NULL));
    OK(clEnqueueReadBuffer(queue, results, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL));
    IS(1, fabs(out[0] - pow((0xbc / 255.0 + 0.055) / 1.055, 2.4)) < 0.003); /* 3.0 C, 8.3.1.1 */
    IS(1, out[1] == 0 && out[2] == 1 && fabsf(out[3] - 0.2f) < 1e-5f && out[4] == 0.375f);
    OK(clReleaseMemObject(colours));
    OK(clReleaseMemObject(depth));
    OK(clReleaseMemObject(results));
    OK(clReleaseKernel(k));
    OK(clReleaseProgram(p));
}

int main(void)
{
    start();
    mandatory();
    single_components();
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        formats(&shapes[i]);
    samplers();
    commands();
    host_memory();
    in_kernels();
    depths();
    views();
    return finish();
}
