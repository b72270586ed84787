/* case.h: test cases of the Ventus RTL and of its OpenCL driver, the pairs of files NAME.metadata
 * and NAME.data: memory contents, a kernel and its launch.
 *
 *   shoal_case *c;
 *   shoal_case_open(metadata, metadata_size, data, data_size, &c);
 *   const shoal_case_info *info = shoal_case_get_info(c);
 *   options.isa = "ventus"; options.wave_lanes = info->threads;
 *   shoal_device_create(&options, &device);
 *   shoal_module *module;
 *   shoal_case_load(device, c, NULL, &module);
 *   shoal_launch_desc desc = shoal_case_launch_desc(c);
 *   shoal_launch(device, shoal_module_kernel_at(module, 0), &desc, NULL);
 *   shoal_mem_read(device, to, info->buffers[2].address, info->buffers[2].data_bytes);
 *
 * Threads: an open case is constant; any thread may read it. */
#ifndef SHOAL_CASE_H
#define SHOAL_CASE_H

#include "shoal.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct shoal_case shoal_case;

/* What a buffer is for, as far as addresses tell. */
typedef enum shoal_case_role {
    SHOAL_CASE_DATA,
    SHOAL_CASE_CODE,
    SHOAL_CASE_ARGUMENTS,
    SHOAL_CASE_PRIVATE, /* memory of threads, no contents */
    SHOAL_CASE_PACKET,  /* the kernel metadata buffer */
} shoal_case_role;

typedef struct shoal_case_buffer {
    uint64_t address;
    uint64_t size_bytes; /* allocated */
    uint64_t data_bytes; /* of initial contents; <= size_bytes */
    const uint8_t *data; /* [data_bytes] */
    shoal_case_role role;
} shoal_case_buffer;

typedef struct shoal_case_info {
    uint64_t start_pc;
    uint64_t kernel_entry;    /* start_pc if the program has no kernel metadata buffer */
    uint64_t groups[3];       /* work-groups */
    uint32_t threads;         /* per warp */
    uint32_t warps;           /* per work-group */
    uint64_t packet_address;  /* of the kernel metadata buffer */
    uint32_t lds_bytes;       /* per work-group, as the file states */
    uint32_t private_bytes;   /* per thread */
    uint64_t private_address; /* of the private memory on hardware */
    uint32_t sgprs, vgprs;    /* that the kernel uses, as the file states */
    size_t buffer_count;
    const shoal_case_buffer *buffers; /* file order */
    const char *warning;              /* what a lenient reading let pass, in words; "" if nothing */
} shoal_case_info;

/* Reads both files and checks one against the other; the bytes may be freed afterwards. The
 * caller closes the case. shoal_last_error(NULL) has the message.
 * SHOAL_E_FORMAT: malformed, or the files contradict each other. SHOAL_E_NOMEM. */
SHOAL_API shoal_status shoal_case_open(const void *metadata, size_t metadata_size, const void *data,
                                       size_t data_size, shoal_case **out);

/* The same for tests that were written by hand: a buffer grows to its contents, words of the .data
 * file behind the last buffer's are left out, and a kernel metadata buffer that is in no memory
 * becomes one more buffer, of zeros. */
SHOAL_API shoal_status shoal_case_open_lenient(const void *metadata, size_t metadata_size,
                                               const void *data, size_t data_size,
                                               shoal_case **out);
SHOAL_API void shoal_case_close(shoal_case *c);

/* Borrowed until the case is closed. */
SHOAL_API const shoal_case_info *shoal_case_get_info(const shoal_case *c);

/* Allocates the case's buffers on a "ventus" device at their addresses, fills them, and makes a
 * module of its code with one kernel. options: `dialect` and `name` are used; NULL: the toolchain's
 * dialect.
 *
 * Cases may be loaded one after the other, as the RTL's driver runs them: memory keeps what earlier
 * ones left there, but for the contents that this case states. Where its buffers share pages with
 * those of earlier cases, they become one allocation. A module whose code is overwritten has none
 * from then on: its kernels cannot be launched. The buffers stay allocated until they are freed
 * one by one, or with the device.
 * SHOAL_E_BUSY: other memory is in the way, or a launch of the code there is pending.
 * SHOAL_E_NOMEM. */
SHOAL_API shoal_status shoal_case_load(shoal_device *device, const shoal_case *c,
                                       const shoal_load_options *options, shoal_module **out);
/* Writes the initial contents to the buffers again. */
SHOAL_API shoal_status shoal_case_reset(shoal_device *device, const shoal_case *c);

/* The launch that the case describes. */
SHOAL_API shoal_launch_desc shoal_case_launch_desc(const shoal_case *c);

#ifdef __cplusplus
}
#endif
#endif
