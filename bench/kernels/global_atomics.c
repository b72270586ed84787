/* global_atomics.c: 4 M additions to 64 K sums, and a maximum. Repeated runs add to the sums; the
 * first is checked. */
#include "native/native.h"

static void setup(struct bench_problem *p, bool quick)
{
    p->n = quick ? 1 << 14 : 1 << 22;
    p->m = quick ? 1 << 10 : 1 << 16;
    bench_buffer(p, p->m * 4);
    bench_buffer(p, 4);
    uint32_t *in = bench_buffer(p, p->n * 4);
    uint64_t state = 24;
    for (uint32_t i = 0; i < p->n; i++)
        in[i] = bench_random(&state);
    bench_step(p, "global_atomics", p->n, 1, 256, 1);
    for (unsigned i = 0; i < 3; i++)
        bench_arg_buffer(p, i);
    bench_arg_int(p, p->m - 1);
}

static bool check(const struct bench_problem *p, void *const *results, char why[BENCH_WHY_BYTES])
{
    const uint32_t *in = p->buffers[2].bytes;
    uint32_t *want = bench_alloc(p->m * sizeof *want), greatest = 0;
    memset(want, 0, p->m * sizeof *want);
    for (uint32_t i = 0; i < p->n; i++) {
        want[in[i] & (p->m - 1)] += in[i] >> 24;
        greatest = in[i] > greatest ? in[i] : greatest;
    }
    bool ok =
        bench_equal(results[0], want, p->m, why) && bench_equal(results[1], &greatest, 1, why);
    free(want);
    return ok;
}

const struct bench_case bench_case_global_atomics = {
    .name = "global_atomics",
    .source = "global_atomics",
    .size = "4 M, 64 K sums",
    .quick_size = "16 K, 1 K sums",
    .tolerance = "exact",
    .setup = setup,
    .check = check,
    .native = native_global_atomics,
};
