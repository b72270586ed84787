/* exec.c: `shoal exec`: starts a HIP or OpenCL program with Shoal's libraries in place of those of
 * a GPU's driver. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/isa_option.h"
#include "cli/place.h"
#include "shoal/chip.h"
#include "shoal/trace.h"

/* As env, nohup and timeout answer. */
enum { NOT_STARTED = 126, NOT_FOUND = 127 };

enum {
    OPT_DEVICES,
    OPT_CHIP,
    OPT_OPENCL_DEVICES,
    OPT_ENGINE,
    OPT_THREADS,
    OPT_TIMEOUT,
    OPT_STATS,
    OPT_STATS_FILE,
    OPT_TRACE,
    OPT_TRACE_ONLY,
    OPT_CHECK,
    OPT_REPORT,
    OPT_MAX_REPORTS,
    OPT_SUPPRESSIONS,
    OPT_SUGGEST,
    OPT_BASELINE,
    OPT_LATE_RESULTS,
    OPT_HINTS,
    OPT_LOG,
    OPT_COUNT,
};

static const struct cli_option options[OPT_COUNT] = {
    [OPT_DEVICES] = {"--devices", "N", false, "number of devices (default: 1)", "2"},
    [OPT_CHIP] = {"--chip", "NAME", false, "the chip that programs are told of", "gfx1102"},
    [OPT_OPENCL_DEVICES] = {"--opencl-devices", "CHIPS", false,
                            "the devices of OpenCL, with commas between them: a chip of gfx1100's\n"
                            "kind, ventus (default: --chip)",
                            "gfx1100,ventus"},
    [OPT_ENGINE] = {"--engine", "auto|interp|jit", false, "how to execute kernels (default: auto)",
                    "jit"},
    [OPT_THREADS] = {"--threads", "N", false,
                     "host threads that execute kernels\n(default: one per CPU allowed)", "1"},
    [OPT_TIMEOUT] = {"--timeout", "SECONDS", false, "stop a kernel that takes longer", "30"},
    [OPT_STATS] = {"--stats", "json", true,
                   "when the program ends, print launches, waves, instructions and time of\n"
                   "each kernel; json: as one object on a line",
                   "--stats=json"},
    [OPT_STATS_FILE] = {"--stats-file", "FILE", false,
                        "append that to FILE instead (default: to stderr)", "stats.json"},
    [OPT_TRACE] = {"--trace", "FILE", true,
                   "write each executed instruction to FILE (default: to stderr)",
                   "--trace=trace.txt"},
    [OPT_TRACE_ONLY] = {"--trace-only", "FILTER", false,
                        "trace only what matches: kernel=NAME, group=X[:Y[:Z]], wave=N[-M],\n"
                        "line=[FILE:]N[-M], mnemonic=NAME, separated by commas",
                        "wave=0,mnemonic='global_*'"},
    [OPT_CHECK] =
        {"--check", "KINDS", true,
         "find what is wrong in kernels: mem, init, race, sync, wait, hazard; all by default;\n"
         "exit status 4 if there is anything",
         "--check=mem"},
    [OPT_REPORT] = {"--report", "json=FILE|sarif=FILE", false,
                    "with --check: write the findings to FILE, too", "sarif=findings.sarif"},
    [OPT_MAX_REPORTS] = {"--max-reports", "N", false,
                         "with --check: findings that are shown (default 50)", "10"},
    [OPT_SUPPRESSIONS] = {"--suppressions", "FILE", false,
                          "with --check: findings that are not reported", "known.txt"},
    [OPT_SUGGEST] = {"--suggest-suppressions", "FILE", false,
                     "with --check: write to FILE what would suppress the findings", "known.txt"},
    [OPT_BASELINE] = {"--baseline", "FILE", false,
                      "with --check: report new findings only; without FILE, it is written",
                      "baseline.txt"},
    [OPT_LATE_RESULTS] = {"--late-results", NULL, false,
                          "with --check: results of loads come when the code has waited for them",
                          NULL},
    [OPT_HINTS] = {"--hints", NULL, false,
                   "with --check: waits that never had anything to wait for, too", NULL},
    [OPT_LOG] = {"--log", NULL, false, "say what is not supported, and other remarks", NULL},
};

/* The libraries read these. */
static const char *const variables[OPT_COUNT] = {
    [OPT_DEVICES] = "SHOAL_DEVICES",
    [OPT_CHIP] = "SHOAL_CHIP",
    [OPT_OPENCL_DEVICES] = "SHOAL_OPENCL_DEVICES",
    [OPT_ENGINE] = "SHOAL_ENGINE",
    [OPT_THREADS] = "SHOAL_THREADS",
    [OPT_TIMEOUT] = "SHOAL_TIMEOUT",
    [OPT_STATS] = "SHOAL_STATS",
    [OPT_STATS_FILE] = "SHOAL_STATS_FILE",
    [OPT_TRACE] = "SHOAL_TRACE",
    [OPT_TRACE_ONLY] = "SHOAL_TRACE_ONLY",
    [OPT_CHECK] = "SHOAL_CHECK",
    [OPT_REPORT] = "SHOAL_CHECK_REPORT",
    [OPT_MAX_REPORTS] = "SHOAL_CHECK_MAX_REPORTS",
    [OPT_SUPPRESSIONS] = "SHOAL_CHECK_SUPPRESSIONS",
    [OPT_SUGGEST] = "SHOAL_CHECK_SUGGEST",
    [OPT_BASELINE] = "SHOAL_CHECK_BASELINE",
    [OPT_LATE_RESULTS] = "SHOAL_CHECK_LATE_RESULTS",
    [OPT_HINTS] = "SHOAL_CHECK_HINTS",
    [OPT_LOG] = "SHOAL_LOG",
};

static int run(int argc, char **argv);

static void print_notes(FILE *out)
{
    fputs("PROGRAM is run with the folder of Shoal's libamdhip64 in front of\n"
          "LD_LIBRARY_PATH, so that it finds this library; its kernels run on the CPU. OpenCL\n"
          "programs find one platform, Shoal (OCL_ICD_VENDORS). Options\n"
          "set the variable SHOAL_ and their name (SHOAL_DEVICES, ...), which may be set instead.\n"
          "%p in a FILE is the number of the process, for programs that start others.\n"
          "The variables of --check begin with SHOAL_CHECK.\n"
          "exit status: the program's; 4 if that is 0 and --check found something; 2 usage; 126 "
          "the program cannot be started; 127 it does\n"
          "not exist\n"
          "\n"
          "examples:\n"
          "  shoal exec ./app --size 1024\n"
          "  shoal exec --engine jit --devices 2 ./app\n"
          "  shoal exec --timeout 30 ctest\n"
          "  shoal exec --stats ./app\n"
          "  shoal exec --stats=json --stats-file stats.%p.json ctest\n"
          "  shoal exec --trace=trace.txt --trace-only kernel=scale,group=0,wave=0 ./app\n",
          out);
}

const struct cli_command cli_exec = {
    .name = "exec",
    .summary = "shoal exec: runs a HIP or OpenCL program without a GPU",
    .usage = "shoal exec [options] PROGRAM [ARGUMENT...]",
    .options = options,
    .option_count = OPT_COUNT,
    .print_notes = print_notes,
    .run = run,
};

/* A name that is the same file wherever the program goes, and can be written; it is empty then.
 * With %p in it, it is not known yet. The caller frees. */
static int open_file(size_t option, const char *name, bool is_kept, char **out)
{
    char *here = name[0] == '/' ? NULL : getcwd(NULL, 0);
    *out = NULL;
    if ((name[0] != '/' && !here) ||
        asprintf(out, "%s%s%s", here ? here : "", here ? "/" : "", name) < 0) {
        free(here);
        return cli_fail(&cli_exec, "%s %s: %s", options[option].name, name, strerror(errno));
    }
    free(here);
    if (strstr(name, "%p"))
        return CLI_DONE;
    FILE *file = fopen(*out, is_kept ? "ae" : "we");
    if (!file) {
        int status = cli_fail(&cli_exec, "%s: cannot write '%s': %s", options[option].name, name,
                              strerror(errno));
        free(*out);
        *out = NULL;
        return status;
    }
    fclose(file);
    return CLI_DONE;
}

/* Filters hold together, as they do with commas between them. */
static int add_filter(const char *value, char **out)
{
    char why[512];
    const shoal_trace_options trace = {.path = "/dev/null", .only = &value, .only_count = 1};
    shoal_trace *opened;
    if (shoal_trace_open(&trace, &opened, why, sizeof why) != SHOAL_OK)
        return cli_fail(&cli_exec, "--trace-only: %s", why);
    shoal_trace_close(opened);
    static char *all; /* of the options so far */
    char *longer;
    if (asprintf(&longer, "%s%s%s", all ? all : "", all ? "," : "", value) < 0)
        return cli_fail(&cli_exec, "not enough memory");
    free(all);
    all = longer;
    *out = strdup(all);
    return CLI_DONE;
}

/* Names of chips with commas between them. */
static int check_chips(const char *value)
{
    char name[64];
    for (size_t length; *value; value += length + (value[length] == ',')) {
        length = strcspn(value, ",");
        snprintf(name, sizeof name, "%.*s", length < sizeof name ? (int)length : 0, value);
        const shoal_chip *chip = shoal_chip_find(name);
        if (!chip || chip->is_generic)
            return cli_bad_value(&cli_exec, OPT_OPENCL_DEVICES, name, "there is no such chip");
    }
    return CLI_DONE;
}

/* What the variable is to be; NULL after a message. The caller frees. */
static char *value_of(int which, const char *value)
{
    uint64_t number;
    char *end, *made = NULL;
    const char *why = NULL;
    switch (which) {
    case OPT_DEVICES: /* bounds: as the library takes the variables */
        if (!cli_parse_u64(value, 64, &number))
            why = "expected a whole number up to 64";
        break;
    case OPT_CHIP:
        if (chip_option_check(&cli_exec, value, shoal_chip_at(0)->isa) != CLI_DONE)
            return NULL;
        break;
    case OPT_OPENCL_DEVICES:
        if (check_chips(value) != CLI_DONE)
            return NULL;
        break;
    case OPT_THREADS:
        if (!cli_parse_u64(value, 256, &number))
            why = "expected a whole number up to 256";
        break;
    case OPT_ENGINE:
        if (strcmp(value, "auto") && strcmp(value, "interp") && strcmp(value, "jit"))
            why = "there is no such choice";
        break;
    case OPT_TIMEOUT:
        if (!(strtod(value, &end) > 0) || *end)
            why = "expected a number of seconds above 0";
        break;
    case OPT_STATS:
        if (value && strcmp(value, "json") != 0) {
            cli_fail(&cli_exec, "--stats=%s: there are --stats and --stats=json", value);
            return NULL;
        }
        break;
    case OPT_STATS_FILE:
        return open_file(OPT_STATS_FILE, value, true, &made) == CLI_DONE ? made : NULL;
    case OPT_TRACE:
        if (!value || strcmp(value, "-") == 0)
            return strdup("-");
        return open_file(OPT_TRACE, value, false, &made) == CLI_DONE ? made : NULL;
    case OPT_TRACE_ONLY:
        return add_filter(value, &made) == CLI_DONE ? made : NULL;
    case OPT_CHECK:
        return strdup(value ? value : "all");
    case OPT_MAX_REPORTS:
        if (!cli_parse_u64(value, UINT32_MAX, &number) || !number)
            why = "expected a whole number above 0";
        break;
    default:
        break;
    }
    if (why)
        cli_bad_value(&cli_exec, (size_t)which, value, why);
    return why ? NULL : strdup(value ? value : "1");
}

static int set_option(int which, const char *value)
{
    char *text = value_of(which, value);
    if (!text)
        return CLI_USAGE;
    bool is_set = setenv(variables[which], text, 1) == 0;
    free(text);
    return is_set ? CLI_DONE
                  : cli_fail(&cli_exec, "cannot set %s: %s", variables[which], strerror(errno));
}

/* Puts a folder in front of those where the dynamic linker looks. */
static int add_path(const char *folder)
{
    const char *before = getenv("LD_LIBRARY_PATH");
    bool has_before = before && before[0];
    char *path = NULL;
    if (asprintf(&path, "%s%s%s", folder, has_before ? ":" : "", has_before ? before : "") < 0 ||
        setenv("LD_LIBRARY_PATH", path, 1) != 0)
        return cli_fail(&cli_exec, "cannot set LD_LIBRARY_PATH: %s", strerror(ENOMEM));
    free(path);
    return CLI_DONE;
}

/* OpenCL's loaders, Debian's and Khronos's, look for platforms in this folder only. */
static int set_vendors(const char *opencl)
{
    char *vendors = NULL;
    if (asprintf(&vendors, "%s/vendors", opencl) < 0 || setenv("OCL_ICD_VENDORS", vendors, 1) != 0)
        return cli_fail(&cli_exec, "cannot set OCL_ICD_VENDORS: %s", strerror(ENOMEM));
    free(vendors);
    return add_path(opencl);
}

/* The environment in which programs find the libraries. */
static int set_path(void)
{
    char *hip = place_hip(""), *opencl = place_opencl_library();
    if (!hip)
        return cli_fail(&cli_exec, "no libamdhip64 belongs to this shoal; build it with 'make', "
                                   "or 'make install'");
    int result = opencl ? set_vendors(opencl) : CLI_DONE;
    if (result == CLI_DONE)
        result = add_path(hip);
    free(opencl);
    free(hip);
    return result;
}

static int check_options(void)
{
    if (getenv(variables[OPT_STATS_FILE]) && !getenv(variables[OPT_STATS]))
        return cli_fail(&cli_exec, "--stats-file is where --stats goes; give that too");
    if (getenv(variables[OPT_TRACE_ONLY]) && !getenv(variables[OPT_TRACE]))
        return cli_fail(&cli_exec, "--trace-only needs --trace or --trace=FILE");
    return CLI_DONE;
}

/* words: the program's, behind the options in argv. */
static int start(char **words, char **argv)
{
    int result = check_options();
    if (result == CLI_DONE)
        result = set_path();
    if (result != CLI_DONE)
        return result;
    execvp(words[0], words);
    int error = errno;
    bool is_here = !strchr(words[0], '/') && access(words[0], X_OK) == 0;
    if (error == ENOENT && is_here)
        cli_fail(&cli_exec, "'%s' is in no folder of PATH; for the one here: ./%s", words[0],
                 words[0]);
    else if (error == ENOENT && words > argv && strcmp(words[-1], "--trace") == 0)
        cli_fail(&cli_exec, "cannot start '%s': %s; for a trace in that file: --trace=%s", words[0],
                 strerror(error), words[0]);
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
            return start(argv + reader.at - 1, argv);
        if (set_option(which, value) != CLI_DONE)
            return CLI_USAGE;
    }
    return cli_fail(&cli_exec, "no program; 'shoal help exec' explains");
}
