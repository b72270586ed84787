/* clc.c: `shoal clc`: starts the OpenCL compiler script (lib/opencl/clc), which knows all else. */
#include "cli/cli.h"
#include "cli/compile.h"
#include "cli/place.h"

static const struct cli_option options[] = {
    {"-o", "FILE", false, "the code object (default: the source's name with .co, in this folder)",
     "saxpy.co"},
    {"--verbose", NULL, false, "print the clang command", NULL},
    {"--fingerprint", NULL, false,
     "print a line that changes whenever the same input may give\n"
     "another output, and end",
     NULL},
};

static int run(int argc, char **argv);

static void print_notes(FILE *out)
{
    fputs("Everything else goes to clang (19 or later), with libclc and Shoal's own built-ins: -O0 "
          "to\n"
          "-O3, -D, -I, -Wall, -mwavefrontsize64, -cl-fast-relaxed-math, -S (assembly), ...\n"
          "Defaults, each replaced by giving the option: -O2 -cl-std=CL2.0 -mcpu=gfx1100\n"
          "-mcode-object-version=5. Compiled built-ins are kept under ~/.cache/shoal/clc.\n"
          "Variables: CLANG (the clang to use), LIBCLC (libclc for amdhsa), SHOAL_OPENCL_DIR\n"
          "(sources of the built-ins), SHOAL_BUILD (keep compiled built-ins in its clc/ folder).\n"
          "exit status: clang's; 2 something is missing, and a message says what\n"
          "\n"
          "examples:\n"
          "  shoal clc -O2 -cl-kernel-arg-info saxpy.cl\n"
          "  shoal clc -S saxpy.cl -o saxpy.s\n",
          out);
}

const struct cli_command cli_clc = {
    .name = "clc",
    .summary = "shoal clc: compiles OpenCL C to a gfx1100 code object",
    .usage = "shoal clc [clang's options] FILE.cl [-o FILE]",
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .print_notes = print_notes,
    .run = run,
};

static int run(int argc, char **argv)
{
    return compile_run_script(
        &cli_clc, place_opencl("clc"), argc, argv,
        "the compiler script is not installed beside this shoal; run 'make', or 'make install'");
}
