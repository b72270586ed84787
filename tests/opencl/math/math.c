/* math.c: the precision of the built-in functions of OpenCL C on Shoal's
 * device.
 *
 * usage: math [--exhaustive] [--type half|float|double] [--only FUNCTION]
 * [--options "..."]
 *             [--count N] [--table]
 *
 * Each function is given arrays of arguments and judged by the C library's long
 * double (reference.c); the worst result of each, also by MPFR. half: every
 * argument of functions of one. float and double: hard cases and N others;
 * --exhaustive: every float. --table: for docs/opencl-math.md. */
#include "every.h"
#include "reference.h"

#include <math.h>
#include <pthread.h>
#include <stdint.h>
#include <unistd.h>

#include "../check.h"

/* ---- arguments ------------------------------------------------------------------------ */

static long double any_value(const struct type *t)
{
    uint64_t bits = next_random();
    return decode(t, &bits);
}

/* About as large as what programs use. */
static long double usual_value(void)
{
    return ldexpl((long double)(int64_t)next_random(), (int)(next_random() % 16) - 67);
}

static const long double special[] = {
    0,       -0.0L,   1,       -1,    INFINITY, -INFINITY, NAN,     0.5L,    -0.5L,    2,
    -2,      3,       -3,      1.5L,  -1.5L,    2.5L,      -2.5L,   0.25L,   -0.25,    4,
    5,       -5,      7,       10,    -10,      16,        127,     128,     -126,     1e3L,
    1024,    -24,     -25,     1e7L,  -1e7L,    0x1p23L,   0x1p24L, 0x1p31L, -0x1p31L, 0x1p52L,
    0x1p53L, 0x1p63L, 0x1p64L, 88.7L, 89.4L,    -103.9L,   709.8L,  -745.1L, 11.1L,    -17.3L,
    308.25L, 38.5L,   -45.1L,  4.8L,  -7.9L,    35.04L,    171.6L,  9.2L,    1024.5L};
enum { SPECIAL = sizeof special / sizeof *special };

/* The i-th special value of a type: the list, ends of its range, and what is
 * beside each. */
static long double special_value(const struct type *t, size_t i)
{
    const long double smallest = ldexpl(1, t->lowest - t->digits + 1);
    const long double ends[] = {smallest,
                                3 * smallest,
                                ldexpl(1, t->lowest),
                                ldexpl(1, t->lowest) - smallest,
                                largest(t),
                                ldexpl(1, t->highest),
                                ldexpl(1, t->digits - 1),
                                ldexpl(1, t->digits) - 1,
                                ldexpl(1, -t->digits)};
    enum { ENDS = sizeof ends / sizeof *ends };
    i %= SPECIAL + 2 * ENDS;
    return i < SPECIAL ? special[i] : i % 2 ? ends[(i - SPECIAL) / 2] : -ends[(i - SPECIAL) / 2];
}
enum { SPECIALS = SPECIAL + 18 };

/* Near multiples of pi/2, near 1, halves of integers, and near where functions
 * overflow. */
static long double hard_value(const struct type *t, size_t i)
{
    const long double half_pi = 1.57079632679489661923132169163975144L;
    const long double bound = special[3 + next_random() % (SPECIAL - 3)];
    long double near = (long double)((int)(next_random() % 9) - 4);
    long double sign = next_random() % 2 ? 1 : -1, x;
    int shift = (int)(next_random() % (unsigned)(t->digits + 8));
    switch (i % 8) {
    case 0:
        x = half_pi * (long double)(next_random() >> (40 + next_random() % 24));
        break;
    case 1:
        x = half_pi * ldexpl((long double)(next_random() | 1), shift - 63);
        break;
    case 2:
        return sign * (1 + near * ldexpl(1, -shift));
    case 3:
        x = (long double)(next_random() >> (44 + next_random() % 20)) / 2;
        break;
    case 4:
        x = isfinite(bound) ? bound : 1;
        break;
    case 5:
        return sign * ldexpl((long double)next_random(), t->lowest - 63 - shift / 2);
    case 6:
        return ldexpl(sign * (long double)next_random(), -64 - shift);
    default:
        return usual_value();
    }
    int e;
    frexpl(x, &e);
    return sign * (x + near * ldexpl(1, e - t->digits));
}

/* n arguments from the i-th on; those beyond the first are related to it now
 * and then. */
struct arguments {
    size_t count;
    unsigned char *a, *b, *c;
    cl_int *n;
};

static long double second_value(const struct type *t, long double a, size_t i)
{
    switch (i % 8) {
    case 0:
        return any_value(t);
    case 1:
        return usual_value();
    case 2:
        return hard_value(t, next_random());
    case 3:
        return a * (1 + (long double)((int)(next_random() % 5) - 2) * ldexpl(1, -t->digits));
    case 4:
        return a / (long double)(1 + next_random() % 1000) * (next_random() % 2 ? 1 : 0.5L);
    case 5:
        return (long double)((int)(next_random() % 65) - 32);
    case 6: /* pow's result is near an end of the range */
        return logl(largest(t)) / logl(fabsl(a)) * (next_random() % 2 ? 1 : -1.03L) *
               (1 - ldexpl((long double)next_random(), -70));
    default:
        return ldexpl(a, (int)(next_random() % 64) - 32);
    }
}

static void fill(const struct type *t, const struct arguments *in, char kind)
{
    const size_t pairs = (size_t)SPECIALS * SPECIALS;
    for (size_t i = 0; i < in->count; i++) {
        long double a, b, c = usual_value();
        bool is_pair = kind != '1' && i < pairs;
        if (kind == '1' && t->bytes == 2) { /* all of them */
            memcpy(in->a + 2 * i, &(uint16_t){(uint16_t)i}, 2);
            a = b = 1;
        } else {
            a = is_pair                       ? special_value(t, i / SPECIALS)
                : kind == '1' && i < SPECIALS ? special_value(t, i)
                : i % 3 == 0                  ? any_value(t)
                                              : hard_value(t, next_random());
            encode(t, a, in->a + i * t->bytes);
            a = decode(t, in->a + i * t->bytes);
            b = is_pair ? special_value(t, i % SPECIALS) : second_value(t, a, next_random());
        }
        if (kind == '3')
            c = i % 3 == 0 ? any_value(t) : i % 3 == 1 ? -a * b * (1 + ldexpl(1, -t->digits)) : c;
        encode(t, b, in->b + i * t->bytes);
        encode(t, c, in->c + i * t->bytes);
        in->n[i] = is_pair && fabsl(b) < 0x1p31L ? (cl_int)b
                   : i % 4 == 0                  ? (cl_int)next_random()
                   : i % 4 == 1                  ? (cl_int)(next_random() % 4200) - 2100
                                                 : (cl_int)(next_random() % 33) - 16;
    }
}

/* ---- the device ----------------------------------------------------------------------- */

/* has_every: also kernels that make every float themselves. */
static cl_program make_program(const struct type *t, const char *options, const char *only,
                               bool has_every)
{
    size_t room = 1 << 17, used = 0;
    char *text = malloc(room);
    used += (size_t)snprintf(text, room,
                             "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
                             "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"
                             "typedef %s T;\n",
                             t->name);
    for (size_t i = 0; i < function_count; i++) {
        const struct function *f = &functions[i];
        if (f->limit[t - types] == NOT_THERE || (only && strcmp(only, f->name) != 0))
            continue;
        used += (size_t)snprintf(text + used, room - used,
                                 "kernel void test_%s(global const T *A, global const "
                                 "T *B, global const T *C,\n"
                                 "    global const int *N, global T *first, global T "
                                 "*second, global int *number) {\n"
                                 "    size_t i = get_global_id(0); T a = A[i], b = "
                                 "B[i], c = C[i], s = 0;\n"
                                 "    int n = N[i], m = 0;\n"
                                 "    %s = %s;\n    second[i] = s;\n    %s\n}\n",
                                 f->name, f->extra == 'i' ? "number[i]" : "first[i]", f->call,
                                 f->extra == 'i' ? "" : "number[i] = m;");
        if (has_every && f->arguments == '1')
            used += (size_t)snprintf(text + used, room - used,
                                     "kernel void every_%s(global T *first, global T *second, "
                                     "global int *number, uint bits) {\n"
                                     "    size_t i = get_global_id(0); T a = as_float(bits + "
                                     "(uint)i), s; int m;\n"
                                     "    %s = %s; %s }\n",
                                     f->name, f->extra == 'i' ? "number[i]" : "first[i]", f->call,
                                     f->extra == 's'   ? "second[i] = s;"
                                     : f->extra == 'm' ? "number[i] = m;"
                                                       : "");
    }
    cl_program p = build(text, options);
    free(text);
    return p;
}

enum { INPUTS = 4, BUFFERS = 7 };
struct run {
    const struct type *type;
    const char *options;
    bool is_relaxed;
    bool flushes; /* float: -cl-denorms-are-zero; half_ functions may anyway
                     (6.15.2) */
    cl_program program;
    struct arguments in;
    unsigned char *first, *second;
    cl_int *number;
    cl_mem buffers[BUFFERS];
    size_t (*every_next)(const char *name, const struct gave *gave, uint32_t first_bits,
                         size_t from, size_t count, double most);
};

static void evaluate(const struct run *r, const struct function *f)
{
    char name[64];
    cl_int e;
    const size_t bytes = r->in.count * r->type->bytes, ints = r->in.count * sizeof(cl_int);
    void *const host[BUFFERS] = {r->in.a,  r->in.b,   r->in.c,  r->in.n,
                                 r->first, r->second, r->number};
    snprintf(name, sizeof name, "test_%s", f->name);
    cl_kernel kernel = clCreateKernel(r->program, name, &e);
    OK(e);
    for (cl_uint i = 0; i < BUFFERS; i++) {
        if (i < INPUTS)
            OK(clEnqueueWriteBuffer(queue, r->buffers[i], CL_TRUE, 0, i == 3 ? ints : bytes,
                                    host[i], 0, NULL, NULL));
        OK(clSetKernelArg(kernel, i, sizeof(cl_mem), &r->buffers[i]));
    }
    OK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &r->in.count, NULL, 0, NULL, NULL));
    for (cl_uint i = INPUTS; i < BUFFERS; i++)
        OK(clEnqueueReadBuffer(queue, r->buffers[i], CL_TRUE, 0, i == 6 ? ints : bytes, host[i], 0,
                               NULL, NULL));
    OK(clReleaseKernel(kernel));
}

/* ---- judgement ------------------------------------------------------------------------ */

struct worst {
    long double ulps; /* of those with a limit */
    struct values at;
    long double got, want;
    size_t wrong;
};

static struct values values_at(const struct run *r, size_t i)
{
    const struct type *t = r->type;
    return (struct values){decode(t, r->in.a + i * t->bytes), decode(t, r->in.b + i * t->bytes),
                           decode(t, r->in.c + i * t->bytes), r->in.n[i]};
}

static bool is_small(const struct type *t, long double x)
{
    return x != 0 && fabsl(x) < ldexpl(1, t->lowest);
}

static long double flushed(const struct type *t, long double x)
{
    return is_small(t, x) ? copysignl(0, x) : x;
}

static long double error_of(const struct run *r, const struct function *f, long double got,
                            long double want)
{
    if (f->extra == 'z' && got == 0 && want == 0)
        return 0;
    /* OpenCL C 3.0, 7.5.3: results that are not normal may be flushed, to a zero
     * of any sign. */
    if (r->flushes && got == 0 && fabsl(want) <= ldexpl(1, r->type->lowest))
        return 0;
    return ulps(r->type, got, want);
}

/* Ulps of the i-th result: infinite if an integer is wrong too. */
static long double judge(const struct run *r, const struct function *f, size_t i,
                         const struct values *v, struct results *want)
{
    const struct type *t = r->type;
    *want = (struct results){0};
    f->want(t, v, want);
    long double off = 0;
    if (f->extra != 'i')
        off = error_of(r, f, decode(t, r->first + i * t->bytes), want->first);
    if (f->extra == 's') {
        long double second = error_of(r, f, decode(t, r->second + i * t->bytes), want->second);
        off = second > off ? second : off;
    }
    if ((f->extra == 'm' || f->extra == 'i') && want->has_number && r->number[i] != want->number)
        off = INFINITY;
    return off;
}

static bool is_outside(const struct function *f, const struct values *v)
{
    long double x = fabsl(v->a);
    return f->within[1] != 0 && !(x >= f->within[0] && x <= f->within[1]);
}

static bool is_usual(const struct type *t, long double x)
{
    return x == 0 || (isfinite(x) && fabsl(x) >= ldexpl(1, t->lowest) &&
                      fabsl(x) <= ldexpl(1, t->highest - 1));
}

/* With -cl-fast-relaxed-math: no infinities, NaNs, denormals and signs of
 * zeros, and what relaxed_allows says. */
static bool is_let_off(const struct run *r, const struct function *f, const struct values *v,
                       long double got, long double want, long double off)
{
    if (!r->is_relaxed)
        return false;
    if (!is_usual(r->type, v->a) || (f->arguments >= '2' && !is_usual(r->type, v->b)) ||
        !is_usual(r->type, want) || (got == 0 && want == 0))
        return true;
    return relaxed_allows(r->type, f, v, got, want, off);
}

static void consider(const struct run *r, const struct function *f, size_t i, struct values v,
                     struct worst *w)
{
    const struct type *t = r->type;
    const double limit = f->limit[t - types];
    struct values other = v;
    struct results want;
    if (is_outside(f, &v))
        return;
    long double off = judge(r, f, i, &v, &want);
    if (off > (limit > 0 ? limit : 0) && r->flushes) {
        other.a = flushed(t, v.a), other.b = flushed(t, v.b), other.c = flushed(t, v.c);
        long double now = judge(r, f, i, &other, &want);
        off = now < off ? now : off;
    }
    long double got = decode(t, r->first + i * t->bytes);
    if (off > limit + 0x1p-9 && is_let_off(r, f, &v, got, want.first, off))
        return;
    w->wrong += limit != ANY && off > limit + 0x1p-9;
    if (off > w->ulps) {
        w->ulps = off;
        w->at = v;
        w->got = f->extra == 'i' ? r->number[i] : got;
        w->want = f->extra == 'i' ? want.number : want.first;
    }
}

static void compare(const struct run *r, const struct function *f, struct worst *w)
{
    for (size_t i = 0; i < r->in.count; i++)
        consider(r, f, i, values_at(r, i), w);
}

/* ---- every float --------------------------------------------------------------------------------
 */

/* A part of the results of arguments whose bits follow each other, and what is worst in it. */
struct part {
    const struct run *run;
    const struct function *function;
    uint32_t first_bits;
    size_t from, to;
    struct worst worst;
};

static void *compare_part(void *part)
{
    enum { LANES = 8 };
    const long double near = 0x1p-20L; /* more than what double's functions are off */
    struct part *p = part;
    const struct run *r = p->run;
    const struct function *f = p->function;
    const struct gave gave = {(const float *)(const void *)r->first,
                              f->extra == 's' ? (const float *)(const void *)r->second : NULL,
                              r->number};
    const double limit = f->limit[FLOAT];
    for (size_t at = p->from;; at += LANES) {
        /* Many results are as bad as the worst: all tiny arguments' of acos, say. */
        long double most = p->worst.ulps + near;
        most = limit >= 0 && limit - near < most ? limit - near : most;
        at = r->every_next(f->name, &gave, p->first_bits, at, p->to, (double)most);
        if (at >= p->to)
            return NULL;
        for (size_t i = at; i < at + LANES; i++) {
            const uint32_t bits = p->first_bits + (uint32_t)i;
            consider(r, f, i, (struct values){.a = decode(r->type, &bits)}, &p->worst);
        }
    }
}

/* By as many threads as there are cores. */
static void compare_all(const struct run *r, const struct function *f, uint32_t first_bits,
                        struct worst *w)
{
    enum { MOST = 64 };
    struct part parts[MOST];
    pthread_t threads[MOST];
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    const size_t count = cores < 1 ? 1 : cores > MOST ? MOST : (size_t)cores;
    for (size_t i = 0; i < count; i++) {
        parts[i] = (struct part){
            r, f, first_bits, r->in.count * i / count, r->in.count * (i + 1) / count, *w};
        parts[i].worst.wrong = 0;
        if (pthread_create(&threads[i], NULL, compare_part, &parts[i]) != 0)
            exit(1);
    }
    for (size_t i = 0; i < count; i++) {
        pthread_join(threads[i], NULL);
        const size_t wrong = w->wrong + parts[i].worst.wrong;
        if (parts[i].worst.ulps > w->ulps)
            *w = parts[i].worst;
        w->wrong = wrong;
    }
}

/* Every float, made by the kernel itself. */
static void run_every(struct run *r, const struct function *f, struct worst *w)
{
    char name[64];
    cl_int e;
    w->ulps = 0; /* what every_next passes over is no worse */
    snprintf(name, sizeof name, "every_%s", f->name);
    cl_kernel kernel = clCreateKernel(r->program, name, &e);
    OK(e);
    for (cl_uint i = 0; i < 3; i++)
        OK(clSetKernelArg(kernel, i, sizeof(cl_mem), &r->buffers[INPUTS + i]));
    for (uint64_t at = 0; at < (uint64_t)1 << 32; at += r->in.count) {
        const char outputs[3] = {f->extra == 'i' ? 0 : '1', f->extra == 's',
                                 strchr("mi", f->extra) && f->extra};
        void *const host[3] = {r->first, r->second, r->number};
        OK(clSetKernelArg(kernel, 3, sizeof(cl_uint), &(cl_uint){(cl_uint)at}));
        OK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &r->in.count, NULL, 0, NULL, NULL));
        for (int i = 0; i < 3; i++)
            if (outputs[i])
                OK(clEnqueueReadBuffer(queue, r->buffers[INPUTS + i], CL_TRUE, 0, r->in.count * 4,
                                       host[i], 0, NULL, NULL));
        compare_all(r, f, (uint32_t)at, w);
    }
    OK(clReleaseKernel(kernel));
}

/* The worst result again, by MPFR. */
static void confirm(const struct run *r, const struct function *f, struct worst *w)
{
    enum { BITS = 300 };
    mpfr_t a, b, out;
    if (!f->exact || !(w->ulps > 0) || isinf(w->ulps) || r->flushes)
        return;
    mpfr_inits2(BITS, a, b, out, (mpfr_ptr)NULL);
    mpfr_set_ld(a, w->at.a, MPFR_RNDN);
    mpfr_set_ld(b, w->at.b, MPFR_RNDN);
    f->exact(out, a, b, w->at.n);
    long double rounded = mpfr_get_ld(out, MPFR_RNDN), near = ulps(r->type, rounded, w->want);
    if (near > 0x1p-4L) {
        printf("%s %s(%La, %La, %ld): the reference is %Lg ulp from MPFR\n", r->type->name, f->name,
               w->at.a, w->at.b, w->at.n, near);
        failed++;
    }
    w->ulps = ulps(r->type, w->got, rounded);
    mpfr_clears(a, b, out, (mpfr_ptr)NULL);
}

static void report(const struct run *r, const struct function *f, const struct worst *w,
                   bool is_table)
{
    const double limit = f->limit[r->type - types];
    bool is_good = limit == ANY || (w->ulps <= (limit > 0 ? limit : 0) + 0x1p-9 && !w->wrong);
    IS(true, is_good);
    if (is_table)
        printf("figure %s %s %.3Lf %g\n", r->type->name, f->name, w->ulps, limit);
    if (!is_good)
        printf("%s %s %s(%La, %La, %ld) is %La, not %La: %Lg ulp, allowed are %g; "
               "%zu such results\n",
               r->options, r->type->name, f->name, w->at.a, w->at.b, w->at.n, w->got, w->want,
               w->ulps, limit, w->wrong);
}

/* ---- runs ----------------------------------------------------------------------------- */

struct options {
    const char *type, *only, *options;
    size_t count;
    bool is_exhaustive, is_table;
};

static void run_function(struct run *r, const struct function *f, const struct options *o)
{
    r->flushes = strncmp(f->name, "half_", 5) == 0 ||
                 (r->type->bytes == 4 && strstr(o->options, "-cl-denorms-are-zero"));
    struct worst w = {.ulps = -1};
    const size_t all = r->in.count;
    bool is_whole = o->is_exhaustive && r->type->bytes == 4 && f->arguments == '1';
    if (is_whole && every_has(f->name) && !r->is_relaxed)
        run_every(r, f, &w);
    else
        for (uint64_t at = 0; at < (is_whole ? (uint64_t)1 << 32 : 1); at += all) {
            if (is_whole)
                for (size_t i = 0; i < all; i++)
                    memcpy(r->in.a + 4 * i, &(uint32_t){(uint32_t)(at + i)}, 4);
            else
                fill(r->type, &r->in, f->arguments);
            evaluate(r, f);
            compare(r, f, &w);
        }
    confirm(r, f, &w);
    report(r, f, &w, o->is_table);
}

static void run_type(const struct type *t, const struct options *o)
{
    cl_int e;
    const size_t count = t->bytes == 2 ? 1 << 16 : o->count;
    struct run r = {
        .type = t,
        .options = o->options,
        .is_relaxed = strstr(o->options, "-cl-fast-relaxed") || strstr(o->options, "-cl-unsafe"),
        .in = {count, malloc(count * 8), malloc(count * 8), malloc(count * 8), malloc(count * 4)},
        .first = malloc(count * 8),
        .second = malloc(count * 8),
        .number = malloc(count * 4),
        .every_next = every_next};
#ifdef HAS_WIDE
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq"))
        r.every_next = every_next_wide;
#endif
    r.program = make_program(t, o->options, o->only, o->is_exhaustive && t->bytes == 4);
    for (size_t i = 0; i < BUFFERS; i++) {
        r.buffers[i] = clCreateBuffer(context, 0, count * 8, NULL, &e);
        OK(e);
    }
    for (size_t i = 0; i < function_count; i++)
        if (functions[i].limit[t - types] != NOT_THERE &&
            (!o->only || strcmp(o->only, functions[i].name) == 0))
            run_function(&r, &functions[i], o);
    for (size_t i = 0; i < BUFFERS; i++)
        OK(clReleaseMemObject(r.buffers[i]));
    OK(clReleaseProgram(r.program));
    void *const owned[] = {r.in.a, r.in.b, r.in.c, r.in.n, r.first, r.second, r.number};
    for (size_t i = 0; i < sizeof owned / sizeof *owned; i++)
        free(owned[i]);
}

int main(int argc, char **argv)
{
    struct options o = {.options = "", .count = 1 << 14};
    for (int i = 1; i < argc; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : "";
        if (strcmp(argv[i], "--exhaustive") == 0)
            o.is_exhaustive = true, o.count = 1 << 22;
        else if (strcmp(argv[i], "--table") == 0)
            o.is_table = true;
        else if (strcmp(argv[i], "--type") == 0)
            o.type = value, i++;
        else if (strcmp(argv[i], "--only") == 0)
            o.only = value, i++;
        else if (strcmp(argv[i], "--options") == 0)
            o.options = value, i++;
        else if (strcmp(argv[i], "--count") == 0)
            o.count = strtoull(value, NULL, 0), i++;
    }
    start();
    for (size_t i = 0; i < 3; i++)
        if (!o.type || strcmp(o.type, types[i].name) == 0)
            run_type(&types[i], &o);
    return finish();
}
