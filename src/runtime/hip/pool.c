/* pool.c: memory pools and allocation in stream order.
 *
 * Memory is there as soon as it is asked for, which is before any operation that may use it;
 * hipFreeAsync is an operation of the stream. Pools account for it and hold nothing back. */
#include "runtime.h"

#include <stdlib.h>
#include <string.h>

struct pool {
    hipMemPool_t handle;
    int device;
    bool is_default, is_destroyed, is_exportable, is_imported;
    size_t used, used_high;
    uint64_t release_threshold;
    int reuse[3]; /* follow events, opportunistic, internal dependencies */
    hipMemAccessFlags access[MAX_DEVICES];
};

struct pool *pool_create_locked(int device)
{
    struct pool *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    p->device = device;
    for (int i = 0; i < 3; i++)
        p->reuse[i] = 1;
    p->access[device] = hipMemAccessFlagsProtReadWrite;
    p->handle = handle_make_locked(HANDLE_POOL, p);
    if (!p->handle) {
        free(p);
        return NULL;
    }
    return p;
}

void pool_account_locked(struct pool *p, int64_t bytes)
{
    p->used = (size_t)((int64_t)p->used + bytes);
    if (p->used > p->used_high)
        p->used_high = p->used;
    if (p->is_destroyed && p->used == 0)
        free(p);
}

static struct pool *default_pool_locked(int device)
{
    struct hip_device *d = &hip.devices[device];
    if (!d->default_pool) {
        d->default_pool = pool_create_locked(device);
        if (d->default_pool)
            d->default_pool->is_default = true;
    }
    if (!d->pool)
        d->pool = d->default_pool;
    return d->default_pool;
}

hipError_t pool_of_locked(hipMemPool_t handle, struct pool **out)
{
    *out = handle_get_locked(HANDLE_POOL, handle);
    return *out ? hipSuccess : hipErrorInvalidValue;
}

bool pool_is_exportable(const struct pool *p) { return p->is_exportable; }
bool pool_is_imported(const struct pool *p) { return p->is_imported; }

hipMemPool_t pool_import_locked(int device)
{
    struct pool *p = pool_create_locked(device);
    if (p)
        p->is_imported = true;
    return p ? p->handle : NULL;
}

hipError_t hipMemPoolCreate(hipMemPool_t *mem_pool, const hipMemPoolProps *pool_props)
{
    hip_configure();
    if (!mem_pool || !pool_props || pool_props->allocType != hipMemAllocationTypePinned ||
        pool_props->location.type != hipMemLocationTypeDevice)
        return hip_done(hipErrorInvalidValue);
    if (!is_device(pool_props->location.id))
        return hip_done(hipErrorInvalidValue);
    if (pool_props->handleTypes != hipMemHandleTypeNone &&
        pool_props->handleTypes != hipMemHandleTypePosixFileDescriptor)
        return hip_done(hipErrorNotSupported); /* those of Windows */
    hip_lock();
    struct pool *p = pool_create_locked(pool_props->location.id);
    if (p) {
        p->is_exportable = pool_props->handleTypes != hipMemHandleTypeNone;
        *mem_pool = p->handle;
    }
    hip_unlock();
    return hip_done(p ? hipSuccess : hipErrorOutOfMemory);
}

hipError_t hipMemPoolDestroy(hipMemPool_t mem_pool)
{
    struct pool *p;
    hip_lock();
    hipError_t error = pool_of_locked(mem_pool, &p);
    if (error == hipSuccess && p->is_default)
        error = hipErrorInvalidValue;
    if (error == hipSuccess) {
        handle_drop_locked(mem_pool);
        struct hip_device *d = &hip.devices[p->device];
        if (d->pool == p)
            d->pool = d->default_pool;
        p->is_destroyed = true;
        pool_account_locked(p, 0); /* frees it when its last allocation is freed */
    }
    hip_unlock();
    return hip_done(error);
}

hipError_t hipDeviceGetDefaultMemPool(hipMemPool_t *mem_pool, int device)
{
    hip_configure();
    if (!mem_pool)
        return hip_done(hipErrorInvalidValue);
    if (!is_device(device))
        return hip_done(hipErrorInvalidDevice);
    hip_lock();
    const struct pool *p = default_pool_locked(device);
    if (p)
        *mem_pool = p->handle;
    hip_unlock();
    return hip_done(p ? hipSuccess : hipErrorOutOfMemory);
}

hipError_t hipDeviceGetMemPool(hipMemPool_t *mem_pool, int device)
{
    hip_configure();
    if (!mem_pool)
        return hip_done(hipErrorInvalidValue);
    if (!is_device(device))
        return hip_done(hipErrorInvalidDevice);
    hip_lock();
    bool is_made = default_pool_locked(device) != NULL;
    if (is_made)
        *mem_pool = hip.devices[device].pool->handle;
    hip_unlock();
    return hip_done(is_made ? hipSuccess : hipErrorOutOfMemory);
}

hipError_t hipDeviceSetMemPool(int device, hipMemPool_t mem_pool)
{
    hip_configure();
    if (!is_device(device))
        return hip_done(hipErrorInvalidDevice);
    struct pool *p;
    hip_lock();
    hipError_t error = pool_of_locked(mem_pool, &p);
    if (error == hipSuccess && p->device != device)
        error = hipErrorInvalidDevice;
    if (error == hipSuccess)
        hip.devices[device].pool = p;
    hip_unlock();
    return hip_done(error);
}

hipError_t hipMemPoolTrimTo(hipMemPool_t mem_pool, size_t min_bytes_to_hold)
{
    struct pool *p;
    (void)min_bytes_to_hold;
    hip_lock();
    hipError_t error = pool_of_locked(mem_pool, &p);
    hip_unlock();
    return hip_done(error);
}

static hipError_t attribute_locked(struct pool *p, hipMemPoolAttr attr, void *value, bool is_set)
{
    uint64_t *number = value;
    switch (attr) {
    case hipMemPoolReuseFollowEventDependencies:
    case hipMemPoolReuseAllowOpportunistic:
    case hipMemPoolReuseAllowInternalDependencies: {
        int *at = &p->reuse[attr - hipMemPoolReuseFollowEventDependencies];
        if (is_set)
            *at = *(int *)value != 0;
        else
            *(int *)value = *at;
        return hipSuccess;
    }
    case hipMemPoolAttrReleaseThreshold:
        if (is_set)
            p->release_threshold = *number;
        else
            *number = p->release_threshold;
        return hipSuccess;
    case hipMemPoolAttrReservedMemCurrent:
    case hipMemPoolAttrUsedMemCurrent:
        if (is_set)
            return hipErrorInvalidValue;
        *number = p->used;
        return hipSuccess;
    case hipMemPoolAttrReservedMemHigh:
    case hipMemPoolAttrUsedMemHigh:
        if (is_set && *number)
            return hipErrorInvalidValue;
        if (is_set)
            p->used_high = p->used;
        else
            *number = p->used_high;
        return hipSuccess;
    }
    return hipErrorInvalidValue;
}

static hipError_t attribute(hipMemPool_t handle, hipMemPoolAttr attr, void *value, bool is_set)
{
    struct pool *p;
    if (!value)
        return hip_done(hipErrorInvalidValue);
    hip_lock();
    hipError_t error = pool_of_locked(handle, &p);
    if (error == hipSuccess)
        error = attribute_locked(p, attr, value, is_set);
    hip_unlock();
    return hip_done(error);
}
hipError_t hipMemPoolSetAttribute(hipMemPool_t mem_pool, hipMemPoolAttr attr, void *value)
{
    return attribute(mem_pool, attr, value, true);
}
hipError_t hipMemPoolGetAttribute(hipMemPool_t mem_pool, hipMemPoolAttr attr, void *value)
{
    return attribute(mem_pool, attr, value, false);
}

static bool is_location(const hipMemLocation *l)
{
    return l->type == hipMemLocationTypeDevice && is_device(l->id);
}

/* Every device reaches all memory; what was asked for is kept. */
hipError_t hipMemPoolSetAccess(hipMemPool_t mem_pool, const hipMemAccessDesc *desc_list,
                               size_t count)
{
    struct pool *p;
    hip_configure();
    if (count && !desc_list)
        return hip_done(hipErrorInvalidValue);
    hip_lock();
    hipError_t error = pool_of_locked(mem_pool, &p);
    for (size_t i = 0; i < count && error == hipSuccess; i++) {
        const hipMemAccessDesc *d = &desc_list[i];
        bool is_own = d->location.id == p->device && d->flags != hipMemAccessFlagsProtReadWrite;
        if (!is_location(&d->location) || is_own ||
            (d->flags != hipMemAccessFlagsProtNone && d->flags != hipMemAccessFlagsProtRead &&
             d->flags != hipMemAccessFlagsProtReadWrite))
            error = hipErrorInvalidValue;
        else
            p->access[d->location.id] = d->flags;
    }
    hip_unlock();
    return hip_done(error);
}

hipError_t hipMemPoolGetAccess(hipMemAccessFlags *flags, hipMemPool_t mem_pool,
                               hipMemLocation *location)
{
    struct pool *p;
    hip_configure();
    if (!flags || !location || !is_location(location))
        return hip_done(hipErrorInvalidValue);
    hip_lock();
    hipError_t error = pool_of_locked(mem_pool, &p);
    if (error == hipSuccess)
        *flags = p->access[location->id];
    hip_unlock();
    return hip_done(error);
}

/* ---- in stream order
 * -------------------------------------------------------------------------------- */

/* In a stream that is captured, an allocation is a node. */
static hipError_t capture_alloc(hipStream_t stream, size_t size, int device, void **out)
{
    struct action a = {.kind = ACTION_ALLOC};
    struct stream *s;
    HIP_TRY(graph_memory_make(size, device, &a.memory.graph));
    a.memory.address = graph_memory_address(a.memory.graph);
    *out = (void *)(uintptr_t)a.memory.address;
    hip_lock();
    hipError_t error = stream_of_locked(stream, &s);
    if (error == hipSuccess)
        error = stream_submit_locked(s, &a, false, NULL);
    else
        action_clear_locked(&a);
    hip_unlock();
    return error;
}

static hipError_t alloc_async(void **out, size_t size, hipMemPool_t handle, hipStream_t stream)
{
    if (!out)
        return hipErrorInvalidValue;
    *out = NULL;
    HIP_TRY(hip_start());
    struct stream *s;
    struct pool *p = NULL;
    hip_lock();
    hipError_t error = stream_of_locked(stream, &s);
    bool is_captured = error == hipSuccess && s->capture;
    if (error == hipSuccess && handle)
        error = pool_of_locked(handle, &p);
    else if (error == hipSuccess)
        p = default_pool_locked(s->device) ? hip.devices[s->device].pool : NULL;
    if (error == hipSuccess && !p)
        error = hipErrorOutOfMemory;
    if (error == hipSuccess && p->is_imported)
        error = hipErrorInvalidValue;
    int device = p ? p->device : 0;
    hip_unlock();
    if (error != hipSuccess || !size)
        return error;
    return is_captured ? capture_alloc(stream, size, device, out)
                       : block_alloc(BLOCK_DEVICE, size, 0, device, 0, p, out);
}

hipError_t hipMallocAsync(void **dev_ptr, size_t size, hipStream_t stream)
{
    return hip_done(alloc_async(dev_ptr, size, NULL, stream));
}

hipError_t hipMallocFromPoolAsync(void **dev_ptr, size_t size, hipMemPool_t mem_pool,
                                  hipStream_t stream)
{
    if (!mem_pool)
        return hip_done(hipErrorInvalidValue);
    return hip_done(alloc_async(dev_ptr, size, mem_pool, stream));
}

static hipError_t free_async(void *at, hipStream_t stream)
{
    if (!at)
        return hipErrorInvalidValue;
    HIP_TRY(hip_start());
    struct action a = {.kind = ACTION_FREE};
    a.memory.address = (uint64_t)(uintptr_t)at;
    struct stream *s;
    hip_lock();
    hipError_t error = stream_of_locked(stream, &s);
    struct block *b = block_find_locked(a.memory.address);
    if (error == hipSuccess &&
        (!b || b->base != a.memory.address ||
         (b->kind != BLOCK_DEVICE && b->kind != BLOCK_IMPORTED) || b->is_freed))
        error = hipErrorInvalidValue;
    bool is_captured = error == hipSuccess && s->capture;
    if (error == hipSuccess && b->graph && !is_captured)
        error = graph_memory_free_locked(b->graph);
    if (error == hipSuccess) {
        bool is_of_graph = b->graph != NULL;
        if (is_of_graph)
            graph_memory_ref_locked(a.memory.graph = b->graph);
        error = stream_submit_locked(s, &a, false, NULL);
        b = block_find_locked((uint64_t)(uintptr_t)at); /* it may be gone already */
        if (error == hipSuccess && b && !is_captured && !is_of_graph)
            b->is_freed = true;
    }
    hip_unlock();
    return error;
}

hipError_t hipFreeAsync(void *dev_ptr, hipStream_t stream)
{
    return hip_done(free_async(dev_ptr, stream));
}
