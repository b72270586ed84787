/* main.c: the `shoal` command: owns the list of subcommands, `help` and `version`. */
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/place.h"
#include "shoal/shoal.h"

static int run_help(int argc, char **argv);
static int run_version(int argc, char **argv);

struct entry {
    const char *name;
    const char *summary;
    const struct cli_command *command; /* NULL: it prints its own help */
    int (*run)(int argc, char **argv);
};

static const struct entry entries[] = {
    {"run", "execute a kernel of a code object", &cli_run, NULL},
    {"info", "show the kernels of a code object", &cli_info, NULL},
    {"as", "assemble code to a code object", &cli_as, NULL},
    {"dis", "disassemble a code object", &cli_dis, NULL},
    {"isa", "list the instructions, or explain one", NULL, cmd_isa},
    {"jit", "show what the JIT makes of a kernel", &cli_jit, NULL},
    {"exec", "run a HIP or OpenCL program without a GPU", &cli_exec, NULL},
    {"clc", "compile OpenCL C to a code object", &cli_clc, NULL},
    {"clinfo", "show the OpenCL device that programs get", &cli_clinfo, NULL},
    {"cc-ventus", "compile C for Ventus, with a stack", &cli_cc_ventus, NULL},
    {"hipcc", "compile HIP on a machine without ROCm", &cli_hipcc, NULL},
    {"rocm-path", "print a folder that looks like a ROCm installation", &cli_rocm_path, NULL},
    {"diff-log", "find the first difference of two logs of a Ventus kernel", &cli_diff_log, NULL},
    {"version", "print the version", NULL, run_version},
    {"help", "explain a command: shoal help run", NULL, run_help},
};
enum { ENTRY_COUNT = sizeof entries / sizeof *entries };

static const struct entry *find_entry(const char *name)
{
    for (size_t i = 0; i < ENTRY_COUNT; i++)
        if (strcmp(entries[i].name, name) == 0)
            return &entries[i];
    return NULL;
}

/* `shoal complete WORD...`, for shells: commands, or what may follow one. */
static int run_complete(int argc, char **argv)
{
    const char *word = argc > 1 ? argv[1] : "";
    bool is_help = argc == 3 && strcmp(word, "help") == 0;
    if (argc <= 2 || is_help) {
        word = argc > 1 ? argv[argc - 1] : "";
        for (size_t i = 0; i < ENTRY_COUNT; i++)
            if (strncmp(entries[i].name, word, strlen(word)) == 0)
                printf("%s\t%s\n", entries[i].name, entries[i].summary);
        return CLI_DONE;
    }
    const struct entry *entry = find_entry(word);
    if (!entry || entry->run == run_help || entry->run == run_version)
        return CLI_DONE;
    return complete_words(entry->command ? entry->command : isa_command(), argc - 2, argv + 2);
}

static int unknown_command(const char *name)
{
    const char *near = cli_nearest(name, &entries[0].name, ENTRY_COUNT, sizeof *entries);
    if (near)
        return cli_fail(NULL, "no command '%s'; did you mean 'shoal %s'?", name, near);
    return cli_fail(NULL, "no command '%s'; 'shoal help' lists them", name);
}

static void print_commands(FILE *out)
{
    fprintf(out,
            "shoal %s: runs AMD RDNA3 (gfx1100) machine code on the CPU\n\n"
            "usage: shoal COMMAND ...\n\n",
            shoal_version());
    for (size_t i = 0; i < ENTRY_COUNT; i++)
        fprintf(out, "  %-10s%s\n", entries[i].name, entries[i].summary);
    fputs("\n'shoal --libdir' prints the folder of Shoal's libraries.\n"
          "\nexample:\n"
          "  shoal run saxpy.co --grid 1024 --block 256 --arg f32:2.5 \\\n"
          "      --arg buf:f32:1024:iota --arg buf:f32:1024:fill=1 --print 2:8\n",
          out);
}

static int run_entry(const struct entry *entry, int argc, char **argv)
{
    return entry->command ? entry->command->run(argc, argv) : entry->run(argc, argv);
}

static int run_help(int argc, char **argv)
{
    if (argc < 2 || argv[1][0] == '-') {
        print_commands(stdout);
        return CLI_DONE;
    }
    const struct entry *entry = find_entry(argv[1]);
    if (!entry)
        return unknown_command(argv[1]);
    if (entry->run == run_help || entry->run == run_version) {
        printf("usage: shoal %s%s\n%s\n", entry->name, entry->run == run_help ? " [COMMAND]" : "",
               entry->summary);
        return CLI_DONE;
    }
    char option[] = "--help";
    char *words[] = {argv[1], option, NULL};
    return run_entry(entry, 2, words);
}

/* `shoal --libdir`, for LD_LIBRARY_PATH=$(shoal --libdir)/hip. */
static int print_libdir(void)
{
    char *libdir = place_libdir();
    if (!libdir)
        return cli_fail(NULL, "no libraries belong to this shoal; build them with 'make'");
    puts(libdir);
    free(libdir);
    return CLI_DONE;
}

static int run_version(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "--help") != 0)
        return cli_fail(NULL, "version takes no '%s'", argv[1]);
    printf("shoal %s\n", shoal_version());
    return CLI_DONE;
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        print_commands(stderr);
        return CLI_USAGE;
    }
    const char *name = argv[1];
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0)
        name = "help";
    if (strcmp(name, "--version") == 0)
        name = "version";
    if (strcmp(name, "complete") == 0)
        return run_complete(argc - 1, argv + 1);
    bool is_libdir = strcmp(name, "--libdir") == 0;
    const struct entry *entry = is_libdir ? NULL : find_entry(name);
    if (!entry && !is_libdir)
        return unknown_command(name);
    int status = is_libdir ? print_libdir() : run_entry(entry, argc - 1, argv + 1);
    /* Output that did not arrive is a failure, even if all else went well. */
    if (fflush(stdout) != 0 || ferror(stdout)) {
        cli_fail(NULL, "cannot write the output");
        return status == CLI_DONE ? CLI_USAGE : status;
    }
    return status;
}
