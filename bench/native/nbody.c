/* nbody.c: 64 bodies at a time against one after the other. */
#include "native/native.h"

#ifdef __AVX512F__
#include <immintrin.h>
#endif

enum { GROUPS = 4 };

/* 1 / sqrt(x) to about 2^-23. */
static f32x16 inverse_root(f32x16 x)
{
#ifdef __AVX512F__
    f32x16 y = (f32x16)_mm512_rsqrt14_ps((__m512)x);
    return y * (1.5f - 0.5f * x * y * y); /* Newton */
#else
    return 1.0f / __builtin_elementwise_sqrt(x);
#endif
}

struct context {
    const struct bench_problem *problem;
    void *const *buffers;
};

static void bodies(void *context, size_t begin, size_t end)
{
    const struct context *c = context;
    const float *position = c->buffers[2], *velocity = c->buffers[3];
    float *new_position = c->buffers[0], *new_velocity = c->buffers[1];
    for (size_t at = begin; at < end; at += 16 * GROUPS) {
        f32x16 p[GROUPS][3], a[GROUPS][3] = {0};
        for (size_t g = 0; g < GROUPS; g++)
            for (size_t i = 0; i < 16; i++)
                for (int k = 0; k < 3; k++)
                    p[g][k][i] = position[4 * (at + 16 * g + i) + k];
        for (size_t j = 0; j < c->problem->n; j++) {
            const float *q = position + 4 * j;
#pragma unroll
            for (int g = 0; g < GROUPS; g++) {
                f32x16 dx = q[0] - p[g][0], dy = q[1] - p[g][1], dz = q[2] - p[g][2];
                f32x16 inverse = inverse_root(dx * dx + dy * dy + dz * dz + NBODY_SOFTENING);
                f32x16 s = q[3] * inverse * inverse * inverse;
                a[g][0] += dx * s;
                a[g][1] += dy * s;
                a[g][2] += dz * s;
            }
        }
        for (size_t i = at; i < at + 16 * GROUPS; i++) {
            size_t g = (i - at) / 16, lane = (i - at) % 16;
            for (int k = 0; k < 3; k++) {
                new_velocity[4 * i + k] = velocity[4 * i + k] + a[g][k][lane] * NBODY_DT;
                new_position[4 * i + k] = position[4 * i + k] + new_velocity[4 * i + k] * NBODY_DT;
            }
            new_velocity[4 * i + 3] = velocity[4 * i + 3];
            new_position[4 * i + 3] = position[4 * i + 3];
        }
    }
}

void native_nbody(const struct bench_problem *p, void *const *buffers, unsigned threads)
{
    native_for(threads, p->n, 16 * GROUPS, bodies, &(struct context){p, buffers});
}
