/* trace.h: what the formats of a trace share; the public side is shoal/trace.h. */
#ifndef SHOAL_OBSERVE_TRACE_H
#define SHOAL_OBSERVE_TRACE_H

#include <stdio.h>

#include "observe/filter.h"
#include "shoal/trace.h"

struct shoal_trace {
    struct shoal_observer observer;
    FILE *out;
    struct filter filter;
    bool is_line_open; /* an instruction has begun and not ended */
    bool is_shown;     /* the instruction that runs passes the filter */
    bool has_groups, has_kernels;
    char kernel[128]; /* the latest that was named */
};

/* Allocate a trace of a format. NULL: no memory. */
struct shoal_trace *trace_new_readable(void);
struct shoal_trace *trace_new_spike(bool has_hex, uint32_t slots);

/* In `before`: whether the instruction is to be shown; names its kernel if that is new. */
bool trace_begins(struct shoal_trace *trace, const shoal_observed *at);
/* Ends the line of an instruction that did not complete, if there is one. */
void trace_end_line(struct shoal_trace *trace);

#endif
