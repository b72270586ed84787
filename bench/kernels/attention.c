/* attention.c: one head of attention, 1024 queries and keys of 64 columns. */
#include "native/native.h"

#include <math.h>

/* Buffers: result, queries, keys, values by columns. */
static void setup(struct bench_problem *p, bool quick)
{
    uint32_t n = p->n = quick ? 64 : 1024;
    bench_buffer(p, n * ATTENTION_COLUMNS * 2);
    uint64_t state = 30;
    for (int k = 0; k < 3; k++) {
        _Float16 *in = bench_buffer(p, n * ATTENTION_COLUMNS * 2);
        for (uint32_t i = 0; i < n * ATTENTION_COLUMNS; i++)
            in[i] = (_Float16)bench_random_float(&state, -1, 1);
    }
    bench_step(p, "attention", 32, n / 16, 32, 4);
    for (unsigned i = 0; i < 4; i++)
        bench_arg_buffer(p, i);
    bench_arg_int(p, n);
}

/* The result for one query, in f64. */
static void attend(const struct bench_problem *p, size_t query, double *weights,
                   double out[ATTENTION_COLUMNS])
{
    const _Float16 *q = p->buffers[1].bytes, *k = p->buffers[2].bytes, *v = p->buffers[3].bytes;
    double total = 0;
    for (size_t key = 0; key < p->n; key++) {
        double score = 0;
        for (size_t i = 0; i < ATTENTION_COLUMNS; i++)
            score +=
                (double)q[query * ATTENTION_COLUMNS + i] * (double)k[key * ATTENTION_COLUMNS + i];
        total += weights[key] = exp(score / 8);
    }
    for (size_t i = 0; i < ATTENTION_COLUMNS; i++) {
        out[i] = 0;
        for (size_t key = 0; key < p->n; key++)
            out[i] += weights[key] * (double)v[i * p->n + key];
        out[i] /= total;
    }
}

static bool check(const struct bench_problem *p, void *const *results, char why[BENCH_WHY_BYTES])
{
    size_t count = (size_t)p->n * ATTENTION_COLUMNS;
    const _Float16 *out = results[0];
    double *want = bench_alloc(count * sizeof *want),
           *weights = bench_alloc(p->n * sizeof *weights);
    float *got = bench_alloc(count * sizeof *got);
    for (size_t query = 0; query < p->n; query++)
        attend(p, query, weights, want + query * ATTENTION_COLUMNS);
    for (size_t i = 0; i < count; i++)
        got[i] = (float)out[i];
    bool ok = bench_close(got, want, count, 2e-3, 0, why);
    free(want);
    free(weights);
    free(got);
    return ok;
}

const struct bench_case bench_case_attention = {
    .name = "attention",
    .source = "attention",
    .size = "1024 x 64",
    .quick_size = "64 x 64",
    .tolerance = "2e-3",
    .gpu_only = true,
    .setup = setup,
    .check = check,
    .native = native_attention,
};
