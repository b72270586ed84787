/* bitonic.c: sorts 8192 arrays of 512 keys each. */
#include "native/native.h"

static void setup(struct bench_problem *p, bool quick)
{
    p->n = quick ? 32 : 8192;
    size_t keys = (size_t)p->n * BITONIC_KEYS;
    bench_buffer(p, keys * 4);
    uint32_t *in = bench_buffer(p, keys * 4);
    uint64_t state = 8;
    for (size_t i = 0; i < keys; i++)
        in[i] = bench_random(&state);
    bench_step(p, "bitonic", p->n * BITONIC_KEYS / 2, 1, BITONIC_KEYS / 2, 1);
    bench_arg_buffer(p, 0);
    bench_arg_buffer(p, 1);
}

static bool check(const struct bench_problem *p, void *const *results, char why[BENCH_WHY_BYTES])
{
    return bench_sorted(results[0], p->buffers[1].bytes, p->n, BITONIC_KEYS, why);
}

const struct bench_case bench_case_bitonic = {
    .name = "bitonic",
    .source = "bitonic",
    .size = "8192 x 512",
    .quick_size = "32 x 512",
    .tolerance = "exact",
    .setup = setup,
    .check = check,
    .native = native_bitonic,
};
