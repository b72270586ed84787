/* squares.c: an OpenCL program as any other: the sum of 1 to N squared, by work-groups; `make demo`
 * runs it.
 *
 *   cc examples/squares.c -lOpenCL -o squares && shoal exec ./squares 1000000 */
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>

static const char source[] = "kernel void squares(ulong n, global ulong *sums) {\n"
                             "    ulong i = get_global_id(0) + 1;\n"
                             "    ulong sum = work_group_reduce_add(i <= n ? i * i : 0);\n"
                             "    if (get_local_id(0) == 0) sums[get_group_id(0)] = sum;\n"
                             "}\n";

static void check(cl_int code, const char *what)
{
    if (code == CL_SUCCESS)
        return;
    fprintf(stderr, "squares: %s: %d\n", what, code);
    exit(1);
}

static cl_program build(cl_context context, cl_device_id device)
{
    cl_int code;
    const char *text = source;
    static char log[4096];
    cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, &code);
    check(code, "clCreateProgramWithSource");
    code = clBuildProgram(program, 1, &device, "-cl-std=CL3.0", NULL, NULL);
    clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL);
    fputs(log, stderr);
    check(code, "clBuildProgram");
    return program;
}

int main(int argc, char **argv)
{
    cl_ulong n = argc > 1 ? strtoull(argv[1], NULL, 10) : 1000, sum = 0;
    if (n < 1 || n > 1000000) {
        fprintf(stderr, "usage: squares [1..1000000]\n");
        return 2;
    }
    cl_platform_id platform;
    cl_device_id device;
    cl_int code;
    char name[64] = "";
    check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "clGetDeviceIDs");
    clGetDeviceInfo(device, CL_DEVICE_NAME, sizeof name, name, NULL);
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &code);
    check(code, "clCreateContext");
    cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, NULL, &code);
    check(code, "clCreateCommandQueueWithProperties");
    cl_program program = build(context, device);
    cl_kernel kernel = clCreateKernel(program, "squares", &code);
    check(code, "clCreateKernel");
    const size_t group = 256, groups = (n + group - 1) / group, range = groups * group;
    cl_mem sums = clCreateBuffer(context, CL_MEM_WRITE_ONLY, groups * sizeof sum, NULL, &code);
    check(code, "clCreateBuffer");
    check(clSetKernelArg(kernel, 0, sizeof n, &n), "clSetKernelArg");
    check(clSetKernelArg(kernel, 1, sizeof sums, &sums), "clSetKernelArg");
    check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &range, &group, 0, NULL, NULL),
          "clEnqueueNDRangeKernel");
    cl_ulong *parts = calloc(groups, sizeof *parts);
    check(
        clEnqueueReadBuffer(queue, sums, CL_TRUE, 0, groups * sizeof *parts, parts, 0, NULL, NULL),
        "clEnqueueReadBuffer");
    for (size_t i = 0; i < groups; i++)
        sum += parts[i];
    cl_ulong formula = n * (n + 1) * (2 * n + 1) / 6;
    printf("%s: the squares of 1 to %llu sum up to %llu, as the formula says: %s\n", name,
           (unsigned long long)n, (unsigned long long)sum, sum == formula ? "yes" : "no");
    free(parts);
    clReleaseMemObject(sums);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    return sum != formula;
}
