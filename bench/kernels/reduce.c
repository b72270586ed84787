/* reduce.c: the sum of 16 M floats. */
#include "native/native.h"

#include <math.h>

static void setup(struct bench_problem *p, bool quick)
{
    p->n = quick ? 1 << 18 : 1 << 24;
    p->m = quick ? 16 : 256; /* work-groups */
    bench_buffer(p, 4);
    bench_buffer(p, p->m * 4);
    bench_fill_floats(bench_buffer(p, p->n * 4), p->n, 0, 1, 12);
    bench_step(p, "reduce", p->m * 256, 1, 256, 1);
    bench_arg_buffer(p, 1);
    bench_arg_buffer(p, 2);
    bench_arg_int(p, p->n);
    bench_step(p, "reduce", 256, 1, 256, 1);
    bench_arg_buffer(p, 0);
    bench_arg_buffer(p, 1);
    bench_arg_int(p, p->m);
}

static bool check(const struct bench_problem *p, void *const *results, char why[BENCH_WHY_BYTES])
{
    const float *in = p->buffers[2].bytes;
    double sum = 0;
    for (uint32_t i = 0; i < p->n; i++)
        sum += in[i];
    return bench_close(results[0], &sum, 1, 0, 1e-5, why);
}

const struct bench_case bench_case_reduce = {
    .name = "reduce",
    .source = "reduce",
    .size = "16 M",
    .quick_size = "256 K",
    .tolerance = "1e-5 relative",
    .setup = setup,
    .check = check,
    .native = native_reduce,
};
