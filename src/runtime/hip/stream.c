/* stream.c: ordered queues of operations, and the threads that run them.
 *
 * An operation begins when it is the first of its stream and all that it waits for is done.
 * Whoever waits for a stream runs its operations itself if no worker does so already: a
 * launch followed by a synchronisation costs no switch of threads. Otherwise a worker does; there
 * are as many as there are streams with work. */
#include "runtime.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "shoal/check.h"

static struct stream *streams;               /* all */
static _Thread_local bool is_running_action; /* in this thread */
static _Thread_local uint64_t running_task;  /* of that action */
static uint64_t last_serial;                 /* of operations */

struct stream *streams_locked(void) { return streams; }

/* ---- workers ------------------------------------------------------------------------------ */

static struct stream *ready_first, *ready_last;
static unsigned idle_workers, woken_workers;
static pthread_cond_t work = PTHREAD_COND_INITIALIZER;

void op_unref_locked(struct op *op)
{
    if (!op || --op->refs > 0)
        return;
    for (size_t i = 0; i < op->wait_count; i++)
        op_unref_locked(op->waits[i]);
    free(op->waits);
    action_clear_locked(&op->action);
    free(op);
}

static void stream_unref_locked(struct stream *s)
{
    if (--s->refs > 0)
        return;
    free(s->tips);
    free(s);
}

static bool can_begin(const struct op *op)
{
    for (size_t i = 0; i < op->wait_count; i++)
        if (!atomic_load_explicit(&op->waits[i]->is_done, memory_order_relaxed))
            return false;
    return true;
}

/* ---- for checkers ------------------------------------------------------------------------- */

uint64_t stream_running_task(void) { return running_task; }

uint64_t stream_task_locked(struct stream *s, uint64_t other)
{
    enum { MOST = 64 }; /* more streams than these are joined one after the other */
    const struct stream *null = hip.devices[s->device].null;
    uint64_t after[MOST] = {s->task, other};
    size_t count = 2;
    if (s->is_blocking && null)
        after[count++] = null->task;
    for (const struct stream *o = streams; s->is_null && o; o = o->next)
        if (o->is_blocking && o->device == s->device && o->task) {
            if (count == MOST) {
                after[0] = shoal_check_task(hip.shoal, after, count);
                count = 1;
            }
            after[count++] = o->task;
        }
    return s->task = shoal_check_task(hip.shoal, after, count);
}

void stream_is_known_locked(const struct stream *s) { shoal_check_waited(hip.shoal, s->task); }

/* Runs the action as its task. What the program's own functions do, and whoever waits for values or
 * for other processes, may come after anything that is over. */
static hipError_t run_task(struct op *op, int device, hipError_t before)
{
    bool was_running = is_running_action;
    bool is_of_program = op->action.kind == ACTION_CALLBACK ||
                         (op->action.kind == ACTION_HOST && !op->action.host.work);
    bool learns = op->action.kind == ACTION_VALUES || op->action.kind == ACTION_EVENT_WAIT;
    uint64_t outer = running_task;
    if (is_of_program)
        shoal_check_waited(hip.shoal, op->task);
    is_running_action = true;
    running_task = is_of_program ? 0 : op->task;
    shoal_check_enter(hip.shoal, running_task);
    hipError_t status = action_run(&op->action, device, before);
    if (learns)
        shoal_check_learned(hip.shoal, op->task);
    running_task = outer;
    shoal_check_enter(hip.shoal, outer);
    is_running_action = was_running;
    return status;
}

static void wait_for_progress_locked(void)
{
    hip.waiting++;
    pthread_cond_wait(&hip.progress, &hip.lock);
    hip.waiting--;
}

/* Runs the first operation, which can begin. */
static void run_first_locked(struct stream *s)
{
    struct op *op = s->first;
    hipError_t before = hipSuccess;
    for (size_t i = 0; i < op->wait_count; i++)
        if (op->waits[i]->status != hipSuccess)
            before = op->waits[i]->status;
    s->is_running = true;
    hip_unlock();
    hipError_t status = run_task(op, s->device, before);
    hip_lock();
    s->is_running = false;
    op->status = status;
    op->done_ns = hip_clock_ns();
    s->first = op->next;
    if (!s->first)
        s->last = NULL;
    atomic_store_explicit(&op->is_done, true, memory_order_release);
    op_unref_locked(op);
    if (hip.waiting)
        pthread_cond_broadcast(&hip.progress);
}

static void drain_locked(struct stream *s)
{
    while (s->first) {
        if (s->is_running || !can_begin(s->first))
            wait_for_progress_locked();
        else
            run_first_locked(s);
    }
}

static void *worker_main(void *argument)
{
    (void)argument;
    hip_lock();
    for (;;) {
        while (!ready_first) {
            idle_workers++;
            pthread_cond_wait(&work, &hip.lock);
            idle_workers--;
            if (woken_workers)
                woken_workers--;
        }
        struct stream *s = ready_first;
        ready_first = s->next_ready;
        if (!ready_first)
            ready_last = NULL;
        s->is_ready = false;
        s->has_worker = true;
        drain_locked(s);
        s->has_worker = false;
        stream_unref_locked(s);
    }
    return NULL;
}

static hipError_t start_worker_locked(void)
{
    pthread_t thread;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    sigset_t all, before;
    sigfillset(&all);
    sigdelset(&all, SIGSEGV);
    sigdelset(&all, SIGBUS);
    sigdelset(&all, SIGFPE);
    sigdelset(&all, SIGILL);
    sigdelset(&all, SIGABRT);
    sigdelset(&all, SIGTRAP);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int failed = pthread_create(&thread, &attributes, worker_main, NULL);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    return failed ? hipErrorOperatingSystem : hipSuccess;
}

/* Lets a worker run the stream. Without threads, those that wait run it. */
static void schedule_locked(struct stream *s)
{
    if (s->is_ready || s->has_worker)
        return;
    s->is_ready = true;
    s->refs++;
    s->next_ready = NULL;
    if (ready_last)
        ready_last->next_ready = s;
    else
        ready_first = s;
    ready_last = s;
    if (idle_workers > woken_workers) {
        woken_workers++;
        pthread_cond_signal(&work);
    } else {
        start_worker_locked();
    }
}

/* ---- submitting --------------------------------------------------------------------------- */

static bool add_wait(struct op *op, struct op *other)
{
    if (!other || atomic_load_explicit(&other->is_done, memory_order_relaxed))
        return true;
    struct op **grown = realloc(op->waits, (op->wait_count + 1) * sizeof(struct op *));
    if (!grown)
        return false;
    op->waits = grown;
    op->waits[op->wait_count++] = other;
    other->refs++;
    return true;
}

/* The legacy default stream waits for all blocking streams of its device, and they for it. */
static bool add_legacy_waits(struct op *op, const struct stream *s)
{
    if (!s->is_null && !s->is_blocking)
        return true;
    if (!s->is_null) {
        const struct stream *null = hip.devices[s->device].null;
        return !null || add_wait(op, null->last);
    }
    for (const struct stream *other = streams; other; other = other->next)
        if (other->is_blocking && other->device == s->device && !add_wait(op, other->last))
            return false;
    return true;
}

static bool captures_blocking(int device)
{
    for (const struct stream *s = streams; s; s = s->next)
        if (s->capture && s->is_blocking && s->device == device)
            return true;
    return false;
}

hipError_t stream_submit_locked(struct stream *s, struct action *action, bool is_driven,
                                struct op **out)
{
    if (out)
        *out = NULL;
    hipError_t error = hipSuccess;
    if (s->capture)
        return capture_add_locked(s, action);
    if (s->is_null && captures_blocking(s->device))
        error = capture_forbid_locked(s);
    else
        error = device_status(s->device);
    struct op *op = error == hipSuccess ? calloc(1, sizeof *op) : NULL;
    if (error == hipSuccess && !op)
        error = hipErrorOutOfMemory;
    if (error != hipSuccess) {
        action_clear_locked(action);
        return error;
    }
    op->stream = s;
    op->action = *action;
    op->refs = 1;
    if (action->kind == ACTION_EVENT_WAIT && !add_wait(op, action->event.event->op))
        error = hipErrorOutOfMemory;
    /* The record of now is waited for, whatever the event stands for when the operation runs. */
    if (action->kind == ACTION_EVENT_WAIT && !action->event.event->share)
        action_clear_locked(&op->action);
    if (error == hipSuccess && !add_legacy_waits(op, s))
        error = hipErrorOutOfMemory;
    if (error != hipSuccess) {
        op_unref_locked(op);
        return error;
    }
    op->serial = ++last_serial;
    op->task = stream_task_locked(s, 0);
    if (s->last)
        s->last->next = op;
    else
        s->first = op;
    s->last = op;
    if (out) {
        op->refs++;
        *out = op;
    }
    if (!is_driven)
        schedule_locked(s);
    return hipSuccess;
}

/* Host functions of the program stay with the workers: they may take locks that their caller holds.
 */
static bool may_run_here(const struct op *op)
{
    if (op->action.kind == ACTION_HOST && !op->action.host.work)
        return false;
    return op->action.kind != ACTION_CALLBACK && op->action.kind != ACTION_GRAPH && can_begin(op);
}

static void pause_core(void)
{
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __builtin_arm_yield();
#endif
}

/* For a moment it is cheaper to look again than to sleep. */
static void look_again(const struct op *op)
{
    hip_unlock();
    for (int i = 0; i < 2000 && !atomic_load_explicit(&op->is_done, memory_order_acquire); i++)
        pause_core();
    hip_lock();
}

hipError_t op_wait_locked(struct op *op)
{
    struct stream *s = op->stream;
    bool is_done = atomic_load_explicit(&op->is_done, memory_order_relaxed);
    if (!is_done && hip.is_child)
        return hipErrorNotInitialized;
    /* A function of the program that a stream calls has called exit(), and destructors wait for
     * streams: perhaps for this one. */
    if (!is_done && is_running_action && hip.is_ending)
        return hipErrorDeinitialized;
    s->refs++;
    op->refs++;
    bool has_looked = false;
    while (!atomic_load_explicit(&op->is_done, memory_order_relaxed)) {
        if (!s->is_running && s->first && may_run_here(s->first)) {
            run_first_locked(s);
        } else if (!has_looked) {
            has_looked = true;
            look_again(op);
        } else {
            if (!s->is_running)
                schedule_locked(s);
            wait_for_progress_locked();
        }
    }
    hipError_t status = op->status;
    shoal_check_waited(hip.shoal, op->task);
    op_unref_locked(op);
    stream_unref_locked(s);
    return status;
}

hipError_t stream_wait_locked(struct stream *s)
{
    if (s->capture)
        return capture_forbid_locked(s);
    HIP_TRY(capture_refuse_unsafe_locked());
    struct op *last = s->last;
    hipError_t status = last ? op_wait_locked(last) : hipSuccess;
    stream_is_known_locked(s);
    pools_release_locked();
    hipError_t sticky = device_status(s->device);
    return sticky != hipSuccess ? sticky : status;
}

/* Waits for what the device's streams have now; `only_blocking`: those, and the legacy one. */
static hipError_t wait_all_locked(int device, bool only_blocking)
{
    HIP_TRY(capture_refuse_unsafe_locked());
    uint64_t until = last_serial;
    for (struct stream *s = streams; s;) {
        struct op *op = NULL;
        if (s->device == device && (!only_blocking || s->is_blocking || s->is_null)) {
            if (s->capture)
                return capture_forbid_locked(s);
            for (struct op *o = s->first; o && o->serial <= until; o = o->next)
                op = o;
            if (!op)
                stream_is_known_locked(s);
        }
        if (op)
            op_wait_locked(op);
        s = op ? streams : s->next; /* the list may be another one now */
    }
    pools_release_locked();
    return device_status(device);
}

hipError_t device_wait_locked(int device) { return wait_all_locked(device, false); }

static bool is_pageable_locked(const void *at)
{
    return !is_window(at) && !block_find_locked((uint64_t)(uintptr_t)at);
}

/* The program may change or look at memory that is not pinned as soon as the call returns, so that
 * a copy from or to there is over then, as with ROCm. */
static bool is_for_host_locked(const struct action *a)
{
    return a->kind == ACTION_COPY &&
           (is_pageable_locked(a->copy.to.at) || is_pageable_locked(a->copy.from.at));
}

hipError_t submit(hipStream_t handle, struct action *action, bool is_sync)
{
    hip_lock();
    is_sync = is_sync || is_for_host_locked(action);
    struct stream *s;
    struct op *op = NULL;
    hipError_t error = stream_of_locked(handle, &s);
    if (error != hipSuccess)
        action_clear_locked(action);
    else
        error = stream_submit_locked(s, action, is_sync, is_sync ? &op : NULL);
    if (op) {
        error = op_wait_locked(op);
        op_unref_locked(op);
    }
    hip_unlock();
    return error;
}

/* ---- streams --------------------------------------------------------------------------------- */

static struct stream *stream_make_locked(int device, unsigned flags, int priority)
{
    struct stream *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->device = device;
    s->flags = flags;
    s->priority = priority;
    s->is_blocking = !(flags & hipStreamNonBlocking);
    s->refs = 1;
    memset(s->cu_mask, 0xff, sizeof s->cu_mask);
    s->next = streams;
    streams = s;
    return s;
}

static void stream_remove_locked(struct stream *s)
{
    for (struct stream **link = &streams; *link; link = &(*link)->next)
        if (*link == s) {
            *link = s->next;
            break;
        }
    capture_drop_stream_locked(s);
    stream_unref_locked(s);
}

/* A thread ends: what its streams still have runs to the end. */
static void thread_end(void *argument)
{
    struct stream **of_thread = argument;
    hip_lock();
    for (int i = 0; i < hip.device_count; i++) {
        struct stream *s = of_thread[i];
        of_thread[i] = NULL;
        if (!s)
            continue;
        if (s->last)
            op_wait_locked(s->last);
        stream_remove_locked(s);
    }
    hip_unlock();
}

static pthread_key_t thread_key;
static void make_key(void) { pthread_key_create(&thread_key, thread_end); }

static struct stream *thread_stream_locked(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    struct stream **s = &hip_thread.streams[hip_thread.device];
    if (*s)
        return *s;
    pthread_once(&once, make_key);
    pthread_setspecific(thread_key, hip_thread.streams);
    *s = stream_make_locked(hip_thread.device, hipStreamDefault, 0);
    return *s;
}

hipError_t stream_of_locked(hipStream_t handle, struct stream **out)
{
    if (!handle || handle == hipStreamLegacy) {
        struct hip_device *d = current_device();
        if (!d->null) {
            d->null = stream_make_locked(d->id, hipStreamDefault, 0);
            if (!d->null)
                return hipErrorOutOfMemory;
            d->null->is_null = true;
            d->null->is_blocking = false;
        }
        *out = d->null;
    } else if (handle == hipStreamPerThread) {
        *out = thread_stream_locked();
        return *out ? hipSuccess : hipErrorOutOfMemory;
    } else {
        *out = handle_get_locked(HANDLE_STREAM, handle);
    }
    return *out ? hipSuccess : hipErrorInvalidHandle;
}

static hipError_t create(hipStream_t *stream, unsigned flags, int priority, const uint32_t *mask,
                         uint32_t mask_size)
{
    if (!stream || (flags & ~(unsigned)hipStreamNonBlocking))
        return hipErrorInvalidValue;
    HIP_TRY(hip_start());
    hip_lock();
    int level = priority < 0 ? -1 : priority > 0 ? 1 : 0;
    struct stream *s = stream_make_locked(hip_thread.device, flags, level);
    hipError_t error = s ? hipSuccess : hipErrorOutOfMemory;
    if (s) {
        s->handle = handle_make_locked(HANDLE_STREAM, s);
        for (uint32_t i = 0; mask && i < 4; i++)
            s->cu_mask[i] = i < mask_size ? mask[i] : 0;
        *stream = s->handle;
        if (!s->handle) {
            stream_remove_locked(s);
            error = hipErrorOutOfMemory;
        }
    }
    hip_unlock();
    return error;
}

hipError_t hipStreamCreate(hipStream_t *stream)
{
    return hip_done(create(stream, hipStreamDefault, 0, NULL, 0));
}

hipError_t hipStreamCreateWithFlags(hipStream_t *stream, unsigned int flags)
{
    return hip_done(create(stream, flags, 0, NULL, 0));
}

hipError_t hipStreamCreateWithPriority(hipStream_t *stream, unsigned int flags, int priority)
{
    return hip_done(create(stream, flags, priority, NULL, 0));
}

hipError_t hipExtStreamCreateWithCUMask(hipStream_t *stream, uint32_t cuMaskSize,
                                        const uint32_t *cuMask)
{
    if (!cuMaskSize || !cuMask)
        return hip_done(hipErrorInvalidValue);
    return hip_done(create(stream, hipStreamDefault, 0, cuMask, cuMaskSize));
}

hipError_t stream_open(hipStream_t handle, struct stream **out)
{
    HIP_TRY(hip_start());
    hip_lock();
    hipError_t error = stream_of_locked(handle, out);
    if (error != hipSuccess)
        hip_unlock();
    return error;
}

hipError_t hipExtStreamGetCUMask(hipStream_t stream, uint32_t cuMaskSize, uint32_t *cuMask)
{
    const uint32_t units = hip.chip->multiprocessors, words = (units + 31) / 32;
    if (!cuMask || cuMaskSize < words)
        return hip_done(hipErrorInvalidValue);
    struct stream *s;
    hipError_t error = stream_open(stream, &s);
    if (error != hipSuccess)
        return hip_done(error);
    for (uint32_t i = 0; i < cuMaskSize; i++)
        cuMask[i] = i < 4 ? s->cu_mask[i] : 0;
    cuMask[words - 1] &= (uint32_t)((UINT64_C(1) << (units % 32 ? units % 32 : 32)) - 1);
    hip_unlock();
    return hip_done(hipSuccess);
}

void stream_destroy_locked(struct stream *s)
{
    handle_drop_locked(s->handle);
    s->is_destroyed = true;
    if (s->last)
        op_wait_locked(s->last);
    stream_remove_locked(s);
}

hipError_t hipStreamDestroy(hipStream_t stream)
{
    if (!stream || stream == hipStreamLegacy || stream == hipStreamPerThread)
        return hip_done(hipErrorInvalidHandle);
    struct stream *s;
    hipError_t error = of_destroyed(stream_open(stream, &s));
    if (error != hipSuccess)
        return hip_done(error);
    stream_destroy_locked(s);
    hip_unlock();
    return hip_done(hipSuccess);
}

static hipError_t synchronize(hipStream_t stream)
{
    struct stream *s;
    HIP_TRY(stream_open(stream, &s));
    hipError_t error = s->is_null ? wait_all_locked(s->device, true) : stream_wait_locked(s);
    hip_unlock();
    return error;
}

hipError_t hipStreamSynchronize(hipStream_t stream) { return hip_done(synchronize(stream)); }
hipError_t hipStreamSynchronize_spt(hipStream_t stream)
{
    return hip_done(synchronize(spt(stream)));
}

static hipError_t query(hipStream_t stream)
{
    struct stream *s;
    HIP_TRY(stream_open(stream, &s));
    hipError_t error = hipSuccess;
    if (s->capture)
        error = capture_forbid_locked(s);
    else if (s->last)
        error = hipErrorNotReady;
    else
        error = device_status(s->device);
    for (const struct stream *o = streams; s->is_null && o && error == hipSuccess; o = o->next)
        if (o->is_blocking && o->device == s->device && o->last)
            error = hipErrorNotReady;
    if (error == hipSuccess)
        shoal_check_waited(hip.shoal, stream_task_locked(s, 0));
    hip_unlock();
    return error;
}

hipError_t hipStreamQuery(hipStream_t stream) { return hip_done(query(stream)); }
hipError_t hipStreamQuery_spt(hipStream_t stream) { return hip_done(query(spt(stream))); }

/* A function that opens a stream and gives one thing of it. */
#define GET(name, type, value)                                                                     \
    static hipError_t name(hipStream_t stream, type *out)                                          \
    {                                                                                              \
        struct stream *s;                                                                          \
        if (!out)                                                                                  \
            return hipErrorInvalidValue;                                                           \
        HIP_TRY(stream_open(stream, &s));                                                          \
        *out = value;                                                                              \
        hip_unlock();                                                                              \
        return hipSuccess;                                                                         \
    }
GET(get_flags, unsigned, s->flags)
GET(get_priority, int, s->priority)
GET(get_device, hipDevice_t, s->device)
GET(get_id, unsigned long long, (uintptr_t)s) /* as long as it is there */

hipError_t hipStreamGetFlags(hipStream_t stream, unsigned int *flags)
{
    return hip_done(stream ? get_flags(stream, flags) : hipErrorInvalidValue);
}
hipError_t hipStreamGetFlags_spt(hipStream_t stream, unsigned int *flags)
{
    return hip_done(get_flags(spt(stream), flags));
}
hipError_t hipStreamGetPriority(hipStream_t stream, int *priority)
{
    return hip_done(get_priority(stream, priority));
}
hipError_t hipStreamGetPriority_spt(hipStream_t stream, int *priority)
{
    return hip_done(get_priority(spt(stream), priority));
}
hipError_t hipStreamGetDevice(hipStream_t stream, hipDevice_t *device)
{
    return hip_done(get_device(stream, device));
}
hipError_t hipStreamGetId(hipStream_t stream, unsigned long long *streamId)
{
    return hip_done(get_id(stream, streamId));
}

int hipGetStreamDeviceId(hipStream_t stream)
{
    hipDevice_t device;
    return get_device(stream, &device) == hipSuccess ? device : -1;
}

hipError_t hipDeviceGetStreamPriorityRange(int *leastPriority, int *greatestPriority)
{
    hip_configure();
    if (leastPriority)
        *leastPriority = 1;
    if (greatestPriority)
        *greatestPriority = -1;
    return hip_done(hipSuccess);
}

hipError_t hipStreamAttachMemAsync(hipStream_t stream, void *dev_ptr, size_t length,
                                   unsigned int flags)
{
    if (!dev_ptr ||
        (flags != hipMemAttachGlobal && flags != hipMemAttachHost && flags != hipMemAttachSingle))
        return hip_done(hipErrorInvalidValue);
    struct stream *s;
    hipError_t error = stream_open(stream, &s);
    if (error != hipSuccess)
        return hip_done(error);
    const struct block *b = block_find_locked((uint64_t)(uintptr_t)dev_ptr);
    /* All memory is attached to everything: only what HIP checks is left to do. */
    if (!b || b->kind != BLOCK_MANAGED || (length && length > b->size))
        error = hipErrorInvalidValue;
    hip_unlock();
    return hip_done(error);
}

/* ---- host functions ------------------------------------------------------------------- */

static hipError_t add_callback(hipStream_t stream, hipStreamCallback_t callback, void *user,
                               unsigned flags)
{
    if (!callback || flags)
        return hipErrorInvalidValue;
    struct stream *s;
    HIP_TRY(stream_open(stream, &s));
    hipError_t error = capture_refuse_callback_locked(s);
    hip_unlock();
    HIP_TRY(error);
    struct action a = {.kind = ACTION_CALLBACK};
    a.host.callback = callback;
    a.host.stream = stream;
    a.host.user = user;
    return submit(stream, &a, false);
}

hipError_t hipStreamAddCallback(hipStream_t stream, hipStreamCallback_t callback, void *userData,
                                unsigned int flags)
{
    return hip_done(add_callback(stream, callback, userData, flags));
}
hipError_t hipStreamAddCallback_spt(hipStream_t stream, hipStreamCallback_t callback,
                                    void *userData, unsigned int flags)
{
    return hip_done(add_callback(spt(stream), callback, userData, flags));
}

static hipError_t launch_host(hipStream_t stream, hipHostFn_t fn, void *user)
{
    if (!fn)
        return hipErrorInvalidValue;
    HIP_TRY(hip_start());
    struct action a = {.kind = ACTION_HOST};
    a.host.fn = fn;
    a.host.user = user;
    return of_destroyed(submit(stream, &a, false));
}

hipError_t hipLaunchHostFunc(hipStream_t stream, hipHostFn_t fn, void *userData)
{
    return hip_done(launch_host(stream, fn, userData));
}
hipError_t hipLaunchHostFunc_spt(hipStream_t stream, hipHostFn_t fn, void *userData)
{
    return hip_done(launch_host(spt(stream), fn, userData));
}
