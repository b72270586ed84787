/* event.c: events: the end of an operation, and when it was. */
#include "event.h"

#include <stdlib.h>

#include "shoal/check.h"

hipError_t event_of_locked(hipEvent_t handle, struct event **out)
{
    *out = handle_get_locked(HANDLE_EVENT, handle);
    return *out ? hipSuccess : hipErrorInvalidHandle;
}

static void forget_locked(struct event *e)
{
    op_unref_locked(e->op);
    e->op = NULL;
    free(e->nodes);
    e->nodes = NULL;
    e->node_count = 0;
    if (e->capture)
        capture_leave_locked(e->capture);
    e->capture = NULL;
}

void event_unref_locked(struct event *e)
{
    if (!e || --e->refs > 0)
        return;
    forget_locked(e);
    if (e->share)
        event_share_free(e);
    free(e);
}

void event_set_locked(struct event *e, struct op *op)
{
    forget_locked(e);
    e->is_recorded = true;
    e->task = stream_running_task();
    if (e->share) {
        event_share_signal(e, event_share_record(e));
        return;
    }
    e->op = op;
    if (op)
        op->refs++;
    else
        e->ns = hip_clock_ns();
}

static bool is_done(const struct event *e)
{
    if (e->share)
        return event_share_is_done(e, event_share_latest(e));
    return !e->op || atomic_load_explicit(&e->op->is_done, memory_order_acquire);
}

static uint64_t time_of(const struct event *e) { return e->op ? e->op->done_ns : e->ns; }

hipError_t event_record_locked(struct event *e, struct stream *s)
{
    if (s->capture)
        return capture_record_locked(s, e);
    if (s->device != e->device)
        return hipErrorInvalidHandle;
    HIP_TRY(device_status(s->device));
    if (e->share) {
        struct action a = {.kind = ACTION_EVENT_SIGNAL};
        a.event.event = e;
        a.event.ticket = event_share_record(e);
        e->refs++;
        e->is_recorded = true;
        return stream_submit_locked(s, &a, false, NULL);
    }
    if (!s->is_null && !s->last) { /* nothing to wait for */
        event_set_locked(e, NULL);
        e->task = stream_task_locked(s, 0);
        return hipSuccess;
    }
    struct action a = {.kind = ACTION_EMPTY};
    struct op *op;
    hipError_t error = stream_submit_locked(s, &a, false, &op);
    if (error == hipSuccess) {
        event_set_locked(e, op);
        e->task = op->task;
        op_unref_locked(op);
    }
    return error;
}

hipError_t event_create(hipEvent_t *event, unsigned flags, struct event_share *share)
{
    const unsigned known = hipEventBlockingSync | hipEventDisableTiming | hipEventInterprocess |
                           hipEventDisableSystemFence | (unsigned)hipEventReleaseToDevice |
                           hipEventReleaseToSystem;
    const unsigned releases = (unsigned)hipEventReleaseToDevice | hipEventReleaseToSystem;
    if (!event || (flags & ~known) || (flags & releases) == releases ||
        ((flags & hipEventInterprocess) && !(flags & hipEventDisableTiming)))
        return hipErrorInvalidValue;
    HIP_TRY(hip_start());
    struct event *e = calloc(1, sizeof *e);
    if (!e)
        return hipErrorOutOfMemory;
    e->refs = 1;
    e->flags = flags;
    e->device = hip_thread.device;
    e->share_fd = -1;
    hipError_t error = (flags & hipEventInterprocess) && !share ? event_share_make(e) : hipSuccess;
    if (error != hipSuccess) {
        free(e);
        return error;
    }
    hip_lock();
    e->handle = handle_make_locked(HANDLE_EVENT, e);
    if (e->handle) {
        e->share = share ? share : e->share;
        *event = e->handle;
    } else {
        event_unref_locked(e);
        error = hipErrorOutOfMemory;
    }
    hip_unlock();
    return error;
}

hipError_t hipEventCreate(hipEvent_t *event)
{
    return hip_done(event_create(event, hipEventDefault, NULL));
}

hipError_t hipEventCreateWithFlags(hipEvent_t *event, unsigned int flags)
{
    return hip_done(event_create(event, flags, NULL));
}

hipError_t hipEventDestroy(hipEvent_t event)
{
    hip_lock();
    struct event *e;
    hipError_t error = event_of_locked(event, &e);
    if (error == hipSuccess) {
        handle_drop_locked(event);
        event_unref_locked(e);
    }
    hip_unlock();
    return hip_done(error);
}

static hipError_t record(hipEvent_t event, hipStream_t stream)
{
    HIP_TRY(hip_start());
    hip_lock();
    struct event *e;
    struct stream *s;
    hipError_t error = event_of_locked(event, &e);
    if (error == hipSuccess)
        error = stream_of_locked(stream, &s);
    if (error == hipSuccess)
        error = event_record_locked(e, s);
    hip_unlock();
    return error;
}

hipError_t hipEventRecord(hipEvent_t event, hipStream_t stream)
{
    return hip_done(record(event, stream));
}

/* While a stream is captured, hipEventRecordExternal makes a node of the graph, which records anew
 * in each launch. */
static hipError_t record_external(hipEvent_t event, hipStream_t stream)
{
    struct event *e;
    struct stream *s;
    hip_lock();
    hipError_t error = event_of_locked(event, &e);
    if (error == hipSuccess)
        error = stream_of_locked(stream, &s);
    bool is_node = error == hipSuccess && s->capture;
    if (is_node) {
        struct action a = {.kind = ACTION_EVENT_RECORD};
        a.event.event = e;
        e->refs++;
        error = stream_submit_locked(s, &a, false, NULL);
    }
    hip_unlock();
    return error == hipSuccess && !is_node ? record(event, stream) : error;
}

hipError_t hipEventRecordWithFlags(hipEvent_t event, hipStream_t stream, unsigned int flags)
{
    hipError_t error = flags > hipEventRecordExternal ? hipErrorInvalidValue : hip_start();
    if (error == hipSuccess)
        error = flags == hipEventRecordExternal ? record_external(event, stream)
                                                : record(event, stream);
    return hip_done(error);
}

hipError_t hipEventRecord_spt(hipEvent_t event, hipStream_t stream)
{
    return hip_done(record(event, spt(stream)));
}

hipError_t hipEventQuery(hipEvent_t event)
{
    hipError_t error = capture_refuse_7();
    if (error != hipSuccess)
        return hip_done(error);
    hip_lock();
    struct event *e;
    error = event_of_locked(event, &e);
    if (error == hipSuccess && e->capture)
        error = hipErrorCapturedEvent;
    else if (error == hipSuccess)
        error = is_done(e) ? device_status(e->device) : hipErrorNotReady;
    if (error == hipSuccess)
        shoal_check_waited(hip.shoal, e->task);
    hip_unlock();
    return hip_done(error);
}

/* The lock is left meanwhile. */
static void wait_shared_locked(struct event *e)
{
    e->refs++;
    hip_unlock();
    event_share_wait(e, event_share_latest(e), e->device);
    hip_lock();
    event_unref_locked(e);
}

hipError_t hipEventSynchronize(hipEvent_t event)
{
    hip_lock();
    struct event *e;
    hipError_t error = event_of_locked(event, &e);
    if (error == hipSuccess && e->capture)
        error = hipErrorCapturedEvent;
    if (error == hipSuccess)
        error = capture_refuse_unsafe_locked();
    if (error == hipSuccess) {
        int device = e->device;
        if (e->share)
            wait_shared_locked(e);
        else if (e->op)
            error = op_wait_locked(e->op);
        shoal_check_waited(hip.shoal, e->task);
        pools_release_locked();
        hipError_t sticky = device_status(device);
        error = sticky != hipSuccess ? sticky : error;
    }
    hip_unlock();
    return hip_done(error);
}

hipError_t hipEventElapsedTime(float *ms, hipEvent_t start, hipEvent_t stop)
{
    if (!ms)
        return hip_done(hipErrorInvalidValue);
    hip_lock();
    struct event *a, *b;
    hipError_t error = event_of_locked(start, &a);
    if (error == hipSuccess)
        error = event_of_locked(stop, &b);
    if (error == hipSuccess &&
        (!a->is_recorded || !b->is_recorded || ((a->flags | b->flags) & hipEventDisableTiming) ||
         a->device != b->device))
        error = hipErrorInvalidHandle;
    if (error == hipSuccess && (a->capture || b->capture))
        error = hipErrorCapturedEvent;
    if (error == hipSuccess && (!is_done(a) || !is_done(b)))
        error = hipErrorNotReady;
    if (error == hipSuccess)
        shoal_check_waited(hip.shoal, b->task);
    if (error == hipSuccess)
        *ms = (float)((double)(int64_t)(time_of(b) - time_of(a)) * 1e-6);
    hip_unlock();
    return hip_done(error);
}

static hipError_t wait_event(hipStream_t stream, hipEvent_t event, unsigned flags)
{
    if (flags > hipEventWaitExternal)
        return hipErrorInvalidValue;
    HIP_TRY(hip_start());
    hip_lock();
    struct event *e;
    struct stream *s;
    hipError_t error = event_of_locked(event, &e);
    if (error == hipSuccess)
        error = stream_of_locked(stream, &s);
    if (error == hipSuccess && e->capture) {
        error = capture_join_locked(s, e);
    } else if (error == hipSuccess && s->capture) {
        error = hipErrorStreamCaptureIsolation;
        capture_forbid_locked(s);
    } else if (error == hipSuccess && is_done(e)) {
        stream_task_locked(s, e->task);
    } else if (error == hipSuccess) {
        stream_task_locked(s, e->task);
        struct action a = {.kind = ACTION_EVENT_WAIT};
        a.event.event = e;
        a.event.ticket = e->share ? event_share_latest(e) : 0;
        e->refs++;
        error = stream_submit_locked(s, &a, false, NULL);
    }
    hip_unlock();
    return error;
}

hipError_t hipStreamWaitEvent(hipStream_t stream, hipEvent_t event, unsigned int flags)
{
    return hip_done(wait_event(stream, event, flags));
}
hipError_t hipStreamWaitEvent_spt(hipStream_t stream, hipEvent_t event, unsigned int flags)
{
    return hip_done(wait_event(spt(stream), event, flags));
}
