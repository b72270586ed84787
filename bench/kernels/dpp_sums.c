/* dpp_sums.c: sums of rows of 32 floats. */
#include "native/native.h"

enum { COLUMNS = 32 };

static void setup(struct bench_problem *p, bool quick)
{
    p->n = quick ? 1 << 12 : 1 << 18;
    bench_buffer(p, p->n * 4);
    bench_fill_floats(bench_buffer(p, p->n * COLUMNS * 4), p->n * COLUMNS, -1, 1, 22);
    bench_step(p, "dpp_sums", p->n, 1, 256, 1);
    bench_arg_buffer(p, 0);
    bench_arg_buffer(p, 1);
}

static bool check(const struct bench_problem *p, void *const *results, char why[BENCH_WHY_BYTES])
{
    const float *in = p->buffers[1].bytes;
    double *want = bench_alloc(p->n * sizeof *want);
    for (uint32_t row = 0; row < p->n; row++) {
        want[row] = 0;
        for (uint32_t k = 0; k < COLUMNS; k++)
            want[row] += in[row * COLUMNS + k];
    }
    bool ok = bench_close(results[0], want, p->n, 1e-5, 0, why);
    free(want);
    return ok;
}

const struct bench_case bench_case_dpp_sums = {
    .name = "dpp_sums",
    .source = "dpp_sums",
    .size = "256 K rows of 32",
    .quick_size = "4 K rows of 32",
    .tolerance = "1e-5",
    .gpu_only = true,
    .setup = setup,
    .check = check,
    .native = native_dpp_sums,
};
