/* graphics.h: waves of the graphics pipeline (pixel, geometry, hull shaders).
 *
 * The fixed-function hardware that starts such waves is not modelled: the caller says what it
 * would put into registers and LDS, runs one wave, and gets what the wave exports. See
 * docs/graphics.md.
 *
 *     shoal_wave_start start = shoal_wave_start_default();
 *     start.vgprs = barycentrics, start.vgpr_count = 2;     // v0: I, v1: J
 *     start.m0 = 0, start.lds = parameters, start.lds_size = sizeof parameters;
 *     start.on_export = take_pixel;
 *     shoal_launch_desc d = shoal_launch_desc_default();
 *     d.grid[0] = d.block[0] = 32;
 *     d.dynamic_lds_bytes = sizeof parameters;
 *     d.start = &start;
 *     shoal_launch(device, kernel, &d, NULL);               // kernel: raw code, for instance */
#ifndef SHOAL_GRAPHICS_H
#define SHOAL_GRAPHICS_H

#include "shoal/shoal.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Export targets (manual, table 111). */
enum {
    SHOAL_EXPORT_MRT0 = 0, /* to 7 */
    SHOAL_EXPORT_Z = 8,
    SHOAL_EXPORT_NULL = 9,
    SHOAL_EXPORT_POSITION0 = 12, /* to 16 */
    SHOAL_EXPORT_PRIMITIVE = 20,
    SHOAL_EXPORT_DUAL_SOURCE0 = 21, /* and 22 */
};

/* One export instruction. values[i][lane] is the i-th register, 0 where it is not enabled; lanes
 * whose bit in exec is 0 export nothing. */
typedef struct shoal_export {
    uint32_t target;
    uint32_t enable; /* bit i: values[i] is exported */
    uint32_t row;    /* M0 of row exports (has_row) */
    bool has_row;
    bool is_done; /* the last one of its kind */
    uint64_t exec;
    uint32_t values[4][64];
} shoal_export;

/* The state that one wave begins with; what it leaves. All pointers are borrowed until the
 * launch has ended and may be NULL. */
typedef struct shoal_wave_start {
    const uint32_t *sgprs; /* [sgpr_count] s0, s1, ... */
    uint32_t sgpr_count;   /* <= 106 */
    const uint32_t *vgprs; /* [vgpr_count][lanes of the wave] v0, v1, ... */
    uint32_t vgpr_count;   /* <= allocated */
    uint64_t exec;         /* by default all lanes of the launch */
    uint32_t m0;
    uint32_t mode; /* MODE register; by default as the kernel says */
    bool has_exec, has_mode;
    const void *lds; /* [lds_size] initial LDS; at most what the launch allocates */
    size_t lds_size;

    void (*on_export)(void *user, const shoal_export *); /* called from a worker thread */
    void *user;
    shoal_export *exports; /* [export_capacity] the first exports, in order */
    size_t export_capacity;
    size_t export_count; /* out: all exports, also those beyond the capacity */

    uint32_t *final_sgprs; /* out [128]: s0 to s105, VCC (106), M0 (125), EXEC (126) */
    uint32_t *final_vgprs; /* out [final_vgpr_count][lanes] */
    uint32_t final_vgpr_count;
} shoal_wave_start;

/* No registers, no LDS, nobody listens. */
SHOAL_API shoal_wave_start shoal_wave_start_default(void);

/* The table of border colours that samplers with a colour of their own index: device address of
 * 16-byte entries (R, G, B, A in the format of the image). 0: none, such borders are black. */
SHOAL_API void shoal_device_set_border_colors(shoal_device *device, uint64_t address);

/* Installs a trap handler for the launches that follow: device addresses of its code (TBA, at a
 * multiple of 256; loaded as a raw module, for instance) and of its memory (TMA). 0: none. Waves
 * then enter it at s_trap, memory violations, illegal instructions and floating-point exceptions
 * that MODE enables, with TTMP0 and TTMP1 as the manual says (3.4.9), and run in the interpreter.
 */
SHOAL_API void shoal_device_set_trap_handler(shoal_device *device, uint64_t handler,
                                             uint64_t memory);
/* Watches accesses to [address, address + size) by vector and scalar memory instructions. number: 0
 * to 3, of TRAPSTS' bits. A wave traps after such an instruction if MODE enables it (bit 19) and a
 * handler is installed. size 0: off. SHOAL_E_ARG: no such number. */
SHOAL_API shoal_status shoal_device_set_watch(shoal_device *device, unsigned number,
                                              uint64_t address, uint64_t size);
/* Asks all waves that run to enter the trap handler (TRAPSTS.HOST_TRAP), within a time slice. */
SHOAL_API void shoal_device_trap(shoal_device *device);

#ifdef __cplusplus
}
#endif
#endif
