/* test_ventus.c: the Ventus device, alone and beside gfx1100. Expected values follow from the
 * kernels of ventus.s and tests/driver/program.s, and from the layouts of PoCL's driver for Ventus
 * (docs/ventus.md, Launch); codes are those of the OpenCL API specification 3.0.
 *
 * usage: test_ventus VENTUS.riscv DRIVER.riscv, with SHOAL_OPENCL_DEVICES=gfx1100,ventus */
#include <fcntl.h>
#include <stdint.h>
#include <unistd.h>

#include "check.h"

enum { ITEMS = 128 };

static cl_device_id ventus;
static cl_context alone, both;
static cl_command_queue ventus_queue; /* of `alone` */

struct file {
    unsigned char bytes[1 << 17];
    size_t size;
};
static struct file ours, drivers;

static void read_file(const char *path, struct file *out)
{
    FILE *f = fopen(path, "rb");
    out->size = f ? fread(out->bytes, 1, sizeof out->bytes, f) : 0;
    IS(1, out->size > 0 && out->size < sizeof out->bytes);
    if (f)
        fclose(f);
}

static cl_program load(cl_context c, const struct file *f)
{
    cl_int e, status = 1;
    const unsigned char *bytes = f->bytes;
    cl_program p = clCreateProgramWithBinary(c, 1, &ventus, &f->size, &bytes, &status, &e);
    OK(e);
    OK(status);
    OK(clBuildProgram(p, 1, &ventus, NULL, NULL, NULL));
    return p;
}

static cl_kernel kernel(cl_program p, const char *name)
{
    cl_int e;
    cl_kernel k = clCreateKernel(p, name, &e);
    OK(e);
    return k;
}

static cl_mem buffer(cl_context c, cl_mem_flags flags, size_t size, void *host)
{
    cl_int e;
    cl_mem m = clCreateBuffer(c, flags, size, host, &e);
    OK(e);
    return m;
}

static void set_sum(cl_kernel k, cl_mem out, cl_mem in, int factor, cl_long c)
{
    OK(clSetKernelArg(k, 0, sizeof out, &out));
    OK(clSetKernelArg(k, 1, sizeof in, &in));
    OK(clSetKernelArg(k, 2, sizeof factor, &factor));
    OK(clSetKernelArg(k, 3, sizeof c, &c));
}

static void is_sum(const int *out, const int *in, int factor, cl_long c)
{
    for (int i = 0; i < ITEMS; i++)
        IS(in[i] * factor + (int)c + (int)(c >> 32), out[i]);
}

static void queries(void)
{
    cl_device_id all[4];
    cl_uint count = 0, bits = 0;
    char name[64] = "", extensions[1024] = "";
    cl_bool images = 1;
    OK(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 4, all, &count));
    IS(2, count);
    IS(1, all[0] == device && all[1] == ventus);
    OK(clGetDeviceInfo(ventus, CL_DEVICE_NAME, sizeof name, name, NULL));
    IS(0, strcmp(name, "ventus"));
    OK(clGetDeviceInfo(ventus, CL_DEVICE_ADDRESS_BITS, sizeof bits, &bits, NULL));
    IS(32, bits);
    OK(clGetDeviceInfo(ventus, CL_DEVICE_IMAGE_SUPPORT, sizeof images, &images, NULL));
    IS(CL_FALSE, images);
    /* Those of the platform are those that all devices have. */
    OK(clGetPlatformInfo(platform, CL_PLATFORM_EXTENSIONS, sizeof extensions, extensions, NULL));
    IS(1, strstr(extensions, "cl_khr_icd") && !strstr(extensions, "cl_khr_fp64"));
    OK(clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, sizeof extensions, extensions, NULL));
    IS(1, strstr(extensions, "cl_khr_fp64") != NULL);
    OK(clGetContextInfo(both, CL_CONTEXT_DEVICES, sizeof all, all, NULL));
    IS(1, all[0] == ventus && all[1] == device);
}

static void launches(void)
{
    int in[ITEMS], out[ITEMS];
    char names[128] = "";
    cl_uint arguments = 0;
    cl_program p = load(alone, &ours);
    OK(clGetProgramInfo(p, CL_PROGRAM_KERNEL_NAMES, sizeof names, names, NULL));
    IS(1, strstr(names, "sum") && strstr(names, "hello"));
    cl_kernel k = kernel(p, "sum");
    for (int i = 0; i < ITEMS; i++)
        in[i] = i * i - 1000;
    cl_mem a = buffer(alone, CL_MEM_COPY_HOST_PTR, sizeof in, in);
    cl_mem b = buffer(alone, 0, sizeof out + 256, NULL);
    const cl_buffer_region region = {256, sizeof out};
    cl_int e;
    cl_mem part = clCreateSubBuffer(b, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &e);
    OK(e);
    const size_t range = ITEMS, group = 64, odd = ITEMS + 1;
    set_sum(k, part, a, -3, (cl_long)5 << 32 | 70);
    OK(clGetKernelInfo(k, CL_KERNEL_NUM_ARGS, sizeof arguments, &arguments, NULL));
    IS(4, arguments);
    cl_event event;
    OK(clEnqueueNDRangeKernel(ventus_queue, k, 1, NULL, &range, &group, 0, NULL, &event));
    OK(clEnqueueReadBuffer(ventus_queue, b, CL_TRUE, 256, sizeof out, out, 0, NULL, NULL));
    is_sum(out, in, -3, (cl_long)5 << 32 | 70);
    cl_ulong times[4];
    for (cl_uint i = 0; i < 4; i++)
        OK(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_QUEUED + i, sizeof *times, &times[i],
                                   NULL));
    IS(1, times[0] <= times[1] && times[1] <= times[2] && times[2] <= times[3]);
    OK(clReleaseEvent(event));
    /* A map is the memory itself; a copy of the kernel keeps its arguments. */
    cl_kernel twin = clCloneKernel(k, &e);
    OK(e);
    OK(clSetKernelArg(twin, 2, sizeof(int), &(int){2}));
    OK(clEnqueueNDRangeKernel(ventus_queue, twin, 1, NULL, &range, NULL, 0, NULL, NULL));
    int *seen = clEnqueueMapBuffer(ventus_queue, part, CL_TRUE, CL_MAP_READ, 0, sizeof out, 0, NULL,
                                   NULL, &e);
    OK(e);
    is_sum(seen, in, 2, (cl_long)5 << 32 | 70);
    OK(clEnqueueUnmapMemObject(ventus_queue, part, seen, 0, NULL, NULL));
    IS(CL_INVALID_WORK_GROUP_SIZE,
       clEnqueueNDRangeKernel(ventus_queue, k, 1, NULL, &odd, &group, 0, NULL, NULL));
    OK(clFinish(ventus_queue));
    OK(clReleaseKernel(twin));
    OK(clReleaseKernel(k));
    OK(clReleaseMemObject(part));
    OK(clReleaseMemObject(a));
    OK(clReleaseMemObject(b));
    OK(clReleaseProgram(p));
}

static void sizes(void)
{
    cl_uint out[32];
    cl_program p = load(alone, &ours);
    cl_kernel k = kernel(p, "sizes");
    cl_mem m = buffer(alone, 0, sizeof out, NULL);
    OK(clSetKernelArg(k, 0, sizeof m, &m));
    const size_t offset[3] = {3, 4, 5}, range[3] = {16, 2, 4}, group[3] = {8, 2, 2};
    OK(clEnqueueNDRangeKernel(ventus_queue, k, 3, offset, range, group, 0, NULL, NULL));
    OK(clEnqueueReadBuffer(ventus_queue, m, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL));
    const cl_uint want[] = {3, 16, 2, 4, 8, 2, 2, 3, 4, 5};
    for (int i = 0; i < 10; i++)
        IS(want[i], out[i]);
    OK(clReleaseMemObject(m));
    OK(clReleaseKernel(k));
    OK(clReleaseProgram(p));
}

/* The driver's program has local memory, variables, and a kernel that faults. Programs take turns,
 * and a program's variables begin anew with its turn. */
static void turns(void)
{
    int out[ITEMS];
    const size_t range = 32, two = 64;
    cl_program p = load(alone, &drivers), other = load(alone, &ours);
    cl_kernel add = kernel(p, "add"), shift = kernel(p, "shift"), broken = kernel(p, "broken");
    cl_kernel between = kernel(other, "sizes");
    cl_mem m = buffer(alone, 0, sizeof out, NULL);
    OK(clSetKernelArg(add, 0, sizeof m, &m));
    OK(clSetKernelArg(add, 1, sizeof(int), &(int){100}));
    OK(clSetKernelArg(between, 0, sizeof m, &m));
    for (int i = 0; i < 4; i++) {
        if (i == 2) /* the other program's turn */
            OK(clEnqueueNDRangeKernel(ventus_queue, between, 1, NULL, &range, &range, 0, NULL,
                                      NULL));
        OK(clEnqueueNDRangeKernel(ventus_queue, add, 1, NULL, &range, &range, 0, NULL, NULL));
        OK(clEnqueueReadBuffer(ventus_queue, m, CL_TRUE, 0, 128, out, 0, NULL, NULL));
        for (int n = 0; n < 32; n++)
            IS(100 + i % 2, out[n]);
    }
    OK(clSetKernelArg(shift, 0, sizeof m, &m));
    IS(CL_INVALID_ARG_SIZE, clSetKernelArg(shift, 1, 0, NULL));
    OK(clSetKernelArg(shift, 1, 65 * sizeof(int), NULL));
    OK(clEnqueueNDRangeKernel(ventus_queue, shift, 1, NULL, &two, &two, 0, NULL, NULL));
    OK(clEnqueueReadBuffer(ventus_queue, m, CL_TRUE, 0, 256, out, 0, NULL, NULL));
    for (int i = 0; i < 63; i++)
        IS(i + 1, out[i]);
    OK(clSetKernelArg(shift, 1, 1 << 20, NULL));
    IS(CL_OUT_OF_RESOURCES,
       clEnqueueNDRangeKernel(ventus_queue, shift, 1, NULL, &two, &two, 0, NULL, NULL));
    OK(clEnqueueNDRangeKernel(ventus_queue, broken, 1, NULL, &range, &range, 0, NULL, NULL));
    IS(CL_OUT_OF_RESOURCES, clFinish(ventus_queue));
    OK(clReleaseMemObject(m));
    OK(clReleaseKernel(add));
    OK(clReleaseKernel(shift));
    OK(clReleaseKernel(broken));
    OK(clReleaseKernel(between));
    OK(clReleaseProgram(p));
    OK(clReleaseProgram(other));
}

/* What kernels print goes to standard output. */
static void prints(void)
{
    char text[64] = "";
    int ends[2], kept = dup(1);
    cl_program p = load(alone, &ours);
    cl_kernel k = kernel(p, "hello");
    const size_t range = 32;
    fflush(stdout);
    IS(0, pipe(ends));
    dup2(ends[1], 1);
    OK(clEnqueueNDRangeKernel(ventus_queue, k, 1, NULL, &range, &range, 0, NULL, NULL));
    OK(clFinish(ventus_queue));
    fflush(stdout);
    dup2(kept, 1);
    close(ends[1]);
    IS(8, read(ends[0], text, sizeof text - 1));
    IS(0, strcmp(text, "group 0\n"));
    close(ends[0]);
    close(kept);
    OK(clReleaseKernel(k));
    OK(clReleaseProgram(p));
}

/* One buffer, which kernels of both devices and the host change in turn. */
static void migrates(void)
{
    int values[ITEMS], out[ITEMS];
    cl_int e;
    cl_command_queue here = clCreateCommandQueueWithProperties(both, device, NULL, &e);
    OK(e);
    cl_command_queue there = clCreateCommandQueueWithProperties(both, ventus, NULL, &e);
    OK(e);
    const char *source = "kernel void twice(global int *x) { x[get_global_id(0)] *= 2; }";
    cl_program p = clCreateProgramWithSource(both, 1, &source, NULL, &e);
    OK(e);
    OK(clBuildProgram(p, 1, &device, NULL, NULL, NULL));
    cl_program q = load(both, &ours);
    cl_kernel twice = kernel(p, "twice"), sum = kernel(q, "sum");
    for (int i = 0; i < ITEMS; i++)
        values[i] = 7 * i;
    cl_mem m = buffer(both, CL_MEM_COPY_HOST_PTR, sizeof values, values);
    const cl_buffer_region half = {256, 256};
    cl_mem part = clCreateSubBuffer(m, 0, CL_BUFFER_CREATE_TYPE_REGION, &half, &e);
    OK(e);
    const size_t range = ITEMS, few = 64;
    cl_event event;
    OK(clSetKernelArg(twice, 0, sizeof m, &m));
    IS(CL_INVALID_PROGRAM_EXECUTABLE,
       clEnqueueNDRangeKernel(there, twice, 1, NULL, &range, NULL, 0, NULL, NULL));
    for (int round = 0; round < 3; round++) {
        OK(clEnqueueNDRangeKernel(here, twice, 1, NULL, &range, NULL, 0, NULL, &event));
        set_sum(sum, m, m, 3, round);
        OK(clEnqueueNDRangeKernel(there, sum, 1, NULL, &range, &few, 1, &event, NULL));
        set_sum(sum, part, part, 1, 1000);
        OK(clEnqueueNDRangeKernel(there, sum, 1, NULL, &few, &few, 0, NULL, NULL));
        OK(clReleaseEvent(event));
        OK(clEnqueueMigrateMemObjects(there, 1, &m, round ? CL_MIGRATE_MEM_OBJECT_HOST : 0, 0, NULL,
                                      NULL));
        OK(clFinish(there));
        OK(clEnqueueWriteBuffer(round == 1 ? here : there, m, CL_TRUE, 8, sizeof(int),
                                &(int){round}, 0, NULL, NULL));
        for (int i = 0; i < ITEMS; i++)
            values[i] = values[i] * 6 + round + (i >= 64 ? 1000 : 0);
        values[2] = round;
    }
    OK(clEnqueueReadBuffer(here, m, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL));
    for (int i = 0; i < ITEMS; i++)
        IS(values[i], out[i]);
    OK(clReleaseMemObject(part));
    OK(clReleaseMemObject(m));
    OK(clReleaseKernel(twice));
    OK(clReleaseKernel(sum));
    OK(clReleaseProgram(p));
    OK(clReleaseProgram(q));
    OK(clReleaseCommandQueue(here));
    OK(clReleaseCommandQueue(there));
}

/* Buffers over memory of clSVMAlloc: what the host writes there without a command, the other device
 * finds at its next launch, and the host finds what that wrote when it has ended (3.0 API, 5.6.1,
 * fine-grained sharing), also with two launches at a time. */
static void shares(void)
{
    cl_int e;
    const size_t range = ITEMS, few = 64;
    const cl_queue_properties out_of_order[] = {CL_QUEUE_PROPERTIES,
                                                CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
    cl_command_queue there = clCreateCommandQueueWithProperties(both, ventus, out_of_order, &e);
    OK(e);
    cl_program p = load(both, &ours);
    cl_kernel sum = kernel(p, "sum"), sum2 = kernel(p, "sum");
    int *in = clSVMAlloc(both, CL_MEM_SVM_FINE_GRAIN_BUFFER, 2 * ITEMS * sizeof *in, 0);
    int *out = in + ITEMS; /* in the same allocation */
    cl_mem from = buffer(both, CL_MEM_USE_HOST_PTR, ITEMS * sizeof *in, in);
    cl_mem to = buffer(both, CL_MEM_USE_HOST_PTR, ITEMS * sizeof *in, out);
    const cl_buffer_region low = {0, 256}, high = {256, 256};
    cl_mem parts_of[2] = {clCreateSubBuffer(to, 0, CL_BUFFER_CREATE_TYPE_REGION, &low, &e),
                          clCreateSubBuffer(to, 0, CL_BUFFER_CREATE_TYPE_REGION, &high, &e)};
    OK(e);
    for (int round = 1; round < 4; round++) {
        for (int i = 0; i < ITEMS; i++)
            in[i] = i * round, out[i] = -1;
        set_sum(sum, to, from, 3, round);
        OK(clEnqueueNDRangeKernel(there, sum, 1, NULL, &range, &few, 0, NULL, NULL));
        OK(clFinish(there));
        is_sum(out, in, 3, round);
        for (int i = 0; i < ITEMS; i++)
            out[i] = 100 + i; /* each launch adds to a half of it */
        set_sum(sum, parts_of[0], parts_of[0], 2, round);
        set_sum(sum2, parts_of[1], parts_of[1], 1, round);
        OK(clEnqueueNDRangeKernel(there, sum, 1, NULL, &few, &few, 0, NULL, NULL));
        OK(clEnqueueNDRangeKernel(there, sum2, 1, NULL, &few, &few, 0, NULL, NULL));
        OK(clFinish(there));
        for (int i = 0; i < ITEMS; i++)
            IS((100 + i) * (i < 64 ? 2 : 1) + round, out[i]);
    }
    OK(clReleaseMemObject(parts_of[0]));
    OK(clReleaseMemObject(parts_of[1]));
    OK(clReleaseMemObject(from));
    OK(clReleaseMemObject(to));
    clSVMFree(both, in);
    OK(clReleaseKernel(sum));
    OK(clReleaseKernel(sum2));
    OK(clReleaseProgram(p));
    OK(clReleaseCommandQueue(there));
}

static const char *parts[] = {
    "\t.globl set\n\t.type set, @function\nset:\n\tlw t0, 0(a0)\n\tcall value\n\tvmv.v.x v1, t1\n"
    "\tvid.v v2\n\tvsll.vi v2, v2, 2\n\tvadd.vx v2, v2, t0\n\tvsw12.v v1, 0(v2)\n\tendprg x0, x0, "
    "x0\n",
    "\t.globl value\nvalue:\n\tli t1, 77\n\tret\n"};

/* By a stand-in for the toolchain's clang, whose sources are assembly. */
static void compiles(const char *clang)
{
    cl_int e;
    cl_uint out[4] = {0};
    char log[512] = "";
    const size_t range = 4;
    cl_program a = clCreateProgramWithSource(alone, 1, &parts[0], NULL, &e);
    OK(e);
    cl_program b = clCreateProgramWithSource(alone, 1, &parts[1], NULL, &e);
    OK(e);
    unsetenv("SHOAL_VENTUS_CLANG");
    IS(CL_COMPILER_NOT_AVAILABLE, clBuildProgram(a, 0, NULL, NULL, NULL, NULL));
    setenv("SHOAL_VENTUS_CLANG", clang, 1);
    IS(CL_COMPILE_PROGRAM_FAILURE,
       clCompileProgram(a, 0, NULL, "-DBAD", 0, NULL, NULL, NULL, NULL));
    OK(clGetProgramBuildInfo(a, ventus, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL));
    IS(0, strcmp(log, "program.cl: error: BAD is defined\n"));
    OK(clCompileProgram(a, 0, NULL, NULL, 0, NULL, NULL, NULL, NULL));
    OK(clCompileProgram(b, 0, NULL, NULL, 0, NULL, NULL, NULL, NULL));
    cl_program library = clLinkProgram(alone, 0, NULL, "-create-library", 1, &b, NULL, NULL, &e);
    OK(e);
    cl_program inputs[] = {a, library};
    cl_program linked = clLinkProgram(alone, 0, NULL, NULL, 2, inputs, NULL, NULL, &e);
    OK(e);
    cl_kernel k = kernel(linked, "set");
    cl_mem m = buffer(alone, 0, sizeof out, NULL);
    OK(clSetKernelArg(k, 0, sizeof m, &m));
    OK(clEnqueueNDRangeKernel(ventus_queue, k, 1, NULL, &range, NULL, 0, NULL, NULL));
    OK(clEnqueueReadBuffer(ventus_queue, m, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL));
    for (int i = 0; i < 4; i++)
        IS(77, out[i]);
    OK(clReleaseMemObject(m));
    OK(clReleaseKernel(k));
    cl_program all[] = {a, b, library, linked};
    for (int i = 0; i < 4; i++)
        OK(clReleaseProgram(all[i]));
}

static void misuse(void)
{
    const cl_image_format format = {CL_R, CL_FLOAT};
    const cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE1D, .image_width = 4};
    int x = 0, y = 0;
    cl_uint count = 1;
    GIVES(CL_INVALID_OPERATION, clCreateImage(alone, 0, &format, &desc, NULL, &e));
    GIVES(CL_INVALID_OPERATION, clCreateSampler(alone, 0, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, &e));
    OK(clGetSupportedImageFormats(alone, 0, CL_MEM_OBJECT_IMAGE2D, 0, NULL, &count));
    IS(0, count);
    IS(1, clSVMAlloc(alone, 0, 64, 0) == NULL);
    IS(CL_INVALID_OPERATION,
       clEnqueueSVMMemcpy(ventus_queue, CL_TRUE, &x, &y, sizeof x, 0, NULL, NULL));
    const unsigned char *bytes = ours.bytes;
    cl_int status = 0;
    GIVES(CL_INVALID_BINARY,
          clCreateProgramWithBinary(both, 1, &device, &ours.size, &bytes, &status, &e));
    IS(CL_INVALID_BINARY, status);
    GIVES(CL_INVALID_DEVICE,
          clCreateProgramWithBinary(alone, 1, &device, &ours.size, &bytes, NULL, &e));
    cl_program p = load(both, &ours);
    GIVES(CL_INVALID_KERNEL_NAME, clCreateKernel(p, "none", &e));
    cl_kernel k = kernel(p, "sum");
    size_t size;
    IS(CL_INVALID_ARG_INDEX, clSetKernelArg(k, 5000, sizeof x, &x));
    IS(CL_INVALID_DEVICE,
       clGetKernelWorkGroupInfo(k, device, CL_KERNEL_WORK_GROUP_SIZE, sizeof size, &size, NULL));
    OK(clGetKernelWorkGroupInfo(k, NULL, CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, sizeof size,
                                &size, NULL));
    IS(32, size);
    char name[16];
    OK(clSetKernelArg(k, 1, sizeof x, &x));
    IS(CL_KERNEL_ARG_INFO_NOT_AVAILABLE,
       clGetKernelArgInfo(k, 1, CL_KERNEL_ARG_NAME, sizeof name, name, NULL));
    /* The first argument was never set. */
    cl_int e;
    cl_command_queue there = clCreateCommandQueueWithProperties(both, ventus, NULL, &e);
    OK(e);
    IS(CL_INVALID_KERNEL_ARGS,
       clEnqueueNDRangeKernel(there, k, 1, NULL, &(size_t){32}, NULL, 0, NULL, NULL));
    OK(clReleaseCommandQueue(there));
    OK(clReleaseKernel(k));
    OK(clReleaseProgram(p));
}

int main(int argc, char **argv)
{
    cl_int e;
    if (argc < 4)
        return 2;
    start();
    cl_device_id all[2];
    OK(clGetDeviceIDs(platform, CL_DEVICE_TYPE_GPU, 2, all, NULL));
    ventus = all[1];
    cl_device_id reversed[] = {all[1], all[0]};
    alone = clCreateContext(NULL, 1, &ventus, NULL, NULL, &e);
    OK(e);
    both = clCreateContext(NULL, 2, reversed, NULL, NULL, &e);
    OK(e);
    const cl_queue_properties timed[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
    ventus_queue = clCreateCommandQueueWithProperties(alone, ventus, timed, &e);
    OK(e);
    read_file(argv[1], &ours);
    read_file(argv[2], &drivers);
    queries();
    launches();
    sizes();
    turns();
    prints();
    migrates();
    shares();
    compiles(argv[3]);
    misuse();
    OK(clReleaseCommandQueue(ventus_queue));
    OK(clReleaseContext(alone));
    OK(clReleaseContext(both));
    return finish();
}
