/* spmv.c: y = A x; 256 K rows of 4 to 28 elements, columns at random within 4096 of the
 * diagonal. */
#include "native/native.h"

static void setup(struct bench_problem *p, bool quick)
{
    p->n = quick ? 1 << 12 : 1 << 18;
    uint64_t state = 14;
    bench_buffer(p, p->n * 4);
    int *start = bench_buffer(p, (p->n + 1) * 4);
    for (uint32_t row = 0; row < p->n; row++)
        start[row + 1] = start[row] + 4 + (int)(bench_random(&state) % 25);
    uint32_t count = (uint32_t)start[p->n];
    int *columns = bench_buffer(p, count * 4);
    bench_fill_floats(bench_buffer(p, count * 4), count, -1, 1, 15);
    bench_fill_floats(bench_buffer(p, p->n * 4), p->n, -1, 1, 16);
    for (uint32_t row = 0; row < p->n; row++)
        for (int k = start[row]; k < start[row + 1]; k++)
            columns[k] = (int)((row + bench_random(&state) % 8192 + p->n - 4096) % p->n);
    bench_step(p, "spmv", p->n, 1, 256, 1);
    for (unsigned i = 0; i < 5; i++)
        bench_arg_buffer(p, i);
}

static bool check(const struct bench_problem *p, void *const *results, char why[BENCH_WHY_BYTES])
{
    const int *start = p->buffers[1].bytes, *columns = p->buffers[2].bytes;
    const float *values = p->buffers[3].bytes, *x = p->buffers[4].bytes;
    double *want = bench_alloc(p->n * sizeof *want);
    for (uint32_t row = 0; row < p->n; row++) {
        want[row] = 0;
        for (int k = start[row]; k < start[row + 1]; k++)
            want[row] += (double)values[k] * x[columns[k]];
    }
    bool ok = bench_close(results[0], want, p->n, 1e-5, 0, why);
    free(want);
    return ok;
}

const struct bench_case bench_case_spmv = {
    .name = "spmv",
    .source = "spmv",
    .size = "256 K rows, 4 M elements",
    .quick_size = "4 K rows, 64 K elements",
    .tolerance = "1e-5",
    .setup = setup,
    .check = check,
    .native = native_spmv,
};
