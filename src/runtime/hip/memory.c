/* memory.c: allocations, what is known about them, and the functions that make and free them.
 *
 * Device, host and managed memory are the same: memory of the window, which host and kernels
 * reach at one address. The kinds differ in who may free them and in what attributes say. */
#include "runtime.h"

#include "shoal/check.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* ---- blocks -------------------------------------------------------------------------------- */

static struct block *blocks; /* [block_count], sorted by base; they do not overlap */
static size_t block_count, block_capacity;
static uint64_t last_id;

static size_t upper_index(uint64_t address)
{
    size_t low = 0, high = block_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (blocks[middle].base <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

struct block *block_find_locked(uint64_t address)
{
    size_t index = upper_index(address);
    if (index == 0)
        return NULL;
    struct block *b = &blocks[index - 1];
    return address - b->base < b->size ? b : NULL;
}

struct block *block_after_locked(uint64_t address)
{
    size_t index = upper_index(address);
    return index < block_count ? &blocks[index] : NULL;
}

hipError_t block_add_locked(const struct block *block)
{
    if (block_count == block_capacity) {
        size_t capacity = block_capacity ? block_capacity * 2 : 64;
        struct block *grown = realloc(blocks, capacity * sizeof *grown);
        if (!grown)
            return hipErrorOutOfMemory;
        blocks = grown;
        block_capacity = capacity;
    }
    size_t index = upper_index(block->base);
    memmove(blocks + index + 1, blocks + index, (block_count - index) * sizeof *blocks);
    blocks[index] = *block;
    blocks[index].id = ++last_id;
    block_count++;
    return hipSuccess;
}

void block_remove_locked(uint64_t base)
{
    size_t index = upper_index(base);
    if (index == 0 || blocks[index - 1].base != base)
        return;
    index--;
    if (blocks[index].share_fd >= 0)
        close(blocks[index].share_fd);
    memmove(blocks + index, blocks + index + 1, (block_count - index - 1) * sizeof *blocks);
    block_count--;
}

bool is_window(const void *at)
{
    return (uint64_t)(uintptr_t)at - hip.window_base < hip.window_size;
}

/* Variables of modules are in the window without a block. */
static bool in_module(uint64_t at, size_t size)
{
    uint64_t base;
    size_t bytes;
    return shoal_mem_find(hip.shoal, at, &base, &bytes) == SHOAL_OK && size <= bytes - (at - base);
}

bool range_exists_locked(const void *at, size_t size)
{
    uint64_t address = (uint64_t)(uintptr_t)at;
    if (!at || address + size < address)
        return size == 0;
    if (!hip.shoal || !is_window(at))
        return true;
    const struct block *b = block_find_locked(address);
    return b ? size <= b->size - (address - b->base) : in_module(address, size);
}

bool range_is_valid_locked(const void *at, size_t size)
{
    const struct block *b = block_find_locked((uint64_t)(uintptr_t)at);
    return range_exists_locked(at, size) && !(b && b->is_freed && size);
}

static void account_locked(const struct block *b, bool is_new)
{
    if (b->kind != BLOCK_DEVICE && b->kind != BLOCK_MANAGED)
        return;
    struct hip_device *d = &hip.devices[b->device];
    d->used_bytes = is_new ? d->used_bytes + b->size : d->used_bytes - b->size;
    if (b->pool)
        pool_account_locked(b->pool, is_new ? (int64_t)b->size : -(int64_t)b->size, !b->is_freed);
}

static bool has_room_locked(size_t size, int device)
{
    return size <= hip.total_bytes && hip.devices[device].used_bytes <= hip.total_bytes - size;
}

hipError_t block_alloc(enum block_kind kind, size_t size, size_t align, int device, unsigned flags,
                       struct pool *pool, void **out)
{
    HIP_TRY(hip_start());
    struct block b = {
        .size = size,
        .kind = kind,
        .device = device,
        .flags = flags,
        .pool = pool,
        .preferred = hipInvalidDeviceId,
        .prefetched = hipInvalidDeviceId,
        .share_fd = -1,
    };
    hip_lock();
    bool fits =
        has_room_locked(size, device) || (pools_trim_locked() && has_room_locked(size, device));
    hip_unlock();
    if (!fits)
        return hipErrorOutOfMemory;
    shoal_status st = shoal_mem_alloc_for(hip.shoal, size, align, hip_thread.caller, &b.base);
    if (st != SHOAL_OK)
        return hip_error_of(st);
    hip_lock();
    hipError_t error = block_add_locked(&b);
    if (error == hipSuccess)
        account_locked(&b, true);
    hip_unlock();
    if (error != hipSuccess)
        shoal_mem_free(hip.shoal, b.base);
    else
        *out = (void *)(uintptr_t)b.base;
    if (error == hipSuccess && kind != BLOCK_DEVICE) /* the program may write there unseen */
        shoal_check_memory(hip.shoal, SHOAL_CHECK_WRITTEN, b.base, 0, size, hip_thread.caller);
    return error;
}

hipError_t block_free_locked(struct block *b)
{
    uint64_t start = b->base - b->lead;
    account_locked(b, false);
    block_remove_locked(b->base);
    return hip_error_of(shoal_mem_free_for(hip.shoal, start, hip_thread.caller));
}

hipError_t block_free(uint64_t address, unsigned allowed)
{
    hip_lock();
    struct block *b = block_find_locked(address);
    bool is_own = b && b->base == address && (allowed & 1u << b->kind);
    hipError_t error = is_own ? block_free_locked(b) : hipErrorInvalidValue;
    hip_unlock();
    return error;
}

/* ---- device memory ------------------------------------------------------------------------------
 */

/* caller: where the program called, for reports about the memory. */
static hipError_t alloc(void **ptr, size_t size, enum block_kind kind, unsigned flags,
                        const void *caller)
{
    if (!ptr)
        return hipErrorInvalidValue;
    *ptr = NULL;
    HIP_TRY(hip_start());
    if (size == 0)
        return hipSuccess;
    hip_lock();
    hipError_t error = capture_refuse_unsafe_locked();
    hip_unlock();
    HIP_TRY(error);
    hip_thread.caller = caller;
    error = block_alloc(kind, size, 0, hip_thread.device, flags, NULL, ptr);
    hip_thread.caller = NULL;
    return error;
}

hipError_t hipMalloc(void **ptr, size_t size)
{
    return hip_done(alloc(ptr, size, BLOCK_DEVICE, 0, __builtin_return_address(0)));
}

hipError_t hipExtMallocWithFlags(void **ptr, size_t sizeBytes, unsigned int flags)
{
    if (flags > hipDeviceMallocUncached || (flags == hipMallocSignalMemory && sizeBytes != 8))
        return hip_done(hipErrorInvalidValue);
    return hip_done(alloc(ptr, sizeBytes, BLOCK_DEVICE, flags, __builtin_return_address(0)));
}

/* What is freed may be in use by operations that were started before: wait for them. */
static hipError_t free_checked(void *ptr, unsigned allowed, bool is_array)
{
    if (!ptr)
        return hipSuccess;
    HIP_TRY(hip_start());
    hip_lock();
    const struct block *b = block_find_locked((uint64_t)(uintptr_t)ptr);
    hipError_t error = capture_refuse_unsafe_locked();
    bool is_own = b && b->base == (uint64_t)(uintptr_t)ptr && (allowed & 1u << b->kind) &&
                  b->is_array == is_array && !b->is_freed;
    if (error == hipSuccess && !is_own)
        error = hipErrorInvalidValue;
    /* ROCm 7 does not wait with memory of a pool. */
    bool is_waited_for = error == hipSuccess && !(HIP_GENERATION >= 7 && b->pool);
    for (int i = 0; i < hip.device_count && is_waited_for; i++)
        device_wait_locked(i);
    b = block_find_locked((uint64_t)(uintptr_t)ptr); /* it may have moved meanwhile */
    bool is_of_graph = error == hipSuccess && b && b->graph;
    if (is_of_graph)
        error = graph_memory_free_locked(b->graph);
    hip_unlock();
    HIP_TRY(error);
    return is_of_graph ? hipSuccess : block_free((uint64_t)(uintptr_t)ptr, allowed);
}

/* caller: where the program called, for reports about pointers that are used afterwards. */
static hipError_t free_block(void *ptr, unsigned allowed, bool is_array, const void *caller)
{
    hip_thread.caller = caller;
    hipError_t error = hip_done(free_checked(ptr, allowed, is_array));
    if (error == hipErrorInvalidValue)
        shoal_check_call(hip.shoal, "bad-free", "free", (uint64_t)(uintptr_t)ptr, 0, caller);
    hip_thread.caller = NULL;
    return error;
}

enum {
    FREE_DEVICE = 1 << BLOCK_DEVICE | 1 << BLOCK_MANAGED | 1 << BLOCK_IMPORTED,
    FREE_HOST = 1 << BLOCK_HOST,
};

hipError_t hipFree(void *ptr)
{
    return free_block(ptr, FREE_DEVICE, false, __builtin_return_address(0));
}

static hipError_t alloc_rows(void **ptr, size_t *pitch, size_t width, size_t height,
                             const void *caller)
{
    enum { PITCH = 256 };
    if (!ptr || !pitch)
        return hipErrorInvalidValue;
    if (width > SIZE_MAX - PITCH || (height && (width + PITCH) > SIZE_MAX / height))
        return hipErrorOutOfMemory;
    *pitch = (width + PITCH - 1) / PITCH * PITCH;
    return alloc(ptr, *pitch * height, BLOCK_DEVICE, 0, caller);
}

hipError_t hipMallocPitch(void **ptr, size_t *pitch, size_t width, size_t height)
{
    return hip_done(alloc_rows(ptr, pitch, width, height, __builtin_return_address(0)));
}

hipError_t hipMemAllocPitch(hipDeviceptr_t *dptr, size_t *pitch, size_t widthInBytes, size_t height,
                            unsigned int elementSizeBytes)
{
    if (!widthInBytes || !height ||
        (elementSizeBytes != 4 && elementSizeBytes != 8 && elementSizeBytes != 16))
        return hip_done(hipErrorInvalidValue);
    return hip_done(alloc_rows(dptr, pitch, widthInBytes, height, __builtin_return_address(0)));
}

hipError_t hipMalloc3D(hipPitchedPtr *pitchedDevPtr, hipExtent extent)
{
    if (!pitchedDevPtr)
        return hip_done(hipErrorInvalidValue);
    size_t rows = extent.height * extent.depth;
    if (extent.depth && rows / extent.depth != extent.height)
        return hip_done(hipErrorOutOfMemory);
    void *at;
    size_t pitch;
    hipError_t error =
        hip_done(alloc_rows(&at, &pitch, extent.width, rows, __builtin_return_address(0)));
    if (error == hipSuccess)
        *pitchedDevPtr = (hipPitchedPtr){at, pitch, extent.width, extent.height};
    return error;
}

/* ---- host and managed memory ---------------------------------------------------------- */

static hipError_t host_alloc(void **ptr, size_t size, unsigned flags, const void *caller)
{
    const unsigned known = hipHostMallocPortable | hipHostMallocMapped |
                           hipHostMallocWriteCombined | (unsigned)hipHostMallocNumaUser |
                           (unsigned)hipHostMallocCoherent | hipHostMallocNonCoherent;
    const unsigned coherence = (unsigned)hipHostMallocCoherent | hipHostMallocNonCoherent;
    if ((flags & ~known) || (flags & coherence) == coherence)
        return hipErrorInvalidValue;
    return alloc(ptr, size, BLOCK_HOST, flags, caller);
}

hipError_t hipHostMalloc(void **ptr, size_t size, unsigned int flags)
{
    return hip_done(host_alloc(ptr, size, flags, __builtin_return_address(0)));
}
hipError_t hipHostAlloc(void **ptr, size_t size, unsigned int flags)
{
    return hip_done(host_alloc(ptr, size, flags, __builtin_return_address(0)));
}
hipError_t hipMallocHost(void **ptr, size_t size)
{
    return hip_done(host_alloc(ptr, size, 0, __builtin_return_address(0)));
}
hipError_t hipMemAllocHost(void **ptr, size_t size)
{
    return hip_done(host_alloc(ptr, size, 0, __builtin_return_address(0)));
}
hipError_t hipExtHostAlloc(void **ptr, size_t size, unsigned int flags)
{
    return hip_done(host_alloc(ptr, size, flags, __builtin_return_address(0)));
}
hipError_t hipHostFree(void *ptr)
{
    return free_block(ptr, FREE_HOST, false, __builtin_return_address(0));
}
hipError_t hipFreeHost(void *ptr)
{
    return free_block(ptr, FREE_HOST, false, __builtin_return_address(0));
}

hipError_t hipMallocManaged(void **dev_ptr, size_t size, unsigned int flags)
{
    if (!dev_ptr || !size || (flags != hipMemAttachGlobal && flags != hipMemAttachHost))
        return hip_done(hipErrorInvalidValue);
    return hip_done(alloc(dev_ptr, size, BLOCK_MANAGED, flags, __builtin_return_address(0)));
}

/* Whether the program has memory at all of these addresses. */
static bool is_mapped(const void *host, size_t size)
{
    unsigned char in_core[4096];
    const size_t page = (size_t)sysconf(_SC_PAGESIZE), step = sizeof in_core * page;
    uintptr_t at = (uintptr_t)host & ~(page - 1), end = (uintptr_t)host + size;
    if (size / page > (size_t)sysconf(_SC_PHYS_PAGES)) /* reserved, but never more than that */
        return false;
    for (; at < end; at += step)
        if (mincore((void *)at, end - at < step ? end - at : step, in_core) != 0)
            return false;
    return true;
}

static hipError_t host_register(void *host, size_t size, unsigned flags)
{
    const unsigned known = hipHostRegisterPortable | hipHostRegisterMapped |
                           hipHostRegisterIoMemory | hipHostRegisterReadOnly;
    if (!host || !size || (uintptr_t)host + size < (uintptr_t)host || (flags & ~known) ||
        !is_mapped(host, size))
        return hipErrorInvalidValue;
    HIP_TRY(hip_start());
    struct block b = {
        .base = (uint64_t)(uintptr_t)host,
        .size = size,
        .kind = BLOCK_REGISTERED,
        .device = hip_thread.device,
        .flags = flags,
        .preferred = hipInvalidDeviceId,
        .prefetched = hipInvalidDeviceId,
        .share_fd = -1,
    };
    if (is_window(host))
        return hipErrorHostMemoryAlreadyRegistered;
    hip_lock();
    hipError_t error = block_find_locked(b.base) ? hipErrorHostMemoryAlreadyRegistered : hipSuccess;
    if (error == hipSuccess && !hip.has_hmm &&
        shoal_mem_register(hip.shoal, host, size) != SHOAL_OK)
        error = hipErrorHostMemoryAlreadyRegistered;
    if (error == hipSuccess)
        error = block_add_locked(&b);
    hip_unlock();
    return error;
}

hipError_t hipHostRegister(void *hostPtr, size_t sizeBytes, unsigned int flags)
{
    return hip_done(host_register(hostPtr, sizeBytes, flags));
}

static hipError_t host_unregister(void *host)
{
    if (!host)
        return hipErrorInvalidValue;
    HIP_TRY(hip_start());
    hip_lock();
    const struct block *b = block_find_locked((uint64_t)(uintptr_t)host);
    hipError_t error = hipSuccess;
    if (!b || b->kind != BLOCK_REGISTERED || b->base != (uint64_t)(uintptr_t)host)
        error = hipErrorHostMemoryNotRegistered;
    for (int i = 0; i < hip.device_count && error == hipSuccess; i++)
        device_wait_locked(i);
    if (error == hipSuccess) {
        block_remove_locked((uint64_t)(uintptr_t)host);
        if (!hip.has_hmm)
            shoal_mem_unregister(hip.shoal, host);
    }
    hip_unlock();
    return error;
}

hipError_t hipHostUnregister(void *hostPtr) { return hip_done(host_unregister(hostPtr)); }

enum { HOST_KINDS = 1 << BLOCK_HOST | 1 << BLOCK_REGISTERED };

hipError_t hipHostGetDevicePointer(void **devPtr, void *hstPtr, unsigned int flags)
{
    if (!devPtr || !hstPtr || flags)
        return hip_done(hipErrorInvalidValue);
    hip_lock();
    const struct block *b = block_find_locked((uint64_t)(uintptr_t)hstPtr);
    bool is_host = b && (HOST_KINDS & 1u << b->kind);
    hip_unlock();
    *devPtr = is_host || hip.has_hmm ? hstPtr : NULL;
    return hip_done(*devPtr ? hipSuccess : hipErrorInvalidValue);
}

hipError_t hipHostGetFlags(unsigned int *flagsPtr, void *hostPtr)
{
    if (!flagsPtr || !hostPtr)
        return hip_done(hipErrorInvalidValue);
    hip_lock();
    const struct block *b = block_find_locked((uint64_t)(uintptr_t)hostPtr);
    bool is_host = b && (HOST_KINDS & 1u << b->kind);
    if (is_host)
        *flagsPtr = b->flags;
    hip_unlock();
    return hip_done(is_host ? hipSuccess : hipErrorInvalidValue);
}

/* ---- what is known about memory ------------------------------------------------------- */

hipError_t hipMemGetInfo(size_t *free, size_t *total)
{
    if (!free && !total)
        return hip_done(hipErrorInvalidValue);
    hipError_t error = hip_start();
    if (error != hipSuccess)
        return hip_done(error);
    hip_lock();
    if (free)
        *free = hip.total_bytes - current_device()->used_bytes;
    if (total)
        *total = hip.total_bytes;
    hip_unlock();
    return hip_done(hipSuccess);
}

hipError_t hipMemPtrGetInfo(void *ptr, size_t *size)
{
    if (!size)
        return hip_done(hipErrorInvalidValue);
    *size = 0;
    if (!ptr)
        return hip_done(hipSuccess);
    hip_lock();
    const struct block *b = block_find_locked((uint64_t)(uintptr_t)ptr);
    if (b)
        *size = b->size;
    hip_unlock();
    return hip_done(b ? hipSuccess : hipErrorInvalidValue);
}

hipError_t hipMemGetAddressRange(hipDeviceptr_t *pbase, size_t *psize, hipDeviceptr_t dptr)
{
    uint64_t base = 0;
    size_t size = 0;
    hip_lock();
    const struct block *b = block_find_locked((uint64_t)(uintptr_t)dptr);
    if (b) {
        base = b->base;
        size = b->size;
    } else if (hip.shoal && is_window(dptr)) {
        shoal_mem_find(hip.shoal, (uint64_t)(uintptr_t)dptr, &base, &size);
    }
    hip_unlock();
    if (!base)
        return hip_done(hipErrorNotFound);
    if (pbase)
        *pbase = (void *)(uintptr_t)base;
    if (psize)
        *psize = size;
    return hip_done(hipSuccess);
}

/* The block of a pointer, or a made-up one for variables of modules. */
static bool describe_locked(const void *ptr, struct block *out)
{
    const struct block *b = block_find_locked((uint64_t)(uintptr_t)ptr);
    if (b) {
        *out = *b;
        return true;
    }
    *out = (struct block){.kind = BLOCK_DEVICE, .device = hip_thread.device};
    size_t size;
    if (!hip.shoal || !is_window(ptr) ||
        shoal_mem_find(hip.shoal, (uint64_t)(uintptr_t)ptr, &out->base, &size) != SHOAL_OK)
        return false;
    out->size = size;
    return true;
}

static hipMemoryType memory_type(const struct block *b)
{
    switch (b->kind) {
    case BLOCK_HOST:
    case BLOCK_REGISTERED:
        return hipMemoryTypeHost;
    case BLOCK_MANAGED:
        return hipMemoryTypeManaged;
    default:
        return hipMemoryTypeDevice;
    }
}

hipError_t hipPointerGetAttributes(hipPointerAttribute_t *attributes, const void *ptr)
{
    if (HIP_GENERATION >= 7 && !attributes) /* as of CUDA 11 */
        return hip_done(hipSuccess);
    if (!attributes || (HIP_GENERATION < 7 && !ptr))
        return hip_done(hipErrorInvalidValue);
    hip_lock();
    struct block b;
    bool is_known = ptr && describe_locked(ptr, &b);
    hip_unlock();
    *attributes = (hipPointerAttribute_t){0};
    if (!is_known) {
#if HIP_GENERATION >= 6
        attributes->type = hipMemoryTypeUnregistered;
        attributes->device = hipInvalidDeviceId;
        return hip_done(hipSuccess);
#else
        return hip_done(hipErrorInvalidValue);
#endif
    }
    *attributes = (hipPointerAttribute_t)
    {
#if HIP_GENERATION >= 6
        .type = memory_type(&b),
#else
        .memoryType = memory_type(&b),
#endif
        .device = b.device, .devicePointer = (void *)(uintptr_t)ptr,
        .hostPointer = memory_type(&b) == hipMemoryTypeDevice ? NULL : (void *)(uintptr_t)ptr,
        .isManaged = b.kind == BLOCK_MANAGED, .allocationFlags = b.flags,
    };
    return hip_done(hipSuccess);
}

/* Bytes that each attribute has, as AMD's library writes them; 0: it has none. */
static size_t attribute_bytes(hipPointer_attribute attribute)
{
    switch (attribute) {
    case HIP_POINTER_ATTRIBUTE_CONTEXT:
    case HIP_POINTER_ATTRIBUTE_DEVICE_POINTER:
    case HIP_POINTER_ATTRIBUTE_HOST_POINTER:
    case HIP_POINTER_ATTRIBUTE_RANGE_START_ADDR:
        return sizeof(void *);
    case HIP_POINTER_ATTRIBUTE_IS_MANAGED:
    case HIP_POINTER_ATTRIBUTE_SYNC_MEMOPS:
    case HIP_POINTER_ATTRIBUTE_IS_LEGACY_HIP_IPC_CAPABLE:
    case HIP_POINTER_ATTRIBUTE_MAPPED:
    case HIP_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE:
        return sizeof(bool);
    case HIP_POINTER_ATTRIBUTE_MEMORY_TYPE:
    case HIP_POINTER_ATTRIBUTE_BUFFER_ID:
    case HIP_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
    case HIP_POINTER_ATTRIBUTE_RANGE_SIZE:
    case HIP_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES:
    case HIP_POINTER_ATTRIBUTE_ACCESS_FLAGS:
        return sizeof(unsigned);
    case HIP_POINTER_ATTRIBUTE_P2P_TOKENS:
    case HIP_POINTER_ATTRIBUTE_MEMPOOL_HANDLE:
        break;
    }
    return 0;
}

static hipError_t attribute_of_block(const struct block *b, const void *ptr,
                                     hipPointer_attribute attribute, uint64_t *value)
{
    bool is_host = memory_type(b) != hipMemoryTypeDevice;
    hipCtx_t context;
    switch (attribute) {
    case HIP_POINTER_ATTRIBUTE_CONTEXT:
        HIP_TRY(hipDevicePrimaryCtxRetain(&context, b->device));
        *value = (uintptr_t)context;
        return hipSuccess;
    case HIP_POINTER_ATTRIBUTE_MEMORY_TYPE:
        *value = memory_type(b);
        return hipSuccess;
    case HIP_POINTER_ATTRIBUTE_HOST_POINTER:
    case HIP_POINTER_ATTRIBUTE_DEVICE_POINTER:
        *value = (uintptr_t)ptr;
        return is_host || attribute == HIP_POINTER_ATTRIBUTE_DEVICE_POINTER ? hipSuccess
                                                                            : hipErrorInvalidValue;
    case HIP_POINTER_ATTRIBUTE_BUFFER_ID:
        *value = b->id;
        return hipSuccess;
    case HIP_POINTER_ATTRIBUTE_IS_MANAGED:
        *value = b->kind == BLOCK_MANAGED;
        return hipSuccess;
    case HIP_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
        *value = (unsigned)b->device;
        return hipSuccess;
    case HIP_POINTER_ATTRIBUTE_IS_LEGACY_HIP_IPC_CAPABLE:
        *value = b->kind == BLOCK_DEVICE && b->id != 0;
        return hipSuccess;
    case HIP_POINTER_ATTRIBUTE_RANGE_START_ADDR:
        *value = b->base;
        return hipSuccess;
    case HIP_POINTER_ATTRIBUTE_RANGE_SIZE:
        *value = b->size;
        return b->size <= UINT32_MAX ? hipSuccess : hipErrorInvalidValue;
    case HIP_POINTER_ATTRIBUTE_MAPPED:
    case HIP_POINTER_ATTRIBUTE_SYNC_MEMOPS:
        *value = 1;
        return hipSuccess;
    case HIP_POINTER_ATTRIBUTE_ACCESS_FLAGS:
        *value = hipMemAccessFlagsProtReadWrite;
        return hipSuccess;
    case HIP_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES:
    case HIP_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE:
        *value = 0;
        return hipSuccess;
    case HIP_POINTER_ATTRIBUTE_P2P_TOKENS:
    case HIP_POINTER_ATTRIBUTE_MEMPOOL_HANDLE:
        return hipErrorNotSupported;
    }
    return hipErrorInvalidValue;
}

/* Leaves `data` alone where it fails. */
static hipError_t pointer_attribute(void *data, hipPointer_attribute attribute, const void *ptr)
{
    hip_lock();
    struct block b;
    struct array_info array;
    bool is_known = describe_locked(ptr, &b);
    bool is_array = !is_known && array_info_locked(ptr, &array);
    hip_unlock();
    uint64_t value = hipMemoryTypeArray;
    hipError_t error = hipErrorInvalidValue;
    if (is_known)
        error = attribute_of_block(&b, ptr, attribute, &value);
    else if (is_array && attribute == HIP_POINTER_ATTRIBUTE_MEMORY_TYPE)
        error = hipSuccess;
    if (error == hipSuccess)
        memcpy(data, &value, attribute_bytes(attribute));
    return error;
}

hipError_t hipPointerGetAttribute(void *data, hipPointer_attribute attribute, hipDeviceptr_t ptr)
{
    if (!data || !ptr)
        return hip_done(hipErrorInvalidValue);
    return hip_done(pointer_attribute(data, attribute, ptr));
}

/* Copies are complete before they return anyway, so that there is nothing to change. */
hipError_t hipPointerSetAttribute(const void *value, hipPointer_attribute attribute,
                                  hipDeviceptr_t ptr)
{
    struct block b;
    if (!value || !ptr || attribute != HIP_POINTER_ATTRIBUTE_SYNC_MEMOPS)
        return hip_done(hipErrorInvalidValue);
    hip_lock();
    bool is_known = describe_locked(ptr, &b);
    hip_unlock();
    return hip_done(is_known ? hipSuccess : hipErrorInvalidValue);
}

/* What is not known of a pointer is zero; attributes that no pointer has are left alone. */
hipError_t hipDrvPointerGetAttributes(unsigned int numAttributes, hipPointer_attribute *attributes,
                                      void **data, hipDeviceptr_t ptr)
{
    if (!numAttributes || !attributes || !data || !ptr)
        return hip_done(hipErrorInvalidValue);
    for (unsigned i = 0; i < numAttributes; i++)
        if (!data[i] || (unsigned)attributes[i] - 1 >= HIP_POINTER_ATTRIBUTE_MEMPOOL_HANDLE)
            return hip_done(hipErrorInvalidValue);
    for (unsigned i = 0; i < numAttributes; i++)
        if (pointer_attribute(data[i], attributes[i], ptr) != hipSuccess)
            memset(data[i], 0, attribute_bytes(attributes[i]));
    return hip_done(hipSuccess);
}

/* ---- managed memory: advice and prefetch ---------------------------------------------- */

/* Data is where it is; what was asked for is kept for hipMemRangeGetAttribute. */
static struct block *block_of_range_locked(const void *ptr, size_t count)
{
    struct block *b = block_find_locked((uint64_t)(uintptr_t)ptr);
    return b && count && count <= b->size - ((uint64_t)(uintptr_t)ptr - b->base) ? b : NULL;
}

static struct block *managed_locked(const void *ptr, size_t count, int device)
{
    struct block *b = block_of_range_locked(ptr, count);
    return b && b->kind == BLOCK_MANAGED && (device == hipCpuDeviceId || is_device(device)) ? b
                                                                                            : NULL;
}

/* Device memory is coarse-grained; host memory is fine-grained where its flags do not say
 * otherwise; of managed memory it is what was advised. */
static int coherency_of(const struct block *b)
{
    if (b->kind == BLOCK_DEVICE || (b->kind == BLOCK_HOST && (b->flags & hipHostMallocNonCoherent)))
        return hipMemRangeCoherencyModeCoarseGrain;
    return b->kind == BLOCK_MANAGED ? b->coherency : hipMemRangeCoherencyModeFineGrain;
}

hipError_t hipMemPrefetchAsync(const void *dev_ptr, size_t count, int device, hipStream_t stream)
{
    hipError_t error = hip_start();
    if (error != hipSuccess)
        return hip_done(error);
    hip_lock();
    struct stream *s;
    error = stream_of_locked(stream, &s);
    if (error == hipSuccess && device != hipCpuDeviceId && !is_device(device))
        error = hipErrorInvalidDevice;
    struct block *b = error == hipSuccess ? managed_locked(dev_ptr, count, device) : NULL;
    if (b)
        b->prefetched = device;
    else if (error == hipSuccess)
        error = hipErrorInvalidValue;
    hip_unlock();
    return hip_done(error);
}

/* The device of a place, hipCpuDeviceId for the host's, whatever its node. */
static hipError_t device_of_place(const hipMemLocation *place, int *out)
{
    bool is_host = place->type == hipMemLocationTypeHost ||
                   place->type == hipMemLocationTypeHostNuma ||
                   place->type == hipMemLocationTypeHostNumaCurrent;
    *out = is_host ? hipCpuDeviceId : place->id;
    return is_host || place->type == hipMemLocationTypeDevice ? hipSuccess : hipErrorInvalidValue;
}

hipError_t hipMemPrefetchAsync_v2(const void *dev_ptr, size_t count, hipMemLocation location,
                                  unsigned int flags, hipStream_t stream)
{
    int device;
    hipError_t error = flags ? hipErrorInvalidValue : device_of_place(&location, &device);
    return error == hipSuccess ? hipMemPrefetchAsync(dev_ptr, count, device, stream)
                               : hip_done(error);
}

static hipError_t advise_locked(struct block *b, hipMemoryAdvise advice, int device)
{
    uint64_t bit = device >= 0 ? UINT64_C(1) << device : 0;
    switch (advice) {
    case hipMemAdviseSetReadMostly:
    case hipMemAdviseUnsetReadMostly:
        b->is_read_mostly = advice == hipMemAdviseSetReadMostly;
        return hipSuccess;
    case hipMemAdviseSetPreferredLocation:
        b->preferred = device;
        return hipSuccess;
    case hipMemAdviseUnsetPreferredLocation:
        b->preferred = hipInvalidDeviceId;
        return hipSuccess;
    case hipMemAdviseSetAccessedBy:
        b->accessed_by |= bit;
        return hipSuccess;
    case hipMemAdviseUnsetAccessedBy:
        b->accessed_by &= ~bit;
        return hipSuccess;
    case hipMemAdviseSetCoarseGrain:
        b->coherency = hipMemRangeCoherencyModeCoarseGrain;
        return hipSuccess;
    case hipMemAdviseUnsetCoarseGrain:
        b->coherency = hipMemRangeCoherencyModeFineGrain;
        return hipSuccess;
    }
    return hipErrorInvalidValue;
}

hipError_t hipMemAdvise(const void *dev_ptr, size_t count, hipMemoryAdvise advice, int device)
{
    hipError_t error = capture_refuse_7();
    if (error != hipSuccess)
        return hip_done(error);
    hip_lock();
    struct block *b = managed_locked(dev_ptr, count, device);
    error = b ? advise_locked(b, advice, device) : hipErrorInvalidValue;
    hip_unlock();
    return hip_done(error);
}

hipError_t hipMemAdvise_v2(const void *dev_ptr, size_t count, hipMemoryAdvise advice,
                           hipMemLocation location)
{
    int device;
    hipError_t error = device_of_place(&location, &device);
    return error == hipSuccess ? hipMemAdvise(dev_ptr, count, advice, device) : hip_done(error);
}

static hipError_t range_attribute(void *data, size_t size, hipMemRangeAttribute attribute,
                                  const void *ptr, size_t count)
{
    if (!data || !size || (attribute != hipMemRangeAttributeAccessedBy && size != 4) || size % 4)
        return hipErrorInvalidValue;
    hip_lock();
    const struct block *b = attribute == hipMemRangeAttributeCoherencyMode
                                ? block_of_range_locked(ptr, count)
                                : managed_locked(ptr, count, hipCpuDeviceId);
    hipError_t error = b ? hipSuccess : hipErrorInvalidValue;
    int *out = data;
    if (b) {
        switch (attribute) {
        case hipMemRangeAttributeReadMostly:
            *out = b->is_read_mostly;
            break;
        case hipMemRangeAttributePreferredLocation:
            *out = b->preferred;
            break;
        case hipMemRangeAttributeLastPrefetchLocation:
            *out = b->prefetched;
            break;
        case hipMemRangeAttributeCoherencyMode:
            *out = coherency_of(b);
            break;
        case hipMemRangeAttributeAccessedBy: {
            size_t n = 0;
            for (int i = 0; i < MAX_DEVICES && n < size / 4; i++)
                if (b->accessed_by >> i & 1)
                    out[n++] = i;
            while (n < size / 4)
                out[n++] = hipInvalidDeviceId;
            break;
        }
        default:
            error = hipErrorInvalidValue;
        }
    }
    hip_unlock();
    return error;
}

hipError_t hipMemRangeGetAttribute(void *data, size_t data_size, hipMemRangeAttribute attribute,
                                   const void *dev_ptr, size_t count)
{
    return hip_done(range_attribute(data, data_size, attribute, dev_ptr, count));
}

hipError_t hipMemRangeGetAttributes(void **data, size_t *data_sizes,
                                    hipMemRangeAttribute *attributes, size_t num_attributes,
                                    const void *dev_ptr, size_t count)
{
    if (!data || !data_sizes || !attributes || !num_attributes)
        return hip_done(hipErrorInvalidValue);
    hipError_t error = hipSuccess;
    for (size_t i = 0; i < num_attributes && error == hipSuccess; i++)
        error = range_attribute(data[i], data_sizes[i], attributes[i], dev_ptr, count);
    return hip_done(error);
}
