/* histogram.c: of the bytes of 64 MiB, uniform random bytes. */
#include "native/native.h"

static void setup(struct bench_problem *p, bool quick)
{
    p->n = quick ? 1 << 20 : 64 << 20;
    uint32_t items = quick ? 1 << 12 : 1 << 18, groups = items / 256;
    bench_buffer(p, 256 * 4);
    bench_buffer(p, groups * 256 * 4);
    uint32_t *in = bench_buffer(p, p->n);
    uint64_t state = 9;
    for (uint32_t i = 0; i < p->n / 4; i++)
        in[i] = bench_random(&state);
    bench_step(p, "histogram", items, 1, 256, 1);
    bench_arg_buffer(p, 1);
    bench_arg_buffer(p, 2);
    bench_arg_int(p, p->n / 4 / items);
    bench_step(p, "histogram_sum", 256, 1, 256, 1);
    bench_arg_buffer(p, 0);
    bench_arg_buffer(p, 1);
    bench_arg_int(p, groups);
}

static bool check(const struct bench_problem *p, void *const *results, char why[BENCH_WHY_BYTES])
{
    const uint8_t *in = p->buffers[2].bytes;
    uint32_t want[256] = {0};
    for (uint32_t i = 0; i < p->n; i++)
        want[in[i]]++;
    return bench_equal(results[0], want, 256, why);
}

const struct bench_case bench_case_histogram = {
    .name = "histogram",
    .source = "histogram",
    .size = "64 MiB",
    .quick_size = "1 MiB",
    .tolerance = "exact",
    .setup = setup,
    .check = check,
    .native = native_histogram,
};
