/* trace.h: `shoal run --trace FILE`: one line per executed instruction.
 *
 *   group 0,0,0 wave 0 +0x18 v_add_f32_e32 v1, v2, v3 | exec ffffffff | v1=40400000*32
 *
 * shows the work-group, the wave in it, the pc from the kernel's start, the instruction, EXEC
 * before it, and the registers that it changed: in hexadecimal, one value per lane, equal
 * neighbours as value*lanes. A line that ends in "| fault" did not complete. */
#ifndef SHOAL_CLI_TRACE_H
#define SHOAL_CLI_TRACE_H

#include <stdbool.h>

#include "shoal/observe.h"

struct trace;

/* "-" is stderr. NULL: errno says why. */
struct trace *trace_open(const char *path);
struct shoal_observer *trace_observer(struct trace *trace);
/* Closes and frees. false: not everything could be written; errno says why. */
bool trace_close(struct trace *trace);

#endif
