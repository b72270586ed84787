/* launch.h: what a Ventus kernel finds when it starts: the kernel metadata buffer, and the
 * start code for kernels that bring none. For struct isa_exec.
 *
 * Manual: v2025.03.21, "kernel metadata buffer" and start.S. */
#ifndef SHOAL_VENTUS_LAUNCH_H
#define SHOAL_VENTUS_LAUNCH_H

#include "isa/machine.h"

enum { VENTUS_PACKET_BYTES = 64, VENTUS_START_WORDS = 18 };

/* The kernel metadata buffer, to which CSR_KNL points: written from, and read into, the state
 * of a launch. */
void ventus_packet_write(void *packet, uint64_t address, struct launch_state *state);
void ventus_packet_read(const void *packet, struct launch_state *state);

/* Runs in every warp: sets sp, tp, s0 and a0, calls KNL_ENTRY and ends. */
extern const uint32_t ventus_start_code[VENTUS_START_WORDS];

#endif
