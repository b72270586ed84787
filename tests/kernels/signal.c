/* signal.c: expectations for signal.cl. */
#include "kernels.h"

#include <math.h>

/* The discrete transform by its definition, in double. */
static void prepare_fft(kt_run *run)
{
    enum { POINTS = 256, BATCH = 3 };
    static float in[BATCH * POINTS * 2];
    static double want[BATCH * POINTS * 2];
    const double tau = 6.28318530717958647692;
    for (int i = 0; i < BATCH * POINTS * 2; i++)
        in[i] = (float)kt_random_in(run, -1, 1);
    for (int b = 0; b < BATCH; b++) {
        const float *x = in + b * POINTS * 2;
        for (int k = 0; k < POINTS; k++) {
            double real = 0;
            double imaginary = 0;
            for (int n = 0; n < POINTS; n++) {
                double angle = -tau * (double)(k * n % POINTS) / (double)POINTS;
                real += (double)x[2 * n] * cos(angle) - (double)x[2 * n + 1] * sin(angle);
                imaginary += (double)x[2 * n] * sin(angle) + (double)x[2 * n + 1] * cos(angle);
            }
            want[(b * POINTS + k) * 2] = real;
            want[(b * POINTS + k) * 2 + 1] = imaginary;
        }
    }
    kt_inout_error(run, KT_F32, in, want, BATCH * POINTS * 2, 1e-4,
                   "8 stages of rounding and twiddles of 4 ulp: values of about 16, relative "
                   "error below 8 * 6 * 2^-24");
}

static void prepare_convolve(kt_run *run)
{
    enum { WIDTH = 61, HEIGHT = 33 };
    uint8_t *in = kt_in(run, KT_U8, WIDTH * HEIGHT);
    uint8_t *out = kt_out(run, KT_U8, WIDTH * HEIGHT);
    int16_t *filter = kt_in(run, KT_I16, 25);
    kt_i32(run, WIDTH);
    kt_i32(run, HEIGHT);
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        in[i] = (uint8_t)kt_random(run);
    for (int i = 0; i < 25; i++)
        filter[i] = (int16_t)(kt_random(run) % 160 - 60);
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
            int sum = 0;
            for (int k = 0; k < 25; k++) {
                int sx = x + k % 5 - 2;
                int sy = y + k / 5 - 2;
                sx = sx < 0 ? 0 : sx >= WIDTH ? WIDTH - 1 : sx;
                sy = sy < 0 ? 0 : sy >= HEIGHT ? HEIGHT - 1 : sy;
                sum += in[sy * WIDTH + sx] * filter[k];
            }
            sum = (sum + 128) >> 8;
            out[y * WIDTH + x] = (uint8_t)(sum < 0 ? 0 : sum > 255 ? 255 : sum);
        }
    }
}

static void prepare_sparse(kt_run *run)
{
    enum { ROWS = 150, ENTRIES = 2000 };
    uint32_t *starts = kt_in(run, KT_U32, ROWS + 1);
    uint32_t *columns = kt_in(run, KT_U32, ENTRIES);
    double *values = kt_in(run, KT_F64, ENTRIES);
    double *x = kt_in(run, KT_F64, ROWS);
    double *y = kt_out(run, KT_F64, ROWS);
    kt_u32(run, ROWS);
    for (int i = 0; i < ROWS; i++)
        x[i] = kt_random_in(run, -1, 1);
    uint32_t used = 0;
    for (int row = 0; row < ROWS; row++) {
        double sum = 0;
        uint32_t length = (uint32_t)(kt_random(run) % 26);
        if (row % 10 == 3)
            length = 0;
        for (uint32_t k = 0; k < length && used < ENTRIES; k++, used++) {
            columns[used] = (uint32_t)(kt_random(run) % ROWS);
            values[used] = kt_random_in(run, -1, 1);
            sum = fma(values[used], x[columns[used]], sum);
        }
        starts[row + 1] = used;
        y[row] = sum;
    }
}

static void prepare_colours(kt_run *run)
{
    enum { PIXELS = 500 };
    uint8_t(*in)[4] = kt_in(run, KT_U8, PIXELS * 4);
    uint8_t(*out)[4] = kt_out(run, KT_U8, PIXELS * 4);
    for (int i = 0; i < PIXELS; i++) {
        for (int k = 0; k < 4; k++)
            in[i][k] = (uint8_t)kt_random(run);
        int luma = (77 * in[i][0] + 150 * in[i][1] + 29 * in[i][2]) >> 8;
        for (int k = 0; k < 3; k++) {
            int difference = in[i][k] - luma;
            bool far = (difference < 0 ? -difference : difference) > 60;
            out[i][k] = (uint8_t)(far ? (in[i][k] + luma) >> 1 : in[i][k]);
        }
        out[i][3] = in[i][3];
    }
}

static const kt_test tests[] = {
    {"signal_fft_256", "signal.cl", "fft256", .grid = {3 * 128}, .block = {128},
     .prepare = prepare_fft},
    {"signal_convolution", "signal.cl", "convolve", .grid = {64, 36}, .block = {16, 4},
     .prepare = prepare_convolve},
    {"signal_sparse_matrix", "signal.cl", "sparse_rows", .grid = {192}, .block = {64},
     .prepare = prepare_sparse},
    {"signal_colours", "signal.cl", "colours", .grid = {500}, .block = {64},
     .prepare = prepare_colours},
};
const kt_group kt_group_signal = {tests, KT_COUNT(tests)};
