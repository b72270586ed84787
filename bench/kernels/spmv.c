/* spmv.c: y = A x, the same matrix in compressed rows (CSR) and in ELLPACK with row lengths:
 * 256 K rows of 4 to 28 elements, columns at random within 4096 of the diagonal. */
#include "native/native.h"

enum { LEAST = 4, MOST = 28 };

/* Buffers: y, row lengths or starts, columns, values, x. */
static void fill(struct bench_problem *p, bool quick, bool is_ell)
{
    p->n = quick ? 1 << 12 : 1 << 18;
    uint64_t state = 14;
    bench_buffer(p, p->n * 4);
    int *starts = bench_buffer(p, (p->n + 1) * 4);
    for (uint32_t row = 0; row < p->n; row++)
        starts[row + 1] = starts[row] + LEAST + (int)(bench_random(&state) % (MOST - LEAST + 1));
    size_t count = is_ell ? (size_t)MOST * p->n : (size_t)starts[p->n];
    int *columns = bench_buffer(p, count * 4);
    float *values = bench_buffer(p, count * 4);
    bench_fill_floats(bench_buffer(p, p->n * 4), p->n, -1, 1, 16);
    for (uint32_t row = 0; row < p->n; row++)
        for (int k = 0; k < starts[row + 1] - starts[row]; k++) {
            size_t at = is_ell ? (size_t)k * p->n + row : (size_t)(starts[row] + k);
            columns[at] = (int)((row + bench_random(&state) % 8192 + p->n - 4096) % p->n);
            values[at] = bench_random_float(&state, -1, 1);
        }
    if (is_ell)
        for (uint32_t row = 0; row < p->n; row++)
            starts[row] = starts[row + 1] - starts[row];
    bench_step(p, is_ell ? "spmv_ell" : "spmv_csr", p->n, 1, 256, 1);
    for (unsigned i = 0; i < 5; i++)
        bench_arg_buffer(p, i);
    if (is_ell)
        bench_arg_int(p, p->n);
}

static bool check(const struct bench_problem *p, void *const *results, bool is_ell,
                  char why[BENCH_WHY_BYTES])
{
    const int *starts = p->buffers[1].bytes, *columns = p->buffers[2].bytes;
    const float *values = p->buffers[3].bytes, *x = p->buffers[4].bytes;
    double *want = bench_alloc(p->n * sizeof *want);
    for (uint32_t row = 0; row < p->n; row++) {
        int length = is_ell ? starts[row] : starts[row + 1] - starts[row];
        want[row] = 0;
        for (int k = 0; k < length; k++) {
            size_t at = is_ell ? (size_t)k * p->n + row : (size_t)(starts[row] + k);
            want[row] += (double)values[at] * x[columns[at]];
        }
    }
    bool ok = bench_close(results[0], want, p->n, 1e-5, 0, why);
    free(want);
    return ok;
}

#define SPMV(layout, ell)                                                                          \
    static void setup_##layout(struct bench_problem *p, bool quick) { fill(p, quick, ell); }       \
    static bool check_##layout(const struct bench_problem *p, void *const *results,                \
                               char why[BENCH_WHY_BYTES])                                          \
    {                                                                                              \
        return check(p, results, ell, why);                                                        \
    }                                                                                              \
    const struct bench_case bench_case_spmv_##layout = {                                           \
        .name = "spmv_" #layout,                                                                   \
        .source = "spmv",                                                                          \
        .size = "256 K rows, 4 M elements",                                                        \
        .quick_size = "4 K rows, 64 K elements",                                                   \
        .tolerance = "1e-5",                                                                       \
        .setup = setup_##layout,                                                                   \
        .check = check_##layout,                                                                   \
        .native = native_spmv_##layout,                                                            \
    };

SPMV(csr, false)
SPMV(ell, true)
