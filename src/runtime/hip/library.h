/* library.h: what libamdhip64 offers to the libraries that stand in for ROCm's (libhipblas,
 * libhipfft, libhiprand): work of a stream that the host does, on device memory. It takes its turn
 * as a kernel would: events, graphs and capture see it as a host function, and after a fault it is
 * left out. */
#ifndef SHOAL_HIP_LIBRARY_H
#define SHOAL_HIP_LIBRARY_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#ifdef __HIP_PLATFORM_AMD__ /* a library, which is compiled as programs are */
#include <hip/hip_runtime_api.h>
#else
#include "hip.h"
#endif

struct hip_work;
struct hip_work {
    atomic_uint refs; /* 1 for who makes it; graphs that captured it have their own */
    /* Writes what is wrong into text, if it can't be done: it becomes a fault of the device. */
    bool (*run)(struct hip_work *work, char *text, size_t size);
    void (*destroy)(struct hip_work *work);
};

/* For shoal_hip_memory. */
enum { HIP_WORK_READS = 1, HIP_WORK_WRITES = 2 };

/* Appends the work to the stream, or to the graph that captures it, and takes over the caller's
 * reference, even on failure. is_sync: waits until it is done. */
__attribute__((visibility("default"))) hipError_t
shoal_hip_submit(hipStream_t stream, struct hip_work *work, bool is_sync);
/* Whether a kernel could access [at, at + bytes); text says why not, for people. */
__attribute__((visibility("default"))) bool shoal_hip_memory(const void *at, size_t bytes,
                                                             int access, char *text, size_t size);
/* hipSuccess: the handle is that of a stream. */
__attribute__((visibility("default"))) hipError_t shoal_hip_stream(hipStream_t stream);

#endif
