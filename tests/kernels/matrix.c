/* matrix.c: expectations for matrix.cl. Exact: the kernels sum with fma in a fixed order. */
#include "kernels.h"

#include <math.h>

static void make_product(kt_run *run, int n)
{
    size_t count = (size_t)n * (size_t)n;
    float *a = kt_in(run, KT_F32, count);
    float *b = kt_in(run, KT_F32, count);
    float *c = kt_out(run, KT_F32, count);
    for (size_t i = 0; i < count; i++) {
        a[i] = (float)kt_random_in(run, -1, 1);
        b[i] = (float)kt_random_in(run, -1, 1);
    }
    for (int row = 0; row < n; row++) {
        for (int column = 0; column < n; column++) {
            float sum = 0;
            for (int k = 0; k < n; k++)
                sum = fmaf(a[row * n + k], b[k * n + column], sum);
            c[row * n + column] = sum;
        }
    }
}

static void prepare_product(kt_run *run)
{
    make_product(run, 45);
    kt_i32(run, 45);
}

static void prepare_blocked(kt_run *run)
{
    make_product(run, 64);
    kt_i32(run, 64 / 4);
}

static void prepare_transpose(kt_run *run)
{
    enum { WIDTH = 48, HEIGHT = 20 };
    uint16_t *in = kt_in(run, KT_U16, WIDTH * HEIGHT);
    uint16_t *out = kt_out(run, KT_U16, WIDTH * HEIGHT);
    kt_i32(run, WIDTH);
    kt_i32(run, HEIGHT);
    kt_local(run, 16 * 4 * sizeof(uint16_t));
    kt_local(run, 4 * sizeof(uint32_t));
    uint32_t *sums = kt_inout(run, KT_U32, HEIGHT).want;
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
            in[y * WIDTH + x] = (uint16_t)kt_random(run);
            out[x * HEIGHT + y] = in[y * WIDTH + x];
            sums[y] += in[y * WIDTH + x];
        }
    }
}

static const kt_test tests[] = {
    {"matrix_product", "matrix.cl", "product", .grid = {48, 48}, .block = {16, 8},
     .prepare = prepare_product},
    {"matrix_product_lds", "matrix.cl", "product_tiled", .grid = {48, 48}, .block = {8, 8},
     .prepare = prepare_product},
    {"matrix_product_registers", "matrix.cl", "product_blocked", .grid = {16, 16}, .block = {16, 4},
     .prepare = prepare_blocked},
    {"matrix_transpose_dynamic_lds", "matrix.cl", "transpose", .grid = {48, 20}, .block = {16, 4},
     .prepare = prepare_transpose},
};
const kt_group kt_group_matrix = {tests, KT_COUNT(tests)};
