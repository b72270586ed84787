/* integrate.c: 64 K integrals of 64 steps. */
#include "native/native.h"

static void setup(struct bench_problem *p, bool quick)
{
    p->n = quick ? 1 << 10 : 1 << 16;
    bench_buffer(p, p->n * 4);
    bench_fill_floats(bench_buffer(p, p->n * 4), p->n, 1, 2, 27);
    bench_step(p, "integrate", p->n, 1, 256, 1);
    bench_arg_buffer(p, 0);
    bench_arg_buffer(p, 1);
    bench_arg_int(p, INTEGRATE_STEPS);
}

static double integrand(double x, double scale)
{
    double t = x * scale, y = t * (t * -0.25 + 0.5) + 1;
    return y > 1.125 ? y * y : y + x;
}

/* The integrand jumps: a step more or less on one side of it is the tolerance. */
static bool check(const struct bench_problem *p, void *const *results, char why[BENCH_WHY_BYTES])
{
    const float *ends = p->buffers[1].bytes;
    double *want = bench_alloc(p->n * sizeof *want);
    for (uint32_t i = 0; i < p->n; i++) {
        double end = ends[i], width = end / INTEGRATE_STEPS, scale = 1 / end;
        double sum = integrand(0, scale) + integrand(end, scale);
        for (int k = 1; k < INTEGRATE_STEPS; k++)
            sum += (k & 1 ? 4 : 2) * integrand(k * width, scale);
        want[i] = sum * width / 3;
    }
    bool ok = bench_close(results[0], want, p->n, 1e-4, 0, why);
    free(want);
    return ok;
}

const struct bench_case bench_case_integrate = {
    .name = "integrate",
    .source = "integrate",
    .size = "64 K, 64 steps",
    .quick_size = "1 K, 64 steps",
    .tolerance = "1e-4",
    .setup = setup,
    .check = check,
    .native = native_integrate,
};
