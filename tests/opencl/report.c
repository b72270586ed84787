/* report.c: a program that tests/opencl/reports.py starts: what its kernels print, or do wrong.
 *
 * usage: report talk|crash|spin [OPTIONS] */
#include "check.h"

static const char source[] =
    "/* made of a string */\n"
    "kernel void talk(int a) {\n"
    "    if (get_global_id(0) == 0)\n"
    "        printf(\"%d of %u: %v4hlf %.2f %c%% %#x %s\\n\", a, (uint)get_global_size(0),\n"
    "               (float4)(1, 2, 3, 4), 0.125, 'z', 255, \"text\");\n"
    "}\n"
    "kernel void crash(int a, global int *x) {\n"
    "    x[a + (1 << 28)] = 1;\n"
    "}\n"
    "kernel void spin(int a, global volatile int *x) {\n"
    "    while (x[0] == 0) x[1] += a;\n"
    "}\n";

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "talk";
    const size_t range = 4;
    cl_int e;
    start();
    cl_program p = build(source, argc > 2 ? argv[2] : NULL);
    cl_kernel k = clCreateKernel(p, name, &e);
    cl_mem m = clCreateBuffer(context, 0, 64, NULL, &e);
    OK(clEnqueueFillBuffer(queue, m, &(int){0}, 4, 0, 64, 0, NULL, NULL));
    OK(clSetKernelArg(k, 0, sizeof(int), &(int){7}));
    if (strcmp(name, "talk") != 0)
        OK(clSetKernelArg(k, 1, sizeof m, &m));
    OK(clEnqueueNDRangeKernel(queue, k, 1, NULL, &range, NULL, 0, NULL, NULL));
    printf("clFinish: %d\n", clFinish(queue));
    OK(clReleaseKernel(k));
    OK(clReleaseMemObject(m));
    OK(clReleaseProgram(p));
    return finish();
}
