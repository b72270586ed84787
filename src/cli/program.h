/* program.h: the file that `shoal run`, `shoal info` and, of test cases, `shoal dis` are given:
 * which instruction set it is for, and the device and module made from it.
 *
 *   struct program p;
 *   if (program_open(&cli_run, &request, &p) == CLI_DONE) ... p.device, p.module ...
 *   program_close(&p);
 *
 * Sources (compile.h) are compiled. "-" is standard input. A file whose name ends in .metadata, or
 * one given with --data, is a Ventus test case. */
#ifndef SHOAL_CLI_PROGRAM_H
#define SHOAL_CLI_PROGRAM_H

#include "cli/arguments.h"
#include "cli/cli.h"
#include "cli/compile.h"
#include "shoal/case.h"

struct program_request {
    const char *file;
    const char *data;                  /* --data; NULL: FILE with .data instead of .metadata */
    const char *isa;                   /* --isa; NULL: what the file shows */
    const struct compile_flags *flags; /* for sources; NULL: none */
    bool lenient;                      /* --lenient, of test cases */
    size_t cpu_option;                 /* of the command, for device.host_cpu */
    shoal_device_options device;       /* without isa and, for test cases, wave_lanes */
    shoal_load_options load;
};

struct program {
    const char *isa;       /* "rdna3" or "ventus" */
    shoal_case *test_case; /* NULL: no test case */
    char *name;            /* of a test case: its file's, without folder and .metadata */
    shoal_device *device;
    shoal_module *module;
};

/* CLI_DONE; CLI_FAILED for a test case whose files contradict each other; CLI_USAGE. Either way,
 * program_close frees what is there. */
int program_open(const struct cli_command *command, const struct program_request *request,
                 struct program *out);
/* The test case alone, without a device; request.file ends in .metadata. As program_open. */
int program_open_case(const struct cli_command *command, const struct program_request *request,
                      struct program *out);
/* Whether the file is a test case by its name. */
bool program_names_case(const char *file);
/* Prints a test case's launch and buffers, each line after `prefix`. */
void program_print_case(const struct program *p, const char *prefix);
/* The next test case, on the device of the one before, whose memory is kept. As program_open. */
int program_next(const struct cli_command *command, const struct program_request *request,
                 struct program *p);
void program_close(struct program *p);

bool program_is_ventus(const struct program *p);
/* "manual" or "toolchain"; NULL: there is no such dialect. */
shoal_dialect program_dialect(const char *name);

/* The buffers of a test case as arguments, so that --print, --dump and --expect take them.
 * specs [buffer_count of the case] outlive `out`. */
int program_case_arguments(const struct cli_command *command, const struct program *p,
                           struct spec *specs, struct arguments *out);
/* "data", "code", "arguments", "private", "metadata". */
const char *program_role_text(shoal_case_role role);

#endif
