/* fft.c: FFT of 1 M complex numbers in ten radix-4 passes between two buffers. */
#include "native/native.h"

#include <complex.h>
#include <math.h>

static void setup(struct bench_problem *p, bool quick)
{
    p->n = quick ? 1 << 12 : 1 << 20;
    bench_buffer(p, p->n * 8);
    bench_buffer(p, p->n * 8);
    bench_fill_floats(bench_buffer(p, p->n * 8), p->n * 2, -1, 1, 7);
    float *twiddles = bench_buffer(p, p->n * 8);
    for (uint32_t k = 0; k < p->n; k++) {
        double angle = -2 * M_PI * k / p->n;
        twiddles[2 * k] = (float)cos(angle);
        twiddles[2 * k + 1] = (float)sin(angle);
    }
    /* An even number of passes ends in buffer 0. */
    unsigned from = 2, to = 1;
    for (uint32_t size = 1; size < p->n; size *= 4) {
        bench_step(p, "fft_radix4", p->n / 4, 1, 256, 1);
        bench_arg_buffer(p, to);
        bench_arg_buffer(p, from);
        bench_arg_buffer(p, 3);
        bench_arg_int(p, p->n);
        bench_arg_int(p, size);
        from = to;
        to = 1 - to;
    }
}

/* Of n numbers, `stride` apart in `in`; by halves, in f64. */
static void transform(double complex *out, const double complex *in, size_t n, size_t stride)
{
    if (n == 1) {
        out[0] = in[0];
        return;
    }
    transform(out, in, n / 2, 2 * stride);
    transform(out + n / 2, in + stride, n / 2, 2 * stride);
    double complex w = 1, turn = cexp(-2 * M_PI * I / (double)n);
    for (size_t k = 0; k < n / 2; k++) {
        if (k % 64 == 0) /* products drift */
            w = cexp(-2 * M_PI * I * (double)k / (double)n);
        double complex a = out[k], b = w * out[k + n / 2];
        out[k] = a + b;
        out[k + n / 2] = a - b;
        w *= turn;
    }
}

static bool check(const struct bench_problem *p, void *const *results, char why[BENCH_WHY_BYTES])
{
    const float *in = p->buffers[2].bytes, *got = results[0];
    double complex *x = bench_alloc(p->n * sizeof *x), *want = bench_alloc(p->n * sizeof *want);
    for (uint32_t i = 0; i < p->n; i++)
        x[i] = (double)in[2 * i] + (double)in[2 * i + 1] * I;
    transform(want, x, p->n, 1);
    double error = 0, norm = 0;
    for (uint32_t i = 0; i < p->n; i++) {
        double complex d = (double)got[2 * i] + (double)got[2 * i + 1] * I - want[i];
        error += creal(d) * creal(d) + cimag(d) * cimag(d);
        norm += creal(want[i]) * creal(want[i]) + cimag(want[i]) * cimag(want[i]);
    }
    free(x);
    free(want);
    if (error <= norm * 1e-6 * 1e-6)
        return true;
    snprintf(why, BENCH_WHY_BYTES, "relative error %.3g in the 2-norm", sqrt(error / norm));
    return false;
}

const struct bench_case bench_case_fft = {
    .name = "fft",
    .source = "fft",
    .size = "1 M points",
    .quick_size = "4 K points",
    .tolerance = "1e-6 in the 2-norm",
    .setup = setup,
    .check = check,
    .native = native_fft,
};
