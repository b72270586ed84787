/* lanes.c: polynomials of halves, sums of rows, products of bytes. */
#include "native/native.h"

#ifdef __AVX512F__
#include <immintrin.h>
#endif

enum { GROUPS = 8, ROWS = 8, COLUMNS = 32, MAX_N = 1024 };

typedef _Float16 f16x16_any __attribute__((ext_vector_type(16), aligned(2)));

struct context {
    const struct bench_problem *problem;
    void *const *buffers;
};

/* Multiply-adds of halves, each rounded once, as the kernel's are. */
#if defined __AVX512FP16__
typedef _Float16 halves __attribute__((ext_vector_type(32)));
typedef halves halves_any __attribute__((aligned(2)));
static halves multiply_add(halves a, halves b, _Float16 c)
{
    return __builtin_elementwise_fma(a, b, (halves){0} + c);
}
#define LOAD(p)     (*(const halves_any *)(p))
#define STORE(p, v) (*(halves_any *)(p) = (v))
#elif defined __AVX512F__
/* In f32, rounded to odd, so that the conversion rounds as if it were the only one: of the sums
 * rounded down and up, which are neighbours or the same, the one whose last bit is set. */
typedef f32x16 halves;
static halves multiply_add(halves a, halves b, _Float16 c)
{
    __m512 x = (__m512)a, y = (__m512)b, z = _mm512_set1_ps((float)c);
    __m512 down = _mm512_fmadd_round_ps(x, y, z, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC),
           up = _mm512_fmadd_round_ps(x, y, z, _MM_FROUND_TO_POS_INF | _MM_FROUND_NO_EXC);
    __mmask16 is_odd = _mm512_test_epi32_mask((__m512i)down, _mm512_set1_epi32(1));
    __m512 odd = _mm512_mask_mov_ps(up, is_odd, down);
    return (halves)_mm512_cvtph_ps(_mm512_cvtps_ph(odd, _MM_FROUND_TO_NEAREST_INT));
}
#define LOAD(p)     __builtin_convertvector(*(const f16x16_any *)(p), halves)
#define STORE(p, v) (*(f16x16_any *)(p) = __builtin_convertvector(v, f16x16_any))
#else
/* In f32, which seldom rounds twice. */
typedef f32x16 halves;
static halves multiply_add(halves a, halves b, _Float16 c)
{
    halves sum = __builtin_elementwise_fma(a, b, all_f32((float)c));
    return __builtin_convertvector(__builtin_convertvector(sum, f16x16_any), halves);
}
#define LOAD(p)     __builtin_convertvector(*(const f16x16_any *)(p), halves)
#define STORE(p, v) (*(f16x16_any *)(p) = __builtin_convertvector(v, f16x16_any))
#endif

static void polynomials(void *context, size_t begin, size_t end)
{
    enum { LANES = __builtin_vectorelements(halves) };
    const struct context *c = context;
    _Float16 *out = c->buffers[0];
    const _Float16 *in = c->buffers[1], *factors = c->buffers[2];
    for (size_t i = begin; i < end; i += LANES * GROUPS) {
        halves x[GROUPS], sum[GROUPS] = {0};
        for (size_t g = 0; g < GROUPS; g++)
            x[g] = LOAD(in + i + LANES * g);
        for (size_t k = 0; k < c->problem->m; k++)
#pragma unroll
            for (size_t g = 0; g < GROUPS; g++)
                sum[g] = multiply_add(sum[g], x[g], factors[k]);
        for (size_t g = 0; g < GROUPS; g++)
            STORE(out + i + LANES * g, sum[g]);
    }
}

void native_packed_half(const struct bench_problem *p, void *const *buffers, unsigned threads)
{
    native_for(threads, p->n, 1 << 14, polynomials, &(struct context){p, buffers});
}

/* The even lanes of a and b, and the odd ones, added: lane i and i + 1 of both in one vector. */
static f32x16 add_pairs(f32x16 a, f32x16 b)
{
    return __builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28,
                                   30) +
           __builtin_shufflevector(a, b, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31);
}

/* 16 rows become a vector of their sums. */
static void row_sums(void *context, size_t begin, size_t end)
{
    const struct context *c = context;
    float *sums = c->buffers[0];
    const float *in = c->buffers[1];
    for (size_t row = begin; row < end; row += 16) {
        f32x16 part[16];
#pragma unroll
        for (size_t i = 0; i < 16; i++)
            part[i] = load_f32(in + (row + i) * 32) + load_f32(in + (row + i) * 32 + 16);
#pragma unroll
        for (size_t count = 8; count > 0; count /= 2)
#pragma unroll
            for (size_t i = 0; i < count; i++)
                part[i] = add_pairs(part[2 * i], part[2 * i + 1]);
        store_f32(sums + row, part[0]);
    }
}

void native_dpp_sums(const struct bench_problem *p, void *const *buffers, unsigned threads)
{
    native_for(threads, p->n, 2048, row_sums, &(struct context){p, buffers});
}

static u32x16 dot4(uint32_t a, u32x16 b, u32x16 sum)
{
#ifdef __AVX512VNNI__
    return (u32x16)_mm512_dpbusd_epi32((__m512i)sum, _mm512_set1_epi32((int)a), (__m512i)b);
#else
    for (unsigned i = 0; i < 32; i += 8)
        sum += (a >> i & 0xff) * (u32x16)((i32x16)(b << (24 - i)) >> 24);
    return sum;
#endif
}

/* A panel of B is copied, since its rows are as far from each other as lines of one set of the
 * first-level cache. */
static void byte_columns(void *context, size_t begin, size_t end)
{
    const struct context *c = context;
    size_t n = c->problem->n, words = n / 4;
    uint32_t *out = c->buffers[0], panel[MAX_N / 4 * COLUMNS];
    const uint32_t *a = c->buffers[1], *b = c->buffers[2];
    for (size_t column = begin; column < end; column += COLUMNS) {
        for (size_t k = 0; k < words; k++)
            memcpy(panel + k * COLUMNS, b + k * n + column, COLUMNS * sizeof *panel);
        for (size_t row = 0; row < n; row += ROWS) {
            u32x16 sum[ROWS][2] = {0};
            for (size_t k = 0; k < words; k++) {
                u32x16 b0 = load_u32(panel + k * COLUMNS), b1 = load_u32(panel + k * COLUMNS + 16);
#pragma unroll
                for (size_t i = 0; i < ROWS; i++) {
                    uint32_t factor = a[(row + i) * words + k];
                    sum[i][0] = dot4(factor, b0, sum[i][0]);
                    sum[i][1] = dot4(factor, b1, sum[i][1]);
                }
            }
            for (size_t i = 0; i < ROWS; i++) {
                store_u32(out + (row + i) * n + column, sum[i][0]);
                store_u32(out + (row + i) * n + column + 16, sum[i][1]);
            }
        }
    }
}

void native_int8_product(const struct bench_problem *p, void *const *buffers, unsigned threads)
{
    native_for(threads, p->n, COLUMNS, byte_columns, &(struct context){p, buffers});
}
