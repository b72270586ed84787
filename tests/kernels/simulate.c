/* simulate.c: expectations for simulate.cl. Exact where the kernel uses only IEEE operations
 * in a fixed order (contraction is off in both compilers). */
#include "kernels.h"

#include <math.h>
#include <string.h>

static void prepare_mandelbrot(kt_run *run)
{
    enum { WIDTH = 48, HEIGHT = 32, LIMIT = 200 };
    uint32_t *iterations = kt_out(run, KT_U32, WIDTH * HEIGHT);
    const float left = -2.0f;
    const float top = -1.0f;
    const float step = 0.0625f;
    kt_f32(run, left);
    kt_f32(run, top);
    kt_f32(run, step);
    kt_u32(run, LIMIT);
    for (uint32_t y = 0; y < HEIGHT; y++) {
        for (uint32_t x = 0; x < WIDTH; x++) {
            float cr = left + (float)x * step;
            float ci = top + (float)y * step;
            float zr = 0;
            float zi = 0;
            uint32_t n = 0;
            while (n < LIMIT && zr * zr + zi * zi <= 4.0f) {
                float t = zr * zr - zi * zi + cr;
                zi = 2.0f * zr * zi + ci;
                zr = t;
                n++;
            }
            iterations[y * WIDTH + x] = n;
        }
    }
}

/* Compiled with correctly rounded division and square root. */
static void prepare_n_body(kt_run *run)
{
    enum { COUNT = 128 };
    const float dt = 0.01f;
    float(*position)[4] = kt_in(run, KT_F32, COUNT * 4);
    float(*velocity)[4] = kt_in(run, KT_F32, COUNT * 4);
    float(*new_position)[4] = kt_out(run, KT_F32, COUNT * 4);
    float(*new_velocity)[4] = kt_out(run, KT_F32, COUNT * 4);
    kt_i32(run, COUNT);
    kt_f32(run, dt);
    for (int i = 0; i < COUNT; i++) {
        for (int k = 0; k < 4; k++) {
            position[i][k] = (float)kt_random_in(run, k == 3 ? 0.1 : -1, 1);
            velocity[i][k] = (float)kt_random_in(run, -0.1, 0.1);
        }
    }
    for (int i = 0; i < COUNT; i++) {
        float force[3] = {0};
        for (int j = 0; j < COUNT; j++) {
            float d[3];
            for (int k = 0; k < 3; k++)
                d[k] = position[j][k] - position[i][k];
            float squared = fmaf(d[0], d[0], fmaf(d[1], d[1], fmaf(d[2], d[2], 0.01f)));
            float inverse = 1.0f / sqrtf(squared);
            float strength = position[j][3] * inverse * inverse * inverse;
            for (int k = 0; k < 3; k++)
                force[k] = fmaf(d[k], strength, force[k]);
        }
        for (int k = 0; k < 3; k++) {
            new_velocity[i][k] = fmaf(force[k], dt, velocity[i][k]);
            new_position[i][k] = fmaf(new_velocity[i][k], dt, position[i][k]);
        }
        new_velocity[i][3] = velocity[i][3];
        new_position[i][3] = position[i][3];
    }
}

enum { NX = 45, NY = 22, NZ = 6 };

static float cell(const float *in, int x, int y, int z)
{
    bool inside = x >= 0 && x < NX && y >= 0 && y < NY && z >= 0 && z < NZ;
    return inside ? in[(z * NY + y) * NX + x] : 0;
}

static void prepare_stencil(kt_run *run)
{
    float *in = kt_in(run, KT_F32, NX * NY * NZ);
    float *out = kt_out(run, KT_F32, NX * NY * NZ);
    kt_i32(run, NX);
    kt_i32(run, NY);
    kt_i32(run, NZ);
    for (int i = 0; i < NX * NY * NZ; i++)
        in[i] = (float)kt_random_in(run, -1, 1);
    for (int z = 0; z < NZ; z++) {
        for (int y = 0; y < NY; y++) {
            for (int x = 0; x < NX; x++) {
                float sides = cell(in, x - 1, y, z) + cell(in, x + 1, y, z);
                float fronts = cell(in, x, y - 1, z) + cell(in, x, y + 1, z);
                float ends = cell(in, x, y, z - 1) + cell(in, x, y, z + 1);
                out[(z * NY + y) * NX + x] = ((sides + fronts) + ends) - 6.0f * cell(in, x, y, z);
            }
        }
    }
}

static void prepare_life(kt_run *run)
{
    enum { WORDS = 5, ROWS = 40, COLUMNS = WORDS * 32 };
    uint32_t *in = kt_in(run, KT_U32, WORDS * ROWS);
    uint32_t *out = kt_out(run, KT_U32, WORDS * ROWS);
    kt_i32(run, WORDS);
    kt_i32(run, ROWS);
    for (int i = 0; i < WORDS * ROWS; i++)
        in[i] = (uint32_t)(kt_random(run) & kt_random(run));
    memset(out, 0, WORDS * ROWS * sizeof *out);
    for (int y = 0; y < ROWS; y++) {
        for (int x = 0; x < COLUMNS; x++) {
            uint32_t neighbours = 0;
            for (int k = 0; k < 9; k++) {
                int ny = (y + k / 3 - 1 + ROWS) % ROWS;
                int nx = (x + k % 3 - 1 + COLUMNS) % COLUMNS;
                if (k != 4)
                    neighbours += in[ny * WORDS + nx / 32] >> (nx % 32) & 1;
            }
            uint32_t alive = in[y * WORDS + x / 32] >> (x % 32) & 1;
            if (neighbours == 3 || (alive && neighbours == 2))
                out[y * WORDS + x / 32] |= 1u << (x % 32);
        }
    }
}

static void prepare_walks(kt_run *run)
{
    enum { COUNT = 200, WIDTH = 12 };
    uint64_t *seeds = kt_in(run, KT_U64, COUNT);
    uint32_t *steps = kt_out(run, KT_U32, COUNT);
    int32_t *ends = kt_out(run, KT_I32, COUNT);
    kt_i32(run, WIDTH);
    for (int i = 0; i < COUNT; i++) {
        seeds[i] = kt_random(run);
        uint64_t s = seeds[i];
        int place = 0;
        uint32_t n = 0;
        do {
            s ^= s << 13;
            s ^= s >> 7;
            s ^= s << 17;
            place += s & 1 ? 1 : -1;
            if (s >> 60 == 0)
                place += place > 0 ? -2 : 2;
            n++;
        } while (place > -WIDTH && place < WIDTH && n < 2000);
        steps[i] = n;
        ends[i] = place;
    }
}

#define EXACT "-cl-fp32-correctly-rounded-divide-sqrt"

static const kt_test tests[] = {
    {"simulate_mandelbrot",
     "simulate.cl",
     "mandelbrot",
     EXACT,
     {48, 32},
     {16, 8},
     .prepare = prepare_mandelbrot},
    {"simulate_n_body", "simulate.cl", "n_body", EXACT, {128}, {64}, .prepare = prepare_n_body},
    {"simulate_stencil_lds",
     "simulate.cl",
     "stencil",
     EXACT,
     {48, 24},
     {16, 4},
     .prepare = prepare_stencil},
    {"simulate_life", "simulate.cl", "life", EXACT, {5, 40}, {5, 8}, .prepare = prepare_life},
    {"simulate_random_walks", "simulate.cl", "walks", EXACT, {200}, {64}, .prepare = prepare_walks},
};
const kt_group kt_group_simulate = {tests, KT_COUNT(tests)};
