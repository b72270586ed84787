/* exec.c: `shoal exec`: starts a HIP program with Shoal's libraries in place of ROCm's. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/place.h"

/* As env, nohup and timeout answer. */
enum { NOT_STARTED = 126, NOT_FOUND = 127 };

enum { OPT_DEVICES, OPT_ENGINE, OPT_THREADS, OPT_TIMEOUT, OPT_LOG, OPT_COUNT };

static const struct cli_option options[OPT_COUNT] = {
    [OPT_DEVICES] = {"--devices", "N", false, "number of devices (default: 1)", "2"},
    [OPT_ENGINE] = {"--engine", "auto|interp|jit", false, "how to execute kernels (default: auto)",
                    "jit"},
    [OPT_THREADS] = {"--threads", "N", false,
                     "host threads that execute kernels\n(default: one per CPU allowed)", "1"},
    [OPT_TIMEOUT] = {"--timeout", "SECONDS", false, "stop a kernel that takes longer", "30"},
    [OPT_LOG] = {"--log", NULL, false, "say what is not supported, and other remarks", NULL},
};

/* The libraries read these. */
static const char *const variables[OPT_COUNT] = {
    [OPT_DEVICES] = "SHOAL_DEVICES", [OPT_ENGINE] = "SHOAL_ENGINE", [OPT_THREADS] = "SHOAL_THREADS",
    [OPT_TIMEOUT] = "SHOAL_TIMEOUT", [OPT_LOG] = "SHOAL_LOG",
};

static int run(int argc, char **argv);

static void print_notes(FILE *out)
{
    fputs("PROGRAM is run with the folder of Shoal's libamdhip64 in front of\n"
          "LD_LIBRARY_PATH, so that it finds this library; its kernels run on the CPU. Options\n"
          "set the variable SHOAL_ and their name (SHOAL_DEVICES, ...), which may be set instead.\n"
          "exit status: the program's; 2 usage; 126 the program cannot be started; 127 it does\n"
          "not exist\n"
          "\n"
          "examples:\n"
          "  shoal exec ./app --size 1024\n"
          "  shoal exec --engine jit --devices 2 ./app\n"
          "  shoal exec --timeout 30 ctest\n",
          out);
}

const struct cli_command cli_exec = {
    .name = "exec",
    .summary = "shoal exec: runs a HIP program without a GPU",
    .usage = "shoal exec [options] PROGRAM [ARGUMENT...]",
    .options = options,
    .option_count = OPT_COUNT,
    .print_notes = print_notes,
    .run = run,
};

static int set_option(int which, const char *value)
{
    uint64_t number;
    char *end;
    switch (which) {
    case OPT_DEVICES: /* bounds: as the library takes the variables */
        if (!cli_parse_u64(value, 64, &number))
            return cli_bad_value(&cli_exec, OPT_DEVICES, value, "expected a whole number up to 64");
        break;
    case OPT_THREADS:
        if (!cli_parse_u64(value, 256, &number))
            return cli_bad_value(&cli_exec, OPT_THREADS, value,
                                 "expected a whole number up to 256");
        break;
    case OPT_ENGINE:
        if (strcmp(value, "auto") && strcmp(value, "interp") && strcmp(value, "jit"))
            return cli_bad_value(&cli_exec, OPT_ENGINE, value, "there is no such choice");
        break;
    case OPT_TIMEOUT:
        if (!(strtod(value, &end) > 0) || *end)
            return cli_bad_value(&cli_exec, OPT_TIMEOUT, value,
                                 "expected a number of seconds above 0");
        break;
    default:
        value = "1";
        break;
    }
    if (setenv(variables[which], value, 1) != 0)
        return cli_fail(&cli_exec, "cannot set %s: %s", variables[which], strerror(errno));
    return CLI_DONE;
}

/* Puts the folder of the libraries in front of those where the loader looks. */
static int set_path(void)
{
    char *hip = place_hip(""), *path = NULL;
    if (!hip)
        return cli_fail(&cli_exec, "no libamdhip64 belongs to this shoal; build it with 'make', "
                                   "or 'make install'");
    const char *before = getenv("LD_LIBRARY_PATH");
    bool has_before = before && before[0];
    int result = CLI_DONE;
    if (asprintf(&path, "%s%s%s", hip, has_before ? ":" : "", has_before ? before : "") < 0 ||
        setenv("LD_LIBRARY_PATH", path, 1) != 0)
        result = cli_fail(&cli_exec, "cannot set LD_LIBRARY_PATH: %s", strerror(ENOMEM));
    else
        free(path);
    free(hip);
    return result;
}

static int start(char **words)
{
    int result = set_path();
    if (result != CLI_DONE)
        return result;
    execvp(words[0], words);
    int error = errno;
    bool is_here = !strchr(words[0], '/') && access(words[0], X_OK) == 0;
    if (error == ENOENT && is_here)
        cli_fail(&cli_exec, "'%s' is in no folder of PATH; for the one here: ./%s", words[0],
                 words[0]);
    else
        cli_fail(&cli_exec, "cannot start '%s': %s", words[0], strerror(error));
    return error == ENOENT ? NOT_FOUND : NOT_STARTED;
}

static int run(int argc, char **argv)
{
    struct cli_reader reader = cli_reader_start(&cli_exec, argc, argv);
    const char *value;
    for (int which; (which = cli_next(&reader, &value)) != CLI_END;) {
        if (which == CLI_ERROR)
            return CLI_USAGE;
        if (which == CLI_HELP) {
            cli_print_help(&cli_exec, stdout);
            return CLI_DONE;
        }
        if (which == CLI_WORD) /* the rest is the program's */
            return start(argv + reader.at - 1);
        if (set_option(which, value) != CLI_DONE)
            return CLI_USAGE;
    }
    return cli_fail(&cli_exec, "no program; 'shoal help exec' explains");
}
