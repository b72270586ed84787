/* test_spirv.c: programs in SPIR-V: one that LLVM's backend wrote (spirv.cl), and one in words.
 * Expected values are computed here, codes are those of the OpenCL API specification 3.0.
 *
 * usage: test_spirv SPIRV.spv */
#include <math.h>
#include <stdint.h>

#include "check.h"

enum { ITEMS = 64 };

/* Three constants that a program may set: 101 an integer, 102 a boolean, 103 a double. k(out)
 * stores count * factor + (flag ? 1000 : 0). */
static const uint32_t special[] = {
    0x7230203, 0x10200, 0x70000, 0x14, 0x0,        /* magic, 1.2, generator, bound, schema */
    0x20011,   0x4,                                /* OpCapability Addresses */
    0x20011,   0x6,                                /* OpCapability Kernel */
    0x20011,   0xb,                                /* OpCapability Int64 */
    0x20011,   0xa,                                /* OpCapability Float64 */
    0x20011,   0x5,                                /* OpCapability Linkage */
    0x3000e,   0x2,     0x2,                       /* OpMemoryModel Physical64 OpenCL */
    0x4000f,   0x6,     0x1,     0x6b,             /* OpEntryPoint Kernel %k "k" */
    0x40047,   0x2,     0x1,     0x65,             /* OpDecorate %count SpecId 101 */
    0x40047,   0x3,     0x1,     0x66,             /* OpDecorate %flag SpecId 102 */
    0x40047,   0x4,     0x1,     0x67,             /* OpDecorate %factor SpecId 103 */
    0x20013,   0x5,                                /* %void = OpTypeVoid */
    0x20014,   0x6,                                /* %bool = OpTypeBool */
    0x40015,   0x7,     0x20,    0x0,              /* %uint = OpTypeInt 32 0 */
    0x40015,   0x8,     0x40,    0x0,              /* %ulong = OpTypeInt 64 0 */
    0x30016,   0x9,     0x40,                      /* %double = OpTypeFloat 64 */
    0x40020,   0xa,     0x5,     0x9,              /* %ptr = OpTypePointer CrossWorkgroup %double */
    0x40021,   0xb,     0x5,     0xa,              /* %fn = OpTypeFunction %void %ptr */
    0x40032,   0x7,     0x2,     0x7,              /* %count = OpSpecConstant %uint 7 */
    0x30030,   0x6,     0x3,                       /* %flag = OpSpecConstantTrue %bool */
    0x50032,   0x9,     0x4,     0x0,  0x3fe00000, /* %factor = OpSpecConstant %double 0.5 */
    0x5002b,   0x9,     0xc,     0x0,  0x408f4000, /* %big = OpConstant %double 1000 */
    0x3002e,   0x9,     0xd,                       /* %none = OpConstantNull %double */
    0x50036,   0x5,     0x1,     0x0,  0xb,        /* %k = OpFunction %void None %fn */
    0x30037,   0xa,     0xe,                       /* %out = OpFunctionParameter %ptr */
    0x200f8,   0xf,                                /* %entry = OpLabel */
    0x40070,   0x9,     0x10,    0x2,              /* %a = OpConvertUToF %double %count */
    0x50085,   0x9,     0x11,    0x10, 0x4,        /* %b = OpFMul %double %a %factor */
    0x600a9,   0x9,     0x12,    0x3,  0xc,        0xd, /* %c = OpSelect %double %flag %big %none */
    0x50081,   0x9,     0x13,    0x11, 0x12,            /* %d = OpFAdd %double %b %c */
    0x5003e,   0xe,     0x13,    0x2,  0x8,             /* OpStore %out %d Aligned 8 */
    0x100fd,                                            /* OpReturn */
    0x10038,                                            /* OpFunctionEnd */
};

/* NULL: the file is empty, since this clang has no backend for SPIR-V. */
static cl_program read_program(const char *path)
{
    static char bytes[1 << 16], seen[1 << 16];
    cl_int e;
    size_t size = 0;
    FILE *f = fopen(path, "rb");
    IS(1, f != NULL);
    size_t read = f ? fread(bytes, 1, sizeof bytes, f) : 0;
    if (f)
        fclose(f);
    if (!read) {
        printf("SKIP: this clang writes no SPIR-V: the kernels of spirv.cl were not tried\n");
        return NULL;
    }
    cl_program p = clCreateProgramWithIL(context, bytes, read, &e);
    OK(e);
    OK(clGetProgramInfo(p, CL_PROGRAM_IL, sizeof seen, seen, &size));
    IS(1, size == read && memcmp(seen, bytes, size) == 0);
    return p;
}

static cl_kernel kernel(cl_program p, const char *name)
{
    cl_int e;
    cl_kernel k = clCreateKernel(p, name, &e);
    OK(e);
    return k;
}

static cl_mem buffer(cl_mem_flags flags, size_t size, void *host)
{
    cl_int e;
    cl_mem m = clCreateBuffer(context, flags, size, host, &e);
    OK(e);
    return m;
}

/* All address spaces, a structure, vectors, built-ins with pointers, atomics. */
static void spaces(cl_program p)
{
    float in[ITEMS], all[64 + 4 * ITEMS];
    int c[2] = {0, 30};
    struct {
        int a;
        float b;
    } pair = {100, 7.75f};
    const cl_float4 v = {{0, 2.5f, 0, 0}};
    cl_kernel k = kernel(p, "all");
    for (int i = 0; i < ITEMS; i++)
        in[i] = (float)i * 0.375f;
    cl_mem a = buffer(CL_MEM_COPY_HOST_PTR, sizeof in, in), out = buffer(0, sizeof all, NULL);
    cl_mem constants = buffer(CL_MEM_COPY_HOST_PTR, sizeof c, c);
    OK(clEnqueueFillBuffer(queue, out, &(int){0}, 4, 0, sizeof all, 0, NULL, NULL));
    OK(clSetKernelArg(k, 0, sizeof out, &out));
    OK(clSetKernelArg(k, 1, sizeof a, &a));
    OK(clSetKernelArg(k, 2, 32 * sizeof(int), NULL));
    IS(CL_INVALID_ARG_SIZE, clSetKernelArg(k, 3, 4, &pair));
    OK(clSetKernelArg(k, 3, sizeof pair, &pair));
    OK(clSetKernelArg(k, 4, sizeof constants, &constants));
    OK(clSetKernelArg(k, 5, sizeof v, &v));
    const size_t range = ITEMS - 1, group = 21;
    OK(clEnqueueNDRangeKernel(queue, k, 1, NULL, &range, &group, 0, NULL, NULL));
    OK(clEnqueueReadBuffer(queue, out, CL_TRUE, 0, sizeof all, all, 0, NULL, NULL));
    for (int i = 0; i < ITEMS - 1; i++) {
        const int x[4] = {1, 2, 3, i};
        int got, bits = 0;
        memcpy(&got, &all[i], sizeof got);
        IS(x[i & 3] + 1 + 100 + 7 + 5 + i % 3 + 30, got);
        for (int b = 0; b < 8; b++)
            bits += i >> b & 1;
        const float *four = &all[64 + 4 * i];
        IS(1, four[0] == in[i] - floorf(in[i]) + fmaxf(in[i], 2.5f));
        IS(1, four[1] == floorf(in[i]));
        IS(i / 21 * 21 + 20, four[2]);
        IS(bits, four[3]);
    }
    OK(clReleaseMemObject(a));
    OK(clReleaseMemObject(out));
    OK(clReleaseMemObject(constants));
    OK(clReleaseKernel(k));
}

static void images(cl_program p)
{
    cl_int e;
    cl_float4 texels[16], out[16];
    const cl_image_format format = {CL_RGBA, CL_FLOAT};
    const cl_image_desc d = {
        .image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 4, .image_height = 4};
    for (int i = 0; i < 64; i++)
        texels[i / 4].s[i % 4] = (float)i;
    cl_mem from = clCreateImage(context, CL_MEM_COPY_HOST_PTR, &format, &d, texels, &e);
    OK(e);
    cl_mem to = clCreateImage(context, 0, &format, &d, NULL, &e);
    OK(e);
    cl_sampler s = clCreateSampler(context, CL_FALSE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, &e);
    OK(e);
    cl_kernel k = kernel(p, "copies");
    OK(clSetKernelArg(k, 0, sizeof from, &from));
    OK(clSetKernelArg(k, 1, sizeof to, &to));
    OK(clSetKernelArg(k, 2, sizeof s, &s));
    const size_t range[2] = {4, 4}, origin[3] = {0}, region[3] = {4, 4, 1};
    OK(clEnqueueNDRangeKernel(queue, k, 2, NULL, range, NULL, 0, NULL, NULL));
    OK(clEnqueueReadImage(queue, to, CL_TRUE, origin, region, 0, 0, out, 0, NULL, NULL));
    for (int i = 0; i < 64; i++)
        IS(i * 8, out[i / 4].s[i % 4]);
    OK(clReleaseKernel(k));
    OK(clReleaseSampler(s));
    OK(clReleaseMemObject(from));
    OK(clReleaseMemObject(to));
}

static void groups(cl_program p)
{
    float in[ITEMS], out[ITEMS], sum = 0;
    cl_kernel k = kernel(p, "groups");
    for (int i = 0; i < ITEMS; i++)
        sum += in[i] = (float)i;
    cl_mem a = buffer(CL_MEM_COPY_HOST_PTR, sizeof in, in), b = buffer(0, sizeof out, NULL);
    OK(clSetKernelArg(k, 0, sizeof b, &b));
    OK(clSetKernelArg(k, 1, sizeof a, &a));
    const size_t range = ITEMS;
    OK(clEnqueueNDRangeKernel(queue, k, 1, NULL, &range, &range, 0, NULL, NULL));
    OK(clEnqueueReadBuffer(queue, b, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL));
    for (int i = 0; i < ITEMS; i++)
        IS(sum + (float)(i < 32 ? 31 : 63), out[i]);
    OK(clReleaseMemObject(a));
    OK(clReleaseMemObject(b));
    OK(clReleaseKernel(k));
}

static double value_of(cl_program p)
{
    double x = 0;
    cl_kernel k = kernel(p, "k");
    cl_mem m = buffer(0, sizeof x, NULL);
    OK(clSetKernelArg(k, 0, sizeof m, &m));
    OK(clEnqueueTask(queue, k, 0, NULL, NULL));
    OK(clEnqueueReadBuffer(queue, m, CL_TRUE, 0, sizeof x, &x, 0, NULL, NULL));
    OK(clReleaseMemObject(m));
    OK(clReleaseKernel(k));
    return x;
}

static void constants(void)
{
    cl_int e;
    cl_program p = clCreateProgramWithIL(context, special, sizeof special, &e);
    OK(e);
    OK(clBuildProgram(p, 0, NULL, NULL, NULL, NULL));
    IS(1, value_of(p) == 7 * 0.5 + 1000);
    OK(clSetProgramSpecializationConstant(p, 101, 4, &(cl_uint){20}));
    OK(clSetProgramSpecializationConstant(p, 102, 1, &(cl_uchar){0}));
    OK(clSetProgramSpecializationConstant(p, 103, 8, &(cl_double){1.75}));
    IS(CL_INVALID_SPEC_ID, clSetProgramSpecializationConstant(p, 104, 4, &(cl_uint){20}));
    IS(CL_INVALID_VALUE, clSetProgramSpecializationConstant(p, 101, 8, &(cl_ulong){20}));
    IS(CL_INVALID_VALUE, clSetProgramSpecializationConstant(p, 101, 4, NULL));
    OK(clBuildProgram(p, 0, NULL, NULL, NULL, NULL));
    IS(1, value_of(p) == 20 * 1.75);
    OK(clReleaseProgram(p));
    /* The same words from a machine of the other kind. */
    uint32_t swapped[sizeof special / 4];
    for (size_t i = 0; i < sizeof special / 4; i++)
        swapped[i] = __builtin_bswap32(special[i]);
    p = clCreateProgramWithIL(context, swapped, sizeof swapped, &e);
    OK(e);
    OK(clSetProgramSpecializationConstant(p, 102, 1, &(cl_uchar){0}));
    OK(clCompileProgram(p, 0, NULL, "-cl-fast-relaxed-math", 0, NULL, NULL, NULL, NULL));
    cl_program linked = clLinkProgram(context, 0, NULL, NULL, 1, &p, NULL, NULL, &e);
    OK(e);
    IS(1, value_of(linked) == 3.5);
    OK(clReleaseProgram(linked));
    OK(clReleaseProgram(p));
}

/* A program of SPIR-V calls a function of one in OpenCL C. */
static void links(void)
{
    cl_int e;
    const char *source = "kernel void other(global int *x) { x[0] = 5; }";
    cl_program part = clCreateProgramWithSource(context, 1, &source, NULL, &e);
    OK(e);
    OK(clCompileProgram(part, 0, NULL, NULL, 0, NULL, NULL, NULL, NULL));
    cl_program p = clCreateProgramWithIL(context, special, sizeof special, &e);
    OK(e);
    OK(clCompileProgram(p, 0, NULL, NULL, 0, NULL, NULL, NULL, NULL));
    cl_program inputs[] = {part, p};
    cl_program linked = clLinkProgram(context, 0, NULL, NULL, 2, inputs, NULL, NULL, &e);
    OK(e);
    char names[32];
    OK(clGetProgramInfo(linked, CL_PROGRAM_KERNEL_NAMES, sizeof names, names, NULL));
    IS(1, strstr(names, "other") && strstr(names, "k"));
    IS(1, value_of(linked) == 1003.5);
    OK(clReleaseProgram(linked));
    OK(clReleaseProgram(part));
    OK(clReleaseProgram(p));
}

/* What a module became is kept: a second program of it, and with the same constants, does not run
 * llvm-spirv. LLVM_SPIRV names a script that counts. */
static void kept(void)
{
    char path[] = "/tmp/shoal-spirv-XXXXXX", log[64], tool[64], script[512];
    const char *real = getenv("LLVM_SPIRV");
    cl_int e;
    IS(1, mkdtemp(path) != NULL);
    snprintf(log, sizeof log, "%s/log", path);
    snprintf(tool, sizeof tool, "%s/llvm-spirv", path);
    FILE *f = fopen(tool, "w");
    fprintf(f,
            "#!/bin/sh\necho run >>%s\nfor name in '%s' llvm-spirv llvm-spirv-22 llvm-spirv-21 "
            "llvm-spirv-20 llvm-spirv-19\\\n    llvm-spirv-18 llvm-spirv-17 llvm-spirv-16 "
            "llvm-spirv-15; do\n    command -v \"$name\" >/dev/null && exec \"$name\" \"$@\"\n"
            "done\n",
            log, real ? real : "");
    fclose(f);
    snprintf(script, sizeof script, "chmod +x %s", tool);
    IS(0, system(script));
    setenv("LLVM_SPIRV", tool, 1);
    for (int i = 0; i < 4; i++) { /* as it is, the same, with a constant, the same */
        cl_program p = clCreateProgramWithIL(context, special, sizeof special, &e);
        OK(e);
        if (i >= 2)
            OK(clSetProgramSpecializationConstant(p, 101, 4, &(cl_uint){21}));
        OK(clBuildProgram(p, 0, NULL, NULL, NULL, NULL));
        IS(1, value_of(p) == (i < 2 ? 7 : 21) * 0.5 + 1000);
        OK(clReleaseProgram(p));
    }
    char lines[64] = "";
    f = fopen(log, "r");
    size_t size = f ? fread(lines, 1, sizeof lines, f) : 0;
    IS(8, size); /* "run\n" for each of both */
    if (f)
        fclose(f);
    if (real)
        setenv("LLVM_SPIRV", real, 1);
    else
        unsetenv("LLVM_SPIRV");
    snprintf(script, sizeof script, "rm -r %s", path);
    IS(0, system(script));
}

static void misuse(void)
{
    cl_int result;
    uint32_t broken[sizeof special / 4];
    memcpy(broken, special, sizeof special);
    broken[5] = 0x7fff0011; /* more words than there are */
    GIVES(CL_INVALID_VALUE, clCreateProgramWithIL(context, broken, sizeof broken, &e));
    GIVES(CL_INVALID_VALUE, clCreateProgramWithIL(context, special + 1, sizeof special - 4, &e));
    GIVES(CL_INVALID_VALUE, clCreateProgramWithIL(context, NULL, 4, &e));
    GIVES(CL_INVALID_VALUE, clCreateProgramWithIL(context, special, 0, &e));
    GIVES(CL_INVALID_CONTEXT, clCreateProgramWithIL(NULL, special, sizeof special, &e));
    broken[5] = special[5];
    broken[sizeof special / 4 - 2] = 0x1fffe; /* no such instruction: llvm-spirv says so */
    cl_program p = clCreateProgramWithIL(context, broken, sizeof broken, &result);
    OK(result);
    IS(CL_BUILD_PROGRAM_FAILURE, clBuildProgram(p, 0, NULL, NULL, NULL, NULL));
    OK(clReleaseProgram(p));
    p = clCreateProgramWithIL(context, special, sizeof special, &result);
    OK(result);
    IS(CL_INVALID_BUILD_OPTIONS, clBuildProgram(p, 0, NULL, "-no-such", NULL, NULL));
    OK(clReleaseProgram(p));
    const char *source = "kernel void k(global int *x) { }";
    p = clCreateProgramWithSource(context, 1, &source, NULL, &result);
    IS(CL_INVALID_PROGRAM, clSetProgramSpecializationConstant(p, 101, 4, &(cl_uint){20}));
    IS(CL_INVALID_PROGRAM, clSetProgramSpecializationConstant(NULL, 101, 4, &(cl_uint){20}));
    OK(clReleaseProgram(p));
}

int main(int argc, char **argv)
{
    char versions[256] = "";
    start();
    OK(clGetDeviceInfo(device, CL_DEVICE_IL_VERSION, sizeof versions, versions, NULL));
    if (!versions[0]) {
        GIVES(CL_INVALID_OPERATION, clCreateProgramWithIL(context, special, sizeof special, &e));
        printf("SKIP: no llvm-spirv: apt install llvm-spirv-15\n");
        return finish() ? 1 : 77;
    }
    IS(0, strncmp(versions, "SPIR-V_1.0 ", 11));
    cl_program p = argc > 1 ? read_program(argv[1]) : NULL;
    if (p) {
        OK(clBuildProgram(p, 0, NULL, "-cl-std=CL3.0", NULL, NULL));
        char log[4096];
        OK(clGetProgramBuildInfo(p, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL));
        printf("%s", log);
        spaces(p);
        images(p);
        groups(p);
        OK(clReleaseProgram(p));
    }
    constants();
    links();
    kept();
    misuse();
    return finish();
}
