/* test_compiler.c: programs from source in the style of the conformance suite's compiler group:
 * options, headers, parts of sources, callbacks, what queries tell, and the compiler that is
 * unloaded in between. */
#include <stdatomic.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "check.h"

/* What kernel k writes of one int. */
static cl_int result_of(cl_program p)
{
    cl_int e, got = -1;
    cl_mem m = clCreateBuffer(context, 0, sizeof got, NULL, &e);
    OK(e);
    cl_kernel k = clCreateKernel(p, "k", &e);
    OK(e);
    OK(clSetKernelArg(k, 0, sizeof m, &m));
    OK(clEnqueueTask(queue, k, 0, NULL, NULL));
    OK(clEnqueueReadBuffer(queue, m, CL_TRUE, 0, sizeof got, &got, 0, NULL, NULL));
    OK(clReleaseKernel(k));
    OK(clReleaseMemObject(m));
    return got;
}

/* ---- options ------------------------------------------------------------------------------------
 */

static const struct option {
    const char *options, *value; /* of x[0] */
    cl_int want;
} options[] = {
    {"", "__OPENCL_C_VERSION__", 120},
    {"-cl-std=CL1.0", "__OPENCL_C_VERSION__", 100},
    {"-cl-std=CL1.1", "__OPENCL_C_VERSION__", 110},
    {"-cl-std=CL1.2", "__OPENCL_C_VERSION__", 120},
    {"-cl-std=CL2.0", "__OPENCL_C_VERSION__", 200},
    {"-cl-std=CL3.0", "__OPENCL_C_VERSION__", 300},
    {"-D A", "A", 1},
    {"-DA=5", "A", 5},
    {"-D A=5 -D B=A+1", "B * 2", 7},
    {"-DA=\"7\" -DC=x[0]=", "0; C A", 7},
    {"  -D   A=3\t-w ", "A", 3},
    {"-cl-single-precision-constant", "sizeof(1.0)", 4},
    {"", "sizeof(1.0)", 8},
    {"-cl-fast-relaxed-math", "\n#ifdef __FAST_RELAXED_MATH__\n4\n#else\n5\n#endif\n", 4},
    {"", "\n#ifdef __FAST_RELAXED_MATH__\n4\n#else\n5\n#endif\n", 5},
    {"-cl-denorms-are-zero", "1", 1},
    {"-cl-opt-disable", "x == 0 ? 2 : 3", 3},
    {"-cl-mad-enable", "(int)(x == 0 ? 1.5f : 3 * 2.5f)", 7},
    {"-cl-no-signed-zeros", "1", 1},
    {"-cl-unsafe-math-optimizations", "1", 1},
    {"-cl-finite-math-only", "1", 1},
    {"-cl-fp32-correctly-rounded-divide-sqrt", "1", 1},
    {"-cl-strict-aliasing", "1", 1},
    {"-cl-kernel-arg-info", "1", 1},
    {"-cl-std=CL2.0 -cl-uniform-work-group-size", "1", 1},
    {"-cl-std=CL3.0 -cl-no-subgroup-ifp", "1", 1},
    {"-w -Werror", "({ int unused; 6; })", 6},
    {"-g", "__LINE__", 1},
};

static void try_options(void)
{
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        const int before = failed;
        char text[512], its[256] = "";
        cl_build_status status = 1;
        snprintf(text, sizeof text, "kernel void k(global int *x) { x[0] = %s; }",
                 options[i].value);
        cl_program p = build(text, options[i].options);
        OK(clGetProgramBuildInfo(p, device, CL_PROGRAM_BUILD_OPTIONS, sizeof its, its, NULL));
        IS(0, strcmp(its, options[i].options));
        OK(clGetProgramBuildInfo(p, device, CL_PROGRAM_BUILD_STATUS, sizeof status, &status, NULL));
        IS(CL_BUILD_SUCCESS, status);
        IS(options[i].want, result_of(p));
        OK(clReleaseProgram(p));
        if (failed != before)
            printf("  %s: %s\n", options[i].options, options[i].value);
    }
}

/* -w has no warnings, -Werror no program; the log tells which. */
static void warnings(void)
{
    const char *text = "kernel void k(global int *x) { float *p = x[0]; x[0] = p != 0; }";
    static const struct {
        const char *options;
        cl_int code;
        bool has_log;
    } all[] = {{"", CL_SUCCESS, true},
               {"-w", CL_SUCCESS, false},
               {"-Werror", CL_BUILD_PROGRAM_FAILURE, true}};
    for (int i = 0; i < 3; i++) {
        cl_int e;
        char log[4096] = "";
        cl_program p = clCreateProgramWithSource(context, 1, &text, NULL, &e);
        OK(e);
        const cl_int code = clBuildProgram(p, 1, &device, all[i].options, NULL, NULL);
        OK(clGetProgramBuildInfo(p, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL));
        IS(true, code == all[i].code || (i == 0 && code == CL_BUILD_PROGRAM_FAILURE));
        IS(all[i].has_log, strstr(log, "incompatible") != NULL);
        OK(clReleaseProgram(p));
        if (i == 0 && code != CL_SUCCESS) /* an error, whatever the options */
            break;
    }
}

static void refused_options(void)
{
    static const char *const bad[] = {"-cl-std=CL9.9", "-D", "-no-such-option", "-cl-no-such",
                                      "x.cl"};
    const char *text = "kernel void k(global int *x) { x[0] = 1; }";
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        cl_int e;
        cl_program p = clCreateProgramWithSource(context, 1, &text, NULL, &e);
        OK(e);
        e = clBuildProgram(p, 1, &device, bad[i], NULL, NULL);
        IS(CL_INVALID_BUILD_OPTIONS, e);
        if (e != CL_INVALID_BUILD_OPTIONS)
            printf("  %s\n", bad[i]);
        OK(clReleaseProgram(p));
    }
}

/* ---- sources ------------------------------------------------------------------------------------
 */

/* A file that a source includes by -I, also from a folder whose name has a blank. */
static void folders(void)
{
    char folder[] = "/tmp/shoal-compiler.XXXXXX", inner[64], file[96], words[128];
    static const char *const how[] = {"-I %s", "-I%s", "-I \"%s\""};
    IS(true, mkdtemp(folder) != NULL);
    for (int blank = 0; blank < 2; blank++) {
        snprintf(inner, sizeof inner, "%s/%s", folder, blank ? "a b" : "ab");
        snprintf(file, sizeof file, "%s/value.h", inner);
        IS(0, mkdir(inner, 0700));
        FILE *f = fopen(file, "w");
        fprintf(f, "#define VALUE %d\n", 40 + blank);
        fclose(f);
        for (int i = blank ? 2 : 0; i < 3; i++) {
            snprintf(words, sizeof words, how[i], inner);
            cl_program p = build("#include \"value.h\"\n#include <value.h>\n"
                                 "kernel void k(global int *x) { x[0] = VALUE; }",
                                 words);
            IS(40 + blank, result_of(p));
            OK(clReleaseProgram(p));
        }
        unlink(file);
        rmdir(inner);
    }
    rmdir(folder);
}

/* Strings with and without lengths are one text; CL_PROGRAM_SOURCE is it. */
static void pieces(void)
{
    const char *parts[] = {"kernel void k(glo", "bal int *x) { x[0] = 4NOT THIS", "2", "; }"};
    const size_t lengths[] = {0, 22, 1, 0};
    const char whole[] = "kernel void k(global int *x) { x[0] = 42; }";
    char its[128];
    size_t size;
    cl_int e;
    cl_program p = clCreateProgramWithSource(context, 4, parts, lengths, &e);
    OK(e);
    OK(clGetProgramInfo(p, CL_PROGRAM_SOURCE, sizeof its, its, &size));
    IS(sizeof whole, size);
    IS(0, strcmp(its, whole));
    OK(clBuildProgram(p, 0, NULL, NULL, NULL, NULL));
    IS(42, result_of(p));
    OK(clReleaseProgram(p));
}

/* Headers that include headers; a program is built again with others, and the compiler unloaded
 * between. */
static void headers(void)
{
    const char *text = "#include \"a/one.h\"\nkernel void k(global int *x) { x[0] = ONE; }";
    const char *one = "#include \"two.h\"\n#define ONE (TWO + 1)\n";
    const char *twos[] = {"#define TWO 2\n", "#define TWO 20\n"};
    const char *names[] = {"a/one.h", "two.h"};
    cl_int e;
    for (int i = 0; i < 2; i++) {
        cl_program p = clCreateProgramWithSource(context, 1, &text, NULL, &e);
        cl_program parts[2] = {clCreateProgramWithSource(context, 1, &one, NULL, &e),
                               clCreateProgramWithSource(context, 1, &twos[i], NULL, &e)};
        OK(clCompileProgram(p, 0, NULL, NULL, 2, parts, names, NULL, NULL));
        OK(i ? clUnloadCompiler() : clUnloadPlatformCompiler(platform));
        cl_program linked = clLinkProgram(context, 0, NULL, NULL, 1, &p, NULL, NULL, &e);
        OK(e);
        IS(i ? 21 : 3, result_of(linked));
        cl_program_binary_type type = 0;
        OK(clGetProgramBuildInfo(p, device, CL_PROGRAM_BINARY_TYPE, sizeof type, &type, NULL));
        IS(CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT, type);
        OK(clGetProgramBuildInfo(linked, device, CL_PROGRAM_BINARY_TYPE, sizeof type, &type, NULL));
        IS(CL_PROGRAM_BINARY_TYPE_EXECUTABLE, type);
        IS(CL_COMPILE_PROGRAM_FAILURE,
           clCompileProgram(p, 0, NULL, NULL, 1, parts, names, NULL, NULL));
        for (int n = 0; n < 2; n++)
            OK(clReleaseProgram(parts[n]));
        OK(clReleaseProgram(p));
        OK(clReleaseProgram(linked));
    }
}

/* ---- callbacks ---- */

struct told {
    atomic_int calls;
    _Atomic(cl_program) program;
};
static void CL_CALLBACK tell(cl_program p, void *user)
{
    struct told *t = user;
    atomic_store(&t->program, p);
    atomic_fetch_add(&t->calls, 1);
}
static void wait_for_call(struct told *t)
{
    for (int i = 0; i < 60000 && !atomic_load(&t->calls); i++)
        nanosleep(&(struct timespec){0, 1000000}, NULL);
    IS(1, atomic_load(&t->calls));
}

/* A callback comes once, with the program, when the status is final, whether that is good or not.
 */
static void callbacks(void)
{
    for (int is_bad = 0; is_bad < 2; is_bad++) {
        const char *text = is_bad ? "kernel void k(global int *x) { x[0] = y; }"
                                  : "kernel void k(global int *x) { x[0] = 8; }";
        struct told built = {0}, compiled = {0}, linked = {0};
        cl_build_status status = 1;
        cl_int e;
        cl_program p = clCreateProgramWithSource(context, 1, &text, NULL, &e);
        OK(e);
        e = clBuildProgram(p, 1, &device, NULL, tell, &built);
        IS(true, e == CL_SUCCESS || (is_bad && e == CL_BUILD_PROGRAM_FAILURE));
        wait_for_call(&built);
        IS(true, atomic_load(&built.program) == p);
        OK(clGetProgramBuildInfo(p, device, CL_PROGRAM_BUILD_STATUS, sizeof status, &status, NULL));
        IS(is_bad ? CL_BUILD_ERROR : CL_BUILD_SUCCESS, status);
        if (!is_bad)
            IS(8, result_of(p));
        OK(clReleaseProgram(p));
        p = clCreateProgramWithSource(context, 1, &text, NULL, &e);
        e = clCompileProgram(p, 1, &device, NULL, 0, NULL, NULL, tell, &compiled);
        IS(true, e == CL_SUCCESS || (is_bad && e == CL_COMPILE_PROGRAM_FAILURE));
        wait_for_call(&compiled);
        IS(true, atomic_load(&compiled.program) == p);
        if (!is_bad) {
            cl_program whole = clLinkProgram(context, 1, &device, NULL, 1, &p, tell, &linked, &e);
            OK(e);
            wait_for_call(&linked);
            IS(true, atomic_load(&linked.program) == whole);
            IS(8, result_of(whole));
            OK(clReleaseProgram(whole));
        }
        OK(clReleaseProgram(p));
    }
}

/* ---- what queries tell ---- */

static void argument_info(void)
{
    cl_program p = build("typedef struct { int a; } pair;\n"
                         "kernel void k(global const float4 *restrict a, constant int *b, local "
                         "char *c, volatile global uint *d,\n"
                         "    read_only image2d_t e, write_only image3d_t f, sampler_t g, unsigned "
                         "int h, ulong2 i, pair j) {}",
                         "-cl-kernel-arg-info");
    static const struct {
        cl_kernel_arg_address_qualifier address;
        cl_kernel_arg_access_qualifier access;
        cl_kernel_arg_type_qualifier type;
        const char *name, *type_name;
    } want[] = {
        {CL_KERNEL_ARG_ADDRESS_GLOBAL, CL_KERNEL_ARG_ACCESS_NONE,
         CL_KERNEL_ARG_TYPE_CONST | CL_KERNEL_ARG_TYPE_RESTRICT, "a", "float4*"},
        {CL_KERNEL_ARG_ADDRESS_CONSTANT, CL_KERNEL_ARG_ACCESS_NONE, CL_KERNEL_ARG_TYPE_CONST, "b",
         "int*"},
        {CL_KERNEL_ARG_ADDRESS_LOCAL, CL_KERNEL_ARG_ACCESS_NONE, 0, "c", "char*"},
        {CL_KERNEL_ARG_ADDRESS_GLOBAL, CL_KERNEL_ARG_ACCESS_NONE, CL_KERNEL_ARG_TYPE_VOLATILE, "d",
         "uint*"},
        {CL_KERNEL_ARG_ADDRESS_GLOBAL, CL_KERNEL_ARG_ACCESS_READ_ONLY, 0, "e", "image2d_t"},
        {CL_KERNEL_ARG_ADDRESS_GLOBAL, CL_KERNEL_ARG_ACCESS_WRITE_ONLY, 0, "f", "image3d_t"},
        {CL_KERNEL_ARG_ADDRESS_PRIVATE, CL_KERNEL_ARG_ACCESS_NONE, 0, "g", "sampler_t"},
        {CL_KERNEL_ARG_ADDRESS_PRIVATE, CL_KERNEL_ARG_ACCESS_NONE, 0, "h", "uint"},
        {CL_KERNEL_ARG_ADDRESS_PRIVATE, CL_KERNEL_ARG_ACCESS_NONE, 0, "i", "ulong2"},
        {CL_KERNEL_ARG_ADDRESS_PRIVATE, CL_KERNEL_ARG_ACCESS_NONE, 0, "j", "pair"},
    };
    cl_int e;
    cl_kernel k = clCreateKernel(p, "k", &e);
    OK(e);
    for (cl_uint i = 0; i < sizeof want / sizeof *want; i++) {
        const int before = failed;
        cl_kernel_arg_address_qualifier address = 0;
        cl_kernel_arg_access_qualifier access = 0;
        cl_kernel_arg_type_qualifier type = 99;
        char name[32] = "", type_name[32] = "";
        OK(clGetKernelArgInfo(k, i, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof address, &address,
                              NULL));
        OK(clGetKernelArgInfo(k, i, CL_KERNEL_ARG_ACCESS_QUALIFIER, sizeof access, &access, NULL));
        OK(clGetKernelArgInfo(k, i, CL_KERNEL_ARG_TYPE_QUALIFIER, sizeof type, &type, NULL));
        OK(clGetKernelArgInfo(k, i, CL_KERNEL_ARG_NAME, sizeof name, name, NULL));
        OK(clGetKernelArgInfo(k, i, CL_KERNEL_ARG_TYPE_NAME, sizeof type_name, type_name, NULL));
        IS(want[i].address, address);
        IS(want[i].access, access);
        IS(want[i].type, type);
        IS(0, strcmp(want[i].name, name));
        IS(0, strcmp(want[i].type_name, type_name));
        if (failed != before)
            printf("  argument %s: %s %s\n", want[i].name, type_name, name);
    }
    OK(clReleaseKernel(k));
    OK(clReleaseProgram(p));
}

int main(void)
{
    start();
    try_options();
    warnings();
    refused_options();
    folders();
    pieces();
    headers();
    callbacks();
    argument_info();
    return finish();
}
