/* test_extensions.c: every extension and feature that the device lists does what it says: a name
 * without a test fails. Expected values are computed here, in C, from the specifications of the
 * extensions (OpenCL Extension Specification 3.0) and the OpenCL C Specification 3.0. */
#include <CL/cl_ext.h>
#include <math.h>
#include <stdint.h>

#include "check.h"

enum { ITEMS = 64 };

/* Runs `source`'s kernel k(global T *out, global const uint *in) for 64 work-items in groups of 64.
 */
static void run(const char *source, const char *options, const cl_uint *in, void *out, size_t bytes)
{
    cl_int e;
    cl_program p = build(source, options);
    cl_kernel k = clCreateKernel(p, "k", &e);
    OK(e);
    cl_mem b = clCreateBuffer(context, 0, bytes, NULL, &e);
    OK(e);
    cl_mem a = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, ITEMS * sizeof *in,
                              (void *)(uintptr_t)in, &e);
    OK(e);
    OK(clEnqueueFillBuffer(queue, b, &(cl_uint){0}, 4, 0, bytes, 0, NULL, NULL));
    OK(clSetKernelArg(k, 0, sizeof b, &b));
    OK(clSetKernelArg(k, 1, sizeof a, &a));
    const size_t range = ITEMS;
    OK(clEnqueueNDRangeKernel(queue, k, 1, NULL, &range, &range, 0, NULL, NULL));
    OK(clEnqueueReadBuffer(queue, b, CL_TRUE, 0, bytes, out, 0, NULL, NULL));
    OK(clReleaseMemObject(a));
    OK(clReleaseMemObject(b));
    OK(clReleaseKernel(k));
    OK(clReleaseProgram(p));
}

static cl_uint input[ITEMS];

#define KERNEL(type)                                                                               \
    "kernel void k(global " type " *out, global const uint *in) {\n"                               \
    "    uint i = get_global_id(0), x = in[i];\n"

#include "subgroup_types.h"

static void icd(void)
{
    char text[32];
    OK(clGetPlatformInfo(platform, CL_PLATFORM_ICD_SUFFIX_KHR, sizeof text, text, NULL));
    IS(0, strcmp(text, "SHOAL"));
}

static void versions(void)
{
    cl_version v = 0;
    OK(clGetDeviceInfo(device, CL_DEVICE_NUMERIC_VERSION, sizeof v, &v, NULL));
    IS(CL_MAKE_VERSION(3, 0, 0), v);
}

static void create_queue(void)
{
    cl_int e;
    cl_command_queue(CL_API_CALL * create)(cl_context, cl_device_id, const cl_properties *,
                                           cl_int *);
    void *found =
        clGetExtensionFunctionAddressForPlatform(platform, "clCreateCommandQueueWithPropertiesKHR");
    memcpy(&create, &found, sizeof create);
    cl_command_queue q = create(context, device, NULL, &e);
    OK(e);
    OK(clReleaseCommandQueue(q));
}

static void uuid(void)
{
    unsigned char id[CL_UUID_SIZE_KHR], driver[CL_UUID_SIZE_KHR];
    OK(clGetDeviceInfo(device, CL_DEVICE_UUID_KHR, sizeof id, id, NULL));
    OK(clGetDeviceInfo(device, CL_DRIVER_UUID_KHR, sizeof driver, driver, NULL));
    IS(0, memcmp(id, "Shoal gfx", 9));
}

static void bytes(void)
{
    unsigned char out[ITEMS];
    run(KERNEL("uchar") "out[i] = x * 3; }", NULL, input, out, sizeof out);
    for (int i = 0; i < ITEMS; i++)
        IS((unsigned char)(input[i] * 3), out[i]);
}

/* All work-items on one word, in both kinds of memory. */
static void atomics32(void)
{
    cl_int out[12];
    run(KERNEL("int") "local int s[2]; if (!i) { s[0] = 0; s[1] = 1000; }\n"
                      "barrier(CLK_LOCAL_MEM_FENCE);\n"
                      "atom_add(&out[0], (int)x); atom_sub(&out[1], (int)x); atom_inc(&out[2]); "
                      "atom_dec(&out[3]);\n"
                      "atom_max(&out[4], (int)x); atom_or(&out[5], (int)x); atom_xor(&out[6], "
                      "(int)x);\n"
                      "atom_cmpxchg(&out[7], (int)i, (int)i + 1); atom_add(&s[0], (int)x); "
                      "atom_min(&s[1], (int)i + 5);\n"
                      "barrier(CLK_LOCAL_MEM_FENCE); if (!i) { out[8] = s[0]; out[9] = s[1]; } }",
        NULL, input, out, sizeof out);
    cl_uint sum = 0, high = 0, all = 0, odd = 0;
    for (int i = 0; i < ITEMS; i++) {
        sum += input[i], all |= input[i], odd ^= input[i];
        high = (cl_int)input[i] > (cl_int)high ? input[i] : high;
    }
    const cl_uint want[] = {sum, -sum, ITEMS, (cl_uint)-ITEMS, high, all, odd};
    for (int i = 0; i < 7; i++)
        IS((cl_int)want[i], out[i]);
    IS(1, out[7] >= 1 && out[7] <= ITEMS);
    IS((cl_int)sum, out[8]);
    IS(5, out[9]);
}

static void atomics64(void)
{
    cl_long out[8];
    run("#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable\n"
        "#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable\n" KERNEL(
            "long") "local long s; if (!i) s = 0; barrier(CLK_LOCAL_MEM_FENCE);\n"
                    "long v = (long)x << 20; atom_add(&out[0], v); atom_sub(&out[1], v); "
                    "atom_inc(&out[2]);\n"
                    "atom_max(&out[3], v); atom_or(&out[4], v); atom_xor(&out[5], v); atom_add(&s, "
                    "v);\n"
                    "barrier(CLK_LOCAL_MEM_FENCE); if (!i) out[6] = s; }",
        NULL, input, out, sizeof out);
    cl_long sum = 0, high = 0, all = 0, odd = 0;
    for (int i = 0; i < ITEMS; i++) {
        cl_long v = (cl_long)input[i] << 20;
        sum += v, all |= v, odd ^= v, high = v > high ? v : high;
    }
    const cl_long want[] = {sum, -sum, ITEMS, high, all, odd, sum};
    for (int i = 0; i < 7; i++)
        IS(want[i], out[i]);
}

static void doubles(void)
{
    double out[ITEMS];
    run(KERNEL("double") "out[i] = (double)x / 3.0 + sqrt((double)i); }", NULL, input, out,
        sizeof out);
    for (int i = 0; i < ITEMS; i++)
        IS(1, out[i] == input[i] / 3.0 + sqrt(i));
}

/* Exact: small numbers. */
static void halves(void)
{
    float out[ITEMS];
    run("#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n" KERNEL(
            "float") "half h = (half)(float)i; half2 v = (half2)(h, 2.0h); out[i] = "
                     "(float)(fma(v.x, v.y, (half)0.5h)); }",
        NULL, input, out, sizeof out);
    for (int i = 0; i < ITEMS; i++)
        IS(1, out[i] == 2 * (float)i + 0.5f);
}

/* Sub-groups are of 32 work-items, in the order of their local ids. */
static void subgroups(void)
{
    cl_uint out[ITEMS * 4];
    run(KERNEL("uint") "out[i * 4] = sub_group_reduce_add(x); out[i * 4 + 1] = "
                       "sub_group_scan_exclusive_add(x);\n"
                       "out[i * 4 + 2] = sub_group_broadcast(x, 5) + (sub_group_any(i == 3) ? 1u "
                       "<< 20 : 0);\n"
                       "out[i * 4 + 3] = get_sub_group_id() * 100 + get_sub_group_local_id() + "
                       "get_num_sub_groups() * 1000;\n"
                       "}",
        "-cl-std=CL3.0", input, out, sizeof out);
    for (cl_uint i = 0, sum = 0, total = 0; i < ITEMS; i++) {
        if (i % 32 == 0) {
            sum = total = 0;
            for (cl_uint n = 0; n < 32; n++)
                total += input[i + n];
        }
        IS(total, out[i * 4]);
        IS(sum, out[i * 4 + 1]);
        IS(input[i / 32 * 32 + 5] + (i < 32 ? 1u << 20 : 0), out[i * 4 + 2]);
        IS(i / 32 * 100 + i % 32 + 2000, out[i * 4 + 3]);
        sum += input[i];
    }
    cl_int e;
    cl_program p = build("kernel void k(global int *x) { x[0] = 1; }", NULL);
    cl_kernel k = clCreateKernel(p, "k", &e);
    OK(e);
    size_t n, sizes[2];
    const size_t local[2] = {20, 5}, count = 3, many = 5000;
    OK(clGetKernelSubGroupInfo(k, device, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, sizeof local,
                               local, sizeof n, &n, NULL));
    IS(4, n);
    OK(clGetKernelSubGroupInfo(k, device, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, sizeof local,
                               local, sizeof n, &n, NULL));
    IS(32, n);
    OK(clGetKernelSubGroupInfo(k, device, CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, sizeof count,
                               &count, sizeof sizes, sizes, NULL));
    IS(1, sizes[0] == 96 && sizes[1] == 1);
    OK(clGetKernelSubGroupInfo(k, device, CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, sizeof many,
                               &many, sizeof sizes, sizes, NULL));
    IS(1, sizes[0] == 0 && sizes[1] == 0);
    OK(clGetKernelSubGroupInfo(k, device, CL_KERNEL_MAX_NUM_SUB_GROUPS, 0, NULL, sizeof n, &n,
                               NULL));
    IS(8, n);
    IS(CL_INVALID_VALUE, clGetKernelSubGroupInfo(k, device, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE,
                                                 0, NULL, sizeof n, &n, NULL));
    IS(CL_INVALID_KERNEL, clGetKernelSubGroupInfo(NULL, device, CL_KERNEL_MAX_NUM_SUB_GROUPS, 0,
                                                  NULL, sizeof n, &n, NULL));
    OK(clReleaseKernel(k));
    OK(clReleaseProgram(p));
}

static int bits_of(cl_uint x)
{
    int n = 0;
    for (; x; x &= x - 1)
        n++;
    return n;
}

static void ballots(void)
{
    cl_uint out[ITEMS * 8];
    run(KERNEL("uint") "uint4 b = sub_group_ballot(x & 1); global uint *o = out + i * 8;\n"
                       "o[0] = b.x; o[1] = b.y | b.z | b.w; o[2] = sub_group_ballot_bit_count(b);\n"
                       "o[3] = sub_group_ballot_exclusive_scan(b) + 100 * "
                       "sub_group_ballot_inclusive_scan(b);\n"
                       "o[4] = sub_group_ballot_find_lsb(b) + 100 * sub_group_ballot_find_msb(b);\n"
                       "o[5] = (uint)(sub_group_inverse_ballot(b) + 2 * "
                       "sub_group_ballot_bit_extract(b, 7));\n"
                       "o[6] = get_sub_group_ge_mask().x ^ get_sub_group_lt_mask().x ^ "
                       "get_sub_group_eq_mask().x;\n"
                       "o[7] = sub_group_non_uniform_broadcast((ushort4)(x, 1, 2, 3), 9).x + "
                       "sub_group_broadcast_first(i); }",
        "-cl-std=CL3.0", input, out, sizeof out);
    for (cl_uint i = 0; i < ITEMS; i++) {
        cl_uint mask = 0, lane = i % 32, low = 32, high = 0;
        for (cl_uint n = 0; n < 32; n++)
            mask |= (input[i / 32 * 32 + n] & 1) << n;
        for (cl_uint n = 0; n < 32; n++)
            if (mask >> n & 1)
                low = low < n ? low : n, high = n;
        const cl_uint *o = out + i * 8;
        IS(mask, o[0]);
        IS(0, o[1]);
        IS(bits_of(mask), o[2]);
        IS(bits_of(mask & ((1u << lane) - 1)) + 100 * bits_of(mask & ((2u << lane) - 1)), o[3]);
        IS(low + 100 * high, o[4]);
        IS((mask >> lane & 1) + 2 * (mask >> 7 & 1), o[5]);
        IS(~(1u << lane), o[6]);
        IS((input[i / 32 * 32 + 9] & 0xffff) + i / 32 * 32, o[7]);
    }
}

/* Among the lanes that are active. */
static void votes(void)
{
    cl_uint out[ITEMS];
    run(KERNEL("uint") "if (i % 3 == 1) out[i] = (uint)(sub_group_elect() + 2 * "
                       "sub_group_non_uniform_all(i % 3 == 1)\n"
                       "+ 4 * sub_group_non_uniform_any(i == 7) + 8 * "
                       "sub_group_non_uniform_all_equal(i / 32)\n"
                       "+ 16 * sub_group_non_uniform_all_equal((float)i)); }",
        "-cl-std=CL3.0", input, out, sizeof out);
    for (cl_uint i = 0; i < ITEMS; i++)
        IS(i % 3 == 1 ? (cl_uint)(i == 1 || i == 34) + 2 + (i < 32 ? 4 : 0) + 8 : 0, out[i]);
}

static void shuffles(void)
{
    cl_uint out[ITEMS];
    run(KERNEL("uint") "out[i] = sub_group_shuffle(x, (i * 7) & 31) ^ "
                       "(uint)sub_group_shuffle_xor((ulong)x << 3, 5); }",
        "-cl-std=CL3.0", input, out, sizeof out);
    for (cl_uint i = 0; i < ITEMS; i++)
        IS(input[i / 32 * 32 + (i * 7 & 31)] ^ input[i ^ 5] << 3, out[i]);
}

/* What comes from outside of the sub-group is not defined. */
static void shuffles_relative(void)
{
    cl_uint out[ITEMS * 2];
    run(KERNEL("uint") "out[i * 2] = sub_group_shuffle_up(x, 3); out[i * 2 + 1] = "
                       "sub_group_shuffle_down(x, 4); }",
        "-cl-std=CL3.0", input, out, sizeof out);
    for (cl_uint i = 0; i < ITEMS; i++) {
        if (i % 32 >= 3)
            IS(input[i - 3], out[i * 2]);
        if (i % 32 < 28)
            IS(input[i + 4], out[i * 2 + 1]);
    }
}

static void bit_ops(void)
{
    cl_uint out[ITEMS * 4];
    run(KERNEL("uint") "uint o = i % 30, n = i % 7 % (33 - o); global uint *r = out + i * 4;\n"
                       "r[0] = bitfield_insert(x, ~x, o, n); r[1] = bitfield_extract_unsigned(x, "
                       "o, n);\n"
                       "r[2] = (uint)bitfield_extract_signed((short4)(short)x, o % 16, n % (17 - o "
                       "% 16)).w; r[3] = bit_reverse(x);\n"
                       "if (i == 5) { r[0] = bitfield_insert(x, 7u, 0, 32); r[1] = "
                       "bitfield_extract_unsigned(x, 0, 32); } }",
        "-cl-std=CL3.0", input, out, sizeof out);
    for (cl_uint i = 0; i < ITEMS; i++) {
        cl_uint x = input[i], o = i % 30, n = i % 7 % (33 - o), mask = ((1u << n) - 1) << o,
                back = 0;
        cl_uint so = o % 16, sn = n % (17 - so);
        cl_int field = (cl_int)((x & 0xffff) >> so & ((1u << sn) - 1));
        if (sn && field >> (sn - 1) & 1)
            field -= 1 << sn;
        for (int b = 0; b < 32; b++)
            back |= (x >> b & 1) << (31 - b);
        IS(i == 5 ? 7 : (x & ~mask) | (~x << o & mask), out[i * 4]);
        IS(i == 5 ? x : (x & mask) >> o, out[i * 4 + 1]);
        IS((cl_uint)field, out[i * 4 + 2]);
        IS(back, out[i * 4 + 3]);
    }
}

static cl_long dot4(cl_uint a, bool a_signed, cl_uint b, bool b_signed)
{
    cl_long sum = 0;
    for (int i = 0; i < 32; i += 8)
        sum += (cl_long)(a_signed ? (signed char)(a >> i) : (int)(a >> i & 255)) *
               (b_signed ? (signed char)(b >> i) : (int)(b >> i & 255));
    return sum;
}

static void dot_products(void)
{
    cl_int out[ITEMS * 6];
    run(KERNEL("int") "uint y = x * 0x9e3779b9u; global int *o = out + i * 6;\n"
                      "o[0] = dot(as_char4(x), as_char4(y)); o[1] = (int)dot(as_uchar4(x), "
                      "as_uchar4(y));\n"
                      "o[2] = dot(as_char4(x), as_uchar4(y)); o[3] = dot_4x8packed_us_int(x, y);\n"
                      "o[4] = dot_acc_sat_4x8packed_ss_int(x, y, 0x7fffff00); o[5] = "
                      "(int)dot_acc_sat(as_uchar4(x), as_uchar4(y), 0xffff8000u); }",
        "-cl-std=CL3.0", input, out, sizeof out);
    for (cl_uint i = 0; i < ITEMS; i++) {
        cl_uint x = input[i], y = x * 0x9e3779b9u;
        cl_long ss = dot4(x, true, y, true), uu = dot4(x, false, y, false);
        IS(ss, out[i * 6]);
        IS(uu, out[i * 6 + 1]);
        IS(dot4(x, true, y, false), out[i * 6 + 2]);
        IS(dot4(x, false, y, true), out[i * 6 + 3]);
        IS(ss + 0x7fffff00 > INT32_MAX ? INT32_MAX : ss + 0x7fffff00, out[i * 6 + 4]);
        IS(uu + 0xffff8000 > UINT32_MAX ? UINT32_MAX : uu + 0xffff8000, (cl_uint)out[i * 6 + 5]);
    }
    cl_device_integer_dot_product_capabilities_khr can = 0;
    OK(clGetDeviceInfo(device, CL_DEVICE_INTEGER_DOT_PRODUCT_CAPABILITIES_KHR, sizeof can, &can,
                       NULL));
    IS(3, can);
}

static void suggested(void)
{
    cl_int e;
    cl_int(CL_API_CALL * suggest)(cl_command_queue, cl_kernel, cl_uint, const size_t *,
                                  const size_t *, size_t *);
    void *found =
        clGetExtensionFunctionAddressForPlatform(platform, "clGetKernelSuggestedLocalWorkSizeKHR");
    memcpy(&suggest, &found, sizeof suggest);
    cl_program p =
        build("kernel void k(global ulong *x) { x[get_global_id(0)] = get_local_size(0) * 1000 +\n"
              "get_local_size(1); }",
              NULL);
    cl_kernel k = clCreateKernel(p, "k", &e);
    OK(e);
    cl_mem m = clCreateBuffer(context, 0, 4096, NULL, &e);
    OK(e);
    const size_t range[2] = {120, 12}, none[2] = {0, 1};
    size_t size[2] = {0, 0};
    IS(CL_INVALID_KERNEL_ARGS, suggest(queue, k, 2, NULL, range, size));
    OK(clSetKernelArg(k, 0, sizeof m, &m));
    OK(suggest(queue, k, 2, NULL, range, size));
    cl_ulong used = 0;
    OK(clEnqueueNDRangeKernel(queue, k, 2, NULL, range, NULL, 0, NULL, NULL));
    OK(clEnqueueReadBuffer(queue, m, CL_TRUE, 0, 8, &used, 0, NULL, NULL));
    IS(used, size[0] * 1000 + size[1]);
    IS(CL_INVALID_GLOBAL_WORK_SIZE, suggest(queue, k, 2, NULL, none, size));
    IS(CL_INVALID_WORK_DIMENSION, suggest(queue, k, 4, NULL, range, size));
    IS(CL_INVALID_KERNEL, suggest(queue, NULL, 2, NULL, range, size));
    IS(CL_INVALID_VALUE, suggest(queue, k, 2, NULL, range, NULL));
    OK(clReleaseMemObject(m));
    OK(clReleaseKernel(k));
    OK(clReleaseProgram(p));
}

/* What is written to a slice is there; tests/opencl/test_images.c tries every format. */
static void images_3d(void)
{
    cl_int e;
    cl_program p = build("#pragma OPENCL EXTENSION cl_khr_3d_image_writes : enable\n"
                         "kernel void k(write_only image3d_t m) { int i = get_global_id(0);\n"
                         "write_imageui(m, (int4)(1, 2, i, 0), (uint4)(i + 5)); }",
                         NULL);
    cl_kernel k = clCreateKernel(p, "k", &e);
    OK(e);
    const cl_image_desc d = {
        .image_type = CL_MEM_OBJECT_IMAGE3D, .image_width = 4, .image_height = 4, .image_depth = 3};
    cl_mem m = clCreateImage(context, 0, &(cl_image_format){CL_R, CL_UNSIGNED_INT32}, &d, NULL, &e);
    OK(e);
    OK(clSetKernelArg(k, 0, sizeof m, &m));
    const size_t range = 3, origin[3] = {1, 2, 0}, region[3] = {1, 1, 3};
    cl_uint out[3];
    OK(clEnqueueNDRangeKernel(queue, k, 1, NULL, &range, NULL, 0, NULL, NULL));
    OK(clEnqueueReadImage(queue, m, CL_TRUE, origin, region, 0, 0, out, 0, NULL, NULL));
    for (cl_uint i = 0; i < 3; i++)
        IS(i + 5, out[i]);
    OK(clReleaseMemObject(m));
    OK(clReleaseKernel(k));
    OK(clReleaseProgram(p));
}

/* An image in a buffer, from its second row on: kernels and the host see the same texels. */
/* Images of depths have functions of one component, which tests/opencl/test_images.c tries. */
static void depth_images(void)
{
    cl_uint out[ITEMS];
    run(KERNEL("uint") "(void)x; out[i] = 7; }\n"
                       "kernel void depth(read_only image2d_depth_t a, global float *out) {\n"
                       "    out[0] = read_imagef(a, (int2)(0, 0)); }",
        "-cl-std=CL3.0", input, out, sizeof out);
    IS(7, out[0]);
}

static void image_from_buffer(void)
{
    enum { WIDE = 40, HIGH = 3, PITCH = 256 };
    static cl_uint in[PITCH * (HIGH + 1)], out[PITCH * (HIGH + 1)];
    cl_int e;
    cl_uint pitch = 0, base = 0;
    OK(clGetDeviceInfo(device, CL_DEVICE_IMAGE_PITCH_ALIGNMENT, sizeof pitch, &pitch, NULL));
    OK(clGetDeviceInfo(device, CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT, sizeof base, &base, NULL));
    IS(PITCH, pitch);
    IS(PITCH, base);
    for (cl_uint i = 0; i < sizeof in / sizeof *in; i++)
        in[i] = i * 3;
    cl_mem b = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof in, in, &e);
    OK(e);
    const cl_buffer_region region = {PITCH * 4, sizeof in - PITCH * 4};
    cl_mem part = clCreateSubBuffer(b, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &e);
    OK(e);
    const cl_image_format f = {CL_R, CL_UNSIGNED_INT32};
    cl_image_desc d = {.image_type = CL_MEM_OBJECT_IMAGE2D,
                       .image_width = WIDE,
                       .image_height = HIGH,
                       .image_row_pitch = PITCH * 4,
                       .buffer = part};
    cl_mem m = clCreateImage(context, 0, &f, &d, NULL, &e);
    OK(e);
    d.image_row_pitch = PITCH * 4 + 4;
    IS(1, !clCreateImage(context, 0, &f, &d, NULL, &e) && e == CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
    d.image_row_pitch = PITCH * 4;
    d.image_height = HIGH + 1;
    IS(1, !clCreateImage(context, 0, &f, &d, NULL, &e) && e == CL_INVALID_IMAGE_SIZE);
    cl_program p =
        build("kernel void k(read_write image2d_t m) { int2 c = (int2)(get_global_id(0), "
              "get_global_id(1));\n"
              "uint4 t = read_imageui(m, c); write_imageui(m, c, t + 1); }",
              "-cl-std=CL3.0");
    cl_kernel k = clCreateKernel(p, "k", &e);
    OK(e);
    OK(clSetKernelArg(k, 0, sizeof m, &m));
    const size_t range[2] = {WIDE, HIGH}, origin[3] = {2, 1, 0}, one[3] = {1, 1, 1};
    cl_uint texel = 0;
    OK(clEnqueueNDRangeKernel(queue, k, 2, NULL, range, NULL, 0, NULL, NULL));
    OK(clEnqueueReadImage(queue, m, CL_TRUE, origin, one, 0, 0, &texel, 0, NULL, NULL));
    IS((PITCH * 2 + 2) * 3 + 1, texel);
    OK(clEnqueueReadBuffer(queue, b, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL));
    for (cl_uint i = 0; i < sizeof in / sizeof *in; i++)
        IS(in[i] + (i >= PITCH && i % PITCH < WIDE), out[i]);
    OK(clReleaseMemObject(m));
    OK(clReleaseMemObject(part));
    OK(clReleaseMemObject(b));
    OK(clReleaseKernel(k));
    OK(clReleaseProgram(p));
}

/* tests/opencl/test_spirv.c tries programs. */
static void il(void)
{
    char text[256] = "";
    cl_name_version versions[16];
    size_t size = 0;
    OK(clGetDeviceInfo(device, CL_DEVICE_IL_VERSION, sizeof text, text, NULL));
    OK(clGetDeviceInfo(device, CL_DEVICE_ILS_WITH_VERSION, sizeof versions, versions, &size));
    IS(1, strncmp(text, "SPIR-V_1.", 9) == 0 && size >= sizeof *versions);
    IS(0, strcmp(versions[0].name, "SPIR-V"));
    IS(1, clGetExtensionFunctionAddressForPlatform(platform, "clCreateProgramWithILKHR") != NULL);
}

static const struct {
    const char *name;
    void (*test)(void);
} tests[] = {
    {"cl_khr_icd", icd},
    {"cl_khr_extended_versioning", versions},
    {"cl_khr_create_command_queue", create_queue},
    {"cl_khr_device_uuid", uuid},
    {"cl_khr_byte_addressable_store", bytes},
    {"cl_khr_global_int32_base_atomics", atomics32},
    {"cl_khr_global_int32_extended_atomics", atomics32},
    {"cl_khr_local_int32_base_atomics", atomics32},
    {"cl_khr_local_int32_extended_atomics", atomics32},
    {"cl_khr_int64_base_atomics", atomics64},
    {"cl_khr_int64_extended_atomics", atomics64},
    {"cl_khr_fp64", doubles},
    {"cl_khr_fp16", halves},
    {"cl_khr_subgroups", subgroups},
    {"cl_khr_subgroup_ballot", ballots},
    {"cl_khr_subgroup_clustered_reduce", subgroup_arithmetic},
    {"cl_khr_subgroup_extended_types", extended_types},
    {"cl_khr_subgroup_non_uniform_arithmetic", subgroup_arithmetic},
    {"cl_khr_subgroup_rotate", rotates},
    {"cl_khr_subgroup_non_uniform_vote", votes},
    {"cl_khr_subgroup_shuffle", shuffles},
    {"cl_khr_subgroup_shuffle_relative", shuffles_relative},
    {"cl_khr_extended_bit_ops", bit_ops},
    {"cl_khr_integer_dot_product", dot_products},
    {"cl_khr_3d_image_writes", images_3d},
    {"cl_khr_suggested_local_work_size", suggested},
    {"cl_khr_il_program", il},
    {"cl_khr_image2d_from_buffer", image_from_buffer},
    {"cl_khr_depth_images", depth_images},
};

/* Names that no macro has: they add functions of the host only. */
static bool is_of_host(const char *name)
{
    return !strcmp(name, "cl_khr_icd") || !strcmp(name, "cl_khr_extended_versioning") ||
           !strcmp(name, "cl_khr_create_command_queue") || !strcmp(name, "cl_khr_device_uuid") ||
           !strcmp(name, "cl_khr_suggested_local_work_size") ||
           !strcmp(name, "cl_khr_il_program") || !strcmp(name, "cl_khr_image2d_from_buffer");
}

/* The compiler defines the macro of each name, for OpenCL C 3.0. */
static void are_defined(const cl_name_version *names, size_t count)
{
    static char source[8192];
    cl_uint out[ITEMS];
    size_t used = (size_t)sprintf(source, KERNEL("uint"));
    for (size_t i = 0; i < count; i++)
        if (!is_of_host(names[i].name))
            used += (size_t)sprintf(source + used, "#ifndef %s\nif (!i) out[%zu] = 1;\n#endif\n",
                                    names[i].name, i);
    strcpy(source + used, "}\n");
    run(source, "-cl-std=CL3.0", input, out, sizeof out);
    for (size_t i = 0; i < count; i++) {
        if (out[i])
            printf("no macro %s\n", names[i].name);
        IS(0, out[i]);
    }
}

int main(void)
{
    cl_name_version names[ITEMS];
    size_t size;
    start();
    for (cl_uint i = 0; i < ITEMS; i++)
        input[i] = (i + 1) * 0x01000193u ^ i << 7;
    OK(clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS_WITH_VERSION, sizeof names, names, &size));
    for (size_t i = 0; i < size / sizeof *names; i++) {
        size_t at = 0;
        while (at < sizeof tests / sizeof *tests && strcmp(tests[at].name, names[i].name) != 0)
            at++;
        IS(1, at < sizeof tests / sizeof *tests);
        if (at < sizeof tests / sizeof *tests)
            tests[at].test();
        else
            printf("%s is listed and has no test\n", names[i].name);
    }
    are_defined(names, size / sizeof *names);
    OK(clGetDeviceInfo(device, CL_DEVICE_OPENCL_C_FEATURES, sizeof names, names, &size));
    are_defined(names, size / sizeof *names);
    return finish();
}
