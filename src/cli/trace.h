/* trace.h: `shoal run --trace FILE`: one line per executed instruction.
 *
 *   group 0,0,0 wave 0 +0x18 v_add_f32_e32 v1, v2, v3 | exec ffffffff | v1=40400000*32
 *
 * shows the work-group, the wave in it, the pc from the kernel's start, the instruction, EXEC
 * before it, and the registers that it changed: in hexadecimal, one value per lane, equal
 * neighbours as value*lanes. A line that ends in "| fault" did not complete. Of Ventus:
 *
 *   group 0,0,0 warp 0 +0x18 vadd.vv v1, v2, v3 | mask ffffffff | v1=4*32
 *
 * with the active threads instead of EXEC; mask, rpc and stack (entries of the SIMT stack) are
 * shown where they change.
 *
 * trace_spike.c has the other format. */
#ifndef SHOAL_CLI_TRACE_H
#define SHOAL_CLI_TRACE_H

#include <stdbool.h>
#include <stdio.h>

#include "shoal/observe.h"

struct trace {
    struct shoal_observer observer;
    FILE *out;
    bool is_line_open; /* an instruction has begun and not ended */
    bool has_groups;   /* the launch has more than one work-group */
};

/* "-" is stderr. NULL: errno says why. */
struct trace *trace_open(const char *path);
/* As the commit log of Ventus's Spike; has_hex: vector registers as one number. */
struct trace *trace_open_spike(const char *path, bool has_groups, bool has_hex);
/* For the formats: opens trace->out. */
bool trace_start(struct trace *trace, const char *path);
struct shoal_observer *trace_observer(struct trace *trace);
/* Closes and frees. false: not everything could be written; errno says why. */
bool trace_close(struct trace *trace);

#endif
