/* mandelbrot.c: 1024 x 1024 points, at most 256 iterations; also as -O0 compiles it, where all
 * variables are on the stack. */
#include "native/native.h"

static void setup_size(struct bench_problem *p, uint32_t n)
{
    p->n = n;
    bench_buffer(p, p->n * p->n * 4);
    bench_step(p, "mandelbrot", p->n, p->n, 16, 16);
    bench_arg_buffer(p, 0);
    bench_arg_int(p, p->n);
    bench_arg_float(p, MANDELBROT_LEFT);
    bench_arg_float(p, MANDELBROT_TOP);
    bench_arg_float(p, MANDELBROT_SIDE / (float)p->n);
    bench_arg_int(p, MANDELBROT_LIMIT);
}

static void setup(struct bench_problem *p, bool quick) { setup_size(p, quick ? 64 : 1024); }
static void setup_o0(struct bench_problem *p, bool quick) { setup_size(p, quick ? 64 : 256); }

/* Rounding decides on which side of the border a point is: the columns differ in whether
 * they fuse multiplications and additions. So a few points may have other counts. */
static bool check(const struct bench_problem *p, void *const *results, char why[BENCH_WHY_BYTES])
{
    const int *got = results[0];
    const float step = MANDELBROT_SIDE / (float)p->n;
    size_t other = 0, points = (size_t)p->n * p->n;
    for (size_t k = 0; k < points; k++) {
        float cx = MANDELBROT_LEFT + (float)(k % p->n) * step;
        float cy = MANDELBROT_TOP + (float)(k / p->n) * step;
        float x = 0, y = 0;
        int i = 0;
        for (; i < MANDELBROT_LIMIT && x * x + y * y <= 4; i++) {
            float next = x * x - y * y + cx;
            y = 2 * x * y + cy;
            x = next;
        }
        other += got[k] != i;
    }
    if (other <= points / 100)
        return true;
    snprintf(why, BENCH_WHY_BYTES, "%zu of %zu points have other counts", other, points);
    return false;
}

const struct bench_case bench_case_mandelbrot = {
    .name = "mandelbrot",
    .source = "mandelbrot",
    .size = "1024 x 1024, 256 iterations",
    .quick_size = "64 x 64, 256 iterations",
    .tolerance = "1 % of the points",
    .setup = setup,
    .check = check,
    .native = native_mandelbrot,
};

const struct bench_case bench_case_mandelbrot_o0 = {
    .name = "mandelbrot_o0",
    .source = "mandelbrot",
    .size = "256 x 256, 256 iterations, -O0",
    .quick_size = "64 x 64, 256 iterations, -O0",
    .tolerance = "1 % of the points",
    .is_unoptimized = true,
    .opencl_options = "-cl-opt-disable",
    .setup = setup_o0,
    .check = check,
    .native = native_mandelbrot,
};
