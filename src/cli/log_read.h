/* log_read.h: what a log of a Ventus kernel says that its warps wrote. */
#ifndef SHOAL_CLI_LOG_READ_H
#define SHOAL_CLI_LOG_READ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/cli.h"

enum log_kind { LOG_SCALAR, LOG_VECTOR, LOG_MEMORY };

enum {
    LOG_LANES = 32,
    LOG_WARPS = 4096, /* of all work-groups and streaming multiprocessors */
    LOG_INDICES = 256,
    LOG_KEYS = LOG_WARPS * LOG_INDICES * 3,
};

struct log_event {
    unsigned line; /* from 1 */
    uint32_t pc, word;
    uint16_t warp; /* see log_warp_number */
    uint8_t kind;  /* enum log_kind */
    uint8_t index; /* of the register */
    uint8_t count; /* of values: lanes; of memory: the address, and what is stored */
    uint32_t mask; /* lanes whose values count */
    uint32_t values[LOG_LANES];
};

struct log {
    char *text;
    char **lines; /* [line_count] */
    size_t line_count;
    struct log_event *events; /* [count], in the order of the file */
    size_t count;
    unsigned warp_count;
    bool is_rtl, has_groups; /* has_groups: lines part work-groups or kernels */
};

/* The registers of one warp have keys of their own. */
static inline size_t log_key(const struct log_event *e)
{
    return ((size_t)e->warp * LOG_INDICES + e->index) * 3 + e->kind;
}

/* Warps of later work-groups, or of other multiprocessors, are counted on from multiples of 32.
 * Where Spike writes no lines between work-groups, its cores have numbers of their own. */
enum { LOG_WARPS_PER_GROUP = 32 };
static inline unsigned log_warp_number(const struct log *log, unsigned warp)
{
    return log->is_rtl || log->has_groups ? warp % LOG_WARPS_PER_GROUP : warp;
}

/* CLI_DONE; CLI_USAGE after a message. The caller frees the log either way. */
int log_read(const struct cli_command *command, const char *path, struct log *out);
void log_free(struct log *log);

#endif
