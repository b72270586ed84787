/* problem.c: see problem.h. */
#include "problem.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BENCH_CASES(X)                                                                             \
    X(saxpy)                                                                                       \
    X(sgemm_naive_512)                                                                             \
    X(sgemm_naive_1024)                                                                            \
    X(sgemm_tiled_512)                                                                             \
    X(sgemm_tiled_1024)                                                                            \
    X(nbody)                                                                                       \
    X(mandelbrot)                                                                                  \
    X(fft)                                                                                         \
    X(bitonic)                                                                                     \
    X(histogram)                                                                                   \
    X(sha256)                                                                                      \
    X(stencil)                                                                                     \
    X(reduce)                                                                                      \
    X(scan)                                                                                        \
    X(spmv_csr)                                                                                    \
    X(spmv_ell)                                                                                    \
    X(wmma)                                                                                        \
    X(blackscholes)                                                                                \
    X(packed_half)                                                                                 \
    X(dpp_sums)                                                                                    \
    X(partition)                                                                                   \
    X(global_atomics)                                                                              \
    X(rc4)                                                                                         \
    X(list)                                                                                        \
    X(integrate)                                                                                   \
    X(mandelbrot_o0)                                                                               \
    X(attention)                                                                                   \
    X(int8_product)                                                                                \
    X(quicksort)

#define DECLARE(name) extern const struct bench_case bench_case_##name;
BENCH_CASES(DECLARE)
#undef DECLARE

const struct bench_case *const bench_cases[] = {
#define POINTER(name) &bench_case_##name,
    BENCH_CASES(POINTER)
#undef POINTER
        NULL,
};

void *bench_alloc(size_t size)
{
    void *bytes = aligned_alloc(64, (size + 63) & ~(size_t)63);
    if (!bytes) {
        fprintf(stderr, "measure: no memory for %zu bytes\n", size);
        exit(2);
    }
    return bytes;
}

void *bench_buffer(struct bench_problem *p, size_t size)
{
    void *bytes = bench_alloc(size);
    memset(bytes, 0, size);
    p->buffers[p->buffer_count].bytes = bytes;
    p->buffers[p->buffer_count++].size = size;
    return bytes;
}

void bench_step(struct bench_problem *p, const char *kernel, uint32_t columns, uint32_t rows,
                uint32_t block_columns, uint32_t block_rows)
{
    p->steps[p->step_count++] = (struct bench_step){
        .kernel = kernel,
        .grid = {columns, rows},
        .block = {block_columns, block_rows},
    };
}

static void add_arg(struct bench_problem *p, bool is_buffer, uint32_t bits)
{
    struct bench_step *s = &p->steps[p->step_count - 1];
    s->args[s->arg_count++] = (struct bench_arg){is_buffer, bits};
}

void bench_arg_buffer(struct bench_problem *p, unsigned index) { add_arg(p, true, index); }

void bench_arg_int(struct bench_problem *p, uint32_t value) { add_arg(p, false, value); }

void bench_arg_float(struct bench_problem *p, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    add_arg(p, false, bits);
}

uint32_t bench_random(uint64_t *state)
{
    uint64_t x = *state;
    x ^= x >> 12;
    x ^= x << 25;
    x ^= x >> 27;
    *state = x;
    return (uint32_t)(x * 0x2545f4914f6cdd1du >> 32);
}

float bench_random_float(uint64_t *state, float low, float high)
{
    return low + (high - low) * (float)(bench_random(state) >> 8) * 0x1p-24f;
}

void bench_fill_floats(float *out, size_t count, float low, float high, uint64_t seed)
{
    uint64_t state = seed;
    for (size_t i = 0; i < count; i++)
        out[i] = bench_random_float(&state, low, high);
}

void bench_problem_free(struct bench_problem *p)
{
    for (unsigned i = 0; i < p->buffer_count; i++)
        free(p->buffers[i].bytes);
}

bool bench_close(const float *got, const double *want, size_t count, double absolute,
                 double relative, char why[BENCH_WHY_BYTES])
{
    for (size_t i = 0; i < count; i++) {
        double error = fabs((double)got[i] - want[i]);
        if (!(error <= absolute + relative * fabs(want[i]))) {
            snprintf(why, BENCH_WHY_BYTES, "element %zu is %.9g, expected %.9g", i, (double)got[i],
                     want[i]);
            return false;
        }
    }
    return true;
}

bool bench_equal(const uint32_t *got, const uint32_t *want, size_t count, char why[BENCH_WHY_BYTES])
{
    for (size_t i = 0; i < count; i++)
        if (got[i] != want[i]) {
            snprintf(why, BENCH_WHY_BYTES, "element %zu is %u, expected %u", i, got[i], want[i]);
            return false;
        }
    return true;
}

int bench_by_value(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

bool bench_sorted(const uint32_t *got, const uint32_t *in, size_t count, size_t keys,
                  char why[BENCH_WHY_BYTES])
{
    size_t size = count * keys;
    uint32_t *want = bench_alloc(size * sizeof *want);
    memcpy(want, in, size * sizeof *want);
    for (size_t i = 0; i < size; i += keys)
        qsort(want + i, keys, sizeof *want, bench_by_value);
    bool ok = bench_equal(got, want, size, why);
    free(want);
    return ok;
}
