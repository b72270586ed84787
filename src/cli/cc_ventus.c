/* cc_ventus.c: `shoal cc-ventus`: starts the compiler script for C on Ventus (lib/ventus/cc), which
 * knows all else. */
#include "cli/cli.h"
#include "cli/compile.h"
#include "cli/place.h"

static const struct cli_option options[] = {
    {"-o", "FILE", false, "the executable (default: the source's name with .riscv, in this folder)",
     "scale.riscv"},
    {"--stack", "BYTES", false, "stack of a warp, in local memory (default 1024)", "4096"},
    {"--print-command", NULL, false, "print the clang command, and end", NULL},
};

static int run(int argc, char **argv);

static void print_notes(FILE *out)
{
    fputs(
        "A kernel is a global function; its argument points to the words of --arg. The code is\n"
        "scalar: each warp runs it once, with a stack of its own that grows down, which Ventus's\n"
        "own start code does not give. Everything else goes to clang (19 or later, with ld.lld).\n"
        "Defaults, each replaced by giving the option: -O2 -march=rv32ima_zfinx -mabi=ilp32\n"
        "-std=c17. Variable: CLANG (the clang to use).\n"
        "exit status: clang's; 2 something is missing, and a message says what\n"
        "\n"
        "examples:\n"
        "  shoal cc-ventus scale.c && shoal info scale.riscv\n"
        "  shoal cc-ventus -O1 --stack 4096 fft.c -o fft.riscv\n",
        out);
}

const struct cli_command cli_cc_ventus = {
    .name = "cc-ventus",
    .summary = "shoal cc-ventus: compiles C for Ventus, with a stack",
    .usage = "shoal cc-ventus [clang's options] FILE.c... [-o FILE]",
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .print_notes = print_notes,
    .run = run,
};

static int run(int argc, char **argv)
{
    return compile_run_script(
        &cli_cc_ventus, place_ventus("cc"), argc, argv,
        "the compiler script is not installed beside this shoal; run 'make', or 'make install'");
}
