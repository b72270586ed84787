/* test_language.c: what OpenCL C 2.0 and 3.0 add to the language, in the style of the conformance
 * suite's groups c11_atomics, workgroups, generic_address_space, program_scope_variables,
 * non_uniform_work_group and SVM: all types, orders, scopes and shapes. Expected values are
 * computed here, in C. */
#include <stdint.h>

#include "check.h"

static cl_kernel kernel(cl_program p, const char *name)
{
    cl_int e;
    cl_kernel k = clCreateKernel(p, name, &e);
    OK(e);
    return k;
}

static cl_mem buffer(size_t size, void *host)
{
    cl_int e;
    cl_mem m = clCreateBuffer(context, host ? CL_MEM_COPY_HOST_PTR : 0, size, host, &e);
    OK(e);
    return m;
}

/* ---- c11_atomics ------------------------------------------------------------------------------
 */

/* Each of 15 combinations has eight counters, on which all work-items work; in global and in local
 * memory, through generic pointers. */
enum { WORKERS = 96, COMBINATIONS = 15, OPERATIONS = 8, COUNTERS = COMBINATIONS * OPERATIONS };

static const char atomics_source[] =
    "#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable\n"
    "#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable\n"
    "#define ONE(T, o, s) \\\n"
    "    atomic_fetch_add_explicit(c + 0, v, memory_order_##o, memory_scope_##s); \\\n"
    "    atomic_fetch_sub_explicit(c + 1, v, memory_order_##o, memory_scope_##s); \\\n"
    "    atomic_fetch_or_explicit(c + 2, (T)1 << (i % 16), memory_order_##o, memory_scope_##s); "
    "\\\n"
    "    atomic_fetch_xor_explicit(c + 3, v, memory_order_##o, memory_scope_##s); \\\n"
    "    atomic_fetch_and_explicit(c + 4, ~((T)1 << (i % 16)), memory_order_##o, "
    "memory_scope_##s); \\\n"
    "    atomic_fetch_min_explicit(c + 5, v, memory_order_##o, memory_scope_##s); \\\n"
    "    atomic_fetch_max_explicit(c + 6, v, memory_order_##o, memory_scope_##s); \\\n"
    "    old = atomic_load_explicit(c + 7, memory_order_relaxed, memory_scope_##s); \\\n"
    "    while (!atomic_compare_exchange_weak_explicit(c + 7, &old, old + v, memory_order_##o, "
    "memory_order_relaxed, memory_scope_##s)) ; \\\n"
    "    c += 8;\n"
    "#define ORDERS(T, s) ONE(T, relaxed, s) ONE(T, acquire, s) ONE(T, release, s) ONE(T, acq_rel, "
    "s) ONE(T, seq_cst, s)\n"
    "#define TYPE(T) void all_##T(volatile atomic_##T *c, T v, int i) { T old; ORDERS(T, "
    "work_group) "
    "ORDERS(T, device) ORDERS(T, all_svm_devices) } \\\n"
    "kernel void k_##T(global volatile atomic_##T *c, global T *copy, int count) { \\\n"
    "    local volatile atomic_##T l[120]; int i = get_global_id(0); T v = (T)(i * 3) - 20; \\\n"
    "    for (int n = get_local_id(0); n < count; n += get_local_size(0)) atomic_init(&l[n], "
    "copy[n]); \\\n"
    "    work_group_barrier(CLK_LOCAL_MEM_FENCE); all_##T(c, v, i); all_##T(l, v, i); \\\n"
    "    work_group_barrier(CLK_LOCAL_MEM_FENCE); \\\n"
    "    for (int n = get_local_id(0); n < count; n += get_local_size(0)) copy[n] = "
    "atomic_load_explicit(&l[n], memory_order_seq_cst, memory_scope_work_group); }\n"
    "TYPE(int) TYPE(uint) TYPE(long) TYPE(ulong)\n"
    /* Stores and exchanges: what is left is one of what came. */
    "kernel void others(global volatile atomic_int *c, global volatile atomic_float *f) {\n"
    "    int i = get_global_id(0);\n"
    "    atomic_store_explicit(&c[0], i, memory_order_relaxed); atomic_store_explicit(&c[1], i, "
    "memory_order_release);\n"
    "    atomic_store(&c[2], i); if (atomic_exchange_explicit(&c[3], i + 1, memory_order_acq_rel) "
    "== "
    "0) atomic_fetch_add(&c[4], 1);\n"
    "    atomic_fetch_add(&c[5], atomic_load_explicit(&c[6], memory_order_acquire));\n"
    "    if (!atomic_flag_test_and_set((global volatile atomic_flag *)&c[7])) "
    "atomic_fetch_add(&c[8], "
    "1);\n"
    "    atomic_store(&f[0], 2.5f); float old = atomic_exchange(&f[1], (float)i);\n"
    "    atomic_fetch_add(&c[9], (int)old); int want = -5; if "
    "(atomic_compare_exchange_strong(&c[10], "
    "&want, i)) atomic_store(&c[11], 1); }\n";

#define ATOMICS(T, name, bits)                                                                     \
    static void atomics_##name(cl_program p)                                                       \
    {                                                                                              \
        T start_values[COUNTERS], want[OPERATIONS], seen[COUNTERS];                                \
        const T lowest = (T)-1 < 0 ? (T)((cl_ulong)1 << (bits - 1)) : 0, highest = (T)(~lowest);   \
        const T first[OPERATIONS] = {0, 0, 0, 0, (T)-1, highest, lowest, 0};                       \
        memcpy(want, first, sizeof want);                                                          \
        for (int n = 0; n < COUNTERS; n++)                                                         \
            start_values[n] = first[n % OPERATIONS];                                               \
        for (int i = 0; i < WORKERS; i++) {                                                        \
            T v = (T)((T)(i * 3) - 20), bit = (T)((T)1 << (i % 16));                               \
            want[0] += v, want[1] -= v, want[2] |= bit, want[3] ^= v, want[4] &= (T)~bit;          \
            want[5] = v < want[5] ? v : want[5];                                                   \
            want[6] = v > want[6] ? v : want[6];                                                   \
            want[7] += v;                                                                          \
        }                                                                                          \
        cl_mem both[2] = {buffer(sizeof seen, start_values), buffer(sizeof seen, start_values)};   \
        cl_kernel k = kernel(p, "k_" #name);                                                       \
        const size_t range = WORKERS;                                                              \
        OK(clSetKernelArg(k, 0, sizeof *both, &both[0]));                                          \
        OK(clSetKernelArg(k, 1, sizeof *both, &both[1]));                                          \
        OK(clSetKernelArg(k, 2, sizeof(int), &(int){COUNTERS}));                                   \
        OK(clEnqueueNDRangeKernel(queue, k, 1, NULL, &range, &range, 0, NULL, NULL));              \
        for (int m = 0; m < 2; m++) {                                                              \
            OK(clEnqueueReadBuffer(queue, both[m], CL_TRUE, 0, sizeof seen, seen, 0, NULL, NULL)); \
            for (int n = 0; n < COUNTERS; n++)                                                     \
                IS(1, want[n % OPERATIONS] == seen[n]);                                            \
            OK(clReleaseMemObject(both[m]));                                                       \
        }                                                                                          \
        OK(clReleaseKernel(k));                                                                    \
    }
ATOMICS(cl_int, int, 32)
ATOMICS(cl_uint, uint, 32)
ATOMICS(cl_long, long, 64)
ATOMICS(cl_ulong, ulong, 64)

static void atomics(void)
{
    cl_program p = build(atomics_source, "-cl-std=CL3.0");
    atomics_int(p);
    atomics_uint(p);
    atomics_long(p);
    atomics_ulong(p);
    cl_int c[12] = {0, 0, 0, 0, 0, 0, 7, 0, 0, 0, -5, 0};
    float f[2] = {0, 0};
    cl_mem a = buffer(sizeof c, c), b = buffer(sizeof f, f);
    cl_kernel k = kernel(p, "others");
    const size_t range = WORKERS;
    OK(clSetKernelArg(k, 0, sizeof a, &a));
    OK(clSetKernelArg(k, 1, sizeof b, &b));
    OK(clEnqueueNDRangeKernel(queue, k, 1, NULL, &range, NULL, 0, NULL, NULL));
    OK(clEnqueueReadBuffer(queue, a, CL_TRUE, 0, sizeof c, c, 0, NULL, NULL));
    OK(clEnqueueReadBuffer(queue, b, CL_TRUE, 0, sizeof f, f, 0, NULL, NULL));
    for (int i = 0; i < 3; i++)
        IS(1, c[i] >= 0 && c[i] < WORKERS);
    IS(1, c[3] >= 1 && c[3] <= WORKERS);
    IS(1, c[4]); /* one found the 0 */
    IS(7 * WORKERS, c[5]);
    IS(1, c[8]); /* one set the flag */
    IS(1, f[0] == 2.5f);
    /* All but the last to exchange were found by another. */
    IS(WORKERS * (WORKERS - 1) / 2, c[9] + (int)f[1]);
    IS(1, c[10] >= 0 && c[11] == 1);
    OK(clReleaseKernel(k));
    OK(clReleaseMemObject(a));
    OK(clReleaseMemObject(b));
    OK(clReleaseProgram(p));
}

/* ---- workgroups -------------------------------------------------------------------------------
 */

enum { RESULTS = 8, MOST_ITEMS = 256 };

static const char groups_source[] =
    "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
    "#define TYPE(T) kernel void k_##T(global T *out) { size_t i = get_local_linear_id(); \\\n"
    "    T x = (T)(i * 7 % 11); global T *o = out + i * "
    "8; \\\n"
    "    o[0] = work_group_reduce_add(x); o[1] = work_group_reduce_min(x); o[2] = "
    "work_group_reduce_max(x); \\\n"
    "    o[3] = work_group_scan_inclusive_add(x); o[4] = work_group_scan_exclusive_add(x); \\\n"
    "    o[5] = work_group_scan_inclusive_min(x); \\\n"
    "    T before = work_group_scan_exclusive_max(x); o[6] = i ? before : (T)0; \\\n"
    "    uint d = get_work_dim(); size_t a = get_local_size(0) - 1, b = get_local_size(1) / 2, c = "
    "get_local_size(2) - 1; \\\n"
    "    o[7] = d == 1 ? work_group_broadcast(x, a) : d == 2 ? work_group_broadcast(x, a, b) : "
    "work_group_broadcast(x, a, b, c); }\n"
    "TYPE(int) TYPE(uint) TYPE(long) TYPE(ulong) TYPE(float) TYPE(double) TYPE(half)\n"
    "kernel void votes(global int *out) { int i = get_local_id(0); global int *o = out + i * 4;\n"
    "    o[0] = work_group_all(i < 77); o[1] = work_group_all(i < 76); o[2] = work_group_any(i == "
    "76); o[3] = work_group_any(i > 76); }\n";

static const size_t shapes[][3] = {{1, 1, 1}, {33, 1, 1}, {256, 1, 1}, {8, 5, 1}, {3, 4, 5}};

#define GROUPS(T, name)                                                                            \
    static void groups_##name(cl_program p, const size_t *shape)                                   \
    {                                                                                              \
        static T out[MOST_ITEMS * RESULTS];                                                        \
        const cl_uint dims = shape[2] > 1 ? 3 : shape[1] > 1 ? 2 : 1;                              \
        size_t count = shape[0] * shape[1] * shape[2];                                             \
        size_t from = shape[0] - 1 + shape[0] * (dims > 1 ? shape[1] / 2 : 0) +                    \
                      shape[0] * shape[1] * (dims > 2 ? shape[2] - 1 : 0);                         \
        T sum = 0, low = 10, high = 0, before = 0, least = 10, most = 0;                           \
        for (size_t i = 0; i < count; i++) {                                                       \
            T x = (T)(i * 7 % 11);                                                                 \
            sum += x;                                                                              \
            low = x < low ? x : low;                                                               \
            high = x > high ? x : high;                                                            \
        }                                                                                          \
        cl_mem m = buffer(sizeof out, NULL);                                                       \
        cl_kernel k = kernel(p, "k_" #name);                                                       \
        OK(clSetKernelArg(k, 0, sizeof m, &m));                                                    \
        OK(clEnqueueNDRangeKernel(queue, k, dims, NULL, shape, shape, 0, NULL, NULL));             \
        OK(clEnqueueReadBuffer(queue, m, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL));             \
        for (size_t i = 0; i < count; i++) {                                                       \
            T x = (T)(i * 7 % 11);                                                                 \
            least = x < least ? x : least;                                                         \
            const T want[RESULTS] = {sum,    low,   high, (T)(before + x),                         \
                                     before, least, most, (T)(from * 7 % 11)};                     \
            for (size_t n = 0; n < RESULTS; n++)                                                   \
                IS(1, want[n] == out[i * RESULTS + n]);                                            \
            before += x;                                                                           \
            most = x > most ? x : most;                                                            \
        }                                                                                          \
        OK(clReleaseKernel(k));                                                                    \
        OK(clReleaseMemObject(m));                                                                 \
    }
GROUPS(cl_int, int)
GROUPS(cl_uint, uint)
GROUPS(cl_long, long)
GROUPS(cl_ulong, ulong)
GROUPS(float, float)
GROUPS(double, double)
GROUPS(_Float16, half)

/* Work-groups of 64 and 36 work-items, sub-groups of 32 and 4. */
static void partial_groups(void)
{
    enum { ITEMS = 100, GROUP = 64, WAVE = 32 };
    static cl_int out[ITEMS][RESULTS];
    const size_t range = ITEMS, local = GROUP;
    cl_program p = build(
        "#pragma OPENCL EXTENSION cl_khr_subgroups : enable\n"
        "kernel void k(global int *out) { int i = get_global_id(0); global int *o = out + i * 8;\n"
        "    o[0] = work_group_reduce_add(i); o[1] = work_group_scan_inclusive_add(1);\n"
        "    o[2] = work_group_scan_exclusive_add(1); o[3] = work_group_any(i == 99);\n"
        "    o[4] = work_group_broadcast(i, get_local_size(0) - 1); o[5] = "
        "sub_group_reduce_add(1);\n"
        "    o[6] = sub_group_broadcast(i, get_sub_group_size() - 1);\n"
        "    o[7] = sub_group_scan_inclusive_add(1) + 100 * sub_group_all(i < 96); }",
        "-cl-std=CL3.0");
    cl_mem m = buffer(sizeof out, NULL);
    cl_kernel k = kernel(p, "k");
    OK(clSetKernelArg(k, 0, sizeof m, &m));
    OK(clEnqueueNDRangeKernel(queue, k, 1, NULL, &range, &local, 0, NULL, NULL));
    OK(clEnqueueReadBuffer(queue, m, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL));
    for (int i = 0; i < ITEMS; i++) {
        const int first = i / GROUP * GROUP, end = first + GROUP < ITEMS ? first + GROUP : ITEMS;
        const int wave = i / WAVE * WAVE, wave_end = wave + WAVE < ITEMS ? wave + WAVE : ITEMS;
        const int want[RESULTS] = {(first + end - 1) * (end - first) / 2,
                                   i - first + 1,
                                   i - first,
                                   end == ITEMS,
                                   end - 1,
                                   wave_end - wave,
                                   wave_end - 1,
                                   i - wave + 1 + (wave_end <= 96 ? 100 : 0)};
        for (int n = 0; n < RESULTS; n++)
            IS(want[n], n == 3 ? out[i][n] != 0 : out[i][n]);
    }
    OK(clReleaseKernel(k));
    OK(clReleaseMemObject(m));
    OK(clReleaseProgram(p));
}

static void groups(void)
{
    cl_program p = build(groups_source, "-cl-std=CL3.0");
    for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++) {
        groups_int(p, shapes[s]);
        groups_uint(p, shapes[s]);
        groups_long(p, shapes[s]);
        groups_ulong(p, shapes[s]);
        groups_float(p, shapes[s]);
        groups_double(p, shapes[s]);
        groups_half(p, shapes[s]);
    }
    int out[77 * 4];
    const size_t range = 77;
    cl_mem m = buffer(sizeof out, NULL);
    cl_kernel k = kernel(p, "votes");
    OK(clSetKernelArg(k, 0, sizeof m, &m));
    OK(clEnqueueNDRangeKernel(queue, k, 1, NULL, &range, &range, 0, NULL, NULL));
    OK(clEnqueueReadBuffer(queue, m, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL));
    for (int i = 0; i < 77; i++) {
        IS(1, out[i * 4] && !out[i * 4 + 1]);
        IS(1, out[i * 4 + 2] && !out[i * 4 + 3]);
    }
    OK(clReleaseKernel(k));
    OK(clReleaseMemObject(m));
    OK(clReleaseProgram(p));
}

/* ---- generic_address_space and program_scope_variables ----------------------------------------
 */

static const char variables_source[] =
    "global int counter = 5; global int table[4] = {1, 2, 3, 4}; global int *global where = "
    "&table[2];\n"
    "static global atomic_int hidden = ATOMIC_VAR_INIT(40); constant float factor = 2.5f;\n"
    "struct node { global struct node *next; int value; }; global struct node last = {0, 9}, first "
    "= "
    "{&last, 3};\n"
    "kernel void bump(global int *out) {\n"
    "    static global int calls = 100;\n"
    "    counter += 2; where--; calls++; atomic_fetch_add(&hidden, 1);\n"
    "    out[0] = counter; out[1] = *where; out[2] = calls; out[3] = atomic_load(&hidden);\n"
    "    out[4] = (int)(factor * 4); out[5] = first.next->value; first.next->value++; }\n"
    "kernel void look(global int *out) { out[0] = counter; }\n"
    "int sum(const int *p, int n) { int s = 0; for (int i = 0; i < n; i++) s += p[i]; return s; }\n"
    "void put(int *p, int x) { *p = x; }\n"
    "kernel void generic_(global int *g, global int *out) {\n"
    "    local int l[4]; int p[4]; int i = get_local_id(0); l[i] = 10 * g[i];\n"
    "    work_group_barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    for (int n = 0; n < 4; n++) p[n] = 100 * g[n];\n"
    "    int *any = i % 3 == 0 ? (int *)g : i % 3 == 1 ? (int *)l : (int *)p;\n"
    "    out[i] = sum(any, 4); put(&out[i + 4], sum(l, 2)); put(&p[1], 7); put(&l[i], i);\n"
    "    out[i + 8] = (to_global(any) != 0) + 2 * (to_local(any) != 0) + 4 * (to_private(any) != "
    "0) + 8 * (get_fence(any) == CLK_LOCAL_MEM_FENCE);\n"
    "    out[i + 12] = p[1] + l[i]; }\n";

static void variables(void)
{
    int out[16];
    cl_program p = build(variables_source, "-cl-std=CL3.0");
    cl_kernel bump = kernel(p, "bump"), look = kernel(p, "look"), any = kernel(p, "generic_");
    cl_mem m = buffer(sizeof out, NULL);
    OK(clSetKernelArg(bump, 0, sizeof m, &m));
    OK(clSetKernelArg(look, 0, sizeof m, &m));
    for (int i = 0; i < 2; i++) { /* they live as long as the program */
        const int want[] = {7 + 2 * i, 2 - i, 101 + i, 41 + i, 10, 9 + i};
        OK(clEnqueueTask(queue, bump, 0, NULL, NULL));
        OK(clEnqueueReadBuffer(queue, m, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL));
        for (int n = 0; n < 6; n++)
            IS(want[n], out[n]);
    }
    OK(clEnqueueTask(queue, look, 0, NULL, NULL));
    OK(clEnqueueReadBuffer(queue, m, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL));
    IS(9, out[0]);
    int in[4] = {1, 2, 3, 4};
    cl_mem g = buffer(sizeof in, in);
    const size_t four = 4;
    OK(clSetKernelArg(any, 0, sizeof g, &g));
    OK(clSetKernelArg(any, 1, sizeof m, &m));
    OK(clEnqueueNDRangeKernel(queue, any, 1, NULL, &four, &four, 0, NULL, NULL));
    OK(clEnqueueReadBuffer(queue, m, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL));
    for (int i = 0; i < 4; i++) {
        IS(10 * (i % 3 == 0 ? 1 : i % 3 == 1 ? 10 : 100), out[i]);
        IS(30, out[i + 4]);
        IS((1 << (i % 3)) + (i % 3 == 1 ? 8 : 0), out[i + 8]);
        IS(7 + i, out[i + 12]);
    }
    OK(clReleaseMemObject(g));
    OK(clReleaseMemObject(m));
    OK(clReleaseKernel(bump));
    OK(clReleaseKernel(look));
    OK(clReleaseKernel(any));
    OK(clReleaseProgram(p));
}

/* ---- non_uniform_work_group -------------------------------------------------------------------
 */

static void non_uniform(void)
{
    static const size_t ranges[][2][3] = {{{37, 1, 1}, {16, 1, 1}},
                                          {{7, 9, 1}, {8, 4, 1}},
                                          {{5, 7, 9}, {2, 3, 4}},
                                          {{64, 3, 2}, {64, 2, 2}}};
    static cl_uint out[5 * 7 * 9 * 2][12];
    cl_program p = build(
        "kernel void k(global uint *out) { global uint *o = out + 12 * get_global_linear_id();\n"
        "for (uint d = 0; d < 3; d++) { o[d] = get_local_size(d); o[3 + d] = "
        "get_enqueued_local_size(d); o[6 + d] = get_num_groups(d);\n"
        "o[9 + d] = get_global_id(d) == get_group_id(d) * get_enqueued_local_size(d) + "
        "get_local_id(d) && get_local_id(d) < get_local_size(d); } }",
        "-cl-std=CL3.0");
    cl_kernel k = kernel(p, "k");
    cl_mem m = buffer(sizeof out, NULL);
    OK(clSetKernelArg(k, 0, sizeof m, &m));
    for (size_t r = 0; r < sizeof ranges / sizeof *ranges; r++) {
        const size_t *all = ranges[r][0], *group = ranges[r][1];
        OK(clEnqueueFillBuffer(queue, m, &(int){0}, 4, 0, sizeof out, 0, NULL, NULL));
        OK(clEnqueueNDRangeKernel(queue, k, 3, NULL, all, group, 0, NULL, NULL));
        OK(clEnqueueReadBuffer(queue, m, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL));
        for (size_t i = 0; i < all[0] * all[1] * all[2]; i++) {
            const size_t at[3] = {i % all[0], i / all[0] % all[1], i / all[0] / all[1]};
            for (int d = 0; d < 3; d++) {
                size_t left = all[d] - at[d] / group[d] * group[d];
                IS(left < group[d] ? left : group[d], out[i][d]);
                IS(group[d], out[i][3 + d]);
                IS((all[d] + group[d] - 1) / group[d], out[i][6 + d]);
                IS(1, out[i][9 + d]);
            }
        }
    }
    OK(clReleaseMemObject(m));
    OK(clReleaseKernel(k));
    OK(clReleaseProgram(p));
}

/* ---- SVM --------------------------------------------------------------------------------------
 */

struct node {
    struct node *next;
    cl_long value;
};

/* A list that the host makes, kernels walk and lengthen, and the host walks again. */
static void lists(void)
{
    enum { NODES = 20 };
    cl_program p =
        build("typedef struct node { global struct node *next; long value; } node;\n"
              "kernel void k(global node *first, global node *fresh, global long *sum) {\n"
              "    global node *n = first; *sum = 0;\n"
              "    for (;; n = n->next) { *sum += n->value; n->value *= 2; if (!n->next) break; }\n"
              "    for (int i = 0; i < 3; i++) { n->next = &fresh[i]; n = n->next; n->value = i; "
              "n->next = "
              "0; } }",
              "-cl-std=CL3.0");
    cl_kernel k = kernel(p, "k");
    struct node *nodes =
        clSVMAlloc(context, CL_MEM_SVM_FINE_GRAIN_BUFFER, (NODES + 3) * sizeof *nodes, 0);
    cl_long *sum = clSVMAlloc(context, CL_MEM_SVM_FINE_GRAIN_BUFFER, sizeof *sum, 0);
    IS(1, nodes && sum);
    for (int i = 0; i < NODES; i++) /* in another order than that of memory */
        nodes[i * 7 % NODES] =
            (struct node){i + 1 < NODES ? &nodes[(i + 1) * 7 % NODES] : NULL, i * i};
    OK(clSetKernelArgSVMPointer(k, 0, nodes));
    OK(clSetKernelArgSVMPointer(k, 1, nodes + NODES));
    OK(clSetKernelArgSVMPointer(k, 2, sum));
    OK(clEnqueueTask(queue, k, 0, NULL, NULL));
    OK(clFinish(queue));
    IS(NODES * (NODES - 1) * (2 * NODES - 1) / 6, *sum);
    int i = 0;
    for (const struct node *n = nodes; n; n = n->next, i++)
        IS(i < NODES ? 2 * i * i : i - NODES, n->value);
    IS(NODES + 3, i);
    OK(clReleaseKernel(k));
    clSVMFree(context, nodes);
    clSVMFree(context, sum);
    OK(clReleaseProgram(p));
}

/* ---- events -----------------------------------------------------------------------------------
 */

/* A chain through two queues and a host's event, and one that the host lets fail. */
static void chains(void)
{
    for (int fails = 0; fails < 2; fails++) {
        cl_int e, x = 5, y = 0;
        cl_event gate = clCreateUserEvent(context, &e), first, second, marker;
        OK(e);
        cl_mem a = buffer(sizeof x, NULL), b = buffer(sizeof x, &y);
        OK(clEnqueueWriteBuffer(free_queue, a, CL_FALSE, 0, sizeof x, &x, 1, &gate, &first));
        OK(clEnqueueCopyBuffer(queue, a, b, 0, 0, sizeof x, 1, &first, &second));
        OK(clEnqueueMarkerWithWaitList(free_queue, 1, &second, &marker));
        cl_int status = 0;
        OK(clGetEventInfo(second, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
        IS(CL_QUEUED, status);
        OK(clSetUserEventStatus(gate, fails ? -7 : CL_COMPLETE));
        IS(CL_INVALID_OPERATION, clSetUserEventStatus(gate, CL_COMPLETE));
        IS(fails ? CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST : CL_SUCCESS,
           clWaitForEvents(1, &marker));
        OK(clGetEventInfo(marker, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
        IS(fails ? CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST : CL_COMPLETE, status);
        OK(clFinish(queue));
        OK(clFinish(free_queue));
        OK(clEnqueueReadBuffer(queue, b, CL_TRUE, 0, sizeof y, &y, 0, NULL, NULL));
        IS(fails ? 0 : 5, y);
        cl_event all[] = {gate, first, second, marker};
        for (int i = 0; i < 4; i++)
            OK(clReleaseEvent(all[i]));
        OK(clReleaseMemObject(a));
        OK(clReleaseMemObject(b));
    }
}

/* The number of dimensions is the launch's, also of sizes that are 1 (OpenCL C 3.0, 6.15.1), and
 * the version is the device's (6.10). Pointers to other types are a warning, as they were to the
 * compilers that programs were written for. */
static void environment(void)
{
    cl_uint out[2];
    const size_t ones[3] = {1, 1, 1};
    cl_program p =
        build("kernel void k(global uint *out) { global int *x = out; x[0] = get_work_dim();\n"
              "    out[1] = __OPENCL_VERSION__; }",
              NULL);
    cl_kernel k = kernel(p, "k");
    cl_mem m = buffer(sizeof out, NULL);
    OK(clSetKernelArg(k, 0, sizeof m, &m));
    for (cl_uint dims = 1; dims <= 3; dims++) {
        OK(clEnqueueNDRangeKernel(queue, k, dims, NULL, ones, dims % 2 ? NULL : ones, 0, NULL,
                                  NULL));
        OK(clEnqueueReadBuffer(queue, m, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL));
        IS(dims, out[0]);
        IS(300, out[1]);
    }
    OK(clReleaseMemObject(m));
    OK(clReleaseKernel(k));
    OK(clReleaseProgram(p));
}

/* ---- async_copy -------------------------------------------------------------------------------
 */

/* Copies to local memory and back, the second of each pair with a stride, of all types, in each
 * version: what is at 3 * n of `in` comes to n of `out`, and what is at n to 2 * n of `back`. */
static const char copies_source[] =
    "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"
    "#define COPY(T) kernel void k_##T(global const T *in, global T *out, global T *back) {\\\n"
    "    local T l[32], m[32]; int g = get_group_id(0), i = get_local_id(0); event_t e[2];\\\n"
    "    e[0] = async_work_group_copy(l, in + g * 96, 32, 0);\\\n"
    "    e[1] = async_work_group_strided_copy(m, in + g * 96, 32, 3, 0);\\\n"
    "    wait_group_events(2, e); T t = l[31 - i]; T u = m[31 - i];\\\n"
    "    barrier(CLK_LOCAL_MEM_FENCE); l[31 - i] = t; m[31 - i] = u;\\\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\\\n"
    "    event_t last = async_work_group_copy(out + g * 32, m, 32, 0);\\\n"
    "    last = async_work_group_strided_copy(back + g * 64, l, 32, 2, last);\\\n"
    "    wait_group_events(1, &last); }\n"
    "#define ALL(T) COPY(T) COPY(T##2) COPY(T##3) COPY(T##4) COPY(T##8) COPY(T##16)\n"
    "ALL(char) ALL(uchar) ALL(short) ALL(ushort) ALL(int) ALL(uint) ALL(long) ALL(ulong)\n"
    "ALL(float) ALL(double)\n";

static void copy_type(cl_program p, const char *type, size_t width, size_t bytes)
{
    enum { GROUPS = 2, ITEMS = 32 };
    char name[32];
    const size_t range = GROUPS * ITEMS, group = ITEMS;
    const size_t size = bytes * (width == 3 ? 4 : width), total = GROUPS * 3 * ITEMS * size;
    snprintf(name, sizeof name, width > 1 ? "k_%s%zu" : "k_%s", type, width);
    cl_kernel k = kernel(p, name);
    unsigned char *in = malloc(3 * total), *out = in + total, *back = out + total;
    for (size_t i = 0; i < total; i++)
        in[i] = (unsigned char)(i * 37 + i / 256 * 11) & 0x3f; /* no NaN */
    cl_mem m[3] = {buffer(total, in), buffer(total, NULL), buffer(total, NULL)};
    for (cl_uint i = 0; i < 3; i++)
        OK(clSetKernelArg(k, i, sizeof m[i], &m[i]));
    OK(clEnqueueNDRangeKernel(queue, k, 1, NULL, &range, &group, 0, NULL, NULL));
    OK(clEnqueueReadBuffer(queue, m[1], CL_TRUE, 0, total, out, 0, NULL, NULL));
    OK(clEnqueueReadBuffer(queue, m[2], CL_TRUE, 0, total, back, 0, NULL, NULL));
    for (size_t n = 0; n < GROUPS * ITEMS; n++) {
        const size_t g = n / ITEMS, i = n % ITEMS;
        IS(0, memcmp(out + n * size, in + (g * 96 + 3 * i) * size, bytes * width));
        IS(0, memcmp(back + (g * 64 + 2 * i) * size, in + (g * 96 + i) * size, bytes * width));
    }
    for (int i = 0; i < 3; i++)
        OK(clReleaseMemObject(m[i]));
    OK(clReleaseKernel(k));
    free(in);
}

static void async_copies(void)
{
    static const struct {
        const char *name;
        size_t bytes;
    } types[] = {{"char", 1}, {"uchar", 1}, {"short", 2}, {"ushort", 2}, {"int", 4},
                 {"uint", 4}, {"long", 8},  {"ulong", 8}, {"float", 4},  {"double", 8}};
    static const char *const versions[] = {NULL, "-cl-std=CL2.0", "-cl-std=CL3.0"};
    static const size_t widths[] = {1, 2, 3, 4, 8, 16};
    for (size_t v = 0; v < sizeof versions / sizeof *versions; v++) {
        cl_program p = build(copies_source, versions[v]);
        for (size_t t = 0; t < sizeof types / sizeof *types; t++)
            for (size_t w = 0; w < sizeof widths / sizeof *widths; w++)
                copy_type(p, types[t].name, widths[w], types[t].bytes);
        OK(clReleaseProgram(p));
    }
}

int main(void)
{
    start();
    environment();
    async_copies();
    atomics();
    groups();
    partial_groups();
    variables();
    non_uniform();
    lists();
    chains();
    return finish();
}
