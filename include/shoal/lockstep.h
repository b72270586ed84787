/* lockstep.h: one wave, one instruction at a time, for those who compare another machine with this
 * one: an RTL simulation that asks at each retirement, another emulator, a debugger.
 *
 *   shoal_lockstep *l;
 *   shoal_lockstep_create(device, kernel, &desc, &l);
 *   shoal_lockstep_step(l, group, wave, &r);      // what the RTL's wave has just retired
 *   for (size_t i = 0; i < r.write_count; i++)    // each register and memory element written
 *       compare(&r.writes[i]);
 *   shoal_lockstep_destroy(l);
 *
 * A work-group is numbered as it is dispatched, x first: x + groups_x * (y + groups_y * z). It
 * begins when one of its waves is first asked for, with its own LDS, and is kept until it is
 * dropped. The caller says in which order waves run; nothing runs by itself. A barrier holds a wave
 * until the others of its work-group have come there, too. Ventus's prefixes are instructions of
 * their own here, as in its RTL.
 *
 * Registers are named as in observe.h: RDNA3's SGPRs, VGPRs, SCC and MODE; Ventus's x and v
 * registers, mask, CSRs and SIMT stack. See docs/ventus.md for Verilator and DPI-C,
 * examples/lockstep for a whole program.
 *
 * Threads: a lockstep belongs to one thread at a time. Destroy it before its device. */
#ifndef SHOAL_LOCKSTEP_H
#define SHOAL_LOCKSTEP_H

#include "observe.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct shoal_lockstep shoal_lockstep;

/* A launch that waits for its steps. desc: as for shoal_launch; observer, progress, engine,
 * threads, start and time limit do not count. The kernel's module cannot be unloaded meanwhile, and
 * memory that the kernel is given must stay allocated. SHOAL_E_ARG, SHOAL_E_LIMIT, SHOAL_E_NOMEM:
 * as of shoal_launch; shoal_last_error(device). */
SHOAL_API shoal_status shoal_lockstep_create(shoal_device *device, shoal_kernel *kernel,
                                             const shoal_launch_desc *desc, shoal_lockstep **out);
/* NULL is allowed. */
SHOAL_API void shoal_lockstep_destroy(shoal_lockstep *l);

typedef struct shoal_lockstep_shape {
    uint64_t groups[3];     /* work-groups of the launch */
    uint32_t waves;         /* of a full work-group */
    uint32_t wave_lanes;    /* 32 or 64; Ventus: 4 to 32 */
    uint64_t entry;         /* device address of the kernel's first instruction */
    uint64_t start_address; /* where waves begin: start code that runs before, or `entry` */
} shoal_lockstep_shape;
SHOAL_API shoal_lockstep_shape shoal_lockstep_get_shape(const shoal_lockstep *l);

typedef enum shoal_wave_status {
    SHOAL_WAVE_RUNS,
    SHOAL_WAVE_WAITS,  /* at a barrier, for waves of its work-group */
    SHOAL_WAVE_HALTED, /* for good */
    SHOAL_WAVE_ENDED,
} shoal_wave_status;

/* A register, or an element of memory per lane, that an instruction wrote. */
typedef struct shoal_write {
    bool is_memory;
    /* Registers */
    shoal_register_file file;
    unsigned index;
    uint32_t dwords;     /* of values: 1, or the lanes of the wave */
    uint32_t values[64]; /* what it holds now, all lanes */
    uint64_t lanes;      /* vector registers: active lanes before the instruction; else 1 */
    bool has_changed;    /* it holds something else than before */
    /* Memory: `bytes` at address[l] of each lane l in `lanes`, and what is there now: the low 8
     * bytes. Elements that do not fit in 8 come as several writes. In `space` SHOAL_SPACE_LDS and
     * _SCRATCH addresses are offsets. */
    shoal_space space;
    uint32_t bytes;
    uint64_t address[64];
    uint64_t contents[64];
} shoal_write;

typedef struct shoal_retired {
    uint64_t pc, pc_offset; /* of the instruction; from the kernel's first one */
    const uint8_t *bytes;   /* [size_bytes] of the instruction */
    uint32_t size_bytes;
    uint64_t next_pc; /* where the wave goes on; 0: it has ended */
    shoal_wave_status status;
    /* Registers first, as the instruction names them, then what else has changed; then memory.
     * Valid until the next call. Not told: what Ventus's bulk copies (DMA) and image stores put
     * into memory. */
    const shoal_write *writes;
    size_t write_count;
    char text[96]; /* disassembled */
} shoal_retired;

/* Executes one instruction of a wave. out may be NULL.
 *
 * SHOAL_OK
 * SHOAL_E_ARG      there is no such work-group or wave, or it has ended
 * SHOAL_E_BUSY     it waits at a barrier, or is halted: nothing was executed
 * SHOAL_E_FAULT    the instruction faults: shoal_last_error and shoal_last_fault tell. Registers
 *                  are as before it, and the wave stays where it is
 * SHOAL_E_NOMEM    no memory for a work-group that begins */
SHOAL_API shoal_status shoal_lockstep_step(shoal_lockstep *l, uint64_t group, uint32_t wave,
                                           shoal_retired *out);

/* Where the wave is, without a step. SHOAL_E_ARG, SHOAL_E_NOMEM as above; of a wave that has ended,
 * pc is 0. */
SHOAL_API shoal_status shoal_lockstep_where(shoal_lockstep *l, uint64_t group, uint32_t wave,
                                            uint64_t *pc, shoal_wave_status *status);

/* Copies a register to values[64]; the number of dwords, 0: there is no such wave or register. */
SHOAL_API size_t shoal_lockstep_read(shoal_lockstep *l, uint64_t group, uint32_t wave,
                                     shoal_register_file file, unsigned index, uint32_t *values);

/* Sets a register to as many dwords as it has; those that instructions cannot write stay as they
 * are. For what the machines may differ in: cycle counters, memory that several waves write.
 * Ventus's active mask must leave a thread. SHOAL_E_ARG: there is no such wave or register, or it
 * cannot be set so. */
SHOAL_API shoal_status shoal_lockstep_set(shoal_lockstep *l, uint64_t group, uint32_t wave,
                                          shoal_register_file file, unsigned index,
                                          const uint32_t *values);

/* The wave goes on at `pc`. SHOAL_E_ARG: there is no such wave, or no code there. */
SHOAL_API shoal_status shoal_lockstep_jump(shoal_lockstep *l, uint64_t group, uint32_t wave,
                                           uint64_t pc);

/* Frees a work-group, wherever it is; asked for again, it would begin anew. */
SHOAL_API void shoal_lockstep_drop(shoal_lockstep *l, uint64_t group);

#ifdef __cplusplus
}
#endif
#endif
