/* schedule.c: commands are a graph: edges lead from what has to end to what waits for it. What
 * has no edge left is ready; threads of the library run it, and threads of the program that wait,
 * so that a short command of a waiting program costs no change of threads.
 *
 * One lock guards the graph. It is never held while a command or a callback runs. */
#include <stdlib.h>
#include <unistd.h>

#include "opencl.h"
#include "shoal/check.h"

pthread_mutex_t schedule_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t some_ready = PTHREAD_COND_INITIALIZER;
static pthread_cond_t some_ended = PTHREAD_COND_INITIALIZER;
static cl_event ready_first, ready_last;
static unsigned workers, idle, waiting;

/* ---- the ready ones --------------------------------------------------------------------- */

/* Takes the first ready command, of this queue if it is not NULL. */
static cl_event take(cl_command_queue queue)
{
    cl_event before = NULL;
    for (cl_event e = ready_first; e; before = e, e = e->next_ready) {
        if (queue && e->queue != queue)
            continue;
        *(before ? &before->next_ready : &ready_first) = e->next_ready;
        if (ready_last == e)
            ready_last = before;
        e->next_ready = NULL;
        return e;
    }
    return NULL;
}

static void *work(void *unused);

static void push(cl_event e)
{
    *(ready_first ? &ready_last->next_ready : &ready_first) = e;
    ready_last = e;
    if (idle) {
        pthread_cond_signal(&some_ready);
    } else {
        long cores = sysconf(_SC_NPROCESSORS_ONLN);
        pthread_t thread;
        if (workers < 4 || (long)workers < cores) {
            if (pthread_create(&thread, NULL, work, NULL) == 0) {
                pthread_detach(thread);
                workers++;
            }
        }
    }
    if (waiting) /* who waits may help */
        pthread_cond_broadcast(&some_ended);
}

/* ---- ends ------------------------------------------------------------------------------- */

static void leave_queue(cl_event e)
{
    cl_command_queue q = e->queue;
    if (!q)
        return;
    *(e->before ? &e->before->after : &q->first) = e->after;
    *(e->after ? &e->after->before : &q->last) = e->before;
    if (q->barrier == e)
        q->barrier = NULL;
    /* What did not run because of its wait list is told by events alone. */
    if (e->status < 0 && e->status != CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST &&
        q->error == CL_SUCCESS)
        q->error = e->status;
}

/* The program knows that it has ended. */
static void is_known(cl_event event)
{
    if (event->queue)
        shoal_check_waited(event->queue->device->device, event->task);
}

/* Sets the end, without lock; then all that its end decides. Those that are refused because of
 * it end here too: `refused` is a list by next_ready, so that a long chain needs no stack. */
static void end(cl_event e, cl_int status)
{
    cl_event refused = e;
    while (refused) {
        e = refused;
        pthread_mutex_lock(&schedule_lock);
        refused = e->next_ready;
        e->next_ready = NULL;
        e->status = status;
        e->times[3] = cl_clock();
        for (int i = 1; i < 3; i++) /* of those that never ran */
            if (!e->times[i])
                e->times[i] = e->times[3];
        leave_queue(e);
        for (struct edge *edge = e->edges, *next; edge; edge = next) {
            next = edge->next;
            cl_event to = edge->to;
            to->is_refused |= status < 0 && !edge->is_order;
            if (--to->waits == 0) {
                if (to->is_refused) {
                    to->next_ready = refused;
                    refused = to;
                } else {
                    to->status = CL_SUBMITTED;
                    to->times[1] = cl_clock();
                    push(to);
                }
            }
            free(edge);
        }
        e->edges = NULL;
        if (waiting)
            pthread_cond_broadcast(&some_ended);
        pthread_mutex_unlock(&schedule_lock);
        if (e->drop)
            e->drop(e->work);
        e->drop = NULL;
        if (e->callbacks)
            is_known(e);
        event_notify(e, status);
        if (e->queue)
            object_unuse(e); /* the graph's */
        status = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
    }
}

/* Runs a command that was taken. */
static void execute(cl_event e)
{
    event_notify(e, CL_SUBMITTED);
    pthread_mutex_lock(&schedule_lock);
    e->status = CL_RUNNING;
    e->times[2] = cl_clock();
    pthread_mutex_unlock(&schedule_lock);
    event_notify(e, CL_RUNNING);
    shoal_device *device = e->queue->device->device;
    uint64_t outer = shoal_check_enter(device, e->task);
    cl_int status = e->run ? e->run(e->work) : CL_COMPLETE;
    shoal_check_enter(device, outer);
    end(e, status);
}

static void *work(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&schedule_lock);
    for (;;) {
        cl_event e = take(NULL);
        if (!e) {
            idle++;
            pthread_cond_wait(&some_ready, &schedule_lock);
            idle--;
            continue;
        }
        pthread_mutex_unlock(&schedule_lock);
        execute(e);
        pthread_mutex_lock(&schedule_lock);
    }
    return NULL;
}

/* ---- what the rest of the library calls ------------------------------------------------------ */

static bool add_edge(cl_event from, cl_event to, bool is_order)
{
    struct edge *edge = malloc(sizeof *edge);
    if (!edge)
        return false;
    *edge = (struct edge){to, is_order, from->edges};
    from->edges = edge;
    to->waits++;
    return true;
}

/* The edges that the order of the queue asks for. */
static bool add_order(cl_event e, const struct command *c)
{
    cl_command_queue q = c->queue;
    if (!(q->flags & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE))
        return !q->last || add_edge(q->last, e, true);
    if (c->is_fence && !c->wait_count) {
        for (cl_event each = q->first; each; each = each->after)
            if (!add_edge(each, e, true))
                return false;
        return true;
    }
    return !q->barrier || add_edge(q->barrier, e, true);
}

/* For checkers: the command's task, after those of its wait list and of the queue. */
static void add_task(cl_event e, const struct command *c)
{
    enum { MOST = 64 }; /* more events than these are joined one after the other */
    cl_command_queue q = c->queue;
    shoal_device *device = q->device->device;
    bool is_ordered = !(q->flags & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    bool is_after_all = is_ordered || (c->is_fence && !c->wait_count);
    uint64_t after[MOST] = {is_after_all ? q->all : q->task};
    size_t count = 1;
    for (cl_uint i = 0; i < c->wait_count; i++) {
        cl_event w = c->waits[i];
        if (!w->queue && !w->task) /* the program sets it, and may have waited for anything */
            w->task = shoal_check_task(device, NULL, 0);
        if (count == MOST) {
            after[0] = shoal_check_task(device, after, count);
            count = 1;
        }
        after[count++] = w->task;
    }
    e->task = shoal_check_task(device, after, count);
    if (is_ordered || c->is_barrier)
        q->task = e->task;
    const uint64_t both[2] = {q->all, e->task};
    q->all = is_after_all ? e->task : shoal_check_task(device, both, 2);
}

bool schedule_add(cl_event e, const struct command *c)
{
    cl_command_queue q = c->queue;
    bool good = true;
    pthread_mutex_lock(&schedule_lock);
    e->status = CL_QUEUED;
    e->times[0] = cl_clock();
    e->waits = 1; /* not ready before all edges are there */
    for (cl_uint i = 0; good && i < c->wait_count; i++) {
        if (c->waits[i]->status > CL_COMPLETE)
            good = add_edge(c->waits[i], e, false);
        else if (c->waits[i]->status < 0)
            e->is_refused = true;
    }
    good = add_order(e, c) && good;
    add_task(e, c);
    object_use(e); /* the graph's, until it ends */
    e->before = q->last;
    *(q->last ? &q->last->after : &q->first) = e;
    q->last = e;
    if (c->is_barrier)
        q->barrier = e;
    bool is_refused = --e->waits == 0 && e->is_refused;
    if (e->waits == 0 && !is_refused) {
        e->status = CL_SUBMITTED;
        e->times[1] = cl_clock();
        push(e);
    }
    pthread_mutex_unlock(&schedule_lock);
    if (is_refused)
        end(e, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    return good;
}

/* One turn of a wait: runs a command of the queue, or sleeps until something has ended. */
static void help(cl_command_queue queue)
{
    cl_event e = queue ? take(queue) : NULL;
    if (!e) {
        waiting++;
        pthread_cond_wait(&some_ended, &schedule_lock);
        waiting--;
        return;
    }
    pthread_mutex_unlock(&schedule_lock);
    execute(e);
    pthread_mutex_lock(&schedule_lock);
}

void schedule_wait(cl_event event)
{
    pthread_mutex_lock(&schedule_lock);
    while (event->status > CL_COMPLETE)
        help(event->queue);
    is_known(event);
    pthread_mutex_unlock(&schedule_lock);
}

void schedule_finish(cl_command_queue queue)
{
    pthread_mutex_lock(&schedule_lock);
    cl_event last = queue->last;
    if (last)
        object_use(last);
    /* Commands that other threads enqueue meanwhile are not waited for; in an out-of-order queue
     * the last may end before others, so that these are looked at again. */
    while (queue->first) {
        if (last && last->status <= CL_COMPLETE &&
            !(queue->flags & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE))
            break;
        help(queue);
    }
    shoal_check_waited(queue->device->device, queue->all);
    pthread_mutex_unlock(&schedule_lock);
    object_unuse(last);
}

void schedule_set(cl_event event, cl_int status)
{
    shoal_check_learned(event->context->device->device, event->task);
    end(event, status);
}

cl_int schedule_status(cl_event event)
{
    pthread_mutex_lock(&schedule_lock);
    cl_int status = event->status;
    if (status == CL_COMPLETE)
        is_known(event);
    pthread_mutex_unlock(&schedule_lock);
    return status;
}

cl_int schedule_take_error(cl_command_queue queue)
{
    pthread_mutex_lock(&schedule_lock);
    cl_int error = queue->error;
    queue->error = CL_SUCCESS;
    pthread_mutex_unlock(&schedule_lock);
    return error;
}
