/* mandelbrot.c: 64 points of a row at a time, until all are done. */
#include "native/native.h"

enum { GROUPS = 4 };

struct context {
    const struct bench_problem *problem;
    int *out;
};

static void rows(void *context, size_t begin, size_t end)
{
    const struct context *c = context;
    size_t n = c->problem->n;
    const float step = MANDELBROT_SIDE / (float)n;
    const f32x16 lane = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    for (size_t row = begin; row < end; row++) {
        f32x16 cy = all_f32(MANDELBROT_TOP + (float)row * step);
        for (size_t column = 0; column < n; column += 16 * GROUPS) {
            f32x16 cx[GROUPS], x[GROUPS] = {0}, y[GROUPS] = {0};
            i32x16 count[GROUPS] = {0}, going[GROUPS];
            for (size_t g = 0; g < GROUPS; g++) {
                cx[g] = MANDELBROT_LEFT + (lane + (float)(column + 16 * g)) * step;
                going[g] = ~(i32x16){0};
            }
            for (int i = 0; i < MANDELBROT_LIMIT; i++) {
                i32x16 any = {0};
#pragma unroll
                for (int g = 0; g < GROUPS; g++) {
                    going[g] &= x[g] * x[g] + y[g] * y[g] <= 4.0f;
                    count[g] -= going[g];
                    any |= going[g];
                    f32x16 next = x[g] * x[g] - y[g] * y[g] + cx[g];
                    y[g] = 2.0f * x[g] * y[g] + cy;
                    x[g] = next;
                }
                if (i % 4 == 3 && !__builtin_reduce_or(any))
                    break;
            }
            for (size_t g = 0; g < GROUPS; g++)
                memcpy(c->out + row * n + column + 16 * g, &count[g], sizeof count[g]);
        }
    }
}

void native_mandelbrot(const struct bench_problem *p, void *const *buffers, unsigned threads)
{
    native_for(threads, p->n, 4, rows, &(struct context){p, buffers[0]});
}
