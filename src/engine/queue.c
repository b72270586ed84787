/* queue.c: when launches of a device run, and what they run with.
 *
 * Launches run one after the other in the order of the calls, unless they are concurrent: those
 * run at once, in the thread that asks for them. A launch in order that nobody is before also
 * runs in the calling thread; others wait in a list for the device's queue thread, which starts
 * with the first of them. Every running launch has a context of its own. */
#include "engine/queue.h"

#include "engine/code_map.h"
#include "engine/hostcall.h"
#include "engine/launch_run.h"
#include "engine/ranges.h"
#include "engine/workgroup.h"

#include <stdlib.h>
#include <string.h>

void queue_init(struct launch_queue *q)
{
    pthread_mutex_init(&q->lock, NULL);
    pthread_cond_init(&q->changed, NULL);
}

/* ---- contexts ----------------------------------------------------------------------- */

/* Called with the lock held. NULL: out of memory. */
static struct launch_context *context_take(struct launch_queue *q)
{
    struct launch_context *c = q->idle;
    if (c) {
        q->idle = c->next;
        return c;
    }
    c = aligned_alloc(_Alignof(struct launch_context), sizeof *c);
    if (!c)
        return NULL;
    memset(c, 0, sizeof *c);
    pool_init(&c->pool);
    return c;
}

/* Its device memory goes with the window. */
static void context_free(struct launch_context *c)
{
    pool_destroy(&c->pool);
    hostcall_destroy(c->hostcall);
    for (int i = 0; i < POOL_MAX_THREADS; i++)
        worker_free(c->workers[i]);
    free(c);
}

/* Called with the lock held: the launch gets a context. */
static shoal_status begin(struct launch_queue *q, struct launch *l)
{
    l->context = context_take(q);
    if (!l->context)
        return diag_fail(&l->diag, SHOAL_E_NOMEM, "Out of host memory.");
    if (q->running++ == 0) {
        code_map_collect(l->device);
        ranges_collect(l->device);
    }
    l->serial = ++q->launch_serial;
    l->dispatch_id = q->dispatch_id++;
    return SHOAL_OK;
}

/* Called with the lock held. */
static void end(struct launch_queue *q, struct launch *l)
{
    l->context->next = q->idle;
    q->idle = l->context;
    l->context = NULL;
    q->running--;
}

/* Called with the lock held; returns with it held. */
static void run_unlocked(struct launch_queue *q, struct launch *l)
{
    if (begin(q, l) == SHOAL_OK) {
        pthread_mutex_unlock(&q->lock);
        launch_run(l);
        pthread_mutex_lock(&q->lock);
        end(q, l);
    }
    l->is_done = true;
}

shoal_status queue_hold(struct launch *l)
{
    struct launch_queue *q = &l->device->queue;
    pthread_mutex_lock(&q->lock);
    shoal_status st = begin(q, l);
    pthread_mutex_unlock(&q->lock);
    return st;
}

void queue_release(struct launch *l)
{
    struct launch_queue *q = &l->device->queue;
    pthread_mutex_lock(&q->lock);
    end(q, l);
    l->is_done = true;
    pthread_mutex_unlock(&q->lock);
}

/* ---- the order of calls --------------------------------------------------------------- */

/* Called with the lock held and is_running set; returns with it held. */
static void run_in_order(struct launch_queue *q, struct launch *l)
{
    run_unlocked(q, l);
    q->is_running = false;
    pthread_cond_broadcast(&q->changed);
}

static void *queue_main(void *argument)
{
    struct launch_queue *q = argument;
    pthread_mutex_lock(&q->lock);
    for (;;) {
        if (q->first && !q->is_running) {
            struct launch *l = q->first;
            q->first = l->next;
            if (!q->first)
                q->last = NULL;
            q->is_running = true;
            run_in_order(q, l);
        } else if (q->is_ending && !q->first) {
            break;
        } else {
            pthread_cond_wait(&q->changed, &q->lock);
        }
    }
    pthread_mutex_unlock(&q->lock);
    return NULL;
}

static shoal_status append_locked(struct launch_queue *q, struct launch *l, struct diag *diag)
{
    if (!q->has_thread) {
        if (pthread_create(&q->thread, NULL, queue_main, q) != 0)
            return diag_fail(diag, SHOAL_E_NOMEM, "The system gives no thread for launches.");
        q->has_thread = true;
    }
    l->next = NULL;
    if (q->last)
        q->last->next = l;
    else
        q->first = l;
    q->last = l;
    pthread_cond_broadcast(&q->changed);
    return SHOAL_OK;
}

void queue_run(struct launch *l)
{
    struct launch_queue *q = &l->device->queue;
    pthread_mutex_lock(&q->lock);
    if (l->desc.concurrent) {
        run_unlocked(q, l);
    } else if ((q->is_running || q->first) && append_locked(q, l, NULL) == SHOAL_OK) {
        while (!l->is_done)
            pthread_cond_wait(&q->changed, &q->lock);
    } else {
        while (q->is_running) /* only if there is no queue thread */
            pthread_cond_wait(&q->changed, &q->lock);
        q->is_running = true;
        run_in_order(q, l);
    }
    pthread_mutex_unlock(&q->lock);
}

shoal_status queue_start(struct launch *l, struct diag *diag)
{
    struct launch_queue *q = &l->device->queue;
    pthread_mutex_lock(&q->lock);
    shoal_status st = append_locked(q, l, diag);
    pthread_mutex_unlock(&q->lock);
    return st;
}

void queue_wait(struct launch *l)
{
    struct launch_queue *q = &l->device->queue;
    struct diag diag = {0};
    if (device_check_process(l->device, &diag) != SHOAL_OK) {
        if (!l->is_done) /* no thread runs it, nor holds the lock for long */
            diag_fail(&l->diag, diag.status, "%s", diag.text);
        return;
    }
    pthread_mutex_lock(&q->lock);
    while (!l->is_done)
        pthread_cond_wait(&q->changed, &q->lock);
    pthread_mutex_unlock(&q->lock);
}

bool queue_is_done(struct launch *l)
{
    struct launch_queue *q = &l->device->queue;
    struct diag unused = {0};
    if (device_check_process(l->device, &unused) != SHOAL_OK)
        return true;
    pthread_mutex_lock(&q->lock);
    bool is_done = l->is_done;
    pthread_mutex_unlock(&q->lock);
    return is_done;
}

void queue_destroy(struct shoal_device *device)
{
    struct launch_queue *q = &device->queue;
    pthread_mutex_lock(&q->lock);
    q->is_ending = true;
    pthread_cond_broadcast(&q->changed);
    pthread_mutex_unlock(&q->lock);
    if (q->has_thread)
        pthread_join(q->thread, NULL);
    while (q->idle) {
        struct launch_context *next = q->idle->next;
        context_free(q->idle);
        q->idle = next;
    }
    pthread_mutex_destroy(&q->lock);
    pthread_cond_destroy(&q->changed);
}
