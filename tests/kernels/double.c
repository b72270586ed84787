/* double.c: expectations for double.cl: the host's IEEE operations, and long double libm. */
#include "kernels.h"

#include <math.h>
#include <string.h>

enum { N = 1000 };

static void prepare_arithmetic(kt_run *run)
{
    double *a = kt_in(run, KT_F64, N);
    double *b = kt_in(run, KT_F64, N);
    double *out = kt_out(run, KT_F64, 14 * N);
    kt_fill_edges(run, KT_F64, a, N);
    kt_fill_edges(run, KT_F64, b, N);
    for (int i = 0; i < N; i++) {
        if (i % 2) { /* of similar size, where rounding matters */
            a[i] = kt_random_in(run, -1000, 1000);
            b[i] = kt_random_in(run, -1000, 1000);
        }
        double x = a[i];
        double y = b[i];
        /* fmin and fmax of zeros with different signs may give either: compare no such pair */
        if (x == 0 && y == 0)
            y = b[i] = 3;
        double row[14] = {
            x + y,          x - y,
            x * y,          x / y,
            sqrt(x),        fma(x, y, -x),
            floor(x),       ceil(x),
            trunc(x),       rint(x),
            fmin(x, y),     fmax(x, y),
            copysign(x, y), (x < y) + 2 * (x <= y) + 4 * (x == y) + 8 * !!isunordered(x, y),
        };
        memcpy(out + i * 14, row, sizeof row);
    }
}

static void prepare_newton(kt_run *run)
{
    double *x = kt_in(run, KT_F64, N);
    double *out = kt_out(run, KT_F64, N);
    for (int i = 0; i < N; i++) {
        x[i] = kt_random_in(run, 0.01, 1000);
        double r = 1;
        for (int k = 0; k < 40; k++)
            r = r - (r * r * r - x[i]) / (3.0 * r * r);
        out[i] = r;
    }
}

static void prepare_parts(kt_run *run)
{
    double *x = kt_in(run, KT_F64, N);
    int32_t *exponents = kt_out(run, KT_I32, N);
    double *fractions = kt_out(run, KT_F64, N);
    double *scaled = kt_out(run, KT_F64, N);
    double *integral = kt_out(run, KT_F64, N);
    kt_fill_edges(run, KT_F64, x, N);
    for (int i = 0; i < N; i++) {
        if (i % 2)
            x[i] = kt_random_in(run, -1000, 1000);
        int e = 0;
        fractions[i] = frexp(x[i], &e);
        /* Unspecified for infinities and NaN; LLVM's expansion gives 0. */
        exponents[i] = isfinite(x[i]) ? e : 0;
        scaled[i] = ldexp(x[i], i % 41 - 20);
        modf(x[i], &integral[i]);
    }
}

static void prepare_single(kt_run *run)
{
    float *a = kt_in(run, KT_F32, 4 * N);
    float *b = kt_in(run, KT_F32, 4 * N);
    float *quotient = kt_out(run, KT_F32, 4 * N);
    float *root = kt_out(run, KT_F32, 4 * N);
    kt_fill_edges(run, KT_F32, a, 4 * N);
    kt_fill_edges(run, KT_F32, b, 4 * N);
    for (int i = 0; i < 4 * N; i++) {
        if (i % 2) {
            a[i] = (float)kt_random_in(run, 0, 1000);
            b[i] = (float)kt_random_in(run, -1000, 1000);
        }
        quotient[i] = a[i] / b[i];
        root[i] = sqrtf(a[i]);
    }
}

static void prepare_functions(kt_run *run)
{
    static const char *const reason = "OpenCL C 3.0, table 41 (double: exp, log 3 ulp; sin, cos "
                                      "4 ulp; pow 16 ulp) and half an ulp of the reference";
    double *x = kt_in(run, KT_F64, N);
    double *e = kt_out_ulp(run, KT_F64, N, 3.5, reason);
    double *l = kt_out_ulp(run, KT_F64, N, 3.5, reason);
    double *s = kt_out_ulp(run, KT_F64, N, 4.5, reason);
    double *c = kt_out_ulp(run, KT_F64, N, 4.5, reason);
    double *p = kt_out_ulp(run, KT_F64, N, 16.5, reason);
    for (int i = 0; i < N; i++) {
        x[i] = i % 8 ? kt_random_in(run, -30, 30) : kt_random_in(run, -700, 700);
        if (i % 64 == 0)
            x[i] *= 1e12; /* large angles need exact reduction */
        e[i] = (double)expl((long double)x[i]);
        l[i] = (double)logl(fabsl((long double)x[i]));
        s[i] = (double)sinl((long double)x[i]);
        c[i] = (double)cosl((long double)x[i]);
        p[i] = (double)powl(fabsl((long double)x[i]), 1.5L);
    }
}

static const kt_test tests[] = {
    {"double_arithmetic", "double.cl", "arithmetic", .grid = {N}, .block = {64},
     .options = "-cl-fp32-correctly-rounded-divide-sqrt", .prepare = prepare_arithmetic},
    {"double_newton", "double.cl", "newton_cbrt", .grid = {N}, .block = {64},
     .options = "-cl-fp32-correctly-rounded-divide-sqrt", .prepare = prepare_newton},
    {"double_frexp_ldexp_modf", "double.cl", "parts", .grid = {N}, .block = {64},
     .options = "-cl-fp32-correctly-rounded-divide-sqrt", .prepare = prepare_parts},
    {"double_single_divide_sqrt", "double.cl", "single_exact", .grid = {4 * N}, .block = {256},
     .options = "-cl-fp32-correctly-rounded-divide-sqrt", .prepare = prepare_single},
    {"double_functions", "double.cl", "functions", .grid = {N}, .block = {64},
     .options = "-cl-fp32-correctly-rounded-divide-sqrt", .prepare = prepare_functions},
};
const kt_group kt_group_double = {tests, KT_COUNT(tests)};
