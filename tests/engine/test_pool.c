/* test_pool.c: threads that help: each piece of work is done once, in calls that follow each other
 * at once, while helpers are awake, and after pauses, when they sleep. Expected values: sums. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "engine/pool.h"

enum { THREADS = 3, PIECES = 500 };

struct job {
    atomic_uint next;
    atomic_uint sum;     /* of the pieces, 1 to PIECES */
    atomic_uint workers; /* a bit for each number that was given */
    atomic_uint inside;
};

/* The thread that a number was given to first; each number has its own in all calls to a pool. */
static pthread_t thread_of[THREADS];
static bool is_known[THREADS];

static void run(void *context, unsigned worker)
{
    struct job *j = context;
    assert_true(worker < THREADS);
    assert_int_equal(atomic_fetch_or(&j->workers, 1u << worker) >> worker & 1, 0);
    if (!is_known[worker])
        thread_of[worker] = pthread_self();
    is_known[worker] = true;
    assert_true(pthread_equal(thread_of[worker], pthread_self()));
    atomic_fetch_add(&j->inside, 1);
    for (unsigned at; (at = atomic_fetch_add(&j->next, 1)) < PIECES;)
        atomic_fetch_add(&j->sum, at + 1);
    atomic_fetch_sub(&j->inside, 1);
}

static void check_call(struct pool *p, unsigned threads)
{
    struct job j = {0};
    unsigned took_part = pool_run(p, threads, run, &j);
    unsigned workers = atomic_load(&j.workers);
    assert_int_equal(atomic_load(&j.sum), PIECES * (PIECES + 1) / 2);
    assert_int_equal(atomic_load(&j.inside), 0); /* nobody is left behind */
    assert_true(took_part >= 1 && took_part <= threads);
    assert_int_equal(__builtin_popcount(workers), took_part);
    assert_true(workers & 1); /* the caller */
}

/* As if there were so many CPUs. */
static void check_pool(unsigned cpus)
{
    struct pool p;
    pool_init(&p);
    memset(is_known, 0, sizeof is_known);
    p.cores = cpus;
    for (unsigned i = 0; i < 2000; i++)
        check_call(&p, 1 + i % THREADS);
    for (unsigned i = 0; i < 20; i++) {
        usleep(i % 4 * 40);
        check_call(&p, THREADS);
    }
    pool_destroy(&p);
}

static void work_is_done_once_by_threads_that_stay_awake(void **state)
{
    (void)state;
    check_pool(THREADS);
}

static void work_is_done_once_by_threads_that_sleep(void **state)
{
    (void)state;
    check_pool(1);
}

static void pools_end_while_threads_are_awake(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 200; i++) {
        struct pool p;
        pool_init(&p);
        memset(is_known, 0, sizeof is_known);
        p.cores = THREADS;
        check_call(&p, THREADS);
        pool_destroy(&p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(work_is_done_once_by_threads_that_stay_awake),
        cmocka_unit_test(work_is_done_once_by_threads_that_sleep),
        cmocka_unit_test(pools_end_while_threads_are_awake),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
