/* pool.c: see pool.h. */
#include "engine/pool.h"

#include <signal.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/cores.h"
#include "base/cpu.h"

/* So long threads stay awake that have nothing to do, before they sleep: to wake one takes some
 * tens of microseconds, and launches often follow each other. */
enum { AWAKE_NS = 50000 };

struct helper {
    struct pool *pool;
    pthread_t thread;
    pthread_cond_t work;
    unsigned number;    /* 1, 2, .. */
    atomic_uint wanted; /* 1: it may join */
};

void pool_init(struct pool *p)
{
    *p = (struct pool){0};
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->idle, NULL);
}

/* Where there are CPUs enough, waits without the lock, and not for long, until the number is 0, or
 * is not. */
static void stay_awake(struct pool *p, const atomic_uint *number, bool is_zero)
{
    if (!p->stays_awake)
        return;
    pthread_mutex_unlock(&p->lock);
    uint64_t end = clock_ns() + AWAKE_NS;
    while ((atomic_load_explicit(number, memory_order_relaxed) == 0) != is_zero &&
           !atomic_load_explicit(&p->is_ending, memory_order_relaxed) && clock_ns() < end)
        cpu_pause();
    pthread_mutex_lock(&p->lock);
}

static void *helper_main(void *argument)
{
    struct helper *h = argument;
    struct pool *p = h->pool;
    pthread_mutex_lock(&p->lock);
    for (;;) {
        while (!p->is_ending && h->wanted == 0)
            pthread_cond_wait(&h->work, &p->lock);
        if (p->is_ending)
            break;
        h->wanted = 0;
        p->working++;
        p->joined++;
        pthread_mutex_unlock(&p->lock);
        p->run(p->context, h->number);
        pthread_mutex_lock(&p->lock);
        if (--p->working == 0)
            pthread_cond_signal(&p->idle);
        stay_awake(p, &h->wanted, false);
    }
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

/* Helpers leave the process's signals to the threads of the program, except those that
 * their own accesses raise. */
static void block_signals(sigset_t *before)
{
    sigset_t all;
    sigfillset(&all);
    sigdelset(&all, SIGSEGV);
    sigdelset(&all, SIGBUS);
    sigdelset(&all, SIGFPE);
    sigdelset(&all, SIGILL);
    sigdelset(&all, SIGABRT);
    sigdelset(&all, SIGTRAP);
    pthread_sigmask(SIG_SETMASK, &all, before);
}

static void helper_free(struct helper *h)
{
    pthread_cond_destroy(&h->work);
    free(h);
}

/* NULL: the system gives no thread, or no memory. */
static struct helper *helper_start(struct pool *p, unsigned number)
{
    struct helper *h = malloc(sizeof *h);
    if (!h)
        return NULL;
    *h = (struct helper){.pool = p, .number = number};
    pthread_cond_init(&h->work, NULL);
    sigset_t before;
    block_signals(&before);
    bool runs = pthread_create(&h->thread, NULL, helper_main, h) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (runs)
        return h;
    helper_free(h);
    return NULL;
}

/* Starts helpers until there are `count`, or as many as the system gives. */
static void grow(struct pool *p, unsigned count)
{
    for (; p->helper_count < count; p->helper_count++) {
        struct helper *h = helper_start(p, p->helper_count + 1);
        if (!h)
            return;
        p->helpers[p->helper_count] = h;
    }
}

unsigned pool_run(struct pool *p, unsigned threads, void (*run)(void *, unsigned), void *context)
{
    if (threads > POOL_MAX_THREADS)
        threads = POOL_MAX_THREADS;
    unsigned helpers = threads - 1;
    if (helpers == 0) {
        run(context, 0);
        return 1;
    }
    pthread_mutex_lock(&p->lock);
    grow(p, helpers);
    if (!p->cores)
        p->cores = cores_usable();
    p->stays_awake = threads <= p->cores;
    p->run = run;
    p->context = context;
    p->joined = 0;
    if (helpers > p->helper_count)
        helpers = p->helper_count;
    for (unsigned i = 0; i < helpers; i++) {
        p->helpers[i]->wanted = 1;
        pthread_cond_signal(&p->helpers[i]->work);
    }
    pthread_mutex_unlock(&p->lock);

    run(context, 0);

    pthread_mutex_lock(&p->lock);
    for (unsigned i = 0; i < helpers; i++)
        p->helpers[i]->wanted = 0;
    if (p->working > 0)
        stay_awake(p, &p->working, true);
    while (p->working > 0)
        pthread_cond_wait(&p->idle, &p->lock);
    unsigned took_part = 1 + p->joined;
    pthread_mutex_unlock(&p->lock);
    return took_part;
}

void pool_destroy(struct pool *p)
{
    pthread_mutex_lock(&p->lock);
    p->is_ending = true;
    for (unsigned i = 0; i < p->helper_count; i++)
        pthread_cond_signal(&p->helpers[i]->work);
    pthread_mutex_unlock(&p->lock);
    for (unsigned i = 0; i < p->helper_count; i++) {
        pthread_join(p->helpers[i]->thread, NULL);
        helper_free(p->helpers[i]);
    }
    pthread_mutex_destroy(&p->lock);
    pthread_cond_destroy(&p->idle);
}
