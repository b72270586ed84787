/* test_printf.c: what kernels print (OpenCL C 3.0, 6.15.14). Scalars and strings: what the C
 * library's printf makes of the same format and arguments. Vectors: the same of their components,
 * with commas. */
#include "check.h"

#include <fcntl.h>
#include <math.h>
#include <stdint.h>
#include <unistd.h>

typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;

/* Constants, and values that are not (z is 0), in one call each: what follows a string is right. */
#define ROWS                                                                                       \
    ROW("%s|%d|", "abcd", 5)                                                                       \
    ROW("%s|%s|%s|%d|", "abcd", "efg", "ijklmnop", 7 + z)                                          \
    ROW("%s|%s|%s|%s|%s|", "", "a", "ab", "abc", "abcde")                                          \
    ROW("%d|%s|%ld|", 7, "abcdefgh", -5000000000L)                                                 \
    ROW("%10s|%-10s|%.2s|%8.3s|%-8.3s|", "abcd", "abcd", "abcd", "abcd", "abcdefgh")               \
    ROW("%s|%.3f|%s|", "a string of 24 letters..", 2.5 + z, "and another one")                     \
    ROW("%s", z ? "chosen" : "selected")                                                           \
    ROW("%f|%.15f|%.17g|%e|", 3.141592653589793, 3.141592653589793, 0.1, 1e300)                    \
    ROW("%f|%.15f|%.17g|%e|", 3.141592653589793 + z, 0.1 + z, 0.1 + z, 1e300 + z)                  \
    ROW("%f|%.9g|%a|%A|", 1.1f, 1.1f + (float)z, 1.1f, 1.1f + (float)z)                            \
    ROW("%10.3f|%-10.3f|%+.2f|% f|%010.2f|%#.0f|", 1.5, 1.5, 1.5, 1.5, -1.5, 2.0)                  \
    ROW("%e|%E|%g|%G|%#g|%.0e|", 12345.678, 12345.678, 1e-5, 1e-5, 1.0, 12345.678 + z)             \
    ROW("%a|%A|%.2a|%a|%a|", 1.0, 0.1, 3.3, 0x1p-1074, -0.0)                                       \
    ROW("%f|%F|%e|%g|%a|%A|%G|", INFINITY, INFINITY, -INFINITY, INFINITY, INFINITY, -INFINITY,     \
        -INFINITY)                                                                                 \
    ROW("%10f|%-10f|%010f|%+f|", INFINITY + (float)z, -INFINITY, INFINITY, INFINITY)               \
    ROW("%f|%F|%e|%G|", fabs(NAN), fabs(NAN), fabs(NAN), fabs(NAN))                                \
    ROW("%d|%i|%5d|%-5d|%05d|%+d|% d|%.3d|%5.3d|", 42 + z, -42, 42, 42, 42, 42, 42, 4, 4)          \
    ROW("%u|%x|%X|%#x|%o|%#o|%08x|%#010x|", 4294967295u, 255, 255, 255, 8, 8, 48879, 48879)        \
    ROW("%hhd|%hhu|%hhx|", (char)(-3 + z), (uchar)(253 + z), (uchar)(253 + z))                     \
    ROW("%hhd|%hhd|%hhu|", 300 + z, -129 + z, 511 + z)                                             \
    ROW("%hd|%hu|%hx|%ho|", (short)(-300 + z), (ushort)(65236 + z), (ushort)(65236 + z),           \
        (ushort)8)                                                                                 \
    ROW("%hd|%hu|", 70000 + z, -1 + z)                                                             \
    ROW("%ld|%lu|%lx|%lX|%lo|%li|", -5000000000L + z, 18446744068709551616UL, -1L, -1L, 8L,        \
        (long)INT64_MIN_)                                                                          \
    ROW("%20ld|%-20ld|%020ld|%+ld|", 1L + z, 1L, -1L, 1L)                                          \
    ROW("%zu|%zd|", sizeof(long), (long)-1 + z)                                                    \
    ROW("%c|%5c|%-5c|%c|", 'x' + z, 'y', 'z', '%')                                                 \
    ROW("%%|100%%|%d%%|", 5)                                                                       \
    ROW("\t|\\|\"|\x41|'|?|")                                                                      \
    ROW("%d|", 5, 6)                                                                               \
    ROW("none|", 1, 2.5, "three")                                                                  \
    ROW("%s|%%|%d|", "abcd", 7 + z, 8 + z, 2.5, "efgh")                                            \
    ROW("a format alone, 100%%\n")

#define INT64_MIN_ (-9223372036854775807L - 1)

static const struct {
    const char *statement, *want;
} vectors[] = {
    {"printf(\"%v4hlf|\", (float4)(1, 2, 3, 4) + z)", "1.000000,2.000000,3.000000,4.000000|"},
    {"printf(\"%v4hlf|\", (float4)(1, 2, 3, 4))", "1.000000,2.000000,3.000000,4.000000|"},
    {"printf(\"%.1v2hlf|%7.2v3hlf|%-6.1v2hlf|\", (float2)(1.25f, -2), (float3)(1.234f, 5.678f, z), "
     "(float2)(1, 2))",
     "1.2,-2.0|   1.23,   5.68,   0.00|1.0   ,2.0   |"},
    {"printf(\"%v2hle|%v2hlg|%v2hla|\", (float2)(1.5f, z), (float2)(1e10f, 2), (float2)(1, 2))",
     "1.500000e+00,0.000000e+00|1e+10,2|0x1p+0,0x1p+1|"},
    {"printf(\"%v2lf|%v3lg|%v4la|\", (double2)(0.1, 2) + z, (double3)(1e300, 2, z), (double4)(1))",
     "0.100000,2.000000|1e+300,2,0|0x1p+0,0x1p+0,0x1p+0,0x1p+0|"},
    {"printf(\"%v8hlf|\", (float8)(1, 2, 3, 4, 5, 6, 7, 8 + z))",
     "1.000000,2.000000,3.000000,4.000000,5.000000,6.000000,7.000000,8.000000|"},
    {"printf(\"%v4hld|%v3hld|%v2hlu|%v2hlx|\", (int4)(1, -2, 3, z), (int3)(1, 2, 3), (uint2)(~0u), "
     "(uint2)(255, z))",
     "1,-2,3,0|1,2,3|4294967295,4294967295|ff,0|"},
    {"printf(\"%v3hhd|%#v4hhx|%v16hhd|\", (char3)(1, -2, z), (uchar4)(1, 2, 3, 255), (char16)(-1))",
     "1,-2,0|0x1,0x2,0x3,0xff|-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1|"},
    {"printf(\"%v4hd|%v2hu|%04v4hx|\", (short4)(1, -2, 3, z), (ushort2)(65535), (ushort4)(1, 2, 3, "
     "255))",
     "1,-2,3,0|65535,65535|0001,0002,0003,00ff|"},
    {"printf(\"%v2ld|%v4lu|%v3lx|\", (long2)(-1, z), (ulong4)(1, 2, 3, ~0ul), (long3)(15))",
     "-1,0|1,2,3,18446744073709551615|f,f,f|"},
    {"printf(\"%s|%v4hld|%s|%v2lf|%s|\", \"four\", (int4)(1, 2, 3, z), \"eightful\", "
     "(double2)(0.5), "
     "\"end\")",
     "four|1,2,3,0|eightful|0.500000,0.500000|end|"},
};
enum { VECTORS = sizeof vectors / sizeof *vectors };

/* The kernels: of rows, of vectors. Each prints a line break behind each call. */
static char *make_source(void)
{
    static char text[1 << 16];
    size_t used = (size_t)snprintf(text, sizeof text,
                                   "#define INT64_MIN_ (-9223372036854775807L - 1)\n"
                                   "kernel void rows() { int z = get_global_id(0);\n");
#define ROW(...)                                                                                   \
    used += (size_t)snprintf(text + used, sizeof text - used, "%s; printf(\"\\n\");\n",            \
                             "printf(" #__VA_ARGS__ ")");
    ROWS
#undef ROW
        used += (size_t)snprintf(text + used, sizeof text - used,
                                 "}\nkernel void vectors() { int z = get_global_id(0);\n");
    for (int i = 0; i < VECTORS; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s; printf(\"\\n\");\n",
                                 vectors[i].statement);
    snprintf(text + used, sizeof text - used,
             "}\nkernel void pointers(global int *p) { printf(\"%%p|%%s\", p, \"four\"); }\n");
    return text;
}

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wformat"
#pragma clang diagnostic ignored "-Wformat-extra-args"
static const char *expected_rows(void)
{
    static char text[1 << 14];
    const int z = (int)strlen(""); /* 0 */
    size_t used = 0;
#define ROW(...)                                                                                   \
    used += (size_t)snprintf(text + used, sizeof text - used, __VA_ARGS__);                        \
    used += (size_t)snprintf(text + used, sizeof text - used, "\n");
    ROWS return text;
}
#pragma clang diagnostic pop

/* What a launch of one work-item writes to standard output. */
static const char *printed_by(cl_kernel kernel)
{
    static char text[1 << 16];
    const size_t one = 1;
    char path[] = "/tmp/shoal-printf-XXXXXX";
    int file = mkstemp(path), kept = dup(1);
    unlink(path);
    fflush(stdout);
    dup2(file, 1);
    cl_int e = clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL);
    cl_int e2 = clFinish(queue);
    fflush(stdout);
    dup2(kept, 1);
    close(kept);
    OK(e);
    OK(e2);
    ssize_t size = pread(file, text, sizeof text - 1, 0);
    text[size > 0 ? size : 0] = '\0';
    close(file);
    return text;
}

/* Line by line, so that the first that differs is told. */
static void compare(const char *got, const char *want)
{
    while (*want) {
        size_t length = strcspn(want, "\n"), its = strcspn(got, "\n");
        bool is_same = length == its && memcmp(got, want, length) == 0;
        IS(true, is_same);
        if (!is_same)
            printf("printed: %.*s\n  wanted: %.*s\n", (int)its, got, (int)length, want);
        want += length + (want[length] == '\n');
        got += its + (got[its] == '\n');
    }
    IS('\0', *got);
}

static cl_kernel kernel_of(cl_program p, const char *name)
{
    cl_int e;
    cl_kernel k = clCreateKernel(p, name, &e);
    OK(e);
    return k;
}

static void try_program(cl_program p)
{
    char text[256];
    size_t used = 0;
    static char all[1 << 14];
    cl_kernel rows = kernel_of(p, "rows"), more = kernel_of(p, "vectors"),
              pointers = kernel_of(p, "pointers");
    compare(printed_by(rows), expected_rows());
    for (int i = 0; i < VECTORS; i++)
        used += (size_t)snprintf(all + used, sizeof all - used, "%s\n", vectors[i].want);
    compare(printed_by(more), all);
    int *pointer = clSVMAlloc(context, 0, 64, 0); /* its address is the host's */
    OK(clSetKernelArgSVMPointer(pointers, 0, pointer));
    snprintf(text, sizeof text, "%p|four", (void *)pointer);
    compare(printed_by(pointers), text);
    clSVMFree(context, pointer);
    OK(clReleaseKernel(rows));
    OK(clReleaseKernel(more));
    OK(clReleaseKernel(pointers));
}

int main(void)
{
    cl_int e;
    const char *source = make_source();
    start();
    cl_program built = build(source, "-cl-std=CL3.0 -w");
    try_program(built);
    OK(clReleaseProgram(built));
    /* Compiled to an object, and linked. */
    cl_program object = clCreateProgramWithSource(context, 1, &source, NULL, &e);
    OK(clCompileProgram(object, 0, NULL, "-cl-std=CL3.0 -w", 0, NULL, NULL, NULL, NULL));
    cl_program linked = clLinkProgram(context, 0, NULL, NULL, 1, &object, NULL, NULL, &e);
    OK(e);
    try_program(linked);
    OK(clReleaseProgram(linked));
    OK(clReleaseProgram(object));
    return finish();
}
