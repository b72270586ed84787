/* reset.c: hipDeviceReset: what the program made on a device is gone, and its code starts afresh.
 *
 * Gone are streams, events, memory of all kinds, arrays, textures, pools, and modules that were
 * loaded; their handles and addresses are refused from then on. Variables of the program's own code
 * have their first values when they are used again. Graphs stay, since they belong to no device; so
 * do reserved addresses and what is mapped there, and managed variables. As HIP says, no other
 * thread may use the device meanwhile. */
#include "runtime.h"

static void reset_streams_locked(int device)
{
    void *handle;
    struct stream *s;
    for (uint32_t at = 0; (s = handle_next_locked(HANDLE_STREAM, &at, &handle));)
        if (s->device == device)
            stream_destroy_locked(s);
}

static void reset_events_locked(int device)
{
    void *handle;
    struct event *e;
    for (uint32_t at = 0; (e = handle_next_locked(HANDLE_EVENT, &at, &handle));)
        if (e->device == device) {
            handle_drop_locked(handle);
            event_unref_locked(e);
        }
}

/* Each kind is freed as the program would. */
static void reset_memory(int device)
{
    enum {
        OURS = 1 << BLOCK_DEVICE | 1 << BLOCK_MANAGED | 1 << BLOCK_HOST | 1 << BLOCK_SHARED |
               1 << BLOCK_IMPORTED
    };
    hip_lock();
    for (const struct block *b = block_after_locked(0); b;) {
        uint64_t base = b->base;
        bool is_ours = b->device == device && !b->graph && !is_managed_variable_locked(base);
        bool is_registered = is_ours && b->kind == BLOCK_REGISTERED;
        is_ours = is_ours && (OURS & 1u << b->kind);
        hip_unlock();
        if (is_registered)
            hipHostUnregister((void *)(uintptr_t)base);
        else if (is_ours)
            block_free(base, OURS);
        hip_lock();
        b = block_after_locked(base);
    }
    hip_unlock();
}

hipError_t hipDeviceReset(void)
{
    hipError_t error = hip_start();
    if (error != hipSuccess)
        return hip_done(error);
    struct hip_device *d = current_device();
    hip_lock();
    device_wait_locked(d->id);
    atomic_store(&d->sticky, hipSuccess);
    reset_streams_locked(d->id);
    reset_events_locked(d->id);
    pools_reset_locked(d->id);
    d->flags = 0;
    d->peers = 0;
    hip_unlock();
    textures_reset(d->id);
    arrays_reset(d->id);
    modules_reset(d->id);
    reset_memory(d->id);
    hip_thread.last_error = hipSuccess;
    return hip_done(hipSuccess);
}
