/* int8_product.c: the product of matrices of bytes, 768 rows. */
#include "native/native.h"

static void setup(struct bench_problem *p, bool quick)
{
    uint32_t n = p->n = quick ? 64 : 768;
    bench_buffer(p, n * n * 4);
    uint64_t state = 28;
    for (int k = 0; k < 2; k++) {
        uint32_t *in = bench_buffer(p, n * n);
        for (uint32_t i = 0; i < n * n / 4; i++)
            in[i] = bench_random(&state);
    }
    bench_step(p, "int8_product", n, n / 4, 64, 4);
    for (unsigned i = 0; i < 3; i++)
        bench_arg_buffer(p, i);
    bench_arg_int(p, n);
}

static bool check(const struct bench_problem *p, void *const *results, char why[BENCH_WHY_BYTES])
{
    size_t n = p->n;
    const uint8_t *a = p->buffers[1].bytes;
    const int8_t *b = p->buffers[2].bytes;
    int32_t *want = bench_alloc(n * n * sizeof *want);
    memset(want, 0, n * n * sizeof *want);
    for (size_t row = 0; row < n; row++)
        for (size_t k = 0; k < n; k++)
            for (size_t column = 0; column < n; column++)
                want[row * n + column] += a[row * n + k] * b[(k / 4 * n + column) * 4 + k % 4];
    bool ok = bench_equal(results[0], (const uint32_t *)want, n * n, why);
    free(want);
    return ok;
}

const struct bench_case bench_case_int8_product = {
    .name = "int8_product",
    .source = "int8_product",
    .size = "768 x 768",
    .quick_size = "64 x 64",
    .tolerance = "exact",
    .setup = setup,
    .check = check,
    .native = native_int8_product,
};
