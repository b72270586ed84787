/* half.c: expectations for half.cl. A sum or product of two halves is exact in double, so
 * that rounding it once to half gives the IEEE result. */
#include "kernels.h"

#include <math.h>

enum { N = 1000 };

static void fill(kt_run *run, uint16_t *halves, int count)
{
    kt_fill_edges(run, KT_F16, halves, (size_t)count);
}

static void prepare_arithmetic(kt_run *run)
{
    uint16_t *a = kt_in(run, KT_F16, N);
    uint16_t *b = kt_in(run, KT_F16, N);
    uint16_t *out = kt_out(run, KT_F16, 12 * N);
    fill(run, a, N);
    fill(run, b, N);
    for (int i = 0; i < N; i++) {
        double x = kt_from_half(a[i]);
        double y = kt_from_half(b[i]);
        double results[12] = {
            x + y,   x - y,          x * y,         -x,
            fabs(x), floor(x),       trunc(x),      rint(x),
            ceil(x), copysign(x, y), x < y ? x : y, (x == y) + (x > y) * 2 + (isnan(x) ? 4 : 0),
        };
        for (int k = 0; k < 12; k++)
            out[i * 12 + k] = kt_half(results[k]);
    }
}

static void prepare_packed(kt_run *run)
{
    uint16_t *a = kt_in(run, KT_F16, 2 * N);
    uint16_t *b = kt_in(run, KT_F16, 2 * N);
    uint16_t *out = kt_out(run, KT_F16, 8 * N);
    /* Of modest size: the sum in fma(x, y, c) must be exact in double. */
    for (int i = 0; i < 2 * N; i++) {
        a[i] = kt_half(kt_random_in(run, -30, 30));
        b[i] = kt_half(kt_random_in(run, -30, 30));
    }
    for (int i = 0; i < 2 * N; i++) {
        double x = kt_from_half(a[i]);
        double y = kt_from_half(b[i]);
        double swapped = kt_from_half(b[i ^ 1]);
        uint16_t *row = out + i / 2 * 8 + i % 2;
        row[0] = kt_half(x + swapped);
        row[2] = kt_half(x * y);
        row[4] = kt_half(x * y + (i % 2 ? -2 : 1));
        row[6] = kt_half(fmax(x, swapped));
    }
}

static void prepare_dot(kt_run *run)
{
    enum { ROWS = 100, LENGTH = 32 };
    uint16_t *a = kt_in(run, KT_F16, ROWS * LENGTH);
    uint16_t *b = kt_in(run, KT_F16, ROWS * LENGTH);
    float *out = kt_out(run, KT_F32, ROWS);
    for (int i = 0; i < ROWS * LENGTH; i++) {
        a[i] = kt_half(kt_random_in(run, -2, 2));
        b[i] = kt_half(kt_random_in(run, -2, 2));
    }
    for (int row = 0; row < ROWS; row++) {
        float sum = 0;
        for (int k = row * LENGTH; k < (row + 1) * LENGTH; k++)
            sum = fmaf((float)kt_from_half(a[k]), (float)kt_from_half(b[k]), sum);
        out[row] = sum;
    }
}

static void prepare_divide(kt_run *run)
{
    static const char *const reason = "OpenCL C 3.0, table 42 (half: x / y 1 ulp, sqrt 1 ulp)";
    uint16_t *a = kt_in(run, KT_F16, N);
    uint16_t *b = kt_in(run, KT_F16, N);
    double *quotient = kt_out_ulp(run, KT_F16, N, 1, reason);
    double *root = kt_out_ulp(run, KT_F16, N, 1, reason);
    fill(run, a, N);
    fill(run, b, N);
    for (int i = 0; i < N; i++) {
        double x = kt_from_half(a[i]);
        quotient[i] = x / kt_from_half(b[i]);
        root[i] = sqrt(fabs(x));
    }
}

static void prepare_functions(kt_run *run)
{
    static const char *const reason = "OpenCL C 3.0, table 42 (half: 2 ulp)";
    /* libclc's rsqrt is 1 / sqrt, each rounded to half: an error of 2^-11 in the root is at
     * most 1 ulp of the quotient, whose own rounding adds 0.5. Only -O0 keeps the two steps. */
    static const char *const two_roundings = "libclc: 1 / sqrt in half, 1.5 ulp";
    uint16_t *x = kt_in(run, KT_F16, N);
    double *e = kt_out_ulp(run, KT_F16, N, 2, reason);
    double *l = kt_out_ulp(run, KT_F16, N, 2, reason);
    double *s = kt_out_ulp(run, KT_F16, N, 2, reason);
    double *c = kt_out_ulp(run, KT_F16, N, 2, reason);
    double *r = kt_out_ulp(run, KT_F16, N, 1.5, two_roundings);
    for (int i = 0; i < N; i++) {
        x[i] = kt_half(kt_random_in(run, -10, 10));
        double v = kt_from_half(x[i]);
        e[i] = exp(v);
        l[i] = log(fabs(v));
        s[i] = sin(v);
        c[i] = cos(v);
        r[i] = 1 / sqrt(fabs(v));
    }
}

static void prepare_storage(kt_run *run)
{
    float *in = kt_in(run, KT_F32, N);
    uint16_t *out = kt_out(run, KT_F16, 5 * N);
    uint16_t *halves = kt_in(run, KT_F16, N);
    float *floats = kt_out(run, KT_F32, N);
    kt_fill_edges(run, KT_F32, in, N);
    fill(run, halves, N);
    for (int i = 0; i < N; i++) {
        if (i % 2)
            in[i] = (float)ldexp(kt_random_in(run, -2, 2), (int)(kt_random(run) % 44) - 27);
        for (int k = 0; k < 5; k++)
            out[i * 5 + k] = kt_round_half((long double)in[i], "ezpne"[k]);
        floats[i] = (float)kt_from_half(halves[i]);
    }
}

static const kt_test tests[] = {
    {"half_arithmetic", "half.cl", "arithmetic", .grid = {N}, .block = {64},
     .prepare = prepare_arithmetic},
    {"half_packed", "half.cl", "packed", .grid = {N}, .block = {64}, .prepare = prepare_packed},
    {"half_dot_in_float", "half.cl", "dot_mixed", .grid = {100}, .block = {64},
     .prepare = prepare_dot},
    {"half_divide_sqrt", "half.cl", "divide_and_root", .grid = {N}, .block = {64},
     .prepare = prepare_divide},
    {"half_functions", "half.cl", "functions", .grid = {N}, .block = {64},
     .prepare = prepare_functions},
    {"half_storage", "half.cl", "storage", .grid = {N}, .block = {64}, .prepare = prepare_storage},
};
const kt_group kt_group_half = {tests, KT_COUNT(tests)};
