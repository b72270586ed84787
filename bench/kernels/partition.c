/* partition.c: blocks of 2048 keys ordered by four bits. Which of two keys with the same bits is
 * first is left open. */
#include "native/native.h"

static void setup(struct bench_problem *p, bool quick)
{
    p->n = quick ? 1 << 15 : 1 << 22;
    p->m = PARTITION_KEYS;
    bench_buffer(p, p->n * 4);
    uint32_t *in = bench_buffer(p, p->n * 4);
    uint64_t state = 23;
    for (uint32_t i = 0; i < p->n; i++)
        in[i] = bench_random(&state);
    bench_step(p, "partition", p->n / 8, 1, 256, 1);
    bench_arg_buffer(p, 0);
    bench_arg_buffer(p, 1);
}

/* Orders by the highest four bits must be right; sorted, both have the same keys. */
static bool check(const struct bench_problem *p, void *const *results, char why[BENCH_WHY_BYTES])
{
    uint32_t *got = results[0];
    uint32_t *want = bench_alloc(p->n * sizeof *want);
    memcpy(want, p->buffers[1].bytes, p->n * sizeof *want);
    for (uint32_t i = 1; i < p->n; i++)
        if (i % p->m && got[i] >> 28 < got[i - 1] >> 28) {
            snprintf(why, BENCH_WHY_BYTES, "element %u is not in order", i);
            free(want);
            return false;
        }
    for (uint32_t i = 0; i < p->n; i += p->m) {
        qsort(got + i, p->m, sizeof *got, bench_by_value);
        qsort(want + i, p->m, sizeof *want, bench_by_value);
    }
    bool ok = bench_equal(got, want, p->n, why);
    free(want);
    return ok;
}

const struct bench_case bench_case_partition = {
    .name = "partition",
    .source = "partition",
    .size = "2048 x 2048",
    .quick_size = "16 x 2048",
    .tolerance = "exact",
    .setup = setup,
    .check = check,
    .native = native_partition,
};
