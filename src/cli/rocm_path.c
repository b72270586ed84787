/* rocm_path.c: `shoal rocm-path`: where the folder is that looks like an installation of ROCm. */
#include <stdlib.h>

#include "cli/cli.h"
#include "cli/place.h"

static int run(int argc, char **argv);

static void print_notes(FILE *out)
{
    fputs("The folder has bin/hipcc, hipconfig, amdclang++ and rocm_agent_enumerator, llvm/bin,\n"
          "the headers, libraries to link with, and CMake's packages hip and hip-lang.\n"
          "exit status: 0; 2 no libamdhip64 belongs to this shoal\n"
          "\n"
          "examples:\n"
          "  make HIP_PATH=$(shoal rocm-path)\n"
          "  ROCM_PATH=$(shoal rocm-path) ./configure\n"
          "  cmake -DCMAKE_HIP_COMPILER=$(shoal rocm-path)/llvm/bin/clang++ \\\n"
          "      -DCMAKE_PREFIX_PATH=$(shoal rocm-path) ..\n",
          out);
}

const struct cli_command cli_rocm_path = {
    .name = "rocm-path",
    .summary = "shoal rocm-path: prints a folder that looks like a ROCm installation",
    .usage = "shoal rocm-path",
    .print_notes = print_notes,
    .run = run,
};

static int run(int argc, char **argv)
{
    const char *value;
    struct cli_reader reader = cli_reader_start(&cli_rocm_path, argc, argv);
    switch (cli_next(&reader, &value)) {
    case CLI_HELP:
        cli_print_help(&cli_rocm_path, stdout);
        return CLI_DONE;
    case CLI_ERROR:
        return CLI_USAGE;
    case CLI_WORD:
        return cli_fail(&cli_rocm_path, "takes no '%s'", value);
    }
    char *path = place_hip("rocm");
    if (!path)
        return cli_fail(&cli_rocm_path, "no libamdhip64 belongs to this shoal; build it with "
                                        "'make', or 'make install'");
    puts(path);
    free(path);
    return CLI_DONE;
}
