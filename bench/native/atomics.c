/* atomics.c: what the GPU does with atomics: a block of keys ordered by four bits, and sums by
 * key, each thread's own where there are several. */
#include "native/native.h"

#include <pthread.h>

enum { MAX_BINS = 1 << 16 };

struct context {
    const struct bench_problem *problem;
    void *const *buffers;
    pthread_mutex_t lock;
    unsigned threads;
};

static void partition(void *context, size_t begin, size_t end)
{
    const struct context *c = context;
    for (size_t block = begin; block < end; block++) {
        uint32_t *out = (uint32_t *)c->buffers[0] + block * PARTITION_KEYS;
        const uint32_t *in = (const uint32_t *)c->buffers[1] + block * PARTITION_KEYS;
        uint32_t at[16] = {0}, sum = 0;
        for (size_t i = 0; i < PARTITION_KEYS; i++)
            at[in[i] >> 28]++;
        for (size_t digit = 0; digit < 16; digit++) {
            uint32_t count = at[digit];
            at[digit] = sum;
            sum += count;
        }
        for (size_t i = 0; i < PARTITION_KEYS; i++)
            out[at[in[i] >> 28]++] = in[i];
    }
}

void native_partition(const struct bench_problem *p, void *const *buffers, unsigned threads)
{
    native_for(threads, p->n / PARTITION_KEYS, 16, partition,
               &(struct context){.problem = p, .buffers = buffers});
}

static uint32_t add_up(const uint32_t *in, size_t count, uint32_t mask, uint32_t *sums)
{
    uint32_t greatest = 0;
    for (size_t i = 0; i < count; i++) {
        sums[in[i] & mask] += in[i] >> 24;
        greatest = in[i] > greatest ? in[i] : greatest;
    }
    return greatest;
}

static void sums(void *context, size_t begin, size_t end)
{
    struct context *c = context;
    static _Thread_local uint32_t own[MAX_BINS];
    uint32_t *out = c->buffers[0], *greatest = c->buffers[1], mask = c->problem->m - 1;
    const uint32_t *in = c->buffers[2];
    bool is_alone = c->threads == 1;
    uint32_t most = add_up(in + begin, end - begin, mask, is_alone ? out : own);
    pthread_mutex_lock(&c->lock);
    *greatest = most > *greatest ? most : *greatest;
    for (size_t i = 0; i <= mask && !is_alone; i++) {
        out[i] += own[i];
        own[i] = 0;
    }
    pthread_mutex_unlock(&c->lock);
}

void native_global_atomics(const struct bench_problem *p, void *const *buffers, unsigned threads)
{
    struct context c = {p, buffers, PTHREAD_MUTEX_INITIALIZER, threads};
    native_for(threads, p->n, p->n / threads, sums, &c);
}
