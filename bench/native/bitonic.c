/* bitonic.c: 512 keys in 32 vectors. Key 16 i + lane is in lane `lane` of vector i. */
#include "native/native.h"

enum { VECTORS = BITONIC_KEYS / 16 };

static inline u32x16 least(u32x16 a, u32x16 b) { return __builtin_elementwise_min(a, b); }
static inline u32x16 most(u32x16 a, u32x16 b) { return __builtin_elementwise_max(a, b); }

/* Lanes whose number has this bit. */
static inline i32x16 lanes_with(int bit)
{
    const i32x16 lane = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    return (lane & bit) != 0;
}

#define SWAPPED(v, d)                                                                              \
    __builtin_shufflevector(v, v, 0 ^ d, 1 ^ d, 2 ^ d, 3 ^ d, 4 ^ d, 5 ^ d, 6 ^ d, 7 ^ d, 8 ^ d,   \
                            9 ^ d, 10 ^ d, 11 ^ d, 12 ^ d, 13 ^ d, 14 ^ d, 15 ^ d)

/* Compares lanes `distance` apart; lanes of takes_most keep the larger key. */
#define EXCHANGE(v, distance, takes_most)                                                          \
    do {                                                                                           \
        u32x16 other = SWAPPED(v, distance);                                                       \
        v = (takes_most) ? most(v, other) : least(v, other);                                       \
    } while (0)

/* The distances 8 to 1 inside each vector, for runs of `size` keys. */
static inline __attribute__((always_inline)) void within(u32x16 *v, int size)
{
#pragma unroll
    for (int i = 0; i < VECTORS; i++) {
        i32x16 descends = size < 16         ? lanes_with(size)
                          : (16 * i & size) ? ~(i32x16){0}
                                            : (i32x16){0};
        if (size > 8)
            EXCHANGE(v[i], 8, lanes_with(8) ^ descends);
        if (size > 4)
            EXCHANGE(v[i], 4, lanes_with(4) ^ descends);
        if (size > 2)
            EXCHANGE(v[i], 2, lanes_with(2) ^ descends);
        EXCHANGE(v[i], 1, lanes_with(1) ^ descends);
    }
}

static inline __attribute__((always_inline)) void between(u32x16 *v, int size)
{
#pragma unroll
    for (int distance = size / 32; distance > 0; distance /= 2)
#pragma unroll
        for (int i = 0; i < VECTORS; i++) {
            if (i & distance)
                continue;
            u32x16 a = v[i], b = v[i + distance];
            bool descends = (16 * i & size) != 0;
            v[i] = descends ? most(a, b) : least(a, b);
            v[i + distance] = descends ? least(a, b) : most(a, b);
        }
}

struct context {
    uint32_t *out;
    const uint32_t *in;
};

static void sort(void *context, size_t begin, size_t end)
{
    const struct context *c = context;
    for (size_t at = begin * BITONIC_KEYS; at < end * BITONIC_KEYS; at += BITONIC_KEYS) {
        u32x16 v[VECTORS];
#pragma unroll
        for (int i = 0; i < VECTORS; i++)
            v[i] = load_u32(c->in + at + 16 * (size_t)i);
        within(v, 2);
        within(v, 4);
        within(v, 8);
        within(v, 16);
#define MERGE(size)                                                                                \
    between(v, size);                                                                              \
    within(v, size)
        MERGE(32);
        MERGE(64);
        MERGE(128);
        MERGE(256);
        MERGE(512);
#pragma unroll
        for (int i = 0; i < VECTORS; i++)
            store_u32(c->out + at + 16 * (size_t)i, v[i]);
    }
}

void native_bitonic(const struct bench_problem *p, void *const *buffers, unsigned threads)
{
    native_for(threads, p->n, 32, sort, &(struct context){buffers[0], buffers[1]});
}
