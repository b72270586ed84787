/* queue.c: launches of one device run one after the other, in the order of the calls.
 *
 * A launch that nobody is before runs in the calling thread. Others wait in a list for the
 * device's queue thread, which starts with the first of them. */
#include "engine/launch.h"

void queue_init(struct launch_queue *q)
{
    pthread_mutex_init(&q->lock, NULL);
    pthread_cond_init(&q->changed, NULL);
}

/* Called with the lock held and is_running set; returns with it held. */
static void run_unlocked(struct launch_queue *q, struct launch *l)
{
    pthread_mutex_unlock(&q->lock);
    launch_run(l);
    pthread_mutex_lock(&q->lock);
    l->is_done = true;
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
            run_unlocked(q, l);
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
    if ((q->is_running || q->first) && append_locked(q, l, NULL) == SHOAL_OK) {
        while (!l->is_done)
            pthread_cond_wait(&q->changed, &q->lock);
    } else {
        while (q->is_running) /* only if there is no queue thread */
            pthread_cond_wait(&q->changed, &q->lock);
        q->is_running = true;
        run_unlocked(q, l);
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
    pthread_mutex_lock(&q->lock);
    while (!l->is_done)
        pthread_cond_wait(&q->changed, &q->lock);
    pthread_mutex_unlock(&q->lock);
}

bool queue_is_done(struct launch *l)
{
    struct launch_queue *q = &l->device->queue;
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
    pthread_mutex_destroy(&q->lock);
    pthread_cond_destroy(&q->changed);
}
