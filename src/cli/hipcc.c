/* hipcc.c: `shoal hipcc`: starts the compiler wrapper that belongs to Shoal's libamdhip64
 * (lib/hip/hipcc), which knows all else. */
#include "cli/cli.h"
#include "cli/compile.h"
#include "cli/place.h"

static const struct cli_option options[] = {
    {"--version", NULL, false, "print what was found, and what has to be installed", NULL},
};

static int run(int argc, char **argv);

static void print_notes(FILE *out)
{
    fputs(
        "Everything else goes to clang++ (19 or later), which gets what HIP for gfx1100 needs and\n"
        "links with Shoal's libamdhip64. Sources are HIP whatever their names end with, except\n"
        ".c. Of hipcc's own options, --genco (a code object), --cxxflags and --ldflags (what "
        "other\n"
        "compilers need) and @FILE (words in a file) work; --offload-arch has to name\n"
        "gfx1100 among others, or --any-arch takes it instead. Headers are Shoal's own (HIP 6.3,\n"
        "7.0 with --hip-version=7), or those of --rocm-path=FOLDER. On first use, what the device "
        "libraries lack is made\n"
        "under ~/.cache/shoal.\n"
        "Variables: SHOAL_CLANG (the clang++ to use), ROCM_PATH (as --rocm-path), SHOAL_HIP_LIB\n"
        "(folder of the library to link with), SHOAL_HIP_VERSION (as --hip-version).\n"
        "exit status: the compiler's; 77 something has to be installed, and a message says\n"
        "what; 2 the wrapper is missing\n"
        "\n"
        "examples:\n"
        "  shoal hipcc --version\n"
        "  shoal hipcc -O2 app.hip -o app && shoal exec ./app\n"
        "  shoal hipcc --genco kernels.hip -o kernels.co\n",
        out);
}

const struct cli_command cli_hipcc = {
    .name = "hipcc",
    .summary = "shoal hipcc: compiles HIP on a machine without ROCm",
    .usage = "shoal hipcc [clang's options] FILE... [-o OUTPUT]",
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .print_notes = print_notes,
    .run = run,
};

static int run(int argc, char **argv)
{
    return compile_run_script(
        &cli_hipcc, place_hip("hipcc"), argc, argv,
        "no libamdhip64 belongs to this shoal; build it with 'make', or 'make "
        "install'");
}
