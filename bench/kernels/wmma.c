/* wmma.c: C = A B, f16 elements, f32 sums, 1024 rows. */
#include "native/native.h"

static void setup(struct bench_problem *p, bool quick)
{
    uint32_t n = p->n = quick ? 128 : 1024;
    bench_buffer(p, n * n * 4);
    uint64_t state = 17;
    for (int k = 0; k < 2; k++) {
        _Float16 *in = bench_buffer(p, n * n * 2);
        for (uint32_t i = 0; i < n * n; i++)
            in[i] = (_Float16)bench_random_float(&state, -1, 1);
    }
    bench_step(p, "wmma", n / 16 * 32, n / 16, 32, 4);
    for (unsigned i = 0; i < 3; i++)
        bench_arg_buffer(p, i);
    bench_arg_int(p, n);
}

static bool check(const struct bench_problem *p, void *const *results, char why[BENCH_WHY_BYTES])
{
    size_t n = p->n;
    float *in[2];
    for (int m = 0; m < 2; m++) {
        const _Float16 *from = p->buffers[1 + m].bytes;
        in[m] = bench_alloc(n * n * sizeof *in[m]);
        for (size_t i = 0; i < n * n; i++)
            in[m][i] = (float)from[i];
    }
    double *want = bench_alloc(n * n * sizeof *want);
    for (size_t row = 0; row < n; row++)
        for (size_t column = 0; column < n; column++) {
            const float *a = &in[0][row * n], *b = &in[1][column * n];
            double sum[8] = {0}; /* so that the compiler may use vectors */
            for (size_t k = 0; k < n; k += 8)
                for (size_t i = 0; i < 8; i++)
                    sum[i] += (double)a[k + i] * b[k + i];
            want[row * n + column] =
                sum[0] + sum[1] + sum[2] + sum[3] + sum[4] + sum[5] + sum[6] + sum[7];
        }
    bool ok = bench_close(results[0], want, n * n, 1e-3, 0, why);
    free(want);
    free(in[0]);
    free(in[1]);
    return ok;
}

const struct bench_case bench_case_wmma = {
    .name = "wmma",
    .source = "wmma",
    .size = "1024 x 1024",
    .quick_size = "128 x 128",
    .tolerance = "1e-3",
    .gpu_only = true,
    .setup = setup,
    .check = check,
    .native = native_wmma,
};
