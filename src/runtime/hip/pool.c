/* pool.c: memory pools and allocation in stream order.
 *
 * Memory is there as soon as it is asked for, which is before any operation that may use it.
 * hipFreeAsync is an operation of the stream; what it frees is held by the pool, under its address,
 * for the next allocation of the same size whose stream comes after it. Sizes have to agree, so
 * that an access behind the end of an allocation stays a fault. Calls that wait give back what is
 * above the pool's threshold, as does hipMemPoolTrimTo. */
#include "runtime.h"

#include "shoal/check.h"

#include <stdlib.h>
#include <string.h>

/* Memory that was freed in stream order, and is not given back. */
struct held {
    struct held *next;
    uint64_t base, size, ticket;
    const struct stream *stream; /* compared, not looked into */
    struct op *op;               /* referenced; the free; NULL: it is being submitted */
};

struct pool {
    hipMemPool_t handle;
    struct pool *next; /* all pools */
    struct held *held; /* the latest first */
    int device;
    bool is_default, is_destroyed, is_exportable, is_imported;
    size_t used, used_high;         /* by the program */
    size_t reserved, reserved_high; /* and held */
    uint64_t release_threshold;
    int reuse[3]; /* follow events, opportunistic, internal dependencies */
    hipMemAccessFlags access[MAX_DEVICES];
};

static struct pool *pools;
static uint64_t last_ticket;

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
    p->next = pools;
    pools = p;
    return p;
}

static void use_locked(struct pool *p, int64_t bytes)
{
    p->used = (size_t)((int64_t)p->used + bytes);
    if (p->used > p->used_high)
        p->used_high = p->used;
}

static void forget_locked(struct pool *p)
{
    struct pool **link = &pools;
    while (*link != p)
        link = &(*link)->next;
    *link = p->next;
    free(p);
}

void pool_account_locked(struct pool *p, int64_t bytes, bool is_used)
{
    if (is_used)
        use_locked(p, bytes);
    p->reserved = (size_t)((int64_t)p->reserved + bytes);
    if (p->reserved > p->reserved_high)
        p->reserved_high = p->reserved;
    if (p->is_destroyed && p->reserved == 0)
        forget_locked(p);
}

/* ---- memory that is held ----------------------------------------------------------------- */

static bool is_over(const struct held *h)
{
    return h->op && atomic_load_explicit(&h->op->is_done, memory_order_acquire);
}

static struct held *take_locked(struct held **link)
{
    struct held *h = *link;
    *link = h->next;
    op_unref_locked(h->op);
    return h;
}

/* Gives back what no operation needs any more, the oldest first, until `keep` bytes are reserved.
 * The pool may be gone afterwards. */
static void trim_locked(struct pool *p, uint64_t keep)
{
    while (p->reserved > keep) {
        struct held **oldest = NULL;
        for (struct held **link = &p->held; *link; link = &(*link)->next)
            if (is_over(*link))
                oldest = link;
        if (!oldest)
            return;
        struct held *h = take_locked(oldest);
        uint64_t base = h->base;
        bool is_last = p->is_destroyed && p->reserved == h->size;
        free(h);
        struct block *b = block_find_locked(base);
        if (b)
            block_free_locked(b);
        if (is_last)
            return;
    }
}

void pools_release_locked(void)
{
    for (struct pool *p = pools, *next; p; p = next) {
        next = p->next;
        if (p->held)
            trim_locked(p, p->is_destroyed ? 0 : p->release_threshold);
    }
}

bool pools_trim_locked(void)
{
    size_t before = 0, after = 0;
    for (struct pool *p = pools, *next; p; p = next) {
        next = p->next;
        before += p->reserved;
        trim_locked(p, 0);
    }
    for (const struct pool *p = pools; p; p = p->next)
        after += p->reserved;
    return after < before;
}

void pool_freed_locked(uint64_t ticket)
{
    for (struct pool *p = pools; p; p = p->next)
        for (struct held **link = &p->held; (p->is_destroyed || hip.is_checked) && *link;
             link = &(*link)->next)
            if ((*link)->ticket == ticket) {
                struct held *h = take_locked(link);
                struct block *b = block_find_locked(h->base);
                free(h);
                if (b)
                    block_free_locked(b);
                return;
            }
}

/* What the stream still has to do waits for the operation, by an event or otherwise. */
static bool comes_after(const struct stream *s, const struct op *op)
{
    for (const struct op *o = s->first; o; o = o->next)
        for (size_t i = 0; i < o->wait_count; i++)
            if (o->waits[i]->stream == op->stream && o->waits[i]->serial >= op->serial)
                return true;
    return false;
}

static bool may_reuse(const struct pool *p, const struct held *h, const struct stream *s)
{
    enum { FOLLOW_EVENTS, OPPORTUNISTIC };
    return h->stream == s || (p->reuse[OPPORTUNISTIC] && is_over(h)) ||
           (p->reuse[FOLLOW_EVENTS] && h->op && comes_after(s, h->op));
}

/* An address of `size` bytes that were freed before what the stream does next. 0: there is none. */
static uint64_t reuse_locked(struct pool *p, size_t size, const struct stream *s)
{
    for (struct held **link = &p->held; *link; link = &(*link)->next) {
        if ((*link)->size != size || !may_reuse(p, *link, s))
            continue;
        struct held *h = take_locked(link);
        struct block *b = block_find_locked(h->base);
        free(h);
        if (!b)
            return 0;
        b->is_freed = false;
        shoal_check_owed(hip.shoal, b->base, hip_thread.caller);
        use_locked(p, (int64_t)size);
        return b->base;
    }
    return 0;
}

/* The block is the program's no more, and the pool's until it is given back. */
static struct held *hold_locked(struct block *b, const struct stream *s)
{
    struct held *h = calloc(1, sizeof *h);
    if (!h)
        return NULL;
    *h = (struct held){b->pool->held, b->base, b->size, ++last_ticket, s, NULL};
    b->pool->held = h;
    b->is_freed = true;
    shoal_check_owed(hip.shoal, b->base, NULL);
    use_locked(b->pool, -(int64_t)b->size);
    return h;
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
    hipError_t refused = capture_refuse_7();
    if (refused != hipSuccess)
        return hip_done(refused);
    hip_lock();
    struct pool *p = pool_create_locked(pool_props->location.id);
    if (p) {
        p->is_exportable = pool_props->handleTypes != hipMemHandleTypeNone;
        *mem_pool = p->handle;
    }
    hip_unlock();
    return hip_done(p ? hipSuccess : hipErrorOutOfMemory);
}

static void destroy_locked(struct pool *p)
{
    handle_drop_locked(p->handle);
    struct hip_device *d = &hip.devices[p->device];
    if (d->pool == p)
        d->pool = d->default_pool;
    p->is_destroyed = true;
    if (p->reserved)
        trim_locked(p, 0);
    else
        forget_locked(p); /* otherwise when its last allocation is given back */
}

void pools_reset_locked(int device)
{
    void *handle;
    struct pool *p;
    for (uint32_t at = 0; (p = handle_next_locked(HANDLE_POOL, &at, &handle));) {
        if (p->device == device && !p->is_default)
            destroy_locked(p);
        else if (p->device == device)
            trim_locked(p, 0);
    }
}

hipError_t hipMemPoolDestroy(hipMemPool_t mem_pool)
{
    struct pool *p;
    hipError_t error = capture_refuse_7();
    hip_lock();
    if (error == hipSuccess)
        error = pool_of_locked(mem_pool, &p);
    if (error == hipSuccess && p->is_default)
        error = hipErrorInvalidValue;
    if (error == hipSuccess)
        destroy_locked(p);
    hip_unlock();
    return hip_done(error);
}

/* The pool that a device has from the beginning, or the one that is set. */
static hipError_t pool_of(hipMemPool_t *mem_pool, int device, bool is_default)
{
    hip_configure();
    if (!mem_pool)
        return hipErrorInvalidValue;
    if (!is_device(device))
        return hipErrorInvalidDevice;
    hip_lock();
    const struct pool *p = default_pool_locked(device);
    if (p)
        *mem_pool = is_default ? p->handle : hip.devices[device].pool->handle;
    hip_unlock();
    return p ? hipSuccess : hipErrorOutOfMemory;
}

hipError_t hipDeviceGetDefaultMemPool(hipMemPool_t *mem_pool, int device)
{
    return hip_done(pool_of(mem_pool, device, true));
}

hipError_t hipDeviceGetMemPool(hipMemPool_t *mem_pool, int device)
{
    return hip_done(pool_of(mem_pool, device, false));
}

hipError_t hipDeviceSetMemPool(int device, hipMemPool_t mem_pool)
{
    hip_configure();
    if (!is_device(device))
        return hip_done(hipErrorInvalidDevice);
    struct pool *p;
    hipError_t error = capture_refuse_7();
    hip_lock();
    if (error == hipSuccess)
        error = pool_of_locked(mem_pool, &p);
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
    hip_lock();
    hipError_t error = pool_of_locked(mem_pool, &p);
    if (error == hipSuccess)
        trim_locked(p, min_bytes_to_hold);
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
        *number = attr == hipMemPoolAttrUsedMemCurrent ? p->used : p->reserved;
        return hipSuccess;
    case hipMemPoolAttrReservedMemHigh:
    case hipMemPoolAttrUsedMemHigh: {
        bool is_used = attr == hipMemPoolAttrUsedMemHigh;
        size_t *high = is_used ? &p->used_high : &p->reserved_high;
        if (is_set && *number)
            return hipErrorInvalidValue;
        if (is_set)
            *high = is_used ? p->used : p->reserved;
        else
            *number = *high;
        return hipSuccess;
    }
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

/* ---- in stream order ------------------------------------------------------------------ */

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

/* caller: where the program called, which has to free the memory. */
static hipError_t alloc_async(void **out, size_t size, hipMemPool_t handle, hipStream_t stream,
                              const void *caller)
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
    hip_thread.caller = is_captured ? NULL : caller; /* what a graph allocates is the graph's */
    if (error == hipSuccess && size && !is_captured)
        *out = (void *)(uintptr_t)reuse_locked(p, size, s);
    hip_unlock();
    if (error == hipSuccess && size && !*out)
        error = is_captured ? capture_alloc(stream, size, device, out)
                            : block_alloc(BLOCK_DEVICE, size, 0, device, 0, p, out);
    hip_thread.caller = NULL;
    return error;
}

hipError_t hipMallocAsync(void **dev_ptr, size_t size, hipStream_t stream)
{
    return hip_done(alloc_async(dev_ptr, size, NULL, stream, __builtin_return_address(0)));
}

hipError_t hipMallocFromPoolAsync(void **dev_ptr, size_t size, hipMemPool_t mem_pool,
                                  hipStream_t stream)
{
    if (!mem_pool)
        return hip_done(hipErrorInvalidValue);
    return hip_done(alloc_async(dev_ptr, size, mem_pool, stream, __builtin_return_address(0)));
}

static hipError_t free_to_pool_locked(struct block *b, struct stream *s, struct action *a)
{
    struct pool *p = b->pool;
    struct held *h = hold_locked(b, s);
    if (!h)
        return hipErrorOutOfMemory;
    uint64_t ticket = a->memory.ticket = h->ticket;
    struct op *op = NULL;
    hipError_t error = stream_submit_locked(s, a, false, &op);
    /* The lock may have been left: a pool that was destroyed meanwhile has given the memory back.
     */
    struct pool *there = pools;
    while (there && there != p)
        there = there->next;
    for (h = there ? p->held : NULL; h && h->ticket != ticket;)
        h = h->next;
    if (h && op) {
        h->op = op;
        return error;
    }
    op_unref_locked(op);
    return error;
}

static hipError_t free_async(void *at, hipStream_t stream, const void *caller)
{
    if (!at)
        return hipErrorInvalidValue;
    HIP_TRY(hip_start());
    struct action a = {.kind = ACTION_FREE, .caller = caller};
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
    if (error == hipSuccess && b->pool && !b->graph && !is_captured) {
        error = free_to_pool_locked(b, s, &a);
    } else if (error == hipSuccess) {
        bool is_of_graph = b->graph != NULL;
        if (is_of_graph)
            graph_memory_ref_locked(a.memory.graph = b->graph);
        error = stream_submit_locked(s, &a, false, NULL);
        b = block_find_locked((uint64_t)(uintptr_t)at); /* it may be gone already */
        if (error == hipSuccess && b && !is_captured && !is_of_graph) {
            b->is_freed = true;
            shoal_check_owed(hip.shoal, b->base, NULL);
        }
    }
    hip_unlock();
    return error;
}

hipError_t hipFreeAsync(void *dev_ptr, hipStream_t stream)
{
    const void *caller = __builtin_return_address(0);
    hipError_t error = hip_done(free_async(dev_ptr, stream, caller));
    if (error == hipErrorInvalidValue && dev_ptr)
        shoal_check_call(hip.shoal, "bad-free", "hipFreeAsync", (uint64_t)(uintptr_t)dev_ptr, 0,
                         caller);
    return error;
}
