/* saxpy.c: y = a x + y on 16 M floats. Repeated runs add to y; the first is checked. */
#include "native/native.h"

static const float factor = 0.75f;

static void setup(struct bench_problem *p, bool quick)
{
    p->n = quick ? 1 << 16 : 1 << 24;
    bench_fill_floats(bench_buffer(p, p->n * 4), p->n, -1, 1, 1);
    bench_fill_floats(bench_buffer(p, p->n * 4), p->n, -1, 1, 2);
    bench_step(p, "saxpy", p->n, 1, 256, 1);
    bench_arg_buffer(p, 0);
    bench_arg_buffer(p, 1);
    bench_arg_float(p, factor);
}

static bool check(const struct bench_problem *p, void *const *results, char why[BENCH_WHY_BYTES])
{
    const float *y = p->buffers[0].bytes, *x = p->buffers[1].bytes;
    double *want = bench_alloc(p->n * sizeof *want);
    for (uint32_t i = 0; i < p->n; i++)
        want[i] = (double)factor * x[i] + y[i];
    bool ok = bench_close(results[0], want, p->n, 1e-6, 0, why);
    free(want);
    return ok;
}

const struct bench_case bench_case_saxpy = {
    .name = "saxpy",
    .source = "saxpy",
    .size = "16 M",
    .quick_size = "64 K",
    .tolerance = "1e-6",
    .setup = setup,
    .check = check,
    .native = native_saxpy,
};
