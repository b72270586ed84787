/* pool.h: host threads that help to run a launch.
 *
 * The calling thread always works too and never waits for helpers that have not begun: a
 * launch that is over before they wake costs no switch. */
#ifndef SHOAL_ENGINE_POOL_H
#define SHOAL_ENGINE_POOL_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum { POOL_MAX_THREADS = 256 };

struct pool {
    pthread_mutex_t lock;
    pthread_cond_t idle;
    struct helper *helpers[POOL_MAX_THREADS - 1]; /* [helper_count] */
    unsigned helper_count;
    atomic_bool is_ending;
    unsigned cores;   /* usable ones; 0: not known yet */
    bool stays_awake; /* threads that have nothing to do, for a while: there are CPUs enough */
    /* the job */
    void (*run)(void *context, unsigned worker);
    void *context;
    unsigned joined;     /* helpers so far... */
    atomic_uint working; /* ... and now */
};

void pool_init(struct pool *p);
void pool_destroy(struct pool *p);

/* Calls run(context, 0) in this thread and, in parallel, run(context, i) in helper i, always the
 * same thread, for each i < threads of those that wake in time. Returns when all have returned,
 * with the number of threads that took part. One call at a time. If the system gives no threads,
 * there are fewer helpers. */
unsigned pool_run(struct pool *p, unsigned threads, void (*run)(void *context, unsigned worker),
                  void *context);

#endif
