/* library.c: work that libraries do on the host, in the order of a stream (library.h). */
#include "runtime.h"

#include <stdio.h>

#include "library.h"
#include "shoal/check.h"

void hip_run_work(void *user) { (void)user; /* action_run looks at host.work */ }

hipError_t shoal_hip_submit(hipStream_t stream, struct hip_work *work, bool is_sync)
{
    struct action a = {.kind = ACTION_HOST};
    a.host.fn = hip_run_work;
    a.host.user = a.host.work = work;
    hipError_t error = hip_start();
    if (error == hipSuccess)
        return submit(stream, &a, is_sync);
    action_clear_locked(&a);
    return error;
}

bool shoal_hip_memory(const void *at, size_t bytes, int access, char *text, size_t size)
{
    if (bytes == 0)
        return true;
    uint64_t address = (uint64_t)(uintptr_t)at;
    bool is_there = false;
    if (hip_start() != hipSuccess)
        return false;
    hip_lock();
    if (at && is_window(at))
        is_there = range_exists_locked(at, bytes);
    else if (at && hip.has_hmm)
        is_there = true;
    const struct block *b = block_find_locked(address);
    if (!is_there && b)
        is_there = bytes <= b->size - (address - b->base);
    if (!is_there && b)
        snprintf(text, size, "%zu bytes at %p reach past the end of an allocation of %zu bytes",
                 bytes, at, (size_t)b->size);
    else if (!is_there)
        snprintf(text, size, "there is no device memory at %p", at);
    hip_unlock();
    if (is_there && access & HIP_WORK_WRITES)
        shoal_check_memory(hip.shoal, SHOAL_CHECK_WRITTEN, address, 0, bytes, NULL);
    return is_there;
}

hipError_t shoal_hip_stream(hipStream_t stream)
{
    hipError_t error = hip_start();
    if (error != hipSuccess)
        return error;
    struct stream *s;
    hip_lock();
    error = stream_of_locked(stream, &s);
    hip_unlock();
    return error;
}
