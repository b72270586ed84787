/* sgemm.c: C = A B, naive and through tiles in local memory, with 512 and 1024 rows. */
#include "native/native.h"

static void fill(struct bench_problem *p, const char *kernel, uint32_t n)
{
    p->n = n;
    bench_buffer(p, n * n * 4);
    bench_fill_floats(bench_buffer(p, n * n * 4), n * n, -1, 1, 3);
    bench_fill_floats(bench_buffer(p, n * n * 4), n * n, -1, 1, 4);
    bench_step(p, kernel, n, n, 16, 16);
    for (unsigned i = 0; i < 3; i++)
        bench_arg_buffer(p, i);
    bench_arg_int(p, n);
}

static bool check(const struct bench_problem *p, void *const *results, char why[BENCH_WHY_BYTES])
{
    const float *a = p->buffers[1].bytes, *b = p->buffers[2].bytes;
    size_t n = p->n;
    double *want = bench_alloc(n * n * sizeof *want);
    for (size_t row = 0; row < n; row++) {
        double *out = &want[row * n];
        for (size_t column = 0; column < n; column++)
            out[column] = 0;
        for (size_t k = 0; k < n; k++) {
            double factor = a[row * n + k];
            for (size_t column = 0; column < n; column++)
                out[column] += factor * b[k * n + column];
        }
    }
    bool ok = bench_close(results[0], want, n * n, 1e-3, 0, why);
    free(want);
    return ok;
}

#define SGEMM(kind, rows, quick_rows)                                                              \
    static void setup_##kind##_##rows(struct bench_problem *p, bool quick)                         \
    {                                                                                              \
        fill(p, "sgemm_" #kind, quick ? quick_rows : rows);                                        \
    }                                                                                              \
    const struct bench_case bench_case_sgemm_##kind##_##rows = {                                   \
        .name = "sgemm_" #kind "_" #rows,                                                          \
        .source = "sgemm",                                                                         \
        .size = #rows " x " #rows,                                                                 \
        .quick_size = #quick_rows " x " #quick_rows,                                               \
        .tolerance = "1e-3",                                                                       \
        .setup = setup_##kind##_##rows,                                                            \
        .check = check,                                                                            \
        .native = native_sgemm,                                                                    \
    };

SGEMM(naive, 512, 64)
SGEMM(naive, 1024, 96)
SGEMM(tiled, 512, 64)
SGEMM(tiled, 1024, 96)
