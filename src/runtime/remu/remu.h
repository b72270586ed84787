/* remu.h: the C interface of libremu.so, which tinygrad's AMD back end can load in place of
 * its own emulator. Kernels run in the calling process and use its plain pointers.
 *
 * Both calls: `lib` is the host address of the first instruction, lib_sz reaches to the
 * end of its mapping (kernels end at s_endpgm), grid in work-groups, block in work-items,
 * wave32, v0 = x | y << 10 | z << 20, LDS zeroed for every work-group. MODE at start: FP32
 * denormals flushed, FP16 and FP64 denormals kept, round to nearest, DX10_CLAMP and IEEE.
 *
 * They return 0 on success; on a bad argument or a GPU fault they print a report on stderr
 * and return non-zero. Thread-safe; the device is made by the first call. */
#ifndef SHOAL_REMU_H
#define SHOAL_REMU_H

#include <stdint.h>

#include "shoal/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The old interface: s[0:1] = args_ptr; work-group ids in s15 if only gx counts, s14 and
 * s15 with gy, s13 to s15 with gz; 64 KiB of LDS. */
SHOAL_API int run_asm(const void *lib, uint32_t lib_sz, uint32_t gx, uint32_t gy, uint32_t gz,
                      uint32_t lx, uint32_t ly, uint32_t lz, const void *args_ptr);

/* rsrc2         COMPUTE_PGM_RSRC2: user SGPR count in bits 1..5, work-group id enables in
 *               bits 7..9, LDS size in bits 15..23 in units of 512 bytes
 * scratch_size  bytes per lane
 * arch          "rdna3"
 * user_data     [n_user_data] s[0 ..]; n_user_data 0: s[0:1] = args_ptr */
SHOAL_API int run_asm_ex(const void *lib, uint32_t lib_sz, uint32_t gx, uint32_t gy, uint32_t gz,
                         uint32_t lx, uint32_t ly, uint32_t lz, const void *args_ptr,
                         uint32_t rsrc2, uint32_t scratch_size, const char *arch,
                         const uint32_t *user_data, uint32_t n_user_data);

#ifdef __cplusplus
}
#endif
#endif
