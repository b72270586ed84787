/* test_pipes.c: pipes: packets one by one, and in reservations of work-items, sub-groups and
 * work-groups; kernels that write and read at the same time. Each number goes in once and has to
 * come out once. Codes are those of the OpenCL API specification 3.0. */
#include <stdint.h>

#include "check.h"

enum { ITEMS = 256, ROOM = 1024 };

static const char source[] =
    "typedef struct { int a; char b[5]; } odd;\n"
    "kernel void put(write_only pipe int p, global int *done) {\n"
    "    int i = get_global_id(0); done[i] = write_pipe(p, &i); }\n"
    "kernel void get(read_only pipe int p, global int *out, global int *done) {\n"
    "    int i = get_global_id(0), x = -1; done[i] = read_pipe(p, &x); out[i] = x; }\n"
    "kernel void put4(write_only pipe int p, global int *done) {\n"
    "    int i = get_global_id(0); reserve_id_t r = reserve_write_pipe(p, 2);\n"
    "    done[i] = !is_valid_reserve_id(r);\n"
    "    if (!done[i]) for (int n = 1; n >= 0; n--) { int x = 2 * i + n; done[i] |= write_pipe(p, "
    "r, "
    "n, &x); }\n"
    "    if (!done[i]) commit_write_pipe(p, r); }\n"
    "kernel void get4(read_only pipe int p, global int *out, global int *done) {\n"
    "    int i = get_global_id(0); reserve_id_t r = reserve_read_pipe(p, 2);\n"
    "    done[i] = !is_valid_reserve_id(r);\n"
    "    if (!done[i]) { for (int n = 0; n < 2; n++) done[i] |= read_pipe(p, r, n, &out[2 * i + "
    "n]);\n"
    "    commit_read_pipe(p, r); } }\n"
    "kernel void put_group(write_only pipe int p, global int *done) {\n"
    "    int i = get_global_id(0); reserve_id_t r = work_group_reserve_write_pipe(p, "
    "get_local_size(0));\n"
    "    done[i] = !is_valid_reserve_id(r) || write_pipe(p, r, get_local_id(0), &i);\n"
    "    work_group_commit_write_pipe(p, r); }\n"
    "kernel void get_group(read_only pipe int p, global int *out, global int *done) {\n"
    "    int i = get_global_id(0); reserve_id_t r = work_group_reserve_read_pipe(p, "
    "get_local_size(0));\n"
    "    done[i] = !is_valid_reserve_id(r) || read_pipe(p, r, get_local_id(0), &out[i]);\n"
    "    work_group_commit_read_pipe(p, r); }\n"
    "kernel void put_sub(write_only pipe int p, global int *done) {\n"
    "    int i = get_global_id(0); reserve_id_t r = sub_group_reserve_write_pipe(p, "
    "get_sub_group_size());\n"
    "    done[i] = !is_valid_reserve_id(r) || write_pipe(p, r, get_sub_group_local_id(), &i);\n"
    "    sub_group_commit_write_pipe(p, r); }\n"
    "kernel void get_sub(read_only pipe int p, global int *out, global int *done) {\n"
    "    int i = get_global_id(0); reserve_id_t r = sub_group_reserve_read_pipe(p, "
    "get_sub_group_size());\n"
    "    done[i] = !is_valid_reserve_id(r) || read_pipe(p, r, get_sub_group_local_id(), &out[i]);\n"
    "    sub_group_commit_read_pipe(p, r); }\n"
    "kernel void put_odd(write_only pipe odd p, global int *done) {\n"
    "    odd x = {get_global_id(0), {1, 2, 3, 4, 5}}; done[get_global_id(0)] = write_pipe(p, &x); "
    "}\n"
    "kernel void get_odd(read_only pipe odd p, global int *out, global int *done) {\n"
    "    int i = get_global_id(0); odd x = {0}; done[i] = read_pipe(p, &x);\n"
    "    out[i] = x.a + 1000 * x.b[4]; }\n"
    "kernel void get_long(read_only pipe long2 p, global int *out) {\n"
    "    out[0] = get_pipe_num_packets(p); out[1] = get_pipe_max_packets(p); }\n"
    "kernel void put_long(write_only pipe long2 p, global int *out) { long2 x = (long2)(7, 8);\n"
    "    write_pipe(p, &x); out[2] = get_pipe_num_packets(p); out[3] = get_pipe_max_packets(p); }\n"
    /* Nobody waits: sums say what went in and what came out. */
    "kernel void drain(read_only pipe int p, global int *sum, int tries) {\n"
    "    for (int n = 0; n < tries; n++) { int x;\n"
    "        if (read_pipe(p, &x) == 0) { atomic_add(&sum[0], x); atomic_inc(&sum[1]); } } }\n"
    "kernel void fill(write_only pipe int p, global int *sum, int tries) {\n"
    "    for (int n = 0; n < tries; n++) { int x = get_global_id(0) * tries + n;\n"
    "        if (write_pipe(p, &x) == 0) { atomic_add(&sum[2], x); atomic_inc(&sum[3]); } } }\n";

static cl_program program;
static cl_mem out, done;

static cl_mem make_pipe(cl_uint bytes, cl_uint count)
{
    cl_int e;
    cl_mem p = clCreatePipe(context, CL_MEM_READ_WRITE, bytes, count, NULL, &e);
    OK(e);
    return p;
}

/* Runs a kernel of `source` for `items`, and says how many work-items it refused. */
static int launch(const char *name, cl_mem pipe, bool reads, size_t items, size_t group)
{
    cl_int e, refused = 0;
    int codes[ITEMS] = {0};
    cl_kernel k = clCreateKernel(program, name, &e);
    OK(e);
    OK(clSetKernelArg(k, 0, sizeof pipe, &pipe));
    if (reads)
        OK(clSetKernelArg(k, 1, sizeof out, &out));
    OK(clSetKernelArg(k, reads ? 2 : 1, sizeof done, &done));
    OK(clEnqueueNDRangeKernel(queue, k, 1, NULL, &items, &group, 0, NULL, NULL));
    OK(clEnqueueReadBuffer(queue, done, CL_TRUE, 0, items * sizeof(int), codes, 0, NULL, NULL));
    for (size_t i = 0; i < items; i++)
        refused += codes[i] != 0;
    OK(clReleaseKernel(k));
    return refused;
}

/* What was read is each of 0 to count - 1, once. */
static void are_all(int count)
{
    static int seen[ROOM], values[ROOM];
    memset(seen, 0, sizeof seen);
    OK(clEnqueueReadBuffer(queue, out, CL_TRUE, 0, (size_t)count * sizeof(int), values, 0, NULL,
                           NULL));
    for (int i = 0; i < count; i++)
        if (values[i] >= 0 && values[i] < count)
            seen[values[i]]++;
    for (int i = 0; i < count; i++)
        IS(1, seen[i]);
}

static void forms(void)
{
    cl_mem p = make_pipe(sizeof(int), 2 * ITEMS);
    for (int round = 0; round < 3; round++) { /* the ring is passed */
        IS(0, launch("put", p, false, ITEMS, 64));
        IS(0, launch("get", p, true, ITEMS, 64));
        are_all(ITEMS);
        IS(0, launch("put4", p, false, ITEMS, 32));
        IS(0, launch("get4", p, true, ITEMS, 128));
        are_all(2 * ITEMS);
        IS(0, launch("put_group", p, false, ITEMS, 128));
        IS(0, launch("get_group", p, true, ITEMS, 64));
        are_all(ITEMS);
        IS(0, launch("put_sub", p, false, ITEMS, 64));
        IS(0, launch("get_sub", p, true, ITEMS, 32));
        are_all(ITEMS);
        /* Of all, each form. */
        IS(0, launch("put_sub", p, false, ITEMS, 64));
        IS(0, launch("get", p, true, ITEMS, 64));
        are_all(ITEMS);
    }
    IS(ITEMS, launch("get", p, true, ITEMS, 64)); /* nothing is in it */
    IS(ITEMS, launch("get_group", p, true, ITEMS, 64));
    OK(clReleaseMemObject(p));
}

static void limits(void)
{
    cl_mem p = make_pipe(sizeof(int), 100);
    IS(ITEMS - 100, launch("put", p, false, ITEMS, 64));
    IS(ITEMS - 50, launch("get4", p, true, ITEMS, 64));
    IS(ITEMS - 50, launch("put4", p, false, ITEMS, 64));
    OK(clReleaseMemObject(p));
    p = make_pipe(12, ITEMS); /* a packet whose size is no power of two */
    int values[4];
    IS(0, launch("put_odd", p, false, 64, 64));
    IS(0, launch("get_odd", p, true, 4, 4));
    OK(clEnqueueReadBuffer(queue, out, CL_TRUE, 0, sizeof values, values, 0, NULL, NULL));
    for (int i = 0; i < 4; i++)
        IS(5000 + i, values[i]);
    OK(clReleaseMemObject(p));
    p = make_pipe(16, 10);
    const size_t three = 3, one = 1;
    cl_int e;
    cl_kernel put = clCreateKernel(program, "put_long", &e),
              get = clCreateKernel(program, "get_long", &e);
    cl_kernel all[] = {put, get};
    for (int i = 0; i < 2; i++) {
        OK(clSetKernelArg(all[i], 0, sizeof p, &p));
        OK(clSetKernelArg(all[i], 1, sizeof out, &out));
        OK(clEnqueueNDRangeKernel(queue, all[i], 1, NULL, i ? &one : &three, &one, 0, NULL, NULL));
        OK(clFinish(queue));
        OK(clReleaseKernel(all[i]));
    }
    OK(clEnqueueReadBuffer(queue, out, CL_TRUE, 0, sizeof values, values, 0, NULL, NULL));
    IS(3, values[0]);
    IS(10, values[1]);
    IS(1, values[2] >= 1 && values[2] <= 3);
    IS(10, values[3]);
    OK(clReleaseMemObject(p));
}

/* One kernel may write while another reads; the pipe has room for a few only. */
static void streams(void)
{
    cl_int e;
    int sums[4] = {0};
    cl_mem p = make_pipe(sizeof(int), 40);
    const char *names[] = {"fill", "drain", "fill", "drain"};
    const size_t items = 64, group = 32;
    OK(clEnqueueWriteBuffer(queue, out, CL_TRUE, 0, sizeof sums, sums, 0, NULL, NULL));
    for (int i = 0; i < 4; i++) {
        cl_kernel k = clCreateKernel(program, names[i], &e);
        OK(e);
        OK(clSetKernelArg(k, 0, sizeof p, &p));
        OK(clSetKernelArg(k, 1, sizeof out, &out));
        OK(clSetKernelArg(k, 2, sizeof(int), &(int){20}));
        if (i == 3) /* what is left */
            OK(clFinish(free_queue));
        OK(clEnqueueNDRangeKernel(free_queue, k, 1, NULL, &items, &group, 0, NULL, NULL));
        OK(clReleaseKernel(k));
    }
    OK(clFinish(free_queue));
    OK(clEnqueueReadBuffer(queue, out, CL_TRUE, 0, sizeof sums, sums, 0, NULL, NULL));
    IS(1, sums[3] >= 40);
    IS(sums[3], sums[1]);
    IS(sums[2], sums[0]);
    OK(clReleaseMemObject(p));
}

static void misuse(void)
{
    cl_int e;
    cl_uint n = 0;
    cl_mem_object_type type = 0;
    cl_pipe_properties some[] = {1, 1, 0};
    char bytes[8];
    cl_mem p = make_pipe(8, 5);
    OK(clGetPipeInfo(p, CL_PIPE_PACKET_SIZE, sizeof n, &n, NULL));
    IS(8, n);
    OK(clGetPipeInfo(p, CL_PIPE_MAX_PACKETS, sizeof n, &n, NULL));
    IS(5, n);
    OK(clGetMemObjectInfo(p, CL_MEM_TYPE, sizeof type, &type, NULL));
    IS(CL_MEM_OBJECT_PIPE, type);
    IS(CL_INVALID_VALUE, clGetPipeInfo(p, CL_PIPE_MAX_PACKETS, 1, &n, NULL));
    IS(CL_INVALID_VALUE, clGetPipeInfo(p, 0, sizeof n, &n, NULL));
    IS(CL_INVALID_MEM_OBJECT, clGetPipeInfo(out, CL_PIPE_MAX_PACKETS, sizeof n, &n, NULL));
    IS(CL_INVALID_MEM_OBJECT,
       clEnqueueReadBuffer(queue, p, CL_TRUE, 0, sizeof bytes, bytes, 0, NULL, NULL));
    cl_mem made = clCreatePipe(context, CL_MEM_READ_ONLY, 8, 5, NULL, &e);
    IS(1, !made && e == CL_INVALID_VALUE);
    made = clCreatePipe(context, 0, 0, 5, NULL, &e);
    IS(1, !made && e == CL_INVALID_PIPE_SIZE);
    made = clCreatePipe(context, 0, 8, 0, NULL, &e);
    IS(1, !made && e == CL_INVALID_PIPE_SIZE);
    OK(clGetDeviceInfo(device, CL_DEVICE_PIPE_MAX_PACKET_SIZE, sizeof n, &n, NULL));
    made = clCreatePipe(context, 0, n + 1, 5, NULL, &e);
    IS(1, !made && e == CL_INVALID_PIPE_SIZE);
    made = clCreatePipe(context, 0, 8, 5, some, &e);
    IS(1, !made && e == CL_INVALID_VALUE);
    made = clCreatePipe(NULL, 0, 8, 5, NULL, &e);
    IS(1, !made && e == CL_INVALID_CONTEXT);
    cl_kernel k = clCreateKernel(program, "put", &e);
    OK(e);
    IS(CL_INVALID_MEM_OBJECT, clSetKernelArg(k, 0, sizeof out, &out));
    IS(CL_INVALID_MEM_OBJECT, clSetKernelArg(k, 1, sizeof p, &p));
    IS(CL_INVALID_ARG_SIZE, clSetKernelArg(k, 0, 4, &p));
    IS(CL_INVALID_ARG_VALUE, clSetKernelArg(k, 0, sizeof p, NULL));
    cl_kernel_arg_type_qualifier qualifier = 0;
    OK(clGetKernelArgInfo(k, 0, CL_KERNEL_ARG_TYPE_QUALIFIER, sizeof qualifier, &qualifier, NULL));
    IS(CL_KERNEL_ARG_TYPE_PIPE, qualifier);
    OK(clReleaseKernel(k));
    OK(clReleaseMemObject(p));
}

int main(void)
{
    cl_int e;
    start();
    program = build(source, "-cl-std=CL3.0 -cl-kernel-arg-info");
    out = clCreateBuffer(context, 0, ROOM * sizeof(int), NULL, &e);
    OK(e);
    done = clCreateBuffer(context, 0, ITEMS * sizeof(int), NULL, &e);
    OK(e);
    forms();
    limits();
    streams();
    misuse();
    OK(clReleaseMemObject(out));
    OK(clReleaseMemObject(done));
    OK(clReleaseProgram(program));
    return finish();
}
