/* quicksort.c: 16 K times 64 keys. */
#include "native/native.h"

static void setup(struct bench_problem *p, bool quick)
{
    p->n = quick ? 1 << 8 : 1 << 14;
    size_t size = (size_t)p->n * QUICKSORT_KEYS * 4;
    bench_buffer(p, size);
    uint32_t *in = bench_buffer(p, size);
    uint64_t state = 29;
    for (size_t i = 0; i < size / 4; i++)
        in[i] = bench_random(&state);
    bench_step(p, "quicksort", p->n, 1, 64, 1);
    bench_arg_buffer(p, 0);
    bench_arg_buffer(p, 1);
}

static bool check(const struct bench_problem *p, void *const *results, char why[BENCH_WHY_BYTES])
{
    return bench_sorted(results[0], p->buffers[1].bytes, p->n, QUICKSORT_KEYS, why);
}

const struct bench_case bench_case_quicksort = {
    .name = "quicksort",
    .source = "quicksort",
    .size = "16 K x 64",
    .quick_size = "256 x 64",
    .tolerance = "exact",
    .setup = setup,
    .check = check,
    .native = native_quicksort,
};
