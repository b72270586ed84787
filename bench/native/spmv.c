/* spmv.c: one row after the other, 16 elements at a time. */
#include "native/native.h"

#ifdef __AVX512F__
#include <immintrin.h>
#endif

struct context {
    void *const *buffers;
};

static void rows(void *context, size_t begin, size_t end)
{
    const struct context *c = context;
    float *y = c->buffers[0];
    const int *start = c->buffers[1], *columns = c->buffers[2];
    const float *values = c->buffers[3], *x = c->buffers[4];
    for (size_t row = begin; row < end; row++) {
#ifdef __AVX512F__
        __m512 sum = _mm512_setzero_ps();
        for (int k = start[row], last = start[row + 1]; k < last; k += 16) {
            __mmask16 mask = (__mmask16)_bzhi_u32(0xffff, (unsigned)(last - k));
            __m512i at = _mm512_maskz_loadu_epi32(mask, columns + k);
            __m512 v = _mm512_maskz_loadu_ps(mask, values + k);
            sum = _mm512_fmadd_ps(v, _mm512_mask_i32gather_ps(v, mask, at, x, 4), sum);
        }
        y[row] = _mm512_reduce_add_ps(sum);
#else
        float sum = 0;
        for (int k = start[row]; k < start[row + 1]; k++)
            sum += values[k] * x[columns[k]];
        y[row] = sum;
#endif
    }
}

void native_spmv(const struct bench_problem *p, void *const *buffers, unsigned threads)
{
    native_for(threads, p->n, 4096, rows, &(struct context){buffers});
}
