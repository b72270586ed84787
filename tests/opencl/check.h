/* check.h: what the tests of libshoal-opencl share: one context, and counted checks. */
#ifndef TEST_OPENCL_CHECK_H
#define TEST_OPENCL_CHECK_H

#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#define CL_USE_DEPRECATED_OPENCL_2_0_APIS
#define CL_USE_DEPRECATED_OPENCL_2_2_APIS
#include <CL/cl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int passed, failed;

/* For errors.py: a line per call that answered as expected: its function, and what it gave. */
static inline void note_call(const char *call, long long code)
{
    static FILE *log;
    const char *path = getenv("SHOAL_TEST_ERRORS");
    if (!path || strncmp(call, "cl", 2) != 0)
        return;
    if (!log)
        log = fopen(path, "a");
    if (log)
        fprintf(log, "%.*s %lld\n", (int)strcspn(call, "("), call, code);
}

#define IS(expected, call)                                                                         \
    do {                                                                                           \
        long long got_ = (long long)(call), want_ = (long long)(expected);                         \
        if (got_ == want_) {                                                                       \
            passed++;                                                                              \
            note_call(#call, got_);                                                                \
        } else {                                                                                   \
            failed++;                                                                              \
            printf("%s:%d: %s is %lld, not %s\n", __FILE__, __LINE__, #call, got_, #expected);     \
        }                                                                                          \
    } while (0)
#define OK(call) IS(CL_SUCCESS, call)
/* A function that creates nothing and says why in `e`. */
#define GIVES(expected, call)                                                                      \
    do {                                                                                           \
        cl_int e = 1;                                                                              \
        IS(0, (call) != NULL);                                                                     \
        IS(expected, e);                                                                           \
        if (e == (expected))                                                                       \
            note_call(#call, e);                                                                   \
    } while (0)

static cl_platform_id platform;
static cl_device_id device;
static cl_context context;
static cl_command_queue queue, free_queue; /* in order; out of order */

static void start(void)
{
    cl_int e;
    OK(clGetPlatformIDs(1, &platform, NULL));
    char name[64] = "";
    OK(clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof name, name, NULL));
    if (strcmp(name, "Shoal") != 0) {
        printf("the platform is '%s', not Shoal: nothing was tested\n", name);
        exit(1);
    }
    OK(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL));
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &e);
    OK(e);
    const cl_queue_properties timed[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
    const cl_queue_properties out[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE,
                                       0};
    queue = clCreateCommandQueueWithProperties(context, device, timed, &e);
    OK(e);
    free_queue = clCreateCommandQueueWithProperties(context, device, out, &e);
    OK(e);
}

static int finish(void)
{
    cl_uint refs = 0;
    OK(clFinish(queue));
    OK(clFinish(free_queue));
    OK(clGetContextInfo(context, CL_CONTEXT_REFERENCE_COUNT, sizeof refs, &refs, NULL));
    IS(1, refs);
    OK(clReleaseCommandQueue(queue));
    OK(clReleaseCommandQueue(free_queue));
    OK(clReleaseContext(context));
    printf("%d passed, %d failed\n", passed, failed);
    return failed || !passed;
}

/* Builds, and prints the log if that fails. */
static inline cl_program build(const char *source, const char *options)
{
    cl_int e;
    cl_program p = clCreateProgramWithSource(context, 1, &source, NULL, &e);
    OK(e);
    e = clBuildProgram(p, 1, &device, options, NULL, NULL);
    OK(e);
    if (e != CL_SUCCESS) {
        char log[8192];
        clGetProgramBuildInfo(p, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL);
        puts(log);
    }
    return p;
}

#endif
