/* test_limits.c: what the device says it can do at most, it does: each of CL_DEVICE_MAX_* and its
 * likes is used up to its end, and one more is refused, in the style of the conformance suite's api
 * (min_max_*). The minima are those of OpenCL API 3.0, table 4.3, for the full profile. */
#include <stdint.h>

#include "check.h"

static cl_ulong info(cl_device_info name)
{
    cl_ulong value = 0;
    size_t size = 0;
    OK(clGetDeviceInfo(device, name, sizeof value, &value, &size));
    IS(true, size <= sizeof value);
    return value;
}

static cl_mem buffer(size_t size)
{
    cl_int e;
    cl_mem m = clCreateBuffer(context, 0, size, NULL, &e);
    OK(e);
    return m;
}

static cl_kernel kernel(cl_program p, const char *name)
{
    cl_int e;
    cl_kernel k = clCreateKernel(p, name, &e);
    OK(e);
    return k;
}

static void launch(cl_kernel k, size_t range, size_t group)
{
    OK(clEnqueueNDRangeKernel(queue, k, 1, NULL, &range, group ? &group : NULL, 0, NULL, NULL));
}

/* ---- what every device of the full profile has -------------------------------------------------
 */

static void minima(void)
{
    static const struct {
        cl_device_info name;
        cl_ulong least;
    } all[] = {{CL_DEVICE_MAX_COMPUTE_UNITS, 1},
               {CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS, 3},
               {CL_DEVICE_MAX_WORK_GROUP_SIZE, 1},
               {CL_DEVICE_MAX_READ_IMAGE_ARGS, 128},
               {CL_DEVICE_MAX_WRITE_IMAGE_ARGS, 64},
               {CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS, 64},
               {CL_DEVICE_IMAGE2D_MAX_WIDTH, 16384},
               {CL_DEVICE_IMAGE2D_MAX_HEIGHT, 16384},
               {CL_DEVICE_IMAGE3D_MAX_WIDTH, 2048},
               {CL_DEVICE_IMAGE3D_MAX_HEIGHT, 2048},
               {CL_DEVICE_IMAGE3D_MAX_DEPTH, 2048},
               {CL_DEVICE_IMAGE_MAX_BUFFER_SIZE, 65536},
               {CL_DEVICE_IMAGE_MAX_ARRAY_SIZE, 2048},
               {CL_DEVICE_MAX_SAMPLERS, 16},
               {CL_DEVICE_MAX_PARAMETER_SIZE, 1024},
               {CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE, 65536},
               {CL_DEVICE_MAX_CONSTANT_ARGS, 8},
               {CL_DEVICE_LOCAL_MEM_SIZE, 32768},
               {CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE, 65536},
               {CL_DEVICE_MAX_PIPE_ARGS, 16},
               {CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS, 1},
               {CL_DEVICE_PIPE_MAX_PACKET_SIZE, 1024},
               {CL_DEVICE_PRINTF_BUFFER_SIZE, 1 << 20},
               {CL_DEVICE_MEM_BASE_ADDR_ALIGN, 1024},
               {CL_DEVICE_PROFILING_TIMER_RESOLUTION, 1}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        IS(true, info(all[i].name) >= all[i].least);
    const cl_ulong whole = info(CL_DEVICE_GLOBAL_MEM_SIZE),
                   one = info(CL_DEVICE_MAX_MEM_ALLOC_SIZE);
    IS(true, one >= 32 << 20 && (one >= whole / 4 || one >= 1 << 30));
    IS(true, info(CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE) <= one);
}

/* ---- arguments ----------------------------------------------------------------------------------
 */

/* A kernel of `count` parameters of a type, called a0 and on, behind `global long *out`. */
static char *parameters(const char *type, size_t count, const char *body)
{
    const size_t room = count * 48 + strlen(body) + 4096;
    char *text = malloc(room);
    size_t used = (size_t)snprintf(text, room, "kernel void k(global long *out");
    for (size_t i = 0; i < count; i++)
        used += (size_t)snprintf(text + used, room - used, ", %s a%zu", type, i);
    snprintf(text + used, room - used, ") {\n long s = 0;\n%s out[0] = s; }\n", body);
    return text;
}

/* `body` for each parameter, with # for its name. */
static char *each(size_t count, const char *body)
{
    const size_t room = count * (strlen(body) + 32) + 1;
    char *text = malloc(room);
    size_t used = 0;
    for (size_t i = 0; i < count; i++)
        for (const char *c = body; *c; c++)
            used += (size_t)(*c == '#' ? snprintf(text + used, room - used, "a%zu", i)
                                       : snprintf(text + used, room - used, "%c", *c));
    text[used] = 0;
    return text;
}

static cl_program of_parameters(const char *type, size_t count, const char *body)
{
    char *all = each(count, body), *text = parameters(type, count, all);
    cl_program p = build(text, "-cl-std=CL3.0");
    free(all);
    free(text);
    return p;
}

static void check_sum(cl_kernel k, cl_mem out, cl_long sum)
{
    cl_long got = 0;
    OK(clSetKernelArg(k, 0, sizeof out, &out));
    launch(k, 1, 1);
    OK(clEnqueueReadBuffer(queue, out, CL_TRUE, 0, sizeof got, &got, 0, NULL, NULL));
    IS(sum, got);
}

static void parameter_size(void)
{
    const size_t count = (size_t)info(CL_DEVICE_MAX_PARAMETER_SIZE) / 8 - 1;
    cl_program p = of_parameters("long", count, " s += # * 3;\n");
    cl_kernel k = kernel(p, "k");
    cl_mem out = buffer(8);
    cl_long sum = 0;
    for (size_t i = 0; i < count; i++) {
        const cl_long value = (cl_long)(i * i) - 1000;
        sum += value * 3;
        OK(clSetKernelArg(k, (cl_uint)i + 1, sizeof value, &value));
    }
    check_sum(k, out, sum);
    OK(clReleaseMemObject(out));
    OK(clReleaseKernel(k));
    OK(clReleaseProgram(p));
}

static void constant_arguments(void)
{
    const size_t count = (size_t)info(CL_DEVICE_MAX_CONSTANT_ARGS);
    cl_program p = of_parameters("constant int *", count, " s += #[1];\n");
    cl_kernel k = kernel(p, "k");
    cl_mem out = buffer(8), *in = malloc(count * sizeof *in);
    cl_long sum = 0;
    for (size_t i = 0; i < count; i++) {
        in[i] = buffer(64);
        OK(clEnqueueFillBuffer(queue, in[i], &(cl_int){(cl_int)(i * 5)}, 4, 0, 64, 0, NULL, NULL));
        OK(clSetKernelArg(k, (cl_uint)i + 1, sizeof in[i], &in[i]));
        sum += (cl_long)i * 5;
    }
    check_sum(k, out, sum);
    for (size_t i = 0; i < count; i++)
        OK(clReleaseMemObject(in[i]));
    free(in);
    OK(clReleaseMemObject(out));
    OK(clReleaseKernel(k));
    OK(clReleaseProgram(p));
}

/* As many images as there may be, that a kernel reads, writes or both. */
static void image_arguments(cl_device_info name, const char *access, const char *body)
{
    const size_t count = (size_t)info(name);
    const cl_image_format format = {CL_R, CL_SIGNED_INT32};
    const cl_image_desc shape = {
        .image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 2, .image_height = 2};
    const size_t corner[3] = {1, 1, 0}, one[3] = {1, 1, 1};
    char type[64];
    snprintf(type, sizeof type, "%s image2d_t", access);
    cl_program p = of_parameters(type, count, body);
    cl_kernel k = kernel(p, "k");
    cl_mem out = buffer(8), *images = malloc(count * sizeof *images);
    cl_int e, reads = strncmp(access, "read", 4) == 0;
    cl_long sum = 0;
    for (size_t i = 0; i < count; i++) {
        images[i] = clCreateImage(context, 0, &format, &shape, NULL, &e);
        OK(e);
        OK(clEnqueueFillImage(queue, images[i], (cl_int[4]){(cl_int)i * 3}, (size_t[3]){0, 0, 0},
                              (size_t[3]){2, 2, 1}, 0, NULL, NULL));
        OK(clSetKernelArg(k, (cl_uint)i + 1, sizeof images[i], &images[i]));
        sum += reads ? (cl_long)i * 3 : 0;
    }
    check_sum(k, out, sum);
    for (size_t i = 0; i < count; i++) {
        cl_int texel = 0;
        OK(clEnqueueReadImage(queue, images[i], CL_TRUE, corner, one, 0, 0, &texel, 0, NULL, NULL));
        IS(strcmp(access, "read_only") == 0 ? (cl_int)i * 3 : 7, texel);
        OK(clReleaseMemObject(images[i]));
    }
    free(images);
    OK(clReleaseMemObject(out));
    OK(clReleaseKernel(k));
    OK(clReleaseProgram(p));
}

static void samplers(void)
{
    const size_t count = (size_t)info(CL_DEVICE_MAX_SAMPLERS);
    const cl_image_format format = {CL_R, CL_SIGNED_INT32};
    const cl_image_desc shape = {
        .image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 2, .image_height = 1};
    cl_int e;
    char *body = each(count, " s += read_imagei(m, #, (float2)(1.75f, 0.5f)).x;\n");
    char *text = parameters("sampler_t", count, body);
    const char *rest = strstr(text, "global long *out");
    const char *parts[] = {"kernel void k(read_only image2d_t m, ", rest};
    cl_program p = clCreateProgramWithSource(context, 2, parts, NULL, &e);
    OK(clBuildProgram(p, 1, &device, "", NULL, NULL));
    cl_kernel k = kernel(p, "k");
    cl_mem image =
        clCreateImage(context, CL_MEM_COPY_HOST_PTR, &format, &shape, (cl_int[2]){4, 9}, &e);
    OK(e);
    cl_mem out = buffer(8);
    cl_sampler *all = malloc(count * sizeof *all);
    cl_long sum = 0, got = 0;
    OK(clSetKernelArg(k, 0, sizeof image, &image));
    OK(clSetKernelArg(k, 1, sizeof out, &out));
    for (size_t i = 0; i < count;
         i++) { /* every other takes 1.75 for 0.75 of the width: outside or not */
        all[i] = clCreateSampler(context, i % 2 ? CL_FALSE : CL_TRUE, CL_ADDRESS_CLAMP,
                                 CL_FILTER_NEAREST, &e);
        OK(e);
        OK(clSetKernelArg(k, (cl_uint)i + 2, sizeof all[i], &all[i]));
        sum += i % 2 ? 9 : 0;
    }
    launch(k, 1, 1);
    OK(clEnqueueReadBuffer(queue, out, CL_TRUE, 0, sizeof got, &got, 0, NULL, NULL));
    IS(sum, got);
    for (size_t i = 0; i < count; i++)
        OK(clReleaseSampler(all[i]));
    free(all);
    free(body);
    free(text);
    OK(clReleaseMemObject(out));
    OK(clReleaseMemObject(image));
    OK(clReleaseKernel(k));
    OK(clReleaseProgram(p));
}

/* ---- sizes of work ------------------------------------------------------------------------------
 */

static void work_groups(void)
{
    const size_t most = (size_t)info(CL_DEVICE_MAX_WORK_GROUP_SIZE);
    size_t sizes[3], its, multiple;
    cl_program p = build(
        "#define BODY { size_t i = get_global_linear_id(); x[i] = (int)(get_local_linear_id() + "
        "get_enqueued_local_size(0) * 10000); }\n"
        "kernel void k(global int *x) BODY\n"
        "__attribute__((reqd_work_group_size(1024, 1, 1))) kernel void k0(global int *x) BODY\n"
        "__attribute__((reqd_work_group_size(1, 1024, 1))) kernel void k1(global int *x) BODY\n"
        "__attribute__((reqd_work_group_size(1, 1, 1024))) kernel void k2(global int *x) BODY\n",
        "-cl-std=CL3.0");
    OK(clGetDeviceInfo(device, CL_DEVICE_MAX_WORK_ITEM_SIZES, sizeof sizes, sizes, NULL));
    cl_mem m = buffer(4 * 1024);
    for (int d = -1; d < 3; d++) {
        char name[3] = {'k', d < 0 ? 0 : (char)('0' + d), 0};
        cl_kernel k = kernel(p, name);
        OK(clSetKernelArg(k, 0, sizeof m, &m));
        OK(clGetKernelWorkGroupInfo(k, device, CL_KERNEL_WORK_GROUP_SIZE, sizeof its, &its, NULL));
        IS(true, its >= (d < 0 ? most : 1024));
        OK(clGetKernelWorkGroupInfo(k, device, CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE,
                                    sizeof multiple, &multiple, NULL));
        IS(info(CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE), multiple);
        for (int along = 0; along < 3; along++) {
            size_t shape[3] = {1, 1, 1};
            int got[1024];
            shape[along] = d < 0 ? most : sizes[d];
            if (d >= 0 && along != d)
                continue;
            OK(clEnqueueNDRangeKernel(queue, k, 3, NULL, shape, shape, 0, NULL, NULL));
            OK(clEnqueueReadBuffer(queue, m, CL_TRUE, 0, sizeof got, got, 0, NULL, NULL));
            for (size_t i = 0; i < shape[along]; i++)
                IS(i + shape[0] * 10000, got[i]);
            if (d < 0) {
                shape[along] = sizes[along] + 1;
                const cl_int e =
                    clEnqueueNDRangeKernel(queue, k, 3, NULL, shape, shape, 0, NULL, NULL);
                IS(true, e == CL_INVALID_WORK_ITEM_SIZE || e == CL_INVALID_WORK_GROUP_SIZE);
            }
        }
        OK(clReleaseKernel(k));
    }
    OK(clReleaseMemObject(m));
    OK(clReleaseProgram(p));
}

/* All of local memory: of an argument, and of the kernel's own. */
static void local_memory(void)
{
    const size_t most = (size_t)info(CL_DEVICE_LOCAL_MEM_SIZE);
    char text[1024];
    snprintf(text, sizeof text,
             "#define BODY(n) int i = get_local_id(0); for (int j = i; j < n; j += 256) l[j] = j * "
             "3;\\\n"
             "    barrier(CLK_LOCAL_MEM_FENCE); long s = 0; for (int j = 255 - i; j < n; j += 256) "
             "s += l[j];\\\n"
             "    out[i] = s;\n"
             "kernel void k(global long *out, local int *l) { BODY(%zu) }\n"
             "kernel void own(global long *out) { local int l[%zu]; BODY(%zu) }\n",
             most / 4, most / 4, most / 4);
    cl_program p = build(text, NULL);
    cl_mem out = buffer(256 * 8);
    for (int is_own = 0; is_own < 2; is_own++) {
        cl_kernel k = kernel(p, is_own ? "own" : "k");
        cl_long got[256], sum = 0;
        cl_ulong its = 0;
        OK(clSetKernelArg(k, 0, sizeof out, &out));
        if (!is_own)
            OK(clSetKernelArg(k, 1, most, NULL));
        OK(clGetKernelWorkGroupInfo(k, device, CL_KERNEL_LOCAL_MEM_SIZE, sizeof its, &its, NULL));
        IS(most, its);
        launch(k, 256, 256);
        OK(clEnqueueReadBuffer(queue, out, CL_TRUE, 0, sizeof got, got, 0, NULL, NULL));
        for (int i = 0; i < 256; i++)
            sum += got[i];
        IS((cl_long)(most / 4) * (cl_long)(most / 4 - 1) / 2 * 3, sum);
        if (!is_own) {
            OK(clSetKernelArg(k, 1, most + 4, NULL));
            const size_t range = 256;
            IS(CL_OUT_OF_RESOURCES,
               clEnqueueNDRangeKernel(queue, k, 1, NULL, &range, &range, 0, NULL, NULL));
        }
        OK(clReleaseKernel(k));
    }
    OK(clReleaseMemObject(out));
    OK(clReleaseProgram(p));
}

/* ---- sizes of memory ----------------------------------------------------------------------------
 */

/* The largest buffer, of which the ends are used: by the host, by a kernel, as __constant. */
static void allocations(void)
{
    const cl_ulong most = info(CL_DEVICE_MAX_MEM_ALLOC_SIZE);
    cl_int got[2] = {0};
    cl_program p = build(
        "kernel void k(global int *x, ulong n) { x[0] = 11; x[n - 1] = 22; }\n"
        "kernel void c(constant int *x, global int *out, ulong n) { out[0] = x[n - 1] + 1; }\n",
        NULL);
    GIVES(CL_INVALID_BUFFER_SIZE, clCreateBuffer(context, 0, (size_t)most + 1, NULL, &e));
    cl_mem m = buffer((size_t)most), small = buffer(8);
    cl_kernel k = kernel(p, "k"), c = kernel(p, "c");
    OK(clSetKernelArg(k, 0, sizeof m, &m));
    OK(clSetKernelArg(k, 1, 8, &(cl_ulong){most / 4}));
    launch(k, 1, 1);
    OK(clEnqueueReadBuffer(queue, m, CL_TRUE, 0, 4, &got[0], 0, NULL, NULL));
    OK(clEnqueueReadBuffer(queue, m, CL_TRUE, (size_t)most / 4 * 4 - 4, 4, &got[1], 0, NULL, NULL));
    IS(11, got[0]);
    IS(22, got[1]);
    const cl_ulong constants = info(CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE);
    OK(clEnqueueFillBuffer(queue, m, &(int){5}, 4, (size_t)constants / 4 * 4 - 4, 4, 0, NULL,
                           NULL));
    OK(clSetKernelArg(c, 0, sizeof m, &m));
    OK(clSetKernelArg(c, 1, sizeof small, &small));
    OK(clSetKernelArg(c, 2, 8, &(cl_ulong){constants / 4}));
    launch(c, 1, 1);
    OK(clEnqueueReadBuffer(queue, small, CL_TRUE, 0, 4, &got[0], 0, NULL, NULL));
    IS(6, got[0]);
    OK(clReleaseKernel(k));
    OK(clReleaseKernel(c));
    OK(clReleaseMemObject(m));
    OK(clReleaseMemObject(small));
    OK(clReleaseProgram(p));
}

static void global_variable(void)
{
    const size_t most = (size_t)info(CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE);
    char text[512];
    snprintf(
        text, sizeof text,
        "global int big[%zu];\n"
        "kernel void put(global int *x) { big[0] = 3; big[%zu] = 4; }\n"
        "kernel void take(global int *x) { x[0] = big[0]; x[1] = big[%zu]; x[2] = big[%zu]; }\n",
        most / 4, most / 4 - 1, most / 4 - 1, most / 8);
    cl_program p = build(text, "-cl-std=CL3.0");
    cl_kernel put = kernel(p, "put"), take = kernel(p, "take");
    cl_mem m = buffer(16);
    cl_int got[3] = {9, 9, 9};
    size_t total = 0;
    OK(clGetProgramBuildInfo(p, device, CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE, sizeof total,
                             &total, NULL));
    IS(most, total);
    OK(clSetKernelArg(put, 0, sizeof m, &m));
    OK(clSetKernelArg(take, 0, sizeof m, &m));
    launch(put, 1, 1);
    launch(take, 1, 1);
    OK(clEnqueueReadBuffer(queue, m, CL_TRUE, 0, sizeof got, got, 0, NULL, NULL));
    IS(3, got[0]);
    IS(4, got[1]);
    IS(0, got[2]);
    OK(clReleaseKernel(put));
    OK(clReleaseKernel(take));
    OK(clReleaseMemObject(m));
    OK(clReleaseProgram(p));
}

/* An image as long as can be in one direction: its last texel is written by the host and read by a
 * kernel. */
static void image_side(cl_image_desc shape, const char *type, const char *at)
{
    const cl_image_format format = {CL_R, CL_UNSIGNED_INT8};
    char text[512];
    cl_int e, got = 0;
    cl_mem behind =
        shape.image_type == CL_MEM_OBJECT_IMAGE1D_BUFFER ? buffer(shape.image_width) : NULL;
    shape.buffer = behind;
    cl_mem image = clCreateImage(context, 0, &format, &shape, NULL, &e), m = buffer(8);
    OK(e);
    snprintf(text, sizeof text,
             "kernel void k(read_only %s m, global int *x, int last) { x[0] = (int)read_imageui(m, "
             "%s).x; }\n",
             type, at);
    cl_program p = build(text, "-cl-std=CL3.0");
    cl_kernel k = kernel(p, "k");
    const size_t sizes[3] = {shape.image_width, shape.image_height, shape.image_depth};
    const size_t array = shape.image_array_size;
    size_t last[3], one[3] = {1, 1, 1};
    for (int i = 0; i < 3; i++)
        last[i] = sizes[i] ? sizes[i] - 1 : 0;
    if (array)
        last[shape.image_type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? 1 : 2] = array - 1;
    size_t end = last[0] > last[1] ? last[0] : last[1];
    end = last[2] > end ? last[2] : end;
    OK(clEnqueueWriteImage(queue, image, CL_TRUE, last, one, 0, 0, &(cl_uchar){77}, 0, NULL, NULL));
    OK(clSetKernelArg(k, 0, sizeof image, &image));
    OK(clSetKernelArg(k, 1, sizeof m, &m));
    OK(clSetKernelArg(k, 2, sizeof(cl_int), &(cl_int){(cl_int)end}));
    launch(k, 1, 1);
    OK(clEnqueueReadBuffer(queue, m, CL_TRUE, 0, sizeof got, &got, 0, NULL, NULL));
    IS(77, got);
    if (got != 77)
        printf("  %s of %zu x %zu x %zu, array of %zu\n", type, sizes[0], sizes[1], sizes[2],
               array);
    OK(clReleaseMemObject(image));
    if (behind)
        OK(clReleaseMemObject(behind));
    OK(clReleaseMemObject(m));
    OK(clReleaseKernel(k));
    OK(clReleaseProgram(p));
}

static void images(void)
{
    const size_t wide = (size_t)info(CL_DEVICE_IMAGE2D_MAX_WIDTH),
                 high = (size_t)info(CL_DEVICE_IMAGE2D_MAX_HEIGHT);
    const size_t w3 = (size_t)info(CL_DEVICE_IMAGE3D_MAX_WIDTH),
                 h3 = (size_t)info(CL_DEVICE_IMAGE3D_MAX_HEIGHT);
    const size_t d3 = (size_t)info(CL_DEVICE_IMAGE3D_MAX_DEPTH),
                 array = (size_t)info(CL_DEVICE_IMAGE_MAX_ARRAY_SIZE);
    const size_t texels = (size_t)info(CL_DEVICE_IMAGE_MAX_BUFFER_SIZE);
    const struct {
        cl_mem_object_type type;
        size_t w, h, d, n;
        const char *name, *at;
    } all[] = {
        {CL_MEM_OBJECT_IMAGE1D, wide, 0, 0, 0, "image1d_t", "last"},
        {CL_MEM_OBJECT_IMAGE1D_BUFFER, texels, 0, 0, 0, "image1d_buffer_t", "last"},
        {CL_MEM_OBJECT_IMAGE1D_ARRAY, 1, 0, 0, array, "image1d_array_t", "(int2)(0, last)"},
        {CL_MEM_OBJECT_IMAGE2D, wide, 1, 0, 0, "image2d_t", "(int2)(last, 0)"},
        {CL_MEM_OBJECT_IMAGE2D, 1, high, 0, 0, "image2d_t", "(int2)(0, last)"},
        {CL_MEM_OBJECT_IMAGE2D_ARRAY, 1, 1, 0, array, "image2d_array_t", "(int4)(0, 0, last, 0)"},
        {CL_MEM_OBJECT_IMAGE3D, w3, 1, 1, 0, "image3d_t", "(int4)(last, 0, 0, 0)"},
        {CL_MEM_OBJECT_IMAGE3D, 1, h3, 1, 0, "image3d_t", "(int4)(0, last, 0, 0)"},
        {CL_MEM_OBJECT_IMAGE3D, 1, 1, d3, 0, "image3d_t", "(int4)(0, 0, last, 0)"},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        const cl_image_desc shape = {.image_type = all[i].type,
                                     .image_width = all[i].w,
                                     .image_height = all[i].h,
                                     .image_depth = all[i].d,
                                     .image_array_size = all[i].n};
        image_side(shape, all[i].name, all[i].at);
    }
}

/* Where a sub-buffer may begin; and one step off that. */
static void alignment(void)
{
    const size_t step = (size_t)info(CL_DEVICE_MEM_BASE_ADDR_ALIGN) / 8;
    cl_mem m = buffer(8 * step);
    for (size_t i = 0; i < 8; i++) {
        cl_int e;
        cl_mem part = clCreateSubBuffer(m, 0, CL_BUFFER_CREATE_TYPE_REGION,
                                        &(cl_buffer_region){i * step, step}, &e);
        OK(e);
        OK(clReleaseMemObject(part));
    }
    GIVES(CL_MISALIGNED_SUB_BUFFER_OFFSET,
          clCreateSubBuffer(m, 0, CL_BUFFER_CREATE_TYPE_REGION,
                            (&(cl_buffer_region){step / 2, step}), &e));
    OK(clReleaseMemObject(m));
}

/* An array that is indexed by variables is private memory, which the kernel says, also where it is
 * linked: neither registers among which clang's code chooses, nor LDS. */
static void private_arrays(void)
{
    static const char text[] = "kernel void k(global int *out, int n) {\n"
                               "    int i = get_global_id(0), a[12]; uint s = 0;\n"
                               "    for (int k = 0; k < n; k++) a[(k * 5 + i) % 12] = k * i;\n"
                               "    for (int k = 0; k < n; k++) s = s * 3 + a[(k + s % 2) % 12];\n"
                               "    out[i] = s;\n}\n";
    for (int is_linked = 0; is_linked < 2; is_linked++) {
        cl_program p = build(text, NULL);
        if (is_linked) {
            const char *source = text;
            cl_int e;
            cl_program object = clCreateProgramWithSource(context, 1, &source, NULL, &e);
            OK(e);
            OK(clCompileProgram(object, 1, &device, NULL, 0, NULL, NULL, NULL, NULL));
            OK(clReleaseProgram(p));
            p = clLinkProgram(context, 1, &device, NULL, 1, &object, NULL, NULL, &e);
            OK(e);
            OK(clReleaseProgram(object));
        }
        cl_mem out = buffer(256 * 4);
        cl_kernel k = kernel(p, "k");
        const cl_int n = 12;
        cl_int got[256];
        cl_ulong its = 0;
        OK(clGetKernelWorkGroupInfo(k, device, CL_KERNEL_PRIVATE_MEM_SIZE, sizeof its, &its, NULL));
        IS(true, its >= 48);
        OK(clGetKernelWorkGroupInfo(k, device, CL_KERNEL_LOCAL_MEM_SIZE, sizeof its, &its, NULL));
        IS(0, its);
        OK(clSetKernelArg(k, 0, sizeof out, &out));
        OK(clSetKernelArg(k, 1, sizeof n, &n));
        launch(k, 256, 64);
        OK(clEnqueueReadBuffer(queue, out, CL_TRUE, 0, sizeof got, got, 0, NULL, NULL));
        for (int i = 0; i < 256; i++) {
            int a[12];
            uint32_t s = 0;
            for (int j = 0; j < 12; j++)
                a[(j * 5 + i) % 12] = j * i;
            for (int j = 0; j < 12; j++)
                s = s * 3 + (uint32_t)a[((uint32_t)j + s % 2) % 12];
            IS((cl_int)s, got[i]);
        }
        OK(clReleaseKernel(k));
        OK(clReleaseMemObject(out));
        OK(clReleaseProgram(p));
    }
}

int main(void)
{
    start();
    minima();
    parameter_size();
    constant_arguments();
    image_arguments(CL_DEVICE_MAX_READ_IMAGE_ARGS, "read_only",
                    " s += read_imagei(#, (int2)(1, 1)).x;\n");
    image_arguments(CL_DEVICE_MAX_WRITE_IMAGE_ARGS, "write_only",
                    " write_imagei(#, (int2)(1, 1), (int4)(7));\n");
    image_arguments(
        CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS, "read_write",
        " s += read_imagei(#, (int2)(1, 1)).x; write_imagei(#, (int2)(1, 1), (int4)(7));\n");
    samplers();
    work_groups();
    local_memory();
    private_arrays();
    allocations();
    global_variable();
    images();
    alignment();
    return finish();
}
