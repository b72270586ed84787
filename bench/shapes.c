/* shapes.c: the kernels of shapes.cl on the first OpenCL platform; bench/shapes starts it with each
 * one and compares. Prints a line for each kernel: name, ms of CPU time of a launch; and
 * writes what the kernel left in `out` to FOLDER/name.
 *
 * usage: shapes SOURCE FOLDER MILLISECONDS [NAME ...] */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    IN_WORDS = 1 << 20,
    OUT_WORDS = 1 << 18,
    SLACK = 1 << 12,
    MAX_SOURCE = 1 << 18,
    BATCHES = 3
};

struct shape {
    char name[64], kind;
    size_t items[2], group[2];
};

static cl_device_id device;
static cl_context context;
static cl_command_queue queue;
static cl_program program;
static cl_mem buffers[3]; /* out, x, y */
static uint32_t host[IN_WORDS + SLACK];

static void check(cl_int code, const char *what)
{
    if (code == CL_SUCCESS)
        return;
    fprintf(stderr, "shapes: %s: %d\n", what, code);
    exit(1);
}

static double cpu_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
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
    queue = clCreateCommandQueue(context, device, 0, &code);
    check(code, "clCreateCommandQueue");
}

static void build(const char *source)
{
    cl_int code;
    program = clCreateProgramWithSource(context, 1, &source, NULL, &code);
    check(code, "clCreateProgramWithSource");
    code = clBuildProgram(program, 1, &device, "", NULL, NULL);
    if (code != CL_SUCCESS) {
        static char log[1 << 16];
        clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log - 1, log, NULL);
        fputs(log, stderr);
    }
    check(code, "clBuildProgram");
}

static cl_mem make_buffer(size_t words)
{
    cl_int code;
    cl_mem b = clCreateBuffer(context, CL_MEM_READ_WRITE, 4 * (words + SLACK), NULL, &code);
    check(code, "clCreateBuffer");
    return b;
}

static void write_words(cl_mem to, size_t words)
{
    check(clEnqueueWriteBuffer(queue, to, CL_TRUE, 0, 4 * (words + SLACK), host, 0, NULL, NULL),
          "clEnqueueWriteBuffer");
}

static void fill(void)
{
    uint64_t seed = 1;
    buffers[0] = make_buffer(OUT_WORDS);
    buffers[1] = make_buffer(IN_WORDS);
    buffers[2] = make_buffer(IN_WORDS);
    for (unsigned k = 1; k < 3; k++) {
        for (size_t i = 0; i < IN_WORDS + SLACK; i++) {
            seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
            float f = (float)(seed >> 40) * 0x1p-24F;
            host[i] = (uint32_t)(seed >> 32);
            if (k == 1)
                memcpy(&host[i], &f, sizeof f);
        }
        write_words(buffers[k], IN_WORDS);
    }
}

static void clear(void)
{
    memset(host, 0, sizeof host);
    write_words(buffers[0], OUT_WORDS);
}

static void launch(const struct shape *s, cl_kernel kernel)
{
    check(clEnqueueNDRangeKernel(queue, kernel, 2, NULL, s->items, s->group, 0, NULL, NULL),
          s->name);
    check(clFinish(queue), s->name);
}

static void keep(const struct shape *s, const char *folder)
{
    char path[4096];
    check(clEnqueueReadBuffer(queue, buffers[0], CL_TRUE, 0, (size_t)4 * OUT_WORDS, host, 0, NULL,
                              NULL),
          "clEnqueueReadBuffer");
    snprintf(path, sizeof path, "%s/%s", folder, s->name);
    FILE *f = fopen(path, "wb");
    if (!f || fwrite(host, 4, OUT_WORDS, f) != OUT_WORDS || fclose(f)) {
        perror(path);
        exit(1);
    }
}

/* Mean CPU time of a launch, ms, of so many that they take `at_least` ms, or of one. A launch
 * alone can't be told: what a thread on another CPU is doing counts only once it has slept. */
static double several(const struct shape *s, cl_kernel kernel, double at_least)
{
    unsigned count = 0;
    double begun = cpu_ms(), took;
    do {
        launch(s, kernel);
        count++;
        took = cpu_ms() - begun;
    } while (took < at_least);
    return took / count;
}

static void run(const struct shape *s, const char *folder, double at_least)
{
    cl_int code;
    cl_kernel kernel = clCreateKernel(program, s->name, &code);
    check(code, s->name);
    for (unsigned k = 0; k < 3; k++)
        check(clSetKernelArg(kernel, k, sizeof buffers[k], &buffers[k]), "clSetKernelArg");
    clear();
    launch(s, kernel);
    keep(s, folder);
    double best = several(s, kernel, at_least);
    for (int k = 1; at_least > 0 && k < BATCHES; k++) {
        double took = several(s, kernel, at_least);
        best = took < best ? took : best;
    }
    printf("%s %c %.6g\n", s->name, s->kind, best);
    fflush(stdout);
    clReleaseKernel(kernel);
}

static int is_wanted(const char *name, int count, char **names)
{
    for (int i = 0; i < count; i++)
        if (!strcmp(names[i], name))
            return 1;
    return !count;
}

int main(int argc, char **argv)
{
    static char source[MAX_SOURCE];
    FILE *f = argc < 4 ? NULL : fopen(argv[1], "rb");
    if (!f || fread(source, 1, sizeof source - 1, f) == 0) {
        fprintf(stderr, "usage: shapes SOURCE FOLDER MILLISECONDS [NAME ...]\n");
        return 2;
    }
    fclose(f);
    start();
    build(source);
    fill();
    for (const char *at = strstr(source, "/* shape "); at; at = strstr(at + 1, "/* shape ")) {
        struct shape s = {.items = {1, 1}, .group = {1, 1}};
        if (sscanf(at, "/* shape %63s %c %zu %zu %zu %zu */", s.name, &s.kind, &s.items[0],
                   &s.items[1], &s.group[0], &s.group[1]) == 6 &&
            is_wanted(s.name, argc - 4, argv + 4))
            run(&s, argv[2], atof(argv[3]));
    }
    return 0;
}
