/* report.h: what `shoal run` says after a run: buffers, comparisons, statistics. */
#ifndef SHOAL_CLI_REPORT_H
#define SHOAL_CLI_REPORT_H

#include "cli/arguments.h"
#include "shoal/jit.h"

/* --print N[:COUNT], --dump N=FILE, --expect N=FILE. */
struct request {
    const char *name; /* [name_length] of the argument; NULL: by number */
    size_t name_length;
    size_t index;                  /* of the argument, from 0 */
    uint64_t count;                /* --print: elements, UINT64_MAX for all */
    const struct value_type *type; /* --print: of the elements; NULL: as the buffer */
    const char *path;              /* --dump, --expect; borrowed from argv */
    uint8_t *expected;             /* --expect: the file's bytes; owned */
};

/* Prints the first elements of a buffer to stdout, eight a line. */
void report_print(const struct arguments *arguments, const struct request *request);

/* Writes a buffer's bytes. CLI_DONE, or CLI_USAGE after a message. */
int report_dump(const struct cli_command *command, const struct arguments *arguments,
                const struct request *request);

/* Compares bit for bit. CLI_DONE, or CLI_FAILED after a message with the first difference. */
int report_expect(const struct cli_command *command, const struct arguments *arguments,
                  const struct request *request);

struct run_summary {
    const char *kernel;
    const shoal_launch_desc *launch;
    const shoal_launch_stats *stats; /* of the last run */
    const double *kernel_ms;         /* [runs], sorted */
    size_t runs;
    const shoal_jit_run *jit; /* what the kernel ran in */
    shoal_status status;
    const shoal_fault *fault; /* NULL: none */
};

void report_stats(const struct run_summary *summary);
/* One object on one line. */
void report_stats_json(const struct run_summary *summary);

/* The median of sorted times: the middle one, or the mean of the two in the middle. */
double report_median(const double *sorted, size_t count);

const char *report_engine_name(shoal_engine engine);

#endif
