/* share.c: what processes share: memory and events by IPC handles, pools and memory by file
 * descriptors.
 *
 * A handle names a file of the process that made it, which /proc leads to; the file holds the pages
 * of a block, or the counters of an event. */
#include "event.h"

#include "shoal/check.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* ---- handles ----------------------------------------------------------------------------------
 */

struct ipc_handle {
    char kind[8];
    int32_t pid, fd;
    uint64_t size, offset;
    uint64_t inode;
};
_Static_assert(sizeof(struct ipc_handle) <= sizeof(hipIpcMemHandle_t), "IPC handles of memory");
_Static_assert(sizeof(struct ipc_handle) <= sizeof(hipIpcEventHandle_t), "IPC handles of events");
_Static_assert(sizeof(struct ipc_handle) <= sizeof(hipMemPoolPtrExportData), "of pools' memory");
static const char memory_kind[8] = "shoalip", event_kind[8] = "shoalev", pool_kind[8] = "shoalpl";

/* Writes 64 bytes. */
static bool write_handle(const char kind[8], int fd, uint64_t offset, void *out)
{
    struct stat st;
    if (fstat(fd, &st) != 0)
        return false;
    struct ipc_handle h = {
        .pid = getpid(),
        .fd = fd,
        .size = (uint64_t)st.st_size,
        .offset = offset,
        .inode = (uint64_t)st.st_ino,
    };
    memcpy(h.kind, kind, sizeof h.kind);
    memset(out, 0, sizeof(hipIpcMemHandle_t));
    memcpy(out, &h, sizeof h);
    return true;
}

/* Opens the file of a handle. hipErrorInvalidValue: it is not one, or its process is gone;
 * hipErrorInvalidContext: it is of this process, which has the thing already (memory of pools may
 * be had twice). */
static hipError_t open_handle(const char kind[8], const void *handle, struct ipc_handle *out,
                              int *out_fd)
{
    memcpy(out, handle, sizeof *out);
    if (memcmp(out->kind, kind, sizeof out->kind) || !out->size || out->offset >= out->size)
        return hipErrorInvalidValue;
    if (out->pid == getpid() && kind != pool_kind)
        return hipErrorInvalidContext;
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/fd/%d", out->pid, out->fd);
    struct stat st;
    *out_fd = open(path, O_RDWR | O_CLOEXEC);
    if (*out_fd >= 0 && fstat(*out_fd, &st) == 0 && (uint64_t)st.st_ino == out->inode &&
        (uint64_t)st.st_size == out->size)
        return hipSuccess;
    if (*out_fd >= 0)
        close(*out_fd);
    return hipErrorInvalidValue;
}

/* ---- memory -------------------------------------------------------------------------------------
 */

/* A block of kind `kind` that is the file from an offset on. */
static hipError_t map_file(int fd, uint64_t offset, uint64_t size, enum block_kind kind, void **out)
{
    uint64_t lead = offset % MEMORY_GRANULE, bytes = lead + size;
    HIP_TRY(hip_start());
    struct block b = {.size = size, .kind = kind, .device = hip_thread.device, .share_fd = -1};
    b.lead = lead;
    uint64_t base;
    shoal_status status = shoal_mem_alloc(hip.shoal, bytes, MEMORY_GRANULE, &base);
    if (status != SHOAL_OK)
        return hip_error_of(status);
    shoal_check_memory(hip.shoal, SHOAL_CHECK_WRITTEN, base, 0, bytes, NULL);
    b.base = base + lead;
    hipError_t error = hipErrorMapFailed;
    if (mmap((void *)(uintptr_t)base, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd,
             (off_t)(offset - lead)) != MAP_FAILED) {
        hip_lock();
        error = block_add_locked(&b);
        hip_unlock();
    }
    if (error != hipSuccess)
        shoal_mem_free(hip.shoal, base);
    else
        *out = (void *)(uintptr_t)b.base;
    return error;
}

/* Puts the block's pages into a file, at the same addresses. */
static hipError_t share_locked(struct block *b)
{
    uint64_t first = b->base & ~(uint64_t)(MEMORY_GRANULE - 1);
    size_t size = (size_t)((b->base + b->size - first + MEMORY_GRANULE - 1) &
                           ~(uint64_t)(MEMORY_GRANULE - 1));
    int fd = memfd_create("shoal-ipc", MFD_CLOEXEC);
    if (fd < 0 || ftruncate(fd, (off_t)size) != 0)
        goto failed;
    for (size_t done = 0; done < size;) {
        ssize_t n = pwrite(fd, (const uint8_t *)(uintptr_t)first + done, size - done, (off_t)done);
        if (n <= 0)
            goto failed;
        done += (size_t)n;
    }
    if (mmap((void *)(uintptr_t)first, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd,
             0) == MAP_FAILED)
        goto failed;
    b->share_fd = fd;
    return hipSuccess;
failed:
    if (fd >= 0)
        close(fd);
    return hipErrorOutOfMemory;
}

/* A handle of the block that begins at, or holds, an address. */
static hipError_t export_block(const char kind[8], const void *at, void *out)
{
    HIP_TRY(hip_start());
    hip_lock();
    for (int i = 0; i < hip.device_count; i++) /* while pages move, nobody may write */
        device_wait_locked(i);
    struct block *b = block_find_locked((uint64_t)(uintptr_t)at);
    bool is_wanted = b && b->kind == BLOCK_DEVICE && !b->is_freed &&
                     (kind != pool_kind || (b->pool && pool_is_exportable(b->pool)));
    hipError_t error = is_wanted ? hipSuccess : hipErrorInvalidValue;
    if (error == hipSuccess && b->share_fd < 0)
        error = share_locked(b);
    if (error == hipSuccess && !write_handle(kind, b->share_fd, b->base % MEMORY_GRANULE, out))
        error = hipErrorOperatingSystem;
    hip_unlock();
    return error;
}

static hipError_t import_block(const char kind[8], const void *handle, enum block_kind as,
                               void **out)
{
    struct ipc_handle h;
    int fd;
    HIP_TRY(open_handle(kind, handle, &h, &fd));
    hipError_t error = map_file(fd, h.offset, h.size - h.offset, as, out);
    close(fd);
    return error;
}

hipError_t hipIpcGetMemHandle(hipIpcMemHandle_t *handle, void *devPtr)
{
    return hip_done(handle && devPtr ? export_block(memory_kind, devPtr, handle)
                                     : hipErrorInvalidValue);
}

hipError_t hipIpcOpenMemHandle(void **devPtr, hipIpcMemHandle_t handle, unsigned int flags)
{
    if (!devPtr || flags > 1) /* hipIpcMemLazyEnablePeerAccess is 0 or, in ROCm 6, 1 */
        return hip_done(hipErrorInvalidValue);
    return hip_done(import_block(memory_kind, &handle, BLOCK_SHARED, devPtr));
}

hipError_t hipIpcCloseMemHandle(void *devPtr)
{
    if (!devPtr)
        return hip_done(hipErrorInvalidValue);
    hip_lock();
    for (int i = 0; i < hip.device_count; i++)
        device_wait_locked(i);
    const struct block *b = block_find_locked((uint64_t)(uintptr_t)devPtr);
    uint64_t base = b && b->kind == BLOCK_SHARED ? b->base : 0;
    hip_unlock();
    return hip_done(base ? block_free(base, 1 << BLOCK_SHARED) : hipErrorInvalidValue);
}

/* ---- pools: a file that stands for the pool, and handles of what was allocated from it ---- */

hipError_t hipMemPoolExportToShareableHandle(void *shared_handle, hipMemPool_t mem_pool,
                                             hipMemAllocationHandleType handle_type,
                                             unsigned int flags)
{
    struct pool *p;
    if (!shared_handle || flags || handle_type != hipMemHandleTypePosixFileDescriptor)
        return hip_done(hipErrorInvalidValue);
    hip_lock();
    hipError_t error = pool_of_locked(mem_pool, &p);
    if (error == hipSuccess && !pool_is_exportable(p))
        error = hipErrorInvalidValue;
    hip_unlock();
    int fd = error == hipSuccess ? memfd_create(pool_kind, MFD_CLOEXEC) : -1;
    if (error == hipSuccess &&
        (fd < 0 || write(fd, pool_kind, sizeof pool_kind) != (ssize_t)sizeof pool_kind)) {
        if (fd >= 0)
            close(fd);
        error = hipErrorOperatingSystem;
    }
    if (error == hipSuccess)
        *(int *)shared_handle = fd;
    return hip_done(error);
}

hipError_t hipMemPoolImportFromShareableHandle(hipMemPool_t *mem_pool, void *shared_handle,
                                               hipMemAllocationHandleType handle_type,
                                               unsigned int flags)
{
    char kind[sizeof pool_kind];
    int fd = (int)(intptr_t)shared_handle; /* the descriptor itself, as with CUDA */
    hip_configure();
    if (!mem_pool || flags || handle_type != hipMemHandleTypePosixFileDescriptor || fd < 0 ||
        pread(fd, kind, sizeof kind, 0) != (ssize_t)sizeof kind ||
        memcmp(kind, pool_kind, sizeof kind))
        return hip_done(hipErrorInvalidValue);
    hip_lock();
    *mem_pool = pool_import_locked(hip_thread.device);
    hip_unlock();
    return hip_done(*mem_pool ? hipSuccess : hipErrorOutOfMemory);
}

hipError_t hipMemPoolExportPointer(hipMemPoolPtrExportData *export_data, void *dev_ptr)
{
    return hip_done(export_data && dev_ptr ? export_block(pool_kind, dev_ptr, export_data)
                                           : hipErrorInvalidValue);
}

hipError_t hipMemPoolImportPointer(void **dev_ptr, hipMemPool_t mem_pool,
                                   hipMemPoolPtrExportData *export_data)
{
    struct pool *p;
    if (!dev_ptr || !export_data)
        return hip_done(hipErrorInvalidValue);
    hip_lock();
    hipError_t error = pool_of_locked(mem_pool, &p);
    if (error == hipSuccess && !pool_is_imported(p))
        error = hipErrorInvalidValue;
    hip_unlock();
    if (error == hipSuccess)
        error = import_block(pool_kind, export_data, BLOCK_IMPORTED, dev_ptr);
    return hip_done(error);
}

/* ---- external memory: any file that can be mapped -----------------------------------------------
 */

struct external {
    int fd;
    uint64_t size;
};

hipError_t hipImportExternalMemory(hipExternalMemory_t *extMem_out,
                                   const hipExternalMemoryHandleDesc *memHandleDesc)
{
    const hipExternalMemoryHandleDesc *d = memHandleDesc;
    struct stat st;
    if (!extMem_out || !d || d->flags & ~(unsigned)hipExternalMemoryDedicated || !d->size)
        return hip_done(hipErrorInvalidValue);
    if (d->type != hipExternalMemoryHandleTypeOpaqueFd)
        return hip_done((unsigned)d->type - 1 < hipExternalMemoryHandleTypeNvSciBuf
                            ? hipErrorNotSupported /* those of Windows */
                            : hipErrorInvalidValue);
    if (fstat(d->handle.fd, &st) != 0 || (uint64_t)st.st_size < d->size)
        return hip_done(hipErrorInvalidValue);
    struct external *e = calloc(1, sizeof *e);
    if (!e)
        return hip_done(hipErrorOutOfMemory);
    *e = (struct external){d->handle.fd, d->size}; /* the descriptor is ours from now on */
    hip_lock();
    void *made = handle_make_locked(HANDLE_EXTERNAL, e);
    hip_unlock();
    if (made)
        *extMem_out = made;
    else
        free(e);
    return hip_done(made ? hipSuccess : hipErrorOutOfMemory);
}

hipError_t hipDestroyExternalMemory(hipExternalMemory_t extMem)
{
    hip_lock();
    struct external *e = handle_get_locked(HANDLE_EXTERNAL, extMem);
    if (e)
        handle_drop_locked(extMem);
    hip_unlock();
    if (!e)
        return hip_done(hipErrorInvalidValue);
    close(e->fd);
    free(e);
    return hip_done(hipSuccess);
}

/* The buffer is the program's, which frees it with hipFree. */
hipError_t hipExternalMemoryGetMappedBuffer(void **devPtr, hipExternalMemory_t extMem,
                                            const hipExternalMemoryBufferDesc *bufferDesc)
{
    const hipExternalMemoryBufferDesc *d = bufferDesc;
    hip_lock();
    const struct external *e = handle_get_locked(HANDLE_EXTERNAL, extMem);
    bool is_valid = e && devPtr && d && !d->flags && d->size && d->offset <= e->size &&
                    d->size <= e->size - d->offset;
    int fd = is_valid ? fcntl(e->fd, F_DUPFD_CLOEXEC, 0) : -1;
    hip_unlock();
    if (fd < 0)
        return hip_done(hipErrorInvalidValue);
    hipError_t error = map_file(fd, d->offset, d->size, BLOCK_IMPORTED, devPtr);
    close(fd);
    return hip_done(error);
}

/* ---- events: how often it was recorded, and how many of those recordings are over ----- */

struct event_share {
    atomic_uint_least64_t recorded, done;
};

static struct event_share *map_event(int fd)
{
    void *at = mmap(NULL, MEMORY_GRANULE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    return at == MAP_FAILED ? NULL : at;
}

hipError_t event_share_make(struct event *e)
{
    e->share_fd = memfd_create(event_kind, MFD_CLOEXEC);
    if (e->share_fd < 0)
        return hipErrorOperatingSystem;
    if (ftruncate(e->share_fd, MEMORY_GRANULE) == 0 && (e->share = map_event(e->share_fd)))
        return hipSuccess;
    close(e->share_fd);
    return hipErrorOutOfMemory;
}

void event_share_free(struct event *e)
{
    munmap(e->share, MEMORY_GRANULE);
    if (e->share_fd >= 0)
        close(e->share_fd);
}

uint64_t event_share_record(struct event *e)
{
    return atomic_fetch_add(&e->share->recorded, 1) + 1;
}
uint64_t event_share_latest(const struct event *e) { return atomic_load(&e->share->recorded); }

/* Recordings of several streams may end in any order. */
void event_share_signal(struct event *e, uint64_t ticket)
{
    uint_least64_t seen = atomic_load(&e->share->done);
    while (seen < ticket && !atomic_compare_exchange_weak(&e->share->done, &seen, ticket)) {
    }
}

bool event_share_is_done(const struct event *e, uint64_t ticket)
{
    return atomic_load(&e->share->done) >= ticket;
}

/* Another process does what is waited for: it is looked for, 10,000 times a second. */
void event_share_wait(const struct event *e, uint64_t ticket, int device)
{
    const struct timespec pause = {0, 100000};
    while (!event_share_is_done(e, ticket) && device_status(device) == hipSuccess)
        nanosleep(&pause, NULL);
}

hipError_t hipIpcGetEventHandle(hipIpcEventHandle_t *handle, hipEvent_t event)
{
    struct event *e;
    if (!handle)
        return hip_done(hipErrorInvalidValue);
    hip_lock();
    hipError_t error = event_of_locked(event, &e);
    if (error == hipSuccess && (!e->share || e->share_fd < 0))
        error =
            hipErrorInvalidHandle; /* not made with hipEventInterprocess, or not by this process */
    if (error == hipSuccess && !write_handle(event_kind, e->share_fd, 0, handle))
        error = hipErrorOperatingSystem;
    hip_unlock();
    return hip_done(error);
}

hipError_t hipIpcOpenEventHandle(hipEvent_t *event, hipIpcEventHandle_t handle)
{
    struct ipc_handle h;
    int fd;
    if (!event)
        return hip_done(hipErrorInvalidValue);
    hipError_t error = open_handle(event_kind, &handle, &h, &fd);
    if (error != hipSuccess)
        return hip_done(error);
    struct event_share *share = map_event(fd);
    close(fd);
    if (!share)
        return hip_done(hipErrorMapFailed);
    error = event_create(event, hipEventInterprocess | hipEventDisableTiming, share);
    if (error != hipSuccess)
        munmap(share, MEMORY_GRANULE);
    return hip_done(error);
}
