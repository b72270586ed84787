/* nbody.c: one step of 4096 bodies, all pairs. */
#include "native/native.h"

#include <math.h>

static void setup(struct bench_problem *p, bool quick)
{
    p->n = quick ? 512 : 4096;
    bench_buffer(p, p->n * 16);
    bench_buffer(p, p->n * 16);
    float *position = bench_buffer(p, p->n * 16), *velocity = bench_buffer(p, p->n * 16);
    bench_fill_floats(position, p->n * 4, -1, 1, 5);
    bench_fill_floats(velocity, p->n * 4, -1, 1, 6);
    for (uint32_t i = 0; i < p->n; i++)
        position[4 * i + 3] = 0.5f + position[4 * i + 3] * 0.25f; /* masses */
    bench_step(p, "nbody", p->n, 1, 256, 1);
    for (unsigned i = 0; i < 4; i++)
        bench_arg_buffer(p, i);
    bench_arg_int(p, p->n);
    bench_arg_float(p, NBODY_DT);
    bench_arg_float(p, NBODY_SOFTENING);
}

static bool check(const struct bench_problem *p, void *const *results, char why[BENCH_WHY_BYTES])
{
    const float *q = p->buffers[2].bytes, *v = p->buffers[3].bytes;
    double *position = bench_alloc(p->n * 4 * sizeof *position);
    double *velocity = bench_alloc(p->n * 4 * sizeof *velocity);
    for (uint32_t i = 0; i < p->n; i++) {
        double a[3] = {0};
        for (uint32_t j = 0; j < p->n; j++) {
            double d[3], r2 = (double)NBODY_SOFTENING;
            for (int k = 0; k < 3; k++) {
                d[k] = (double)q[4 * j + k] - q[4 * i + k];
                r2 += d[k] * d[k];
            }
            double s = q[4 * j + 3] / (r2 * sqrt(r2));
            for (int k = 0; k < 3; k++)
                a[k] += d[k] * s;
        }
        for (int k = 0; k < 4; k++) {
            velocity[4 * i + k] = v[4 * i + k] + (k < 3 ? a[k] * (double)NBODY_DT : 0);
            position[4 * i + k] =
                q[4 * i + k] + (k < 3 ? velocity[4 * i + k] * (double)NBODY_DT : 0);
        }
    }
    bool ok = bench_close(results[0], position, p->n * 4, 1e-4, 1e-4, why) &&
              bench_close(results[1], velocity, p->n * 4, 1e-3, 1e-4, why);
    free(position);
    free(velocity);
    return ok;
}

const struct bench_case bench_case_nbody = {
    .name = "nbody",
    .source = "nbody",
    .size = "4096",
    .quick_size = "512",
    .tolerance = "1e-3 + 1e-4 relative",
    .setup = setup,
    .check = check,
    .native = native_nbody,
};
