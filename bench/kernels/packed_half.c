/* packed_half.c: polynomials of f16 in packed arithmetic, of degree 63 at 4 M points. */
#include "native/native.h"

enum { PAIRS = 32 };

static void setup(struct bench_problem *p, bool quick)
{
    p->n = quick ? 1 << 14 : 1 << 22;
    p->m = 2 * PAIRS;
    bench_buffer(p, p->n * 2);
    uint64_t state = 21;
    for (int k = 0; k < 2; k++) {
        uint32_t count = k ? p->m : p->n;
        _Float16 *in = bench_buffer(p, count * 2);
        for (uint32_t i = 0; i < count; i++)
            in[i] = (_Float16)bench_random_float(&state, -0.5f, 0.5f);
    }
    bench_step(p, "packed_half", p->n / 2, 1, 256, 1);
    for (unsigned i = 0; i < 3; i++)
        bench_arg_buffer(p, i);
    bench_arg_int(p, PAIRS);
}

static bool check(const struct bench_problem *p, void *const *results, char why[BENCH_WHY_BYTES])
{
    const _Float16 *in = p->buffers[1].bytes, *factors = p->buffers[2].bytes, *out = results[0];
    double *want = bench_alloc(p->n * sizeof *want);
    float *got = bench_alloc(p->n * sizeof *got);
    for (uint32_t i = 0; i < p->n; i++) {
        want[i] = 0;
        for (uint32_t k = 0; k < p->m; k++)
            want[i] = want[i] * (double)in[i] + (double)factors[k];
        got[i] = (float)out[i];
    }
    bool ok = bench_close(got, want, p->n, 2e-3, 0, why);
    free(want);
    free(got);
    return ok;
}

const struct bench_case bench_case_packed_half = {
    .name = "packed_half",
    .source = "packed_half",
    .size = "4 M, degree 63",
    .quick_size = "16 K, degree 63",
    .tolerance = "2e-3",
    .gpu_only = true,
    .setup = setup,
    .check = check,
    .native = native_packed_half,
};
