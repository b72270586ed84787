/* test_run.c: buffers, queues, events, programs and kernels through the loader. Expected values are
 * computed by the host in C, codes are those of the OpenCL API specification 3.0. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <unistd.h>

#include "check.h"

static cl_mem buffer(cl_mem_flags flags, size_t size, void *host)
{
    cl_int e;
    cl_mem m = clCreateBuffer(context, flags, size, host, &e);
    OK(e);
    return m;
}

static void buffers(void)
{
    int host[256], back[256] = {0};
    for (int i = 0; i < 256; i++)
        host[i] = i * 7;
    cl_mem a = buffer(CL_MEM_COPY_HOST_PTR, sizeof host, host), b = buffer(0, sizeof host, NULL);
    OK(clEnqueueCopyBuffer(queue, a, b, 0, 0, sizeof host, 0, NULL, NULL));
    OK(clEnqueueFillBuffer(queue, b, &(int){-1}, 4, 16, 32, 0, NULL, NULL));
    OK(clEnqueueReadBuffer(queue, b, CL_TRUE, 0, sizeof back, back, 0, NULL, NULL));
    for (int i = 0; i < 256; i++)
        IS(i >= 4 && i < 12 ? -1 : i * 7, back[i]);
    /* A rectangle of 2 by 3 by 2 ints at (1, 1, 1), pitches of 4 and 16 ints. */
    const size_t origin[] = {4, 1, 1}, zero[] = {0, 0, 0}, region[] = {8, 3, 2};
    int small[12] = {0};
    OK(clEnqueueReadBufferRect(queue, a, CL_TRUE, origin, zero, region, 16, 64, 0, 0, small, 0,
                               NULL, NULL));
    for (int z = 0; z < 2; z++)
        for (int y = 0; y < 3; y++)
            for (int x = 0; x < 2; x++)
                IS(host[(z + 1) * 16 + (y + 1) * 4 + x + 1], small[z * 6 + y * 2 + x]);
    /* Maps: of a buffer with the program's memory, the pointer is in that. */
    static int mine[64];
    cl_mem c = buffer(CL_MEM_USE_HOST_PTR, sizeof mine, mine);
    OK(clEnqueueFillBuffer(queue, c, &(int){5}, 4, 0, sizeof mine, 0, NULL, NULL));
    cl_int e;
    int *p = clEnqueueMapBuffer(queue, c, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 64, 64, 0, NULL,
                                NULL, &e);
    OK(e);
    IS(1, p == mine + 16);
    IS(5, mine[16]);
    p[0] = 9;
    cl_uint maps;
    OK(clGetMemObjectInfo(c, CL_MEM_MAP_COUNT, sizeof maps, &maps, NULL));
    IS(1, maps);
    OK(clEnqueueUnmapMemObject(queue, c, p, 0, NULL, NULL));
    OK(clEnqueueReadBuffer(queue, c, CL_TRUE, 64, 4, back, 0, NULL, NULL));
    IS(9, back[0]);
    IS(CL_INVALID_VALUE, clEnqueueUnmapMemObject(queue, c, p, 0, NULL, NULL));
    cl_mem part =
        clCreateSubBuffer(a, 0, CL_BUFFER_CREATE_TYPE_REGION, &(cl_buffer_region){256, 256}, &e);
    OK(e);
    OK(clReleaseMemObject(a)); /* the part keeps it */
    OK(clEnqueueReadBuffer(queue, part, CL_TRUE, 4, 4, back, 0, NULL, NULL));
    IS(host[65], back[0]);
    OK(clReleaseMemObject(part));
    OK(clReleaseMemObject(b));
    OK(clReleaseMemObject(c));
}

static atomic_int called;
static void CL_CALLBACK count_call(cl_event event, cl_int status, void *user)
{
    (void)event;
    if (status == *(cl_int *)user)
        atomic_fetch_add(&called, 1);
}

static void events(void)
{
    cl_int e, status, complete = CL_COMPLETE, minus = -7;
    cl_event user = clCreateUserEvent(context, &e), mark, late;
    OK(e);
    cl_mem m = buffer(0, 64, NULL);
    OK(clEnqueueFillBuffer(queue, m, &(int){3}, 4, 0, 64, 1, &user, &mark));
    OK(clEnqueueMarkerWithWaitList(queue, 0, NULL, &late));
    OK(clSetEventCallback(late, CL_COMPLETE, count_call, &complete));
    OK(clGetEventInfo(mark, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
    IS(CL_QUEUED, status);
    IS(CL_PROFILING_INFO_NOT_AVAILABLE,
       clGetEventProfilingInfo(mark, CL_PROFILING_COMMAND_END, 8, &(cl_ulong){0}, NULL));
    OK(clSetUserEventStatus(user, CL_COMPLETE));
    IS(CL_INVALID_OPERATION, clSetUserEventStatus(user, CL_COMPLETE));
    OK(clWaitForEvents(1, &late));
    cl_ulong t[4];
    for (cl_uint i = 0; i < 4; i++)
        OK(clGetEventProfilingInfo(mark, CL_PROFILING_COMMAND_QUEUED + i, 8, &t[i], NULL));
    IS(1, t[0] <= t[1] && t[1] <= t[2] && t[2] <= t[3]);
    OK(clReleaseEvent(user));
    OK(clReleaseEvent(mark));
    OK(clReleaseEvent(late));
    /* What waits for a failed event does not run; what only comes after it does. */
    user = clCreateUserEvent(context, &e);
    OK(clEnqueueFillBuffer(queue, m, &(int){8}, 4, 0, 32, 1, &user, &mark));
    OK(clEnqueueFillBuffer(queue, m, &(int){9}, 4, 32, 32, 0, NULL, &late));
    OK(clSetEventCallback(mark, CL_COMPLETE, count_call,
                          &(cl_int){CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST}));
    OK(clSetUserEventStatus(user, minus));
    IS(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, clWaitForEvents(1, &mark));
    OK(clWaitForEvents(1, &late));
    OK(clFinish(queue));
    int back[16];
    OK(clEnqueueReadBuffer(queue, m, CL_TRUE, 0, 64, back, 0, NULL, NULL));
    IS(3, back[0]);
    IS(9, back[8]);
    OK(clReleaseEvent(user));
    OK(clReleaseEvent(mark));
    OK(clReleaseEvent(late));
    OK(clReleaseMemObject(m));
    for (int i = 0; i < 10000 && atomic_load(&called) < 2; i++)
        usleep(1000); /* callbacks come when they come */
    IS(2, atomic_load(&called));
}

struct native {
    int *data;
    int add;
};
static void CL_CALLBACK add_native(void *args)
{
    struct native *n = args;
    n->data[0] += n->add;
}

/* A barrier parts an out-of-order queue; commands of a chain run in its order. */
static void out_of_order(void)
{
    cl_mem m = buffer(0, 64, NULL);
    cl_event last = NULL;
    OK(clEnqueueFillBuffer(free_queue, m, &(int){0}, 4, 0, 64, 0, NULL, NULL));
    OK(clEnqueueBarrierWithWaitList(free_queue, 0, NULL, NULL));
    for (int i = 0; i < 200; i++) {
        cl_event next;
        struct native n = {NULL, i};
        const void *place = &n.data;
        OK(clEnqueueNativeKernel(free_queue, add_native, &n, sizeof n, 1, &m, &place, last ? 1 : 0,
                                 last ? &last : NULL, &next));
        if (last)
            OK(clReleaseEvent(last));
        last = next;
    }
    OK(clReleaseEvent(last));
    OK(clFinish(free_queue));
    int sum;
    OK(clEnqueueReadBuffer(free_queue, m, CL_TRUE, 0, 4, &sum, 0, NULL, NULL));
    IS(199 * 200 / 2, sum);
    OK(clReleaseMemObject(m));
}

static const char source[] =
    "struct pair { int a; float b; };\n"
    "kernel void run(global const int *restrict in, global int *out, local int *shared,\n"
    "                struct pair p, constant int *table, local int *more) {\n"
    "    size_t i = get_global_id(0), l = get_local_id(0);\n"
    "    shared[l] = in[i]; more[l] = (int)get_local_size(0);\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    out[i] = shared[get_local_size(0) - 1 - l] + p.a + (int)p.b + table[1] + more[0]; }\n"
    "kernel void ids(global uint *out) { out[get_global_id(1) * 10 + get_global_id(0)] =\n"
    "    get_global_offset(0) * 100 + get_local_size(0); }\n"
    "kernel __attribute__((reqd_work_group_size(8, 2, 1))) void fixed(global int *x)\n"
    "    { x[0] = 1; }\n"
    "kernel void crash(global int *x) { x[1 << 28] = 1; }\n";

static void kernels(void)
{
    cl_int e;
    int in[128], out[128];
    const int table[2] = {1, 1000};
    struct {
        int a;
        float b;
    } pair = {7, 20.5f};
    cl_program p = build(source, "-cl-kernel-arg-info");
    cl_kernel k = clCreateKernel(p, "run", &e);
    OK(e);
    for (int i = 0; i < 128; i++)
        in[i] = i;
    cl_mem a = buffer(CL_MEM_COPY_HOST_PTR, sizeof in, in), b = buffer(0, sizeof in, NULL);
    cl_mem t = buffer(CL_MEM_COPY_HOST_PTR, sizeof table, (void *)(uintptr_t)table);
    OK(clSetKernelArg(k, 0, sizeof a, &a));
    OK(clSetKernelArg(k, 1, sizeof b, &b));
    OK(clSetKernelArg(k, 2, 32 * sizeof(int), NULL));
    OK(clSetKernelArg(k, 3, sizeof pair, &pair));
    OK(clSetKernelArg(k, 4, sizeof t, &t));
    const size_t range = 128, group = 32;
    IS(CL_INVALID_KERNEL_ARGS,
       clEnqueueNDRangeKernel(queue, k, 1, NULL, &range, &group, 0, NULL, NULL));
    OK(clSetKernelArg(k, 5, 32 * sizeof(int), NULL));
    OK(clEnqueueNDRangeKernel(queue, k, 1, NULL, &range, &group, 0, NULL, NULL));
    OK(clEnqueueReadBuffer(queue, b, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL));
    for (int i = 0; i < 128; i++)
        IS((i / 32 * 32) + 31 - i % 32 + 7 + 20 + 1000 + 32, out[i]);
    char text[64];
    cl_kernel_arg_address_qualifier space;
    cl_kernel_arg_type_qualifier type;
    OK(clGetKernelArgInfo(k, 0, CL_KERNEL_ARG_TYPE_NAME, sizeof text, text, NULL));
    IS(0, strcmp(text, "int*"));
    OK(clGetKernelArgInfo(k, 4, CL_KERNEL_ARG_NAME, sizeof text, text, NULL));
    IS(0, strcmp(text, "table"));
    OK(clGetKernelArgInfo(k, 0, CL_KERNEL_ARG_TYPE_QUALIFIER, sizeof type, &type, NULL));
    IS(CL_KERNEL_ARG_TYPE_CONST | CL_KERNEL_ARG_TYPE_RESTRICT, type);
    const cl_kernel_arg_address_qualifier spaces[] = {
        CL_KERNEL_ARG_ADDRESS_GLOBAL,  CL_KERNEL_ARG_ADDRESS_GLOBAL,   CL_KERNEL_ARG_ADDRESS_LOCAL,
        CL_KERNEL_ARG_ADDRESS_PRIVATE, CL_KERNEL_ARG_ADDRESS_CONSTANT, CL_KERNEL_ARG_ADDRESS_LOCAL};
    for (cl_uint i = 0; i < 6; i++) {
        OK(clGetKernelArgInfo(k, i, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof space, &space, NULL));
        IS(spaces[i], space);
    }
    cl_kernel twin = clCloneKernel(k, &e);
    OK(e);
    OK(clReleaseKernel(k));
    OK(clEnqueueNDRangeKernel(queue, twin, 1, NULL, &range, &group, 0, NULL, NULL));
    OK(clFinish(queue));
    OK(clReleaseKernel(twin));
    cl_kernel fixed = clCreateKernel(p, "fixed", &e);
    OK(e);
    OK(clSetKernelArg(fixed, 0, sizeof b, &b));
    const size_t two[] = {16, 4}, wrong[] = {4, 4};
    OK(clEnqueueNDRangeKernel(queue, fixed, 2, NULL, two, NULL, 0, NULL, NULL));
    IS(CL_INVALID_WORK_GROUP_SIZE,
       clEnqueueNDRangeKernel(queue, fixed, 2, NULL, two, wrong, 0, NULL, NULL));
    OK(clReleaseKernel(fixed));
    OK(clReleaseProgram(p));
    OK(clReleaseMemObject(a));
    OK(clReleaseMemObject(b));
    OK(clReleaseMemObject(t));
}

/* A range with an offset whose last work-group is smaller: 2.0 and later allow it. */
static void ranges(void)
{
    cl_int e;
    cl_uint out[64] = {0};
    cl_mem b = buffer(0, sizeof out, NULL);
    const size_t offset[] = {2, 0}, range[] = {6, 2}, group[] = {4, 1};
    for (int is_old = 0; is_old < 2; is_old++) {
        cl_program p = build(source, is_old ? NULL : "-cl-std=CL3.0");
        cl_kernel k = clCreateKernel(p, "ids", &e);
        OK(e);
        OK(clSetKernelArg(k, 0, sizeof b, &b));
        e = clEnqueueNDRangeKernel(queue, k, 2, offset, range, group, 0, NULL, NULL);
        IS(is_old ? CL_INVALID_WORK_GROUP_SIZE : CL_SUCCESS, e);
        OK(clEnqueueReadBuffer(queue, b, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL));
        for (int y = 0; y < 2; y++)
            for (int x = 2; x < 8; x++)
                IS(200 + (x < 6 ? 4 : 2), out[y * 10 + x]);
        OK(clReleaseKernel(k));
        OK(clReleaseProgram(p));
    }
    OK(clReleaseMemObject(b));
}

/* As the declaration has them, without blanks (3.0 API, 5.9.4). */
static void attributes(void)
{
    static const char text[] =
        "// kernel __attribute__((no)) void plain(int x)\n"
        "#define HINT __attribute__((vec_type_hint(int)))\n"
        "struct __attribute__((packed)) s { char c; int i; };\n"
        "kernel void plain(global int *x) { x[0] = sizeof(struct s); }\n"
        "kernel __attribute__((vec_type_hint(float4), work_group_size_hint(64, 1, 1)))\n"
        "__attribute__(( reqd_work_group_size(16,\n 2, /* ) */ 1) ))\n"
        "void full (global int *x) { x[0] = 1; }\n"
        "__kernel void __attribute__((work_group_size_hint(8,1,1))) late(global int *x) { }\n";
    static const struct {
        const char *name, *attributes;
    } want[] = {{"plain", ""},
                {"full", "vec_type_hint(float4) work_group_size_hint(64,1,1) "
                         "reqd_work_group_size(16,2,1)"},
                {"late", "work_group_size_hint(8,1,1)"}};
    cl_int e;
    char got[128];
    cl_program p = build(text, NULL);
    for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
        cl_kernel k = clCreateKernel(p, want[i].name, &e);
        OK(e);
        OK(clGetKernelInfo(k, CL_KERNEL_ATTRIBUTES, sizeof got, got, NULL));
        IS(0, strcmp(got, want[i].attributes));
        if (strcmp(got, want[i].attributes) != 0)
            puts(got);
        OK(clReleaseKernel(k));
    }
    OK(clReleaseProgram(p));
}

static void programs(void)
{
    cl_int e;
    size_t size;
    const char *main_text =
        "#include \"lib/twice.h\"\nkernel void k(global int *x) { x[0] = twice(21); }";
    const char *header_text = "int twice(int);\n",
               *part_text = "int twice(int a) { return 2 * a; }";
    const char *name = "lib/twice.h";
    cl_program main_part = clCreateProgramWithSource(context, 1, &main_text, NULL, &e);
    cl_program header = clCreateProgramWithSource(context, 1, &header_text, NULL, &e);
    cl_program part = clCreateProgramWithSource(context, 1, &part_text, NULL, &e);
    OK(clCompileProgram(main_part, 0, NULL, NULL, 1, &header, &name, NULL, NULL));
    OK(clCompileProgram(part, 0, NULL, NULL, 0, NULL, NULL, NULL, NULL));
    cl_program library =
        clLinkProgram(context, 0, NULL, "-create-library", 1, &part, NULL, NULL, &e);
    OK(e);
    cl_program inputs[] = {main_part, library};
    cl_program linked = clLinkProgram(context, 0, NULL, NULL, 2, inputs, NULL, NULL, &e);
    OK(e);
    OK(clGetProgramInfo(linked, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL));
    unsigned char *bytes = malloc(size);
    OK(clGetProgramInfo(linked, CL_PROGRAM_BINARIES, sizeof bytes, &bytes, NULL));
    const unsigned char *given = bytes;
    cl_program again = clCreateProgramWithBinary(context, 1, &device, &size, &given, NULL, &e);
    OK(e);
    OK(clBuildProgram(again, 0, NULL, NULL, NULL, NULL));
    char text[64];
    OK(clGetProgramInfo(again, CL_PROGRAM_KERNEL_NAMES, sizeof text, text, NULL));
    IS(0, strcmp(text, "k"));
    cl_kernel k = clCreateKernel(again, "k", &e);
    OK(e);
    cl_mem m = buffer(0, 4, NULL);
    int x;
    OK(clSetKernelArg(k, 0, sizeof m, &m));
    OK(clEnqueueTask(queue, k, 0, NULL, NULL));
    OK(clEnqueueReadBuffer(queue, m, CL_TRUE, 0, 4, &x, 0, NULL, NULL));
    IS(42, x);
    IS(CL_INVALID_OPERATION, clBuildProgram(again, 0, NULL, NULL, NULL, NULL));
    OK(clReleaseKernel(k));
    OK(clReleaseMemObject(m));
    free(bytes);
    cl_program all[] = {main_part, header, part, library, linked, again};
    for (int i = 0; i < 6; i++)
        OK(clReleaseProgram(all[i]));
    /* Logs name the file as a source without name has it. */
    const char *bad = "kernel void k(global int *x) {\n    x[0] = nothing;\n}\n";
    cl_program broken = clCreateProgramWithSource(context, 1, &bad, NULL, &e);
    IS(CL_BUILD_PROGRAM_FAILURE, clBuildProgram(broken, 0, NULL, NULL, NULL, NULL));
    char log[4096];
    OK(clGetProgramBuildInfo(broken, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL));
    const char expected[] = "program.cl:2:12: error: use of undeclared identifier 'nothing'\n";
    IS(0, strncmp(log, expected, sizeof expected - 1));
    IS(CL_INVALID_BUILD_OPTIONS, clBuildProgram(broken, 0, NULL, "-no-such", NULL, NULL));
    OK(clReleaseProgram(broken));
}

static void svm(void)
{
    cl_int e;
    cl_program p = build("kernel void k(global int *x) { x[get_global_id(0)] += 5; }", NULL);
    cl_kernel k = clCreateKernel(p, "k", &e);
    int *x = clSVMAlloc(context, CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER, 256, 0);
    const size_t range = 64;
    IS(1, x != NULL);
    OK(clEnqueueSVMMemFill(queue, x, &(int){2}, 4, 256, 0, NULL, NULL));
    OK(clSetKernelArgSVMPointer(k, 0, x));
    OK(clEnqueueNDRangeKernel(queue, k, 1, NULL, &range, NULL, 0, NULL, NULL));
    OK(clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_READ, x, 256, 0, NULL, NULL));
    for (int i = 0; i < 64; i++)
        IS(7, x[i]);
    OK(clEnqueueSVMUnmap(queue, x, 0, NULL, NULL));
    OK(clFinish(queue));
    clSVMFree(context, x);
    OK(clReleaseKernel(k));
    OK(clReleaseProgram(p));
}

/* A fault ends the command with an error that clFinish tells of, once. */
static void faults(void)
{
    cl_int e;
    cl_program p = build(source, NULL);
    cl_kernel k = clCreateKernel(p, "crash", &e);
    cl_mem m = buffer(0, 64, NULL);
    OK(clSetKernelArg(k, 0, sizeof m, &m));
    OK(clEnqueueTask(queue, k, 0, NULL, NULL));
    IS(CL_OUT_OF_RESOURCES, clFinish(queue));
    OK(clFinish(queue));
    OK(clReleaseKernel(k));
    OK(clReleaseProgram(p));
    OK(clReleaseMemObject(m));
}

/* Several threads enqueue into one queue, each with its own kernel. */
static void *enqueue_many(void *program)
{
    cl_int e;
    cl_kernel k = clCreateKernel(program, "k", &e);
    cl_mem m = clCreateBuffer(context, 0, 256, NULL, &e);
    const size_t range = 64;
    intptr_t bad = 0;
    int x[64] = {0};
    bad |= clEnqueueWriteBuffer(queue, m, CL_FALSE, 0, 256, x, 0, NULL, NULL);
    bad |= clSetKernelArg(k, 0, sizeof m, &m);
    for (int i = 0; i < 50; i++)
        bad |= clEnqueueNDRangeKernel(queue, k, 1, NULL, &range, NULL, 0, NULL, NULL);
    bad |= clEnqueueReadBuffer(queue, m, CL_TRUE, 0, 256, x, 0, NULL, NULL);
    for (int i = 0; i < 64; i++)
        bad |= x[i] != 250;
    bad |= clReleaseKernel(k) | clReleaseMemObject(m);
    return (void *)bad;
}

static void threads(void)
{
    pthread_t all[4];
    cl_program p = build("kernel void k(global int *x) { x[get_global_id(0)] += 5; }", NULL);
    for (int i = 0; i < 4; i++)
        pthread_create(&all[i], NULL, enqueue_many, p);
    for (int i = 0; i < 4; i++) {
        void *bad;
        pthread_join(all[i], &bad);
        IS(0, (intptr_t)bad);
    }
    OK(clReleaseProgram(p));
}

int main(void)
{
    start();
    buffers();
    events();
    out_of_order();
    kernels();
    ranges();
    attributes();
    programs();
    svm();
    faults();
    threads();
    return finish();
}
