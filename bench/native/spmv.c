/* spmv.c: by compressed rows, one element after the other, which leaves the CPU free to work on
 * several rows at once (16 elements per gather and a sum over lanes took twice as long); in
 * ELLPACK, 2048 rows at a time. */
#include "native/native.h"

#ifdef __AVX512F__
#include <immintrin.h>
#endif

enum { ROWS = 2048 }; /* of ELLPACK at a time: longer runs for each k */

struct context {
    const struct bench_problem *problem;
    void *const *buffers;
};

static void csr(void *context, size_t begin, size_t end)
{
    const struct context *c = context;
    float *y = c->buffers[0];
    const int *start = c->buffers[1], *columns = c->buffers[2];
    const float *values = c->buffers[3], *x = c->buffers[4];
    for (size_t row = begin; row < end; row++) {
        float sum = 0;
        for (int k = start[row]; k < start[row + 1]; k++)
            sum += values[k] * x[columns[k]];
        y[row] = sum;
    }
}

static void ell(void *context, size_t begin, size_t end)
{
    const struct context *c = context;
    size_t n = c->problem->n;
    float *y = c->buffers[0];
    const int *lengths = c->buffers[1], *columns = c->buffers[2];
    const float *values = c->buffers[3], *x = c->buffers[4];
#ifdef __AVX512F__
    for (size_t row = begin; row < end; row += ROWS) {
        f32x16 sum[ROWS / 16] = {0};
        int most = 0;
        for (size_t i = row; i < row + ROWS; i++)
            most = lengths[i] > most ? lengths[i] : most;
        for (int k = 0; k < most; k++)
            for (size_t i = 0; i < ROWS / 16; i++) {
                size_t first = row + 16 * i, at = (size_t)k * n + first;
                __mmask16 mask = _mm512_cmpgt_epi32_mask(_mm512_loadu_si512(lengths + first),
                                                         _mm512_set1_epi32(k));
                __m512i column = _mm512_maskz_loadu_epi32(mask, columns + at);
                __m512 v = _mm512_maskz_loadu_ps(mask, values + at);
                sum[i] += (f32x16)v * (f32x16)_mm512_mask_i32gather_ps(v, mask, column, x, 4);
            }
        for (size_t i = 0; i < ROWS / 16; i++)
            store_f32(y + row + 16 * i, sum[i]);
    }
#else
    for (size_t row = begin; row < end; row++)
        y[row] = 0;
    for (size_t row = begin; row < end; row++)
        for (int k = 0; k < lengths[row]; k++)
            y[row] += values[(size_t)k * n + row] * x[columns[(size_t)k * n + row]];
#endif
}

void native_spmv_csr(const struct bench_problem *p, void *const *buffers, unsigned threads)
{
    native_for(threads, p->n, 4096, csr, &(struct context){p, buffers});
}

void native_spmv_ell(const struct bench_problem *p, void *const *buffers, unsigned threads)
{
    native_for(threads, p->n, 4096, ell, &(struct context){p, buffers});
}
