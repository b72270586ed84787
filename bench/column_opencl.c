/* column_opencl.c: the same source through the OpenCL API: on PoCL, and on Shoal's platform, as
 * users' programs have it. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include "column.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct state {
    const struct column_settings *settings;
    cl_context context;
    cl_command_queue queue;
    cl_program program;
    cl_kernel kernels[BENCH_MAX_STEPS];
    cl_mem buffers[BENCH_MAX_BUFFERS];
};

static bool failed(cl_int status, const char *call, char why[BENCH_WHY_BYTES])
{
    if (status == CL_SUCCESS)
        return false;
    snprintf(why, BENCH_WHY_BYTES, "%s returned %d", call, status);
    return true;
}

struct implementation {
    const char *platform, *missing, *label;
    bool has_compile_time; /* it compiles in this process */
};
static const struct implementation pocl = {"Portable Computing Language",
                                           "no PoCL: apt install pocl-opencl-icd", "PoCL", true};
static const struct implementation shoal = {
    "Shoal", "no libshoal-opencl: bench/run says where it is (OCL_ICD_VENDORS)", "Shoal", false};

/* Thread counts and cache are read from the environment when the platforms start. */
static void set_environment(unsigned threads)
{
    char count[16];
    snprintf(count, sizeof count, "%u", threads);
    setenv("SHOAL_THREADS", count, 1);
    setenv("POCL_MAX_PTHREAD_COUNT", count, 1);
    setenv("POCL_DEVICES", "pthread", 1);
    setenv("POCL_KERNEL_CACHE", "0", 1);
}

static bool find_device(const struct implementation *which, cl_device_id *device,
                        char why[BENCH_WHY_BYTES])
{
    cl_platform_id platforms[16];
    cl_uint count = 0;
    if (clGetPlatformIDs(16, platforms, &count) != CL_SUCCESS)
        count = 0;
    for (cl_uint i = 0; i < count && i < 16; i++) {
        char name[128] = "";
        clGetPlatformInfo(platforms[i], CL_PLATFORM_NAME, sizeof name, name, NULL);
        if (!strcmp(name, which->platform) &&
            clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, 1, device, NULL) == CL_SUCCESS)
            return true;
    }
    snprintf(why, BENCH_WHY_BYTES, "%s", which->missing);
    return false;
}

static char *read_source(const char *path, char why[BENCH_WHY_BYTES])
{
    FILE *file = fopen(path, "rb");
    if (!file) {
        snprintf(why, BENCH_WHY_BYTES, "cannot read %.200s", path);
        return NULL;
    }
    enum { MOST = 1 << 20 };
    char *text = bench_alloc(MOST);
    text[fread(text, 1, MOST - 1, file)] = 0;
    fclose(file);
    return text;
}

static bool enqueue(struct state *s, char why[BENCH_WHY_BYTES])
{
    const struct bench_problem *p = s->settings->problem;
    for (unsigned i = 0; i < p->step_count; i++) {
        size_t grid[2] = {p->steps[i].grid[0], p->steps[i].grid[1]};
        size_t block[2] = {p->steps[i].block[0], p->steps[i].block[1]};
        if (failed(clEnqueueNDRangeKernel(s->queue, s->kernels[i], 2, NULL, grid, block, 0, NULL,
                                          NULL),
                   "clEnqueueNDRangeKernel", why))
            return false;
    }
    return !failed(clFinish(s->queue), "clFinish", why);
}

static bool build(struct state *s, cl_device_id device, char why[BENCH_WHY_BYTES])
{
    char *source = read_source(s->settings->source_path, why);
    if (!source)
        return false;
    cl_int status;
    s->program = clCreateProgramWithSource(s->context, 1, (const char *[]){source}, NULL, &status);
    free(source);
    if (failed(status, "clCreateProgramWithSource", why))
        return false;
    const char *options = s->settings->which->opencl_options;
    if (failed(clBuildProgram(s->program, 1, &device, options ? options : "", NULL, NULL),
               "clBuildProgram", why)) {
        clGetProgramBuildInfo(s->program, device, CL_PROGRAM_BUILD_LOG, BENCH_WHY_BYTES, why, NULL);
        return false;
    }
    const struct bench_problem *p = s->settings->problem;
    for (unsigned i = 0; i < p->step_count; i++) {
        const struct bench_step *step = &p->steps[i];
        s->kernels[i] = clCreateKernel(s->program, step->kernel, &status);
        if (failed(status, "clCreateKernel", why))
            return false;
        for (unsigned k = 0; k < step->arg_count; k++) {
            const struct bench_arg *a = &step->args[k];
            size_t size = a->is_buffer ? sizeof(cl_mem) : sizeof a->bits;
            const void *value = a->is_buffer ? (const void *)&s->buffers[a->bits] : &a->bits;
            if (failed(clSetKernelArg(s->kernels[i], k, size, value), "clSetKernelArg", why))
                return false;
        }
    }
    return true;
}

static bool write_buffers(struct state *s, char why[BENCH_WHY_BYTES])
{
    const struct bench_problem *p = s->settings->problem;
    for (unsigned i = 0; i < p->buffer_count; i++)
        if (failed(clEnqueueWriteBuffer(s->queue, s->buffers[i], CL_TRUE, 0, p->buffers[i].size,
                                        p->buffers[i].bytes, 0, NULL, NULL),
                   "clEnqueueWriteBuffer", why))
            return false;
    return true;
}

static void opencl_close(void *state, struct column_facts *facts)
{
    (void)facts;
    struct state *s = state;
    for (unsigned i = 0; i < BENCH_MAX_STEPS; i++)
        if (s->kernels[i])
            clReleaseKernel(s->kernels[i]);
    for (unsigned i = 0; i < BENCH_MAX_BUFFERS; i++)
        if (s->buffers[i])
            clReleaseMemObject(s->buffers[i]);
    if (s->program)
        clReleaseProgram(s->program);
    if (s->queue)
        clReleaseCommandQueue(s->queue);
    if (s->context)
        clReleaseContext(s->context);
    free(s);
}

static void *open_on(const struct implementation *which, const struct column_settings *settings,
                     struct column_facts *facts, char why[BENCH_WHY_BYTES])
{
    set_environment(settings->threads);
    cl_device_id device;
    if (!find_device(which, &device, why))
        return NULL;
    struct state *s = bench_alloc(sizeof *s);
    *s = (struct state){.settings = settings};
    cl_int status;
    s->context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
    if (failed(status, "clCreateContext", why))
        goto out;
    s->queue = clCreateCommandQueue(s->context, device, 0, &status);
    if (failed(status, "clCreateCommandQueue", why))
        goto out;
    for (unsigned i = 0; i < settings->problem->buffer_count; i++) {
        s->buffers[i] = clCreateBuffer(s->context, CL_MEM_READ_WRITE,
                                       settings->problem->buffers[i].size, NULL, &status);
        if (failed(status, "clCreateBuffer", why))
            goto out;
    }
    /* Work-group functions are compiled for a size when it is first enqueued: the compile time
     * is that of building and of the first run without that of a second. */
    double start = bench_cpu_ms();
    if (!write_buffers(s, why) || !build(s, device, why) || !enqueue(s, why))
        goto out;
    double first = bench_cpu_ms();
    if (!enqueue(s, why))
        goto out;
    facts->compile_ms = which->has_compile_time ? first - start - (bench_cpu_ms() - first) : -1;
    if (!write_buffers(s, why))
        goto out;
    char name[100] = "", version[100] = "";
    clGetDeviceInfo(device, CL_DEVICE_NAME, sizeof name, name, NULL);
    clGetDeviceInfo(device, CL_DRIVER_VERSION, sizeof version, version, NULL);
    snprintf(facts->device, sizeof facts->device, "%s %.20s, %.90s", which->label, version, name);
    return s;
out:
    opencl_close(s, facts);
    return NULL;
}

static bool opencl_run(void *state, char why[BENCH_WHY_BYTES]) { return enqueue(state, why); }

static void *opencl_read(void *state, unsigned index, char why[BENCH_WHY_BYTES])
{
    struct state *s = state;
    size_t size = s->settings->problem->buffers[index].size;
    void *bytes = bench_alloc(size);
    if (!failed(clEnqueueReadBuffer(s->queue, s->buffers[index], CL_TRUE, 0, size, bytes, 0, NULL,
                                    NULL),
                "clEnqueueReadBuffer", why))
        return bytes;
    free(bytes);
    return NULL;
}

static void *pocl_open(const struct column_settings *settings, struct column_facts *facts,
                       char why[BENCH_WHY_BYTES])
{
    return open_on(&pocl, settings, facts, why);
}

static void *shoal_open(const struct column_settings *settings, struct column_facts *facts,
                        char why[BENCH_WHY_BYTES])
{
    return open_on(&shoal, settings, facts, why);
}

const struct column column_pocl = {"pocl", pocl_open, opencl_run, opencl_read, opencl_close};
const struct column column_opencl = {"opencl", shoal_open, opencl_run, opencl_read, opencl_close};
