/* parallel.c: a loop over threads; the calling thread is one of them. */
#include "native/native.h"

#include <pthread.h>
#include <stdatomic.h>

enum { MAX_THREADS = 256 };

struct loop {
    size_t count, grain;
    void (*body)(void *context, size_t begin, size_t end);
    void *context;
};

static struct {
    pthread_mutex_t lock;
    pthread_cond_t work, idle;
    unsigned thread_count; /* helpers that were started */
    unsigned wanted;       /* helpers that shall still join this loop */
    unsigned working;
    struct loop loop;
    atomic_size_t next;
} pool = {
    PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0, 0, {0}, 0};

static void take_parts(void)
{
    const struct loop *l = &pool.loop;
    for (;;) {
        size_t begin = atomic_fetch_add(&pool.next, l->grain);
        if (begin >= l->count)
            return;
        size_t end = begin + l->grain;
        l->body(l->context, begin, end < l->count ? end : l->count);
    }
}

static void *helper(void *unused)
{
    pthread_mutex_lock(&pool.lock);
    for (;;) {
        while (pool.wanted == 0)
            pthread_cond_wait(&pool.work, &pool.lock);
        pool.wanted--;
        pool.working++;
        pthread_mutex_unlock(&pool.lock);
        take_parts();
        pthread_mutex_lock(&pool.lock);
        if (--pool.working == 0)
            pthread_cond_signal(&pool.idle);
    }
    return unused;
}

void native_for(unsigned threads, size_t count, size_t grain,
                void (*body)(void *context, size_t begin, size_t end), void *context)
{
    pthread_mutex_lock(&pool.lock);
    pool.loop = (struct loop){count, grain, body, context};
    atomic_store(&pool.next, 0);
    while (pool.thread_count + 1 < threads && pool.thread_count < MAX_THREADS) {
        pthread_t thread;
        if (pthread_create(&thread, NULL, helper, NULL))
            break;
        pthread_detach(thread);
        pool.thread_count++;
    }
    pool.wanted = threads - 1 < pool.thread_count ? threads - 1 : pool.thread_count;
    pthread_cond_broadcast(&pool.work);
    pthread_mutex_unlock(&pool.lock);
    take_parts();
    pthread_mutex_lock(&pool.lock);
    pool.wanted = 0;
    while (pool.working > 0)
        pthread_cond_wait(&pool.idle, &pool.lock);
    pthread_mutex_unlock(&pool.lock);
}
