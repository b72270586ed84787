/* histogram.c: eight tables, so that equal bytes in a row do not wait for each other. */
#include "native/native.h"

#include <pthread.h>

enum { TABLES = 8, GRAIN = 1 << 20 };

struct context {
    uint32_t *bins;
    const uint8_t *in;
    pthread_mutex_t lock;
};

static void count(void *context, size_t begin, size_t end)
{
    struct context *c = context;
    uint32_t tables[TABLES][256] = {0};
    for (size_t i = begin; i < end; i += 8) {
        uint64_t bytes;
        memcpy(&bytes, c->in + i, 8);
#pragma unroll
        for (int k = 0; k < TABLES; k++)
            tables[k][bytes >> 8 * k & 0xff]++;
    }
    pthread_mutex_lock(&c->lock);
    for (int k = 0; k < TABLES; k++)
        for (int bin = 0; bin < 256; bin++)
            c->bins[bin] += tables[k][bin];
    pthread_mutex_unlock(&c->lock);
}

void native_histogram(const struct bench_problem *p, void *const *buffers, unsigned threads)
{
    struct context c = {buffers[0], buffers[2], PTHREAD_MUTEX_INITIALIZER};
    memset(c.bins, 0, 256 * sizeof *c.bins);
    native_for(threads, p->n, GRAIN, count, &c);
}
