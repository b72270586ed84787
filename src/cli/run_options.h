/* run_options.h: the command line of `shoal run`, read and checked as far as that needs no file. */
#ifndef SHOAL_CLI_RUN_OPTIONS_H
#define SHOAL_CLI_RUN_OPTIONS_H

#include "cli/arguments.h"
#include "cli/cli.h"
#include "cli/compile.h"
#include "cli/program.h"
#include "cli/report.h"
#include "cli/sequence.h"
#include "shoal/check.h"

enum run_option {
    RUN_KERNEL,
    RUN_GRID,
    RUN_BLOCK,
    RUN_OFFSET,
    RUN_ARG,
    RUN_CFLAGS,
    RUN_LDS,
    RUN_ENGINE,
    RUN_THREADS,
    RUN_CPU,
    RUN_PRINT,
    RUN_DUMP,
    RUN_EXPECT,
    RUN_REPEAT,
    RUN_STATS,
    RUN_TRACE,
    RUN_TRACE_ONLY,
    RUN_TRACE_FORMAT,
    RUN_CHECK,
    RUN_REPORT,
    RUN_MAX_REPORTS,
    RUN_SUPPRESSIONS,
    RUN_SUGGEST,
    RUN_BASELINE,
    RUN_LATE_RESULTS,
    RUN_HINTS,
    RUN_STRICT,
    RUN_TIMEOUT,
    RUN_RAW,
    RUN_WAVE64,
    RUN_RSRC1,
    RUN_RSRC2,
    RUN_SCRATCH,
    RUN_ISA,
    RUN_CHIP,
    RUN_DIALECT,
    RUN_WARP,
    RUN_TRIM,
    RUN_DATA,
    RUN_MEMORY,
    RUN_ENTRY,
    RUN_SLOTS,
    RUN_LENIENT,
    RUN_COUNT,
};

enum { REQUESTS_MAX = 64 };

struct requests {
    struct request items[REQUESTS_MAX];
    size_t count;
};

enum { RUN_FILTERS_MAX = 64 };

struct run_options {
    struct program_request program;
    struct sequence files; /* more than one: all are test cases */
    const char *kernel;
    struct compile_flags flags;
    bool has_grid, has_block;
    uint64_t block[3];
    struct spec specs[ARGUMENTS_MAX];
    size_t spec_count;
    struct requests prints, dumps, expects;
    uint64_t repeat;
    bool stats, stats_json, strict;
    const char *trace, *trace_format;
    const char *trace_only[RUN_FILTERS_MAX]; /* [trace_only_count] */
    size_t trace_only_count;
    bool has_check;
    shoal_check_options check;
    const char *trim; /* "on", "off"; NULL: not given */
    uint64_t scratch;
    shoal_launch_desc launch;
    uint64_t lds_bytes;
};

/* Reads argv into *o, which has its defaults. CLI_DONE, or CLI_USAGE after a message. */
int run_options_read(struct run_options *o, int argc, char **argv, bool *help);

#endif
