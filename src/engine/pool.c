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

void pool_init(struct pool *p)
{
    *p = (struct pool){0};
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->work, NULL);
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
    struct pool *p = argument;
    pthread_mutex_lock(&p->lock);
    for (;;) {
        while (!p->is_ending && p->wanted == 0)
            pthread_cond_wait(&p->work, &p->lock);
        if (p->is_ending)
            break;
        p->wanted--;
        p->working++;
        unsigned worker = ++p->joined;
        pthread_mutex_unlock(&p->lock);
        p->run(p->context, worker);
        pthread_mutex_lock(&p->lock);
        if (--p->working == 0)
            pthread_cond_signal(&p->idle);
        stay_awake(p, &p->wanted, false);
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

/* Starts helpers until there are `count`, or as many as the system gives. */
static void grow(struct pool *p, unsigned count)
{
    if (p->thread_count >= count)
        return;
    pthread_t *threads = realloc(p->threads, count * sizeof *threads);
    if (!threads)
        return;
    p->threads = threads;
    sigset_t before;
    block_signals(&before);
    while (p->thread_count < count &&
           pthread_create(&p->threads[p->thread_count], NULL, helper_main, p) == 0)
        p->thread_count++;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
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
    p->wanted = helpers < p->thread_count ? helpers : p->thread_count;
    for (unsigned i = 0; i < p->wanted; i++)
        pthread_cond_signal(&p->work);
    pthread_mutex_unlock(&p->lock);

    run(context, 0);

    pthread_mutex_lock(&p->lock);
    p->wanted = 0;
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
    pthread_cond_broadcast(&p->work);
    pthread_mutex_unlock(&p->lock);
    for (unsigned i = 0; i < p->thread_count; i++)
        pthread_join(p->threads[i], NULL);
    free(p->threads);
    pthread_mutex_destroy(&p->lock);
    pthread_cond_destroy(&p->work);
    pthread_cond_destroy(&p->idle);
}
