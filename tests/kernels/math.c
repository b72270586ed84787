/* math.c: expectations for math.cl: the host's double libm, and the error bounds of OpenCL C
 * 3.0, table 40 (full profile, single precision). The reference itself is off by less than
 * 1e-8 ulp of a float, which the bounds below leave out. */
#include "kernels.h"

#include <math.h>
#include <string.h>

enum { N = 512 };

static const char table[] = "OpenCL C 3.0, table 40";

static const double pi = 3.14159265358979323846;

static void prepare_trigonometry(kt_run *run)
{
    float *x = kt_in(run, KT_F32, N);
    double *s = kt_out_ulp(run, KT_F32, N, 4, table);
    double *c = kt_out_ulp(run, KT_F32, N, 4, table);
    double *t = kt_out_ulp(run, KT_F32, N, 5, table);
    double *spi = kt_out_ulp(run, KT_F32, N, 4, table);
    double *cpi = kt_out_ulp(run, KT_F32, N, 4, table);
    double *at = kt_out_ulp(run, KT_F32, N, 5, table);
    for (int i = 0; i < N; i++) {
        x[i] = (float)(i % 4 == 0   ? kt_random_in(run, -1e6, 1e6)
                       : i % 4 == 1 ? ldexp(kt_random_in(run, -1, 1), (int)(kt_random(run) % 120))
                                    : kt_random_in(run, -10, 10));
        if (i == 0)
            x[i] = 0x1.fffffep127f; /* the longest argument reduction */
        if (i == 1)
            x[i] = 0x1p-149f;
        if (i == 2)
            x[i] = INFINITY;
        double v = (double)x[i];
        double turn = remainder(v, 2); /* exact */
        s[i] = sin(v);
        c[i] = cos(v);
        t[i] = tan(v);
        at[i] = atan(v);
        spi[i] = sin(turn * pi);
        cpi[i] = cos(turn * pi);
        /* turn * pi is rounded: give the exact zeros their value. */
        if (fmod(turn, 1) == 0)
            spi[i] = 0;
        if (fabs(turn) == 0.5 || fabs(turn) == 1.5)
            cpi[i] = 0;
    }
}

static void prepare_inverse(kt_run *run)
{
    float *x = kt_in(run, KT_F32, N);
    float *y = kt_in(run, KT_F32, N);
    double *as = kt_out_ulp(run, KT_F32, N, 4, table);
    double *ac = kt_out_ulp(run, KT_F32, N, 4, table);
    double *at = kt_out_ulp(run, KT_F32, N, 6, table);
    double *sh = kt_out_ulp(run, KT_F32, N, 4, table);
    double *ch = kt_out_ulp(run, KT_F32, N, 4, table);
    double *th = kt_out_ulp(run, KT_F32, N, 5, table);
    for (int i = 0; i < N; i++) {
        x[i] = (float)kt_random_in(run, -1, 1);
        y[i] = (float)kt_random_in(run, -20, 20);
        if (i < 3)
            x[i] = (float)(i - 1);
        if (i == 3)
            x[i] = 1.5f; /* outside: NaN for asin and acos */
        double v = (double)x[i];
        double w = (double)y[i];
        as[i] = asin(v);
        ac[i] = acos(v);
        at[i] = atan2(w, v);
        sh[i] = sinh(w);
        ch[i] = cosh(w);
        th[i] = tanh(w);
    }
}

static void prepare_exponentials(kt_run *run)
{
    float *x = kt_in(run, KT_F32, N);
    double *e = kt_out_ulp(run, KT_F32, N, 3, table);
    double *e2 = kt_out_ulp(run, KT_F32, N, 3, table);
    double *e10 = kt_out_ulp(run, KT_F32, N, 3, table);
    double *em1 = kt_out_ulp(run, KT_F32, N, 3, table);
    double *l = kt_out_ulp(run, KT_F32, N, 3, table);
    double *l2 = kt_out_ulp(run, KT_F32, N, 3, table);
    double *l10 = kt_out_ulp(run, KT_F32, N, 3, table);
    double *l1p = kt_out_ulp(run, KT_F32, N, 2, table);
    static const float special[] = {0, -0.0f, INFINITY, -INFINITY, NAN, 1, -1, 128, -126, -149.5f};
    for (int i = 0; i < N; i++) {
        x[i] = (float)(i % 2 ? kt_random_in(run, -30, 30) : kt_random_in(run, -150, 150));
        if (i < (int)KT_COUNT(special))
            x[i] = special[i];
        double v = (double)x[i];
        e[i] = exp(v);
        e2[i] = exp2(v);
        e10[i] = pow(10, v);
        em1[i] = expm1(v);
        l[i] = log(fabs(v));
        l2[i] = log2(fabs(v));
        l10[i] = log10(fabs(v));
        l1p[i] = log1p(fabs(v));
    }
}

static void prepare_powers(kt_run *run)
{
    float *x = kt_in(run, KT_F32, N);
    float *y = kt_in(run, KT_F32, N);
    double *p = kt_out_ulp(run, KT_F32, N, 16, table);
    double *pn = kt_out_ulp(run, KT_F32, N, 16, table);
    double *cube = kt_out_ulp(run, KT_F32, N, 2, table);
    double *root = kt_out_ulp(run, KT_F32, N, 3, table);
    double *inverse_root = kt_out_ulp(run, KT_F32, N, 2, table);
    double *h = kt_out_ulp(run, KT_F32, N, 4, table);
    double *q = kt_out_ulp(run, KT_F32, N, 2.5, table);
    for (int i = 0; i < N; i++) {
        x[i] = (float)ldexp(kt_random_in(run, -1, 1), (int)(kt_random(run) % 40) - 20);
        y[i] = (float)kt_random_in(run, -12, 12);
        double v = (double)x[i];
        double w = (double)y[i];
        p[i] = pow(fabs(v), w);
        pn[i] = pow(v, trunc(w));
        cube[i] = cbrt(v);
        root[i] = sqrt(fabs(v));
        inverse_root[i] = 1 / sqrt(fabs(v));
        h[i] = hypot(v, w);
        q[i] = v / w;
    }
}

static void prepare_errors(kt_run *run)
{
    float *x = kt_in(run, KT_F32, N);
    double *e = kt_out_ulp(run, KT_F32, N, 16, table);
    double *ec = kt_out_ulp(run, KT_F32, N, 16, table);
    double *g = kt_out_ulp(run, KT_F32, N, 16, table);
    for (int i = 0; i < N; i++) {
        x[i] = (float)(i % 2 ? kt_random_in(run, 0, 30) : kt_random_in(run, -4, 4));
        double v = (double)x[i];
        e[i] = erf(v);
        ec[i] = erfc(v);
        g[i] = tgamma(v);
    }
}

static void prepare_exact(kt_run *run)
{
    float *x = kt_in(run, KT_F32, N);
    float *y = kt_in(run, KT_F32, N);
    float *out = kt_out(run, KT_F32, 16 * N);
    kt_fill_edges(run, KT_F32, x, N);
    kt_fill_edges(run, KT_F32, y, N);
    for (int i = 0; i < N; i++) {
        if (i % 2) {
            x[i] = (float)kt_random_in(run, -100, 100);
            y[i] = (float)kt_random_in(run, -10, 10);
        }
        if (x[i] == 0 && y[i] == 0) /* fmin(0, -0) may be either */
            y[i] = 1;
        float a = x[i];
        float b = y[i];
        int class = (isnan(a) ? 1 : 0) + (isinf(a) ? 2 : 0) + (isfinite(a) ? 4 : 0) +
                    (isnormal(a) ? 8 : 0) + (signbit(a) ? 16 : 0) + (a < b ? 32 : 0) +
                    (a >= b ? 64 : 0) + (a != b ? 128 : 0);
        float row[16] = {
            floorf(a),
            ceilf(a),
            truncf(a),
            rintf(a),
            roundf(a),
            fminf(a, b),
            fmaxf(a, b),
            fdimf(a, b),
            copysignf(a, b),
            nextafterf(a, b),
            ldexpf(a, i % 61 - 30),
            fmaf(a, b, a),
            fmodf(a, b),
            remainderf(a, b),
            logbf(a),
            (float)class,
        };
        memcpy(out + i * 16, row, sizeof row);
    }
}

static void prepare_hardware(kt_run *run)
{
    static const char manual[] = "RDNA3 16.8, 1 ulp";
    float *x = kt_in(run, KT_F32, N);
    double *rcp = kt_out_ulp(run, KT_F32, N, 1, manual);
    double *rsq = kt_out_ulp(run, KT_F32, N, 1, manual);
    double *root = kt_out_ulp(run, KT_F32, N, 1, manual);
    double *e = kt_out_ulp(run, KT_F32, N, 1, manual);
    double *l = kt_out_ulp(run, KT_F32, N, 1, manual);
    for (int i = 0; i < N; i++) {
        x[i] = (float)kt_random_in(run, 0x1p-20, 100);
        double v = (double)x[i];
        rcp[i] = 1 / v;
        rsq[i] = 1 / sqrt(v);
        root[i] = sqrt(v);
        e[i] = exp2(v);
        l[i] = log2(v);
    }
}

static void prepare_geometry(kt_run *run)
{
    float *a = kt_in(run, KT_F32, 4 * N);
    float *b = kt_in(run, KT_F32, 4 * N);
    float *out = kt_out(run, KT_F32, 8 * N);
    for (int i = 0; i < 4 * N; i++) {
        /* Multiples of 1/256: every sum and product below is exact. */
        a[i] = (float)(int)kt_random_in(run, -512, 512) / 256;
        b[i] = (float)(int)kt_random_in(run, -512, 512) / 256;
        float middle = a[i] + (b[i] - a[i]) * 0.5f;
        float *at = out + i / 4 * 8 + i % 4;
        at[0] = middle < -1 ? -1 : middle > 1 ? 1 : middle;
        float sign = a[i] > 0 ? 1 : a[i] < 0 ? -1 : 0;
        at[4] = (b[i] < a[i] ? 0.0f : 1.0f) + sign * 4 + fmaxf(a[i], b[i]) * 0;
    }
}

static const kt_test tests[] = {
    {"math_trigonometry", "math.cl", "trigonometry", .grid = {N}, .block = {128},
     .prepare = prepare_trigonometry},
    {"math_inverse_hyperbolic", "math.cl", "inverse", .grid = {N}, .block = {128},
     .prepare = prepare_inverse},
    {"math_exp_log", "math.cl", "exponentials", .grid = {N}, .block = {128},
     .prepare = prepare_exponentials},
    {"math_powers_roots", "math.cl", "powers", .grid = {N}, .block = {128},
     .prepare = prepare_powers},
    {"math_erf_gamma", "math.cl", "errors", .grid = {N}, .block = {128}, .prepare = prepare_errors},
    {"math_exact", "math.cl", "exact", .grid = {N}, .block = {128}, .prepare = prepare_exact},
    {"math_hardware", "math.cl", "hardware", .grid = {N}, .block = {128},
     .prepare = prepare_hardware},
    {"math_geometry", "math.cl", "geometry", .grid = {N}, .block = {128},
     .prepare = prepare_geometry},
};
const kt_group kt_group_math = {tests, KT_COUNT(tests)};
