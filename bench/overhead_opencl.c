/* overhead_opencl.c: what calls of an OpenCL platform cost; bench/opencl starts it and prints. On
 * the first platform, one line per figure: name, median, unit.
 *
 * usage: overhead_opencl LAUNCHES MEGABYTES */
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static cl_device_id device;
static cl_context context;
static cl_command_queue queue;

static double now(void) /* us */
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

static void check(cl_int code, const char *what)
{
    if (code == CL_SUCCESS)
        return;
    fprintf(stderr, "overhead_opencl: %s: %d\n", what, code);
    exit(1);
}

static int order(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *values, size_t count)
{
    qsort(values, count, sizeof *values, order);
    return values[count / 2];
}

static void start(void)
{
    cl_platform_id platform;
    cl_int code;
    char name[64] = "";
    check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
    clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof name, name, NULL);
    printf("platform %s\n", name);
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "clGetDeviceIDs");
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &code);
    check(code, "clCreateContext");
    queue = clCreateCommandQueueWithProperties(context, device, NULL, &code);
    check(code, "clCreateCommandQueueWithProperties");
}

/* Milliseconds of clBuildProgram; *out: the program, if it is wanted. */
static double build(const char *source, cl_program *out)
{
    cl_int code;
    cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &code);
    check(code, "clCreateProgramWithSource");
    double before = now();
    check(clBuildProgram(program, 1, &device, "", NULL, NULL), "clBuildProgram");
    double took = (now() - before) / 1e3;
    if (out)
        *out = program;
    else
        clReleaseProgram(program);
    return took;
}

static void builds(void)
{
    double cold[5], warm[5];
    char source[256];
    for (int i = 0; i < 5; i++) {
        snprintf(source, sizeof source,
                 "kernel void scale(global float *x, float a) /* %d %lf */\n"
                 "{ x[get_global_id(0)] *= a; }\n",
                 (int)getpid(), now());
        cold[i] = build(source, NULL);
        warm[i] = build(source, NULL);
    }
    printf("build-cold %.2f ms\nbuild-cached %.3f ms\n", median(cold, 5), median(warm, 5));
}

static void launches(size_t count)
{
    cl_program program;
    cl_int code;
    const size_t one = 1;
    build("kernel void nothing(void) {}", &program);
    cl_kernel kernel = clCreateKernel(program, "nothing", &code);
    check(code, "clCreateKernel");
    double *times = calloc(count, sizeof *times);
    for (size_t i = 0; i < count; i++) {
        double before = now();
        check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, &one, 0, NULL, NULL), "launch");
        check(clFinish(queue), "clFinish");
        times[i] = now() - before;
    }
    printf("launch %.2f us\n", median(times, count));
    double before = now();
    for (size_t i = 0; i < count; i++)
        check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, &one, 0, NULL, NULL), "launch");
    check(clFinish(queue), "clFinish");
    printf("queued %.2f us\n", (now() - before) / (double)count);
    free(times);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
}

/* Writes and reads beside memcpy, in turns, so that load of the machine meets all alike. */
static void copies(size_t bytes)
{
    enum { ROUNDS = 9 };
    double writes[ROUNDS], reads[ROUNDS], plain[ROUNDS];
    cl_int code;
    char *a = malloc(bytes), *b = malloc(bytes);
    cl_mem memory = clCreateBuffer(context, 0, bytes, NULL, &code);
    check(code, "clCreateBuffer");
    memset(a, 1, bytes);
    memset(b, 2, bytes);
    for (int i = 0; i < ROUNDS; i++) {
        double t0 = now();
        memcpy(b, a, bytes);
        double t1 = now();
        check(clEnqueueWriteBuffer(queue, memory, CL_TRUE, 0, bytes, a, 0, NULL, NULL), "write");
        double t2 = now();
        check(clEnqueueReadBuffer(queue, memory, CL_TRUE, 0, bytes, b, 0, NULL, NULL), "read");
        double t3 = now();
        plain[i] = (double)bytes / 1e3 / (t1 - t0);
        writes[i] = (double)bytes / 1e3 / (t2 - t1);
        reads[i] = (double)bytes / 1e3 / (t3 - t2);
    }
    printf("memcpy %.2f GB/s\nwrite %.2f GB/s\nread %.2f GB/s\n", median(plain, ROUNDS),
           median(writes, ROUNDS), median(reads, ROUNDS));
    free(a);
    free(b);
    clReleaseMemObject(memory);
}

/* Microseconds of so many kernels of one work-item, each on a buffer of its own, out of order. */
static double take_side_by_side(cl_command_queue unordered, cl_kernel kernel, const cl_mem *memory,
                                unsigned count, cl_uint turns)
{
    const size_t one = 1;
    double before = now();
    for (unsigned i = 0; i < count; i++) {
        check(clSetKernelArg(kernel, 0, sizeof memory[i], &memory[i]), "clSetKernelArg");
        check(clSetKernelArg(kernel, 1, sizeof turns, &turns), "clSetKernelArg");
        check(clEnqueueNDRangeKernel(unordered, kernel, 1, NULL, &one, &one, 0, NULL, NULL),
              "busy");
    }
    check(clFinish(unordered), "clFinish");
    return now() - before;
}

/* As many kernels as there are cores, beside one alone. */
static void side_by_side(cl_uint turns)
{
    enum { ROUNDS = 5, MOST = 64 };
    const cl_queue_properties any_order[] = {CL_QUEUE_PROPERTIES,
                                             CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    unsigned count = cores > MOST ? MOST : (unsigned)cores;
    cl_mem memory[MOST];
    cl_program program;
    cl_int code;
    double cores_used[ROUNDS];
    build("kernel void busy(global uint *out, uint turns)\n"
          "{ uint x = turns; for (uint i = 0; i < turns; i++) x = x * 1664525 ^ i; *out = x; }\n",
          &program);
    cl_kernel kernel = clCreateKernel(program, "busy", &code);
    check(code, "clCreateKernel");
    cl_command_queue unordered =
        clCreateCommandQueueWithProperties(context, device, any_order, &code);
    check(code, "clCreateCommandQueueWithProperties");
    for (unsigned i = 0; i < count; i++) {
        memory[i] = clCreateBuffer(context, 0, sizeof(cl_uint), NULL, &code);
        check(code, "clCreateBuffer");
    }
    take_side_by_side(unordered, kernel, memory, count, turns); /* which compiles it */
    for (int i = 0; i < ROUNDS; i++) {
        double alone = take_side_by_side(unordered, kernel, memory, 1, turns);
        cores_used[i] = alone * count / take_side_by_side(unordered, kernel, memory, count, turns);
    }
    printf("side-by-side %.3f of cores\n", median(cores_used, ROUNDS) / count);
    for (unsigned i = 0; i < count; i++)
        clReleaseMemObject(memory[i]);
    clReleaseCommandQueue(unordered);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: overhead_opencl LAUNCHES MEGABYTES\n");
        return 2;
    }
    start();
    builds();
    launches(strtoull(argv[1], NULL, 10));
    copies((size_t)strtoull(argv[2], NULL, 10) << 20);
    side_by_side((cl_uint)strtoull(argv[1], NULL, 10) * 2000);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    return 0;
}
