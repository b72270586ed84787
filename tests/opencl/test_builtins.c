/* test_builtins.c: relational, geometric and vector data functions of OpenCL C for every width, as
 * the descriptions in OpenCL C 3.0, 6.15.5 to 6.15.7 and 6.15.12 have them, computed here in C. */
#include "check.h"

#include <math.h>
#include <stdint.h>

enum { LANES = 240, WIDTHS = 6, MOST_OUT = LANES * WIDTHS };
static const size_t widths[WIDTHS] = {1, 2, 3, 4, 8, 16};

struct kind {
    const char *name, *result; /* the type, and that of relational functions of its vectors */
    size_t bytes;
};
static const struct kind floats[] = {
    {"float", "int", 4}, {"double", "long", 8}, {"half", "short", 2}};
static const struct kind integers[] = {
    {"char", "char", 1}, {"uchar", "char", 1}, {"short", "short", 2}, {"ushort", "short", 2},
    {"int", "int", 4},   {"uint", "int", 4},   {"long", "long", 8},   {"ulong", "long", 8}};

static char source[1 << 16];
static size_t used;

#define ADD(...) (used += (size_t)snprintf(source + used, sizeof source - used, __VA_ARGS__))

/* A suffix of a width: none for scalars. */
static const char *suffix(size_t width)
{
    static char text[WIDTHS][4];
    int at = 0;
    while (widths[at] != width)
        at++;
    if (width > 1)
        snprintf(text[at], sizeof text[at], "%zu", width);
    return text[at];
}

/* A kernel that calls a function for every width: work-item i does lanes i * width and on, and
 * writes to the part of `out` that the width has. arguments: of the types given, "" ends. */
static void add_kernel(const char *name, const char *call, const char *result, const char *scalar,
                       const char *const *types)
{
    static const char letters[] = "abc";
    ADD("kernel void k_%s(", name);
    for (int i = 0; types[i]; i++)
        ADD("global const %s *%c_, ", types[i], letters[i]);
    ADD("global %s *out, global %s *one) { size_t g = get_global_id(0);\n", result, scalar);
    for (size_t w = 0; w < WIDTHS; w++) {
        const size_t n = widths[w];
        ADD("  if (g < %zu) { ", LANES / n);
        for (int i = 0; types[i]; i++)
            if (n == 1)
                ADD("%s %c = %c_[g]; ", types[i], letters[i], letters[i]);
            else
                ADD("%s%zu %c = vload%zu(g, %c_); ", types[i], n, letters[i], n, letters[i]);
        if (n == 1)
            ADD("one[g] = %s; }\n", call);
        else
            ADD("vstore%zu(%s, g, out + %zu); }\n", n, call, w * LANES);
    }
    ADD("}\n");
}

static cl_program built(void)
{
    cl_program p = build(source, "-cl-std=CL3.0");
    used = 0;
    return p;
}

static void begin(void)
{
    used = 0;
    ADD("#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n");
}

/* Runs a kernel on up to three arrays; `out` of vectors and `one` of scalars come back. */
static void run(cl_program p, const char *name, const void *const *in, const size_t *bytes,
                void *out, size_t out_bytes, void *one, size_t one_bytes)
{
    char text[64];
    cl_int e;
    const size_t range = LANES;
    cl_mem m[5];
    cl_uint n = 0;
    snprintf(text, sizeof text, "k_%s", name);
    cl_kernel k = clCreateKernel(p, text, &e);
    OK(e);
    for (; in[n]; n++)
        m[n] = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, LANES * bytes[n],
                              (void *)(uintptr_t)in[n], &e);
    m[n] = clCreateBuffer(context, 0, MOST_OUT * out_bytes, NULL, &e);
    m[n + 1] = clCreateBuffer(context, 0, LANES * one_bytes, NULL, &e);
    for (cl_uint i = 0; i < n + 2; i++)
        OK(clSetKernelArg(k, i, sizeof m[i], &m[i]));
    OK(clEnqueueNDRangeKernel(queue, k, 1, NULL, &range, NULL, 0, NULL, NULL));
    OK(clEnqueueReadBuffer(queue, m[n], CL_TRUE, 0, MOST_OUT * out_bytes, out, 0, NULL, NULL));
    OK(clEnqueueReadBuffer(queue, m[n + 1], CL_TRUE, 0, LANES * one_bytes, one, 0, NULL, NULL));
    for (cl_uint i = 0; i < n + 2; i++)
        OK(clReleaseMemObject(m[i]));
    OK(clReleaseKernel(k));
}

static int64_t signed_at(const void *at, size_t bytes)
{
    int64_t x = 0;
    memcpy(&x, at, bytes);
    const unsigned unused = 64 - 8 * (unsigned)bytes;
    return (int64_t)((uint64_t)x << unused) >> unused;
}

static double float_at(const void *at, size_t bytes)
{
    _Float16 h;
    float f;
    double d;
    if (bytes == 2)
        return memcpy(&h, at, 2), (double)h;
    if (bytes == 4)
        return memcpy(&f, at, 4), (double)f;
    return memcpy(&d, at, 8), d;
}

static void put_float(void *at, size_t bytes, double x)
{
    _Float16 h = (_Float16)x;
    float f = (float)x;
    memcpy(at, bytes == 2 ? (void *)&h : bytes == 4 ? (void *)&f : (void *)&x, bytes);
}

/* ---- relational ----------------------------------------------------------------------- */

static bool relation(int f, double a, double b, size_t bytes)
{
    const double least = bytes == 2 ? 0x1p-14 : bytes == 4 ? 0x1p-126 : 0x1p-1022;
    const bool is_ordered = !isnan(a) && !isnan(b);
    const bool results[] = {a == b,
                            a != b,
                            a > b,
                            a >= b,
                            a < b,
                            a <= b,
                            is_ordered && a != b,
                            is_ordered,
                            !is_ordered,
                            isfinite(a) != 0,
                            isinf(a) != 0,
                            isnan(a) != 0,
                            isfinite(a) && fabs(a) >= least,
                            signbit(a) != 0};
    return results[f];
}
static const char *const relations[] = {
    "isequal",     "isnotequal",    "isgreater", "isgreaterequal", "isless",
    "islessequal", "islessgreater", "isordered", "isunordered",    "isfinite",
    "isinf",       "isnan",         "isnormal",  "signbit"};
enum { RELATIONS = sizeof relations / sizeof *relations, WITH_TWO = 9 };

static void relational(const struct kind *t)
{
    static const double values[] = {0,  -0.0, 1,      -1,   INFINITY, -INFINITY, NAN,   0.5,
                                    -2, 1e4,  -65504, 1e-6, 6e-8,     0x1p-14,   3.0625};
    enum { VALUES = sizeof values / sizeof *values };
    unsigned char a[LANES * 8], b[LANES * 8], out[MOST_OUT * 8];
    int one[LANES];
    char call[64];
    begin();
    for (int f = 0; f < RELATIONS; f++) {
        snprintf(call, sizeof call, f < WITH_TWO ? "%s(a, b)" : "%s(a)", relations[f]);
        add_kernel(relations[f], call, t->result, "int", (const char *[]){t->name, t->name, NULL});
    }
    cl_program p = built();
    for (size_t i = 0; i < LANES; i++) {
        double x = values[i % VALUES], y = values[i / VALUES % VALUES];
        put_float(a + i * t->bytes, t->bytes, x);
        put_float(b + i * t->bytes, t->bytes, y);
        if (t->bytes == 4 && i % VALUES == 11) /* a denormal, and a NaN with a sign */
            memcpy(a + i * 4, &(uint32_t){i % 2 ? 1 : 0xffc00001}, 4);
    }
    for (int f = 0; f < RELATIONS; f++) {
        size_t wrong = 0;
        run(p, relations[f], (const void *[]){a, b, NULL}, (size_t[]){t->bytes, t->bytes}, out,
            t->bytes, one, sizeof(int));
        for (size_t w = 0; w < WIDTHS; w++)
            for (size_t i = 0; i < LANES; i++) {
                bool want = relation(f, float_at(a + i * t->bytes, t->bytes),
                                     float_at(b + i * t->bytes, t->bytes), t->bytes);
                int64_t got = w ? signed_at(out + (w * LANES + i) * t->bytes, t->bytes) : one[i];
                bool is_right = got == (w && want ? -1 : want);
                if (!is_right && !wrong++)
                    printf("%s(%s%s): lane %zu is %lld\n", relations[f], t->name, suffix(widths[w]),
                           i, (long long)got);
            }
        IS(0, wrong);
    }
    OK(clReleaseProgram(p));
}

/* select takes the highest bit of a vector's element and the truth of a scalar; any and all take
 * the highest bit of both. */
static void selections(const struct kind *t, bool is_float)
{
    unsigned char a[LANES * 8], b[LANES * 8], c[LANES * 8], out[MOST_OUT * 8], one[LANES * 8];
    char unsigned_name[16];
    begin();
    snprintf(unsigned_name, sizeof unsigned_name, "u%s", t->result);
    add_kernel("select", "select(a, b, c)", t->name, t->name,
               (const char *[]){t->name, t->name, t->result, NULL});
    add_kernel("uselect", "select(a, b, c)", t->name, t->name,
               (const char *[]){t->name, t->name, unsigned_name, NULL});
    add_kernel("bitselect", "bitselect(a, b, c)", t->name, t->name,
               (const char *[]){t->name, t->name, t->name, NULL});
    cl_program p = built();
    for (size_t i = 0; i < sizeof a; i++) {
        a[i] = (unsigned char)(i * 37 + 11);
        b[i] = (unsigned char)(i * 101 + 7);
        c[i] = (unsigned char)(i % 5 ? i * 59 + 3 : 0);
    }
    for (size_t i = 0; is_float && i < LANES; i++) { /* no NaN: its bits may change */
        put_float(a + i * t->bytes, t->bytes, (double)i);
        put_float(b + i * t->bytes, t->bytes, -(double)i / 2);
    }
    static const char *const names[] = {"select", "uselect", "bitselect"};
    for (int f = 0; f < 3; f++) {
        size_t wrong = 0;
        if (f == 2 && is_float)
            for (size_t i = 0; i < LANES; i++) /* bits of the significand */
                memcpy(c + i * t->bytes, &(uint64_t){0x155}, t->bytes);
        run(p, names[f], (const void *[]){a, b, c, NULL}, (size_t[]){t->bytes, t->bytes, t->bytes},
            out, t->bytes, one, t->bytes);
        for (size_t w = 0; w < WIDTHS; w++)
            for (size_t i = 0; i < LANES; i++) {
                uint64_t x = 0, y = 0, z = 0, got = 0;
                memcpy(&x, a + i * t->bytes, t->bytes);
                memcpy(&y, b + i * t->bytes, t->bytes);
                memcpy(&z, c + i * t->bytes, t->bytes);
                memcpy(&got, w ? out + (w * LANES + i) * t->bytes : one + i * t->bytes, t->bytes);
                bool takes_b = w ? z >> (t->bytes * 8 - 1) & 1 : z != 0;
                uint64_t want = f == 2 ? (x & ~z) | (y & z) : takes_b ? y : x;
                if (got != want && !wrong++)
                    printf("%s(%s%s): lane %zu is %llx, not %llx\n", names[f], t->name,
                           suffix(widths[w]), i, (unsigned long long)got, (unsigned long long)want);
            }
        IS(0, wrong);
    }
    OK(clReleaseProgram(p));
}

static void any_and_all(const struct kind *t)
{
    signed char values[LANES * 8];
    int out[MOST_OUT * 2];
    cl_int e;
    const size_t range = LANES;
    begin();
    ADD("kernel void k(global const %s *v, global int *out) { size_t g = get_global_id(0);\n",
        t->name);
    for (size_t w = 0; w < WIDTHS; w++) {
        const size_t n = widths[w];
        ADD("  if (g < %zu) { %s%s x = ", LANES / n, t->name, suffix(n));
        if (n == 1)
            ADD("v[g]");
        else
            ADD("vload%zu(g, v)", n);
        ADD("; out[%zu + 2 * g] = any(x); out[%zu + 2 * g] = all(x); }\n", 2 * w * LANES,
            2 * w * LANES + 1);
    }
    ADD("}\n");
    cl_program p = built();
    for (size_t i = 0; i < sizeof values; i++)
        values[i] = (signed char)(i / (16 * t->bytes) % 3 == 0   ? -1
                                  : i / (16 * t->bytes) % 3 == 1 ? 1
                                                                 : (int)(i * i % 7) - 3);
    cl_mem m[2] = {clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, LANES * t->bytes, values, &e),
                   clCreateBuffer(context, 0, sizeof out, NULL, &e)};
    cl_kernel k = clCreateKernel(p, "k", &e);
    OK(e);
    OK(clSetKernelArg(k, 0, sizeof m[0], &m[0]) | clSetKernelArg(k, 1, sizeof m[1], &m[1]));
    OK(clEnqueueNDRangeKernel(queue, k, 1, NULL, &range, NULL, 0, NULL, NULL));
    OK(clEnqueueReadBuffer(queue, m[1], CL_TRUE, 0, sizeof out, out, 0, NULL, NULL));
    for (size_t w = 0; w < WIDTHS; w++)
        for (size_t g = 0; g < LANES / widths[w]; g++) {
            bool any = false, all = true;
            for (size_t i = 0; i < widths[w]; i++) {
                bool is_set = signed_at(values + (g * widths[w] + i) * t->bytes, t->bytes) < 0;
                any |= is_set;
                all &= is_set;
            }
            IS(any, out[2 * w * LANES + 2 * g]);
            IS(all, out[2 * w * LANES + 2 * g + 1]);
        }
    OK(clReleaseMemObject(m[0]));
    OK(clReleaseMemObject(m[1]));
    OK(clReleaseKernel(k));
    OK(clReleaseProgram(p));
}

/* ---- geometric ------------------------------------------------------------------------ */

enum { VECTORS_TRIED = 60, ROOM = 16 };

/* One kernel per width: what each function gives for a pair, at out + 16 i. */
static cl_program geometric_program(const struct kind *t, bool has_fast)
{
    begin();
    for (size_t n = 1; n <= 4; n++) {
        const char *s = n == 1 ? "" : suffix(n);
        ADD("kernel void k%zu(global const %s *a_, global const %s *b_, global %s *out) {\n"
            "  size_t i = get_global_id(0); %s%s a, b; global %s *o = out + %d * i;\n",
            n, t->name, t->name, t->name, t->name, s, t->name, ROOM);
        if (n == 1)
            ADD("  a = a_[4 * i]; b = b_[4 * i];\n");
        else
            ADD("  a = vload%zu(0, a_ + 4 * i); b = vload%zu(0, b_ + 4 * i);\n", n, n);
        ADD("  o[0] = dot(a, b); o[1] = length(a); o[2] = distance(a, b);\n");
        ADD(n == 1 ? "  o[4] = normalize(a);\n" : "  vstore%zu(normalize(a), 0, o + 4);\n", n);
        if (n >= 3)
            ADD("  vstore%zu(cross(a, b), 0, o + 12);\n", n);
        if (has_fast) {
            ADD("  o[3] = fast_length(a) + 0 * fast_distance(a, b);\n");
            ADD(n == 1 ? "  o[8] = fast_normalize(a);\n"
                       : "  vstore%zu(fast_normalize(a), 0, o + 8);\n",
                n);
        }
        ADD("}\n");
    }
    return built();
}

static long double ulp_of(long double x, size_t bytes)
{
    const int digits = bytes == 2 ? 11 : bytes == 4 ? 24 : 53;
    const int lowest = bytes == 2 ? -14 : bytes == 4 ? -126 : -1022;
    int e;
    frexpl(x, &e);
    e = e - 1 < lowest ? lowest : e - 1;
    return ldexpl(1, e - digits + 1);
}

static long double most_of(size_t bytes)
{
    return bytes == 2 ? 65504 : ldexpl(1, bytes == 4 ? 127 : 1023);
}

struct pair {
    long double a[4], b[4], dot, largest, length, distance;
};

static void check_pair(const struct pair *v, const struct kind *t, size_t n, const unsigned char *o,
                       bool has_fast)
{
    const long double slack = t->bytes == 2 ? 1 : 0; /* cl_khr_fp16: the same, of half's ulp */
    const long double epsilon = ulp_of(1, t->bytes);
    long double got[ROOM];
    for (int i = 0; i < ROOM; i++)
        got[i] = float_at(o + (size_t)i * t->bytes, t->bytes);
    /* OpenCL C 3.0, 7.4, table of geometric functions. */
    if (v->largest * (long double)n < most_of(t->bytes)) /* else it may overflow on the way */
        IS(1, fabsl(got[0] - v->dot) <= v->largest * (2 * (long double)n - 1) * epsilon +
                                            (long double)n * ulp_of(0, t->bytes));
    IS(1, fabsl(got[1] - v->length) <=
              (2.75L + 0.5L * (long double)n + slack) * ulp_of(v->length, t->bytes));
    IS(1, fabsl(got[2] - v->distance) <=
              (2.5L + 2 * (long double)n + slack) * ulp_of(v->distance, t->bytes));
    for (size_t i = 0; i < n; i++) {
        long double want = v->length > 0 ? v->a[i] / v->length : v->a[i];
        IS(1, fabsl(got[4 + i] - want) <= (2 + (long double)n) * ulp_of(want, t->bytes));
        if (has_fast)
            IS(1, fabsl(got[8 + i] - want) <= 8192 * ulp_of(want, t->bytes) + 0x1p-100L ||
                      v->length > 0x1p60L || v->length < 0x1p-60L);
    }
    if (has_fast)
        IS(1, fabsl(got[3] - v->length) <= 8192 * ulp_of(v->length, t->bytes) ||
                  v->length > 0x1p60L || v->length < 0x1p-60L);
    for (size_t i = 0; n >= 3 && i < 3; i++) {
        const size_t j = (i + 1) % 3, k = (i + 2) % 3;
        const long double x = v->a[j] * v->b[k], y = v->a[k] * v->b[j];
        const long double most = fmaxl(fabsl(x), fabsl(y));
        if (most < most_of(t->bytes) / 2)
            IS(1, fabsl(got[12 + i] - (x - y)) <= 3 * most * epsilon + ulp_of(0, t->bytes));
    }
    if (n == 4)
        IS(1, got[15] == 0);
}

static void geometric(const struct kind *t)
{
    const bool has_fast = t->bytes == 4;
    const int range = t->bytes == 2 ? 6 : t->bytes == 4 ? 60 : 480; /* dot does not overflow */
    unsigned char a[VECTORS_TRIED * 4 * 8], b[sizeof a], out[VECTORS_TRIED * ROOM * 8];
    cl_int e;
    cl_program p = geometric_program(t, has_fast);
    uint64_t seed = 0x9e3779b97f4a7c15u;
    for (size_t i = 0; i < VECTORS_TRIED * 4; i++) {
        const int scale = (int)(i / 4 % 3 - 1) * range;
        for (int s = 0; s < 2; s++) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            double x = ldexp((double)(int64_t)seed, scale - 60);
            put_float((s ? b : a) + i * t->bytes, t->bytes, i < 4 ? 0 : i % 11 == 0 ? 0 : x);
        }
    }
    for (size_t n = 1; n <= 4; n++) {
        char name[8];
        const size_t count = VECTORS_TRIED;
        snprintf(name, sizeof name, "k%zu", n);
        cl_kernel k = clCreateKernel(p, name, &e);
        OK(e);
        cl_mem m[3] = {clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof a, a, &e),
                       clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof b, b, &e),
                       clCreateBuffer(context, 0, sizeof out, NULL, &e)};
        for (cl_uint i = 0; i < 3; i++)
            OK(clSetKernelArg(k, i, sizeof m[i], &m[i]));
        OK(clEnqueueNDRangeKernel(queue, k, 1, NULL, &count, NULL, 0, NULL, NULL));
        OK(clEnqueueReadBuffer(queue, m[2], CL_TRUE, 0, sizeof out, out, 0, NULL, NULL));
        for (size_t i = 0; i < count; i++) {
            struct pair v = {0};
            long double squares = 0, differences = 0;
            for (size_t c = 0; c < n; c++) {
                v.a[c] = float_at(a + (4 * i + c) * t->bytes, t->bytes);
                v.b[c] = float_at(b + (4 * i + c) * t->bytes, t->bytes);
                v.dot += v.a[c] * v.b[c];
                v.largest = fmaxl(v.largest, fabsl(v.a[c] * v.b[c]));
                squares += v.a[c] * v.a[c];
                differences += (v.a[c] - v.b[c]) * (v.a[c] - v.b[c]);
            }
            v.length = sqrtl(squares);
            v.distance = sqrtl(differences);
            check_pair(&v, t, n, out + i * ROOM * t->bytes, has_fast);
        }
        for (int i = 0; i < 3; i++)
            OK(clReleaseMemObject(m[i]));
        OK(clReleaseKernel(k));
    }
    OK(clReleaseProgram(p));
}

/* ---- vector data ---------------------------------------------------------------------- */

/* Loads and stores at addresses that are aligned to one element, through every address space. */
static void loads(const struct kind *t)
{
    unsigned char in[LANES * 8], out[MOST_OUT * 8];
    cl_int e;
    const size_t one = 1;
    begin();
    ADD("kernel void k(global const %s *in, constant %s *c, global %s *out) {\n"
        "  local %s l[64]; %s p[64]; for (int i = 0; i < 64; i++) l[i] = p[i] = 0;\n",
        t->name, t->name, t->name, t->name, t->name);
    for (size_t w = 1; w < WIDTHS; w++) {
        const size_t n = widths[w], at = w * LANES;
        ADD("  vstore%zu(vload%zu(1, in + 1), 2, out + %zu);\n", n, n, at + 1);
        ADD("  vstore%zu(vload%zu(1, c + 3), 1, l + 1); vstore%zu(vload%zu(1, l + 1), 0, out + "
            "%zu);\n",
            n, n, n, n, at + 64);
        ADD("  vstore%zu(vload%zu(2, in + 5), 1, p + 3); vstore%zu(vload%zu(1, p + 3), 0, out + "
            "%zu);\n",
            n, n, n, n, at + 128);
    }
    ADD("}\n");
    cl_program p = built();
    for (size_t i = 0; i < sizeof in; i++)
        in[i] = (unsigned char)(i * 73 + i / 256 * 5);
    memset(out, 0, sizeof out);
    cl_mem m[2] = {clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, LANES * t->bytes, in, &e),
                   clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, MOST_OUT * t->bytes, out, &e)};
    cl_kernel k = clCreateKernel(p, "k", &e);
    OK(e);
    OK(clSetKernelArg(k, 0, sizeof m[0], &m[0]) | clSetKernelArg(k, 1, sizeof m[0], &m[0]) |
       clSetKernelArg(k, 2, sizeof m[1], &m[1]));
    OK(clEnqueueNDRangeKernel(queue, k, 1, NULL, &one, NULL, 0, NULL, NULL));
    OK(clEnqueueReadBuffer(queue, m[1], CL_TRUE, 0, MOST_OUT * t->bytes, out, 0, NULL, NULL));
    for (size_t w = 1; w < WIDTHS; w++) {
        const size_t n = widths[w], at = w * LANES, bytes = n * t->bytes;
        const size_t from[3] = {n + 1, n + 3, 2 * n + 5},
                     to[3] = {at + 1 + 2 * n, at + 64, at + 128};
        for (int i = 0; i < 3; i++) {
            IS(0, memcmp(out + to[i] * t->bytes, in + from[i] * t->bytes, bytes));
            IS(0, out[(to[i] + n) * t->bytes]); /* nothing behind it, also with 3 */
        }
    }
    OK(clReleaseMemObject(m[0]));
    OK(clReleaseMemObject(m[1]));
    OK(clReleaseKernel(k));
    OK(clReleaseProgram(p));
}

/* shuffle and shuffle2 of each width to each width; parts of vectors by name. */
static void shuffles(const struct kind *t, const char *mask)
{
    static const size_t even[] = {2, 4, 8, 16};
    unsigned char in[32 * 8], out[64 * 16 * 8], masks[16 * 8], halves[32 * 8];
    cl_int e;
    const size_t one = 1;
    begin();
    ADD("kernel void k(global const %s *in, global const %s *masks, global %s *out, global %s "
        "*parts) {\n",
        t->name, mask, t->name, t->name);
    for (int f = 0; f < 4; f++)
        for (int g = 0; g < 4; g++) {
            const size_t n = even[f], m = even[g], at = (size_t)(f * 4 + g) * 32;
            ADD("  vstore%zu(shuffle(vload%zu(0, in), vload%zu(0, masks)), 0, out + %zu);\n", m, n,
                m, at);
            ADD("  vstore%zu(shuffle2(vload%zu(0, in), vload%zu(1, in), vload%zu(0, masks)), 0, "
                "out + %zu);\n",
                m, n, n, m, at + 16);
        }
    ADD("  %s16 v = vload16(0, in); vstore8(v.hi, 0, parts); vstore8(v.odd, 1, parts);\n"
        "  vstore4(v.lo.even, 4, parts); %s3 w = v.s37a; vstore2(w.hi.xx, 10, parts);\n"
        "  v.s0f = v.sF0; v.even.lo.y = v.s5; vstore2(v.s0f, 11, parts); parts[24] = v.s2; }\n",
        t->name, t->name);
    cl_program p = built();
    for (size_t i = 0; i < sizeof in; i++)
        in[i] = (unsigned char)(i * 29 + 1);
    for (size_t i = 0; i < 16; i++) /* higher bits are ignored */
        memcpy(masks + i * t->bytes, &(uint64_t){(i * 11 + 5) ^ (i % 3 ? 0x60 : 0)}, t->bytes);
    memset(out, 0, sizeof out);
    cl_mem m[4] = {clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof in, in, &e),
                   clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof masks, masks, &e),
                   clCreateBuffer(context, 0, sizeof out, NULL, &e),
                   clCreateBuffer(context, 0, sizeof halves, NULL, &e)};
    cl_kernel k = clCreateKernel(p, "k", &e);
    OK(e);
    for (cl_uint i = 0; i < 4; i++)
        OK(clSetKernelArg(k, i, sizeof m[i], &m[i]));
    OK(clEnqueueNDRangeKernel(queue, k, 1, NULL, &one, NULL, 0, NULL, NULL));
    OK(clEnqueueReadBuffer(queue, m[2], CL_TRUE, 0, sizeof out, out, 0, NULL, NULL));
    OK(clEnqueueReadBuffer(queue, m[3], CL_TRUE, 0, sizeof halves, halves, 0, NULL, NULL));
    for (int f = 0; f < 8; f++)
        for (int g = 0; g < 4; g++) {
            const size_t n = even[f / 2] << (f % 2),
                         at = (size_t)(f / 2 * 4 + g) * 32 + (f % 2) * 16;
            size_t wrong = 0;
            for (size_t i = 0; i < even[g]; i++) {
                size_t from = ((i * 11 + 5) ^ (i % 3 ? 0x60u : 0)) % n;
                wrong += memcmp(out + (at + i) * t->bytes, in + from * t->bytes, t->bytes) != 0;
            }
            IS(0, wrong);
        }
    static const int parts[25] = {8,  9,  10, 11, 12, 13, 14, 15, 1,  3,  5, 7, 9,
                                  11, 13, 15, 0,  2,  4,  6,  10, 10, 15, 0, 5};
    for (size_t i = 0; i < 25; i++)
        IS(0, memcmp(halves + i * t->bytes, in + (size_t)parts[i] * t->bytes, t->bytes));
    for (int i = 0; i < 4; i++)
        OK(clReleaseMemObject(m[i]));
    OK(clReleaseKernel(k));
    OK(clReleaseProgram(p));
}

/* usage: test_opencl_builtins [--all]: every type, which takes a minute; else one of each size. */
int main(int argc, char **argv)
{
    static const char *const masks[] = {"uint", "ulong", "ushort"};
    const bool is_whole = argc > 1 && strcmp(argv[1], "--all") == 0;
    start();
    for (int i = 0; i < 3; i++) {
        relational(&floats[i]);
        geometric(&floats[i]);
        selections(&floats[i], true);
        if (is_whole || i == 1)
            loads(&floats[i]);
        if (is_whole || i == 0)
            shuffles(&floats[i], masks[i]);
    }
    for (int i = 0; i < 8; i++) {
        if (i % 2 == 0)
            any_and_all(&integers[i]);
        if (is_whole || i == 0 || i == 6)
            selections(&integers[i], false);
        if (is_whole || i == 0 || i == 3)
            loads(&integers[i]);
        if (is_whole || i == 2)
            shuffles(&integers[i], integers[i | 1].name);
    }
    return finish();
}
