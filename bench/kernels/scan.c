/* scan.c: inclusive prefix sums of 16 M integers. */
#include "native/native.h"

static void setup(struct bench_problem *p, bool quick)
{
    p->n = quick ? 1 << 16 : 1 << 24;
    p->m = p->n / 1024; /* blocks */
    bench_buffer(p, (size_t)p->n * 4);
    bench_buffer(p, p->m * 4);
    bench_buffer(p, p->m * 4);
    uint32_t *in = bench_buffer(p, (size_t)p->n * 4);
    uint64_t state = 13;
    for (uint32_t i = 0; i < p->n; i++)
        in[i] = bench_random(&state);
    bench_step(p, "scan_blocks", p->n / 4, 1, 256, 1);
    bench_arg_buffer(p, 0);
    bench_arg_buffer(p, 1);
    bench_arg_buffer(p, 3);
    bench_step(p, "scan_sums", 256, 1, 256, 1);
    bench_arg_buffer(p, 2);
    bench_arg_buffer(p, 1);
    bench_arg_int(p, p->m);
    bench_step(p, "scan_add", p->n / 4, 1, 256, 1);
    bench_arg_buffer(p, 0);
    bench_arg_buffer(p, 2);
}

static bool check(const struct bench_problem *p, void *const *results, char why[BENCH_WHY_BYTES])
{
    const uint32_t *in = p->buffers[3].bytes;
    uint32_t *want = bench_alloc((size_t)p->n * 4), sum = 0;
    for (uint32_t i = 0; i < p->n; i++)
        want[i] = sum += in[i];
    bool ok = bench_equal(results[0], want, p->n, why);
    free(want);
    return ok;
}

const struct bench_case bench_case_scan = {
    .name = "scan",
    .source = "scan",
    .size = "16 M",
    .quick_size = "64 K",
    .tolerance = "exact",
    .setup = setup,
    .check = check,
    .native = native_scan,
};
