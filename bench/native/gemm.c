/* gemm.c: matrix products: columns of B are packed in panels of 32, and 8 rows of C are
 * summed at a time in registers. */
#include "native/native.h"

enum { ROWS = 8, COLUMNS = 32, MAX_N = 1024 };

struct context {
    size_t n;
    float *c;
    const float *a, *b;
    const _Float16 *a_half, *b_half; /* instead of a and b, B by columns */
    float *a_wide;                   /* [n][n] a_half in f32 */
};

/* The rows of C from `row` on in one panel; panel[n][COLUMNS]. */
static void rows_of_panel(const struct context *x, const float *a, const float *panel, size_t row,
                          size_t column)
{
    f32x16 sum[ROWS][2] = {0};
    for (size_t k = 0; k < x->n; k++) {
        f32x16 b0 = load_f32(panel + k * COLUMNS), b1 = load_f32(panel + k * COLUMNS + 16);
#pragma unroll
        for (size_t i = 0; i < ROWS; i++) {
            f32x16 factor = all_f32(a[(row + i) * x->n + k]);
            sum[i][0] += factor * b0;
            sum[i][1] += factor * b1;
        }
    }
    for (size_t i = 0; i < ROWS; i++) {
        store_f32(x->c + (row + i) * x->n + column, sum[i][0]);
        store_f32(x->c + (row + i) * x->n + column + 16, sum[i][1]);
    }
}

static void panels(void *context, size_t begin, size_t end)
{
    const struct context *x = context;
    static _Thread_local float panel[MAX_N * COLUMNS] __attribute__((aligned(64)));
    for (size_t column = begin; column < end; column += COLUMNS) {
        if (x->b_half) {
            for (size_t i = 0; i < COLUMNS; i++)
                for (size_t k = 0; k < x->n; k++)
                    panel[k * COLUMNS + i] = (float)x->b_half[(column + i) * x->n + k];
        } else {
            for (size_t k = 0; k < x->n; k++)
                memcpy(panel + k * COLUMNS, x->b + k * x->n + column, COLUMNS * sizeof *panel);
        }
        for (size_t row = 0; row < x->n; row += ROWS)
            rows_of_panel(x, x->b_half ? x->a_wide : x->a, panel, row, column);
    }
}

void native_sgemm(const struct bench_problem *p, void *const *buffers, unsigned threads)
{
    struct context x = {.n = p->n, .c = buffers[0], .a = buffers[1], .b = buffers[2]};
    native_for(threads, x.n, COLUMNS, panels, &x);
}

static void widen(void *context, size_t begin, size_t end)
{
    const struct context *x = context;
    for (size_t i = begin * x->n; i < end * x->n; i++)
        x->a_wide[i] = (float)x->a_half[i];
}

void native_wmma(const struct bench_problem *p, void *const *buffers, unsigned threads)
{
    static float a_wide[MAX_N * MAX_N] __attribute__((aligned(64)));
    struct context x = {
        .n = p->n, .c = buffers[0], .a_half = buffers[1], .b_half = buffers[2], .a_wide = a_wide};
    native_for(threads, x.n, 32, widen, &x);
    native_for(threads, x.n, COLUMNS, panels, &x);
}
