/* vmm.c: virtual memory management.
 *
 * Reserved addresses are an allocation of the window without access rights; physical memory is
 * a file in memory; mapping is mmap. */
#include "runtime.h"

#include "shoal/check.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct physical {
    hipMemGenericAllocationHandle_t handle;
    int fd;
    size_t size;
    unsigned refs; /* the handle, and each mapping */
    hipMemAllocationProp prop;
};

struct mapping {
    uint64_t base;
    size_t size;
    struct physical *physical;
    hipMemAccessFlags access[MAX_DEVICES];
    struct mapping *next;
};
static struct mapping *mappings;

static void physical_unref_locked(struct physical *p)
{
    if (--p->refs > 0)
        return;
    close(p->fd);
    free(p);
}

static struct physical *physical_locked(hipMemGenericAllocationHandle_t handle)
{
    return handle_get_locked(HANDLE_PHYSICAL, handle);
}

static bool is_prop(const hipMemAllocationProp *p)
{
    return p && p->type == hipMemAllocationTypePinned &&
           p->location.type == hipMemLocationTypeDevice && is_device(p->location.id);
}

hipError_t hipMemGetAllocationGranularity(size_t *granularity, const hipMemAllocationProp *prop,
                                          hipMemAllocationGranularity_flags option)
{
    hip_configure();
    if (!granularity || !is_prop(prop) || (unsigned)option > hipMemAllocationGranularityRecommended)
        return hip_done(hipErrorInvalidValue);
    *granularity = option == hipMemAllocationGranularityMinimum ? MEMORY_GRANULE : 2 << 20;
    return hip_done(hipSuccess);
}

static hipError_t adopt(int fd, size_t size, const hipMemAllocationProp *prop,
                        hipMemGenericAllocationHandle_t *out)
{
    struct physical *p = fd >= 0 ? calloc(1, sizeof *p) : NULL;
    if (!p) {
        if (fd >= 0)
            close(fd);
        return hipErrorOutOfMemory;
    }
    *p = (struct physical){.fd = fd, .size = size, .refs = 1, .prop = *prop};
    hip_lock();
    p->handle = handle_make_locked(HANDLE_PHYSICAL, p);
    if (!p->handle)
        physical_unref_locked(p);
    else
        *out = p->handle;
    hip_unlock();
    return p->handle ? hipSuccess : hipErrorOutOfMemory;
}

hipError_t hipMemCreate(hipMemGenericAllocationHandle_t *handle, size_t size,
                        const hipMemAllocationProp *prop, unsigned long long flags)
{
    hipError_t error = hip_start();
    if (error != hipSuccess)
        return hip_done(error);
    if (!handle || !size || flags || size % MEMORY_GRANULE || !is_prop(prop))
        return hip_done(hipErrorInvalidValue);
    if (size > hip.total_bytes)
        return hip_done(hipErrorOutOfMemory);
    int fd = memfd_create("shoal-hip", MFD_CLOEXEC);
    if (fd >= 0 && ftruncate(fd, (off_t)size) != 0) {
        close(fd);
        fd = -1;
    }
    return hip_done(adopt(fd, size, prop, handle));
}

hipError_t hipMemRelease(hipMemGenericAllocationHandle_t handle)
{
    hip_lock();
    struct physical *p = physical_locked(handle);
    if (p) {
        handle_drop_locked(handle);
        p->handle = NULL;
        physical_unref_locked(p);
    }
    hip_unlock();
    return hip_done(p ? hipSuccess : hipErrorInvalidValue);
}

hipError_t hipMemGetAllocationPropertiesFromHandle(hipMemAllocationProp *prop,
                                                   hipMemGenericAllocationHandle_t handle)
{
    hip_lock();
    const struct physical *p = physical_locked(handle);
    if (p && prop)
        *prop = p->prop;
    hip_unlock();
    return hip_done(p && prop ? hipSuccess : hipErrorInvalidValue);
}

hipError_t hipMemExportToShareableHandle(void *shareableHandle,
                                         hipMemGenericAllocationHandle_t handle,
                                         hipMemAllocationHandleType handleType,
                                         unsigned long long flags)
{
    if (!shareableHandle || flags || handleType != hipMemHandleTypePosixFileDescriptor)
        return hip_done(hipErrorInvalidValue);
    hip_lock();
    const struct physical *p = physical_locked(handle);
    int fd = p ? fcntl(p->fd, F_DUPFD_CLOEXEC, 0) : -1;
    hip_unlock();
    if (fd >= 0)
        *(int *)shareableHandle = fd;
    return hip_done(fd >= 0 ? hipSuccess : hipErrorInvalidValue);
}

hipError_t hipMemImportFromShareableHandle(hipMemGenericAllocationHandle_t *handle, void *osHandle,
                                           hipMemAllocationHandleType shHandleType)
{
    if (!handle || shHandleType != hipMemHandleTypePosixFileDescriptor)
        return hip_done(hipErrorInvalidValue);
    hipError_t error = hip_start();
    if (error != hipSuccess)
        return hip_done(error);
    int from = (int)(intptr_t)osHandle; /* the descriptor itself, as with CUDA */
    struct stat st;
    if (from < 0 || fstat(from, &st) != 0 || st.st_size <= 0 || st.st_size % MEMORY_GRANULE)
        return hip_done(hipErrorInvalidValue);
    hipMemAllocationProp prop = {
        .type = hipMemAllocationTypePinned,
        .location = {hipMemLocationTypeDevice, hip_thread.device},
        .requestedHandleType = hipMemHandleTypePosixFileDescriptor,
    };
    return hip_done(adopt(fcntl(from, F_DUPFD_CLOEXEC, 0), (size_t)st.st_size, &prop, handle));
}

/* ---- addresses ------------------------------------------------------------------------ */

hipError_t hipMemAddressReserve(void **ptr, size_t size, size_t alignment, void *addr,
                                unsigned long long flags)
{
    (void)addr; /* a wish */
    if (!ptr || !size || size % MEMORY_GRANULE || flags || (alignment & (alignment - 1)))
        return hip_done(hipErrorInvalidValue);
    hipError_t error = hip_start();
    if (error != hipSuccess)
        return hip_done(error);
    size_t align = alignment < MEMORY_GRANULE ? MEMORY_GRANULE : alignment;
    struct block b = {
        .size = size, .kind = BLOCK_RESERVED, .device = hip_thread.device, .share_fd = -1};
    if (align > 2 << 20)
        return hip_done(hipErrorInvalidValue);
    shoal_status st = shoal_mem_alloc(hip.shoal, size, align, &b.base);
    if (st != SHOAL_OK)
        return hip_done(hip_error_of(st));
    shoal_check_memory(hip.shoal, SHOAL_CHECK_WRITTEN, b.base, 0, size, NULL);
    mprotect((void *)(uintptr_t)b.base, size, PROT_NONE);
    hip_lock();
    error = block_add_locked(&b);
    hip_unlock();
    if (error != hipSuccess)
        shoal_mem_free(hip.shoal, b.base);
    else
        *ptr = (void *)(uintptr_t)b.base;
    return hip_done(error);
}

static bool has_mapping_locked(uint64_t base, size_t size)
{
    for (const struct mapping *m = mappings; m; m = m->next)
        if (m->base < base + size && base < m->base + m->size)
            return true;
    return false;
}

hipError_t hipMemAddressFree(void *devPtr, size_t size)
{
    uint64_t base = (uint64_t)(uintptr_t)devPtr;
    hip_lock();
    const struct block *b = block_find_locked(base);
    bool is_own = b && b->kind == BLOCK_RESERVED && b->base == base && b->size == size &&
                  !has_mapping_locked(base, size);
    hip_unlock();
    return hip_done(is_own ? block_free(base, 1 << BLOCK_RESERVED) : hipErrorInvalidValue);
}

hipError_t hipMemMap(void *ptr, size_t size, size_t offset, hipMemGenericAllocationHandle_t handle,
                     unsigned long long flags)
{
    uint64_t base = (uint64_t)(uintptr_t)ptr;
    if (!ptr || !size || size % MEMORY_GRANULE || base % MEMORY_GRANULE || offset || flags)
        return hip_done(hipErrorInvalidValue);
    struct mapping *m = calloc(1, sizeof *m);
    if (!m)
        return hip_done(hipErrorOutOfMemory);
    hip_lock();
    struct physical *p = physical_locked(handle);
    const struct block *b = block_find_locked(base);
    bool is_valid = p && size <= p->size && b && b->kind == BLOCK_RESERVED &&
                    size <= b->size - (base - b->base) && !has_mapping_locked(base, size);
    if (is_valid && mmap(ptr, size, PROT_NONE, MAP_SHARED | MAP_FIXED, p->fd, 0) != MAP_FAILED) {
        p->refs++;
        *m = (struct mapping){.base = base, .size = size, .physical = p, .next = mappings};
        mappings = m;
    } else {
        free(m);
        is_valid = false;
    }
    hip_unlock();
    return hip_done(is_valid ? hipSuccess : hipErrorInvalidValue);
}

/* Of mappings that lie within the range as a whole. */
static size_t mapped_bytes_locked(uint64_t base, size_t size)
{
    size_t bytes = 0;
    for (const struct mapping *m = mappings; m; m = m->next)
        if (m->base >= base && m->base + m->size <= base + size)
            bytes += m->size;
    return bytes;
}

/* One or more whole mappings, without gaps. */
hipError_t hipMemUnmap(void *ptr, size_t size)
{
    hip_lock();
    uint64_t base = (uint64_t)(uintptr_t)ptr, end = base + size;
    hipError_t error =
        size && mapped_bytes_locked(base, size) == size ? hipSuccess : hipErrorInvalidValue;
    if (error == hipSuccess &&
        mmap(ptr, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1,
             0) == MAP_FAILED)
        error = hipErrorUnmapFailed;
    for (struct mapping **link = &mappings; error == hipSuccess && *link;) {
        struct mapping *m = *link;
        if (m->base < base || m->base >= end) {
            link = &m->next;
            continue;
        }
        *link = m->next;
        physical_unref_locked(m->physical);
        free(m);
    }
    hip_unlock();
    return hip_done(error);
}

static int protection(const struct mapping *m)
{
    int all = PROT_NONE; /* one address space for all devices: the widest right holds */
    for (int i = 0; i < MAX_DEVICES; i++) {
        if (m->access[i] & 1)
            all |= PROT_READ;
        if ((m->access[i] & 2))
            all |= PROT_WRITE;
    }
    return all;
}

hipError_t hipMemSetAccess(void *ptr, size_t size, const hipMemAccessDesc *desc, size_t count)
{
    uint64_t base = (uint64_t)(uintptr_t)ptr;
    hip_configure();
    if (!ptr || !size || !desc || !count)
        return hip_done(hipErrorInvalidValue);
    for (size_t i = 0; i < count; i++)
        if (desc[i].location.type != hipMemLocationTypeDevice || !is_device(desc[i].location.id) ||
            (desc[i].flags != hipMemAccessFlagsProtNone &&
             desc[i].flags != hipMemAccessFlagsProtRead &&
             desc[i].flags != hipMemAccessFlagsProtReadWrite))
            return hip_done(hipErrorInvalidValue);
    hip_lock();
    hipError_t error = mapped_bytes_locked(base, size) == size ? hipSuccess : hipErrorInvalidValue;
    for (struct mapping *m = mappings; m && error == hipSuccess; m = m->next) {
        if (m->base < base || m->base + m->size > base + size)
            continue;
        for (size_t i = 0; i < count; i++)
            m->access[desc[i].location.id] = desc[i].flags;
        if (mprotect((void *)(uintptr_t)m->base, m->size, protection(m)) != 0)
            error = hipErrorMapFailed;
    }
    hip_unlock();
    return hip_done(error);
}

static const struct mapping *mapping_of_locked(const void *ptr)
{
    const struct mapping *m = mappings;
    while (m && (uint64_t)(uintptr_t)ptr - m->base >= m->size)
        m = m->next;
    return m;
}

hipError_t hipMemGetAccess(unsigned long long *flags, const hipMemLocation *location, void *ptr)
{
    hip_configure();
    if (!flags || !location || location->type != hipMemLocationTypeDevice ||
        !is_device(location->id))
        return hip_done(hipErrorInvalidValue);
    hip_lock();
    const struct mapping *m = mapping_of_locked(ptr);
    if (m)
        *flags = m->access[location->id];
    hip_unlock();
    return hip_done(m ? hipSuccess : hipErrorInvalidValue);
}

hipError_t hipMemRetainAllocationHandle(hipMemGenericAllocationHandle_t *handle, void *addr)
{
    hip_lock();
    const struct mapping *m = mapping_of_locked(addr);
    struct physical *p = m && handle ? m->physical : NULL;
    void *made = p ? handle_make_locked(HANDLE_PHYSICAL, p) : NULL;
    if (made) {
        p->refs++;
        *handle = made;
    }
    hip_unlock();
    return hip_done(made ? hipSuccess : hipErrorInvalidValue);
}
