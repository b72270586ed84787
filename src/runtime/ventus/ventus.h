/* ventus.h: the C interface of libventus.so, through which PoCL's Ventus device runs kernels. A
 * PoCL that is built for Ventus loads it in place of the drivers of its own simulators.
 *
 *   vt_device_h dev;
 *   uint64_t a, knl;
 *   vt_dev_open(&dev);
 *   vt_buf_alloc(dev, 4096, &a, 0, 0, 0);
 *   vt_copy_to_dev(dev, a, data, 4096, 0, 0);
 *   vt_upload_kernel_file(dev, "object0.riscv", 0);
 *   vt_start(dev, &metadata, 0);
 *   vt_ready_wait(dev, 1000);
 *   vt_copy_from_dev(dev, a, data, 4096, 0, 0);
 *   vt_dev_close(dev);
 *
 * Every function returns 0, or -1 after a message on stderr. Task and kernel numbers are not used:
 * there is one address space, without page tables.
 *
 * Environment: NUM_THREAD, threads per warp that vt_dev_caps reports (PoCL reads it too; default
 * 32); SHOAL_VENTUS_DIALECT, "manual" or "toolchain" (default: what the file shows; toolchain for
 * code that is copied to the device).
 *
 * Threads: any function from any thread; calls for one device run one after the other. */
#ifndef SHOAL_VENTUS_H
#define SHOAL_VENTUS_H

#include <stdint.h>
#include <stdio.h>

#include "shoal/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef void *vt_device_h;

enum vt_caps {
    VT_CAPS_VERSION = 0,
    VT_CAPS_MAX_CORES = 1,
    VT_CAPS_MAX_WARPS = 2,   /* per work-group */
    VT_CAPS_MAX_THREADS = 3, /* per warp */
    VT_CAPS_CACHE_LINE_SIZE = 4,
    VT_CAPS_LOCAL_MEM_SIZE = 5, /* bytes per work-group */
    VT_CAPS_ALLOC_BASE_ADDR = 6,
    VT_CAPS_KERNEL_BASE_ADDR = 7,
};

/* What vt_start runs. */
struct vt_metadata {
    uint64_t kernel_id;
    uint64_t groups[3];     /* work-groups */
    uint64_t threads;       /* per warp */
    uint64_t warps;         /* per work-group */
    uint64_t packet;        /* address of the kernel metadata buffer: CSR_KNL */
    uint64_t lds_bytes;     /* per work-group */
    uint64_t private_bytes; /* per thread */
    uint64_t sgprs, vgprs;
    uint64_t private_address;
};

SHOAL_API int vt_dev_open(vt_device_h *device);
SHOAL_API int vt_dev_close(vt_device_h device);
/* device may be NULL, or point to NULL: PoCL asks before it opens one. */
SHOAL_API int vt_dev_caps(vt_device_h *device, uint64_t caps_id, uint64_t *value);

/* Nothing to do: there are no page tables. */
SHOAL_API int vt_root_mem_alloc(vt_device_h device, int task);
SHOAL_API int vt_root_mem_free(vt_device_h device, int task);

/* Device memory, as the RTL's driver gives it out: the lowest free pages of 4 KiB from 0x90000000
 * on, one buffer directly behind the other. */
SHOAL_API int vt_buf_alloc(vt_device_h device, uint64_t size, uint64_t *address, int type,
                           uint64_t task, uint64_t kernel);
/* Frees all buffers. */
SHOAL_API int vt_buf_free(vt_device_h device, uint64_t size, uint64_t *address, uint64_t task,
                          uint64_t kernel);
/* Frees the buffer at *address. */
SHOAL_API int vt_one_buf_free(vt_device_h device, uint64_t size, uint64_t *address, uint64_t task,
                              uint64_t kernel);

/* Copies to and from buffers, and to the code at 0x80000000 .. 0x8fffffff, which needs no
 * allocation. */
SHOAL_API int vt_copy_to_dev(vt_device_h device, uint64_t address, const void *from, uint64_t size,
                             uint64_t task, uint64_t kernel);
SHOAL_API int vt_copy_from_dev(vt_device_h device, uint64_t address, void *to, uint64_t size,
                               uint64_t task, uint64_t kernel);

/* The ELF file with the kernels; every vt_start loads it afresh. */
SHOAL_API int vt_upload_kernel_file(vt_device_h device, const char *path, int task);
SHOAL_API int vt_upload_kernel_bytes(vt_device_h device, const void *content, uint64_t size,
                                     int task);

/* Starts the kernel that the metadata buffer names. metadata: struct vt_metadata. */
SHOAL_API int vt_start(vt_device_h device, void *metadata, uint64_t task);
/* Waits for the end, however long that takes: the limit is meant for the time of hardware, and
 * PoCL does not go on after an error. -1: the kernel faulted, or none was started. */
SHOAL_API int vt_ready_wait(vt_device_h device, uint64_t timeout_ms);
/* Waits too; the list (a C++ std::queue<int>) is left as it is. */
SHOAL_API int vt_finish_all_kernel(vt_device_h device, void *finished);
/* What ran since the device was opened. */
SHOAL_API int vt_dump_perf(vt_device_h device, FILE *out);

#ifdef __cplusplus
}
#endif
#endif
