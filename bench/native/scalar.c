/* scalar.c: what a CPU does best for one item after the other: key streams, sorting of short
 * arrays; and with gathers: lists; and integrals in vectors. */
#include "native/native.h"

#ifdef __AVX512F__
#include <immintrin.h>
#endif

struct context {
    const struct bench_problem *problem;
    void *const *buffers;
};

/* Two streams at a time: each step of one waits for the step before it. */
enum { STREAMS = 2 };

static void streams(void *context, size_t begin, size_t end)
{
    const struct context *c = context;
    uint32_t *out = c->buffers[0];
    for (size_t first = begin; first < end; first += STREAMS) {
        uint32_t s[STREAMS][256], j[STREAMS] = {0};
        const uint8_t *key = (const uint8_t *)c->buffers[1] + first * 16;
        for (uint32_t k = 0; k < 256; k++)
            for (size_t i = 0; i < STREAMS; i++)
                s[i][k] = k;
        for (uint32_t k = 0; k < 256; k++)
            for (size_t i = 0; i < STREAMS; i++) {
                uint32_t t = s[i][k];
                j[i] = (j[i] + t + key[16 * i + k % 16]) & 255;
                s[i][k] = s[i][j[i]];
                s[i][j[i]] = t;
            }
        memset(j, 0, sizeof j);
        uint32_t bytes[STREAMS] = {0};
        for (uint32_t k = 1; k <= RC4_BYTES; k++)
            for (size_t i = 0; i < STREAMS; i++) {
                uint32_t t = s[i][k & 255], other;
                j[i] = (j[i] + t) & 255;
                other = s[i][k & 255] = s[i][j[i]];
                s[i][j[i]] = t;
                bytes[i] = bytes[i] >> 8 | s[i][(t + other) & 255] << 24;
                if (k % 4 == 0)
                    out[(k / 4 - 1) * c->problem->n + first + i] = bytes[i];
            }
    }
}

void native_rc4(const struct bench_problem *p, void *const *buffers, unsigned threads)
{
    native_for(threads, p->n, 64, streams, &(struct context){p, buffers});
}

static void quicksort(uint32_t *a, int low, int high)
{
    while (high - low >= 8) {
        uint32_t pivot = a[(low + high) / 2];
        int i = low, k = high;
        while (i <= k) {
            while (a[i] < pivot)
                i++;
            while (a[k] > pivot)
                k--;
            if (i <= k) {
                uint32_t t = a[i];
                a[i++] = a[k];
                a[k--] = t;
            }
        }
        quicksort(a, low, k);
        low = i;
    }
    for (int i = low + 1; i <= high; i++) {
        uint32_t t = a[i];
        int k = i - 1;
        for (; k >= low && a[k] > t; k--)
            a[k + 1] = a[k];
        a[k + 1] = t;
    }
}

static void sort(void *context, size_t begin, size_t end)
{
    const struct context *c = context;
    for (size_t i = begin; i < end; i++) {
        uint32_t *out = (uint32_t *)c->buffers[0] + i * QUICKSORT_KEYS;
        memcpy(out, (const uint32_t *)c->buffers[1] + i * QUICKSORT_KEYS,
               QUICKSORT_KEYS * sizeof *out);
        quicksort(out, 0, QUICKSORT_KEYS - 1);
    }
}

void native_quicksort(const struct bench_problem *p, void *const *buffers, unsigned threads)
{
    native_for(threads, p->n, 64, sort, &(struct context){p, buffers});
}

struct node {
    struct node *next;
    uint32_t value;
};

static void link_nodes(void *context, size_t begin, size_t end)
{
    const struct context *c = context;
    struct node *nodes = c->buffers[1];
    const uint32_t *next = c->buffers[2];
    for (size_t i = begin; i < end; i++) {
        nodes[i].next = next[i] == LIST_END ? NULL : nodes + next[i];
        nodes[i].value = (uint32_t)i * 2654435761u;
    }
}

enum { LISTS = 32 };

/* The lists of one work-group have their heads in the reverse order. */
static void follow(void *context, size_t begin, size_t end)
{
    const struct context *c = context;
    uint32_t *out = c->buffers[0];
    const struct node *nodes = c->buffers[1];
    const uint32_t *first = c->buffers[3];
    for (size_t i = begin; i < end; i += LISTS) {
        const struct node *at[LISTS];
        uint32_t sum[LISTS];
        for (size_t k = 0; k < LISTS; k++) {
            sum[k] = (uint32_t)((i + k) & ~(size_t)255) + 255 - (uint32_t)(i + k) % 256;
            at[k] = nodes + first[sum[k]];
        }
#ifdef __AVX512F__
        for (size_t g = 0; g < LISTS; g += 8) {
            __m512i pointer = _mm512_loadu_si512(at + g);
            __m256i total = _mm256_loadu_si256((const __m256i *)(sum + g));
            for (__mmask8 mask; (mask = _mm512_test_epi64_mask(pointer, pointer));) {
                __m256i value = _mm512_mask_i64gather_epi32(_mm256_setzero_si256(), mask, pointer,
                                                            &((struct node *)0)->value, 1);
                total = _mm256_add_epi32(total, value);
                pointer =
                    _mm512_mask_i64gather_epi64(_mm512_setzero_si512(), mask, pointer, NULL, 1);
            }
            _mm256_storeu_si256((__m256i *)(sum + g), total);
        }
#else
        for (size_t k = 0; k < LISTS; k++)
            for (const struct node *n = at[k]; n; n = n->next)
                sum[k] += n->value;
#endif
        memcpy(out + i, sum, sizeof sum);
    }
}

void native_list(const struct bench_problem *p, void *const *buffers, unsigned threads)
{
    struct context c = {p, buffers};
    native_for(threads, p->n, 4096, link_nodes, &c);
    native_for(threads, p->m, 256, follow, &c);
}

static f32x16 integrand(f32x16 x, f32x16 scale)
{
    f32x16 t = x * scale, y = t * (t * -0.25f + 0.5f) + 1;
    return y > 1.125f ? y * y : y + x;
}

static void integrals(void *context, size_t begin, size_t end)
{
    const struct context *c = context;
    float *out = c->buffers[0];
    const float *ends = c->buffers[1];
    for (size_t i = begin; i < end; i += 64) {
        f32x16 width[4], scale[4], sum[4];
        for (size_t g = 0; g < 4; g++) {
            f32x16 at = load_f32(ends + i + 16 * g);
            width[g] = at / INTEGRATE_STEPS;
            scale[g] = 1 / at;
            sum[g] = integrand(all_f32(0), scale[g]) + integrand(at, scale[g]);
        }
        for (int k = 1; k < INTEGRATE_STEPS; k++)
#pragma unroll
            for (size_t g = 0; g < 4; g++)
                sum[g] += (k & 1 ? 4.0f : 2.0f) * integrand((float)k * width[g], scale[g]);
        for (size_t g = 0; g < 4; g++)
            store_f32(out + i + 16 * g, sum[g] * width[g] / 3);
    }
}

void native_integrate(const struct bench_problem *p, void *const *buffers, unsigned threads)
{
    native_for(threads, p->n, 1024, integrals, &(struct context){p, buffers});
}
