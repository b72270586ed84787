/* stencil.c: one step of a five-point stencil on 4096 x 4096 floats. */
#include "native/native.h"

static void setup(struct bench_problem *p, bool quick)
{
    p->n = quick ? 128 : 4096;
    size_t cells = (size_t)p->n * p->n;
    bench_buffer(p, cells * 4);
    bench_fill_floats(bench_buffer(p, cells * 4), cells, -1, 1, 11);
    bench_step(p, "stencil", p->n, p->n, 16, 16);
    bench_arg_buffer(p, 0);
    bench_arg_buffer(p, 1);
    bench_arg_int(p, p->n);
    bench_arg_float(p, STENCIL_CENTRE);
    bench_arg_float(p, STENCIL_SIDE);
}

static bool check(const struct bench_problem *p, void *const *results, char why[BENCH_WHY_BYTES])
{
    const float *in = p->buffers[1].bytes;
    size_t n = p->n;
    double *want = bench_alloc(n * n * sizeof *want);
    for (size_t row = 0; row < n; row++)
        for (size_t column = 0; column < n; column++) {
            size_t at = row * n + column;
            bool is_border = row == 0 || column == 0 || row == n - 1 || column == n - 1;
            want[at] = is_border ? (double)in[at]
                                 : (double)STENCIL_CENTRE * in[at] +
                                       (double)STENCIL_SIDE * ((double)in[at - 1] + in[at + 1] +
                                                               in[at - n] + in[at + n]);
        }
    bool ok = bench_close(results[0], want, n * n, 1e-6, 0, why);
    free(want);
    return ok;
}

const struct bench_case bench_case_stencil = {
    .name = "stencil",
    .source = "stencil",
    .size = "4096 x 4096",
    .quick_size = "128 x 128",
    .tolerance = "1e-6",
    .setup = setup,
    .check = check,
    .native = native_stencil,
};
