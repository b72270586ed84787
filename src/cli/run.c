/* run.c: `shoal run`: owns the options of a run and its order of events: load, bind the
 * arguments, launch (once or several times), report. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/arguments.h"
#include "cli/cli.h"
#include "cli/program.h"
#include "cli/progress.h"
#include "cli/report.h"
#include "cli/sequence.h"
#include "cli/strict.h"
#include "cli/trace.h"
#include "shoal/shoal.h"

enum {
    OPT_KERNEL,
    OPT_GRID,
    OPT_BLOCK,
    OPT_OFFSET,
    OPT_ARG,
    OPT_LDS,
    OPT_ENGINE,
    OPT_THREADS,
    OPT_CPU,
    OPT_PRINT,
    OPT_DUMP,
    OPT_EXPECT,
    OPT_REPEAT,
    OPT_STATS,
    OPT_TRACE,
    OPT_TRACE_FORMAT,
    OPT_STRICT,
    OPT_TIMEOUT,
    OPT_RAW,
    OPT_WAVE64,
    OPT_RSRC1,
    OPT_RSRC2,
    OPT_SCRATCH,
    OPT_ISA,
    OPT_DIALECT,
    OPT_WARP,
    OPT_TRIM,
    OPT_DATA,
    OPT_MEMORY,
    OPT_ENTRY,
    OPT_COUNT,
};

static const struct cli_option options[OPT_COUNT] = {
    [OPT_KERNEL] = {"--kernel", "NAME", false, "the kernel; may be left out if there is one", NULL},
    [OPT_GRID] = {"--grid", "X[,Y[,Z]]", false, "work-items in each dimension", "1024,1024"},
    [OPT_BLOCK] = {"--block", "X[,Y[,Z]]", false,
                   "work-items of a work-group, at most 1024 in all;\n"
                   "may be left out if the kernel requires a size",
                   "256"},
    [OPT_OFFSET] = {"--offset", "X[,Y[,Z]]", false, "OpenCL's global offset (default 0)", "4096"},
    [OPT_ARG] = {"--arg", "SPEC", false, "the next argument; see below", "buf:f32:1024:iota"},
    [OPT_LDS] = {"--lds", "BYTES", false, "dynamic local memory beyond that of lds: arguments",
                 "4096"},
    [OPT_ENGINE] = {"--engine", "auto|interp|jit", false,
                    "interpreter, compiled code, or the better (default auto)", "interp"},
    [OPT_THREADS] = {"--threads", "N", false, "host threads (default: one per CPU allowed)", "4"},
    [OPT_CPU] = {"--cpu", "sse2|avx2|avx512", false,
                 "host instructions to use (default: the best there are)", "avx2"},
    [OPT_PRINT] = {"--print", "N[:COUNT][:TYPE]", false,
                   "print argument N's buffer (from 0), or its first COUNT elements,\n"
                   "as the argument's type or as TYPE",
                   "2:16"},
    [OPT_DUMP] = {"--dump", "N=FILE", false, "write the bytes of argument N's buffer", "2=y.bin"},
    [OPT_EXPECT] = {"--expect", "N=FILE", false,
                    "compare argument N's buffer with a file, bit for bit", "2=want.bin"},
    [OPT_REPEAT] = {"--repeat", "N", false, "run N times with the same buffers; times are medians",
                    "10"},
    [OPT_STATS] = {"--stats", "json", true,
                   "print time, instructions by class, waves, speed;\n"
                   "json: as one object on the last line",
                   "--stats=json"},
    [OPT_TRACE] = {"--trace", "FILE", false,
                   "write each executed instruction to FILE ('-': stderr)", "trace.txt"},
    [OPT_TRACE_FORMAT] = {"--trace-format", "readable|spike|spike-hex", false,
                          "spike (Ventus): the commit log of its Spike, for co-simulation;\n"
                          "spike-hex: with vector registers as one number",
                          "spike"},
    [OPT_STRICT] = {"--strict", NULL, false,
                    "report instructions with values in fields that they do not use, which\n"
                    "chips ignore; exit status 1 if there are any",
                    NULL},
    [OPT_TIMEOUT] = {"--timeout", "SECONDS", false, "stop a run that takes longer", "10"},
    [OPT_RAW] = {"--raw", NULL, false, "FILE is bare machine code, started at its first byte",
                 NULL},
    [OPT_WAVE64] = {"--wave64", NULL, false, "with --raw: waves of 64 lanes instead of 32", NULL},
    [OPT_RSRC1] = {"--rsrc1", "BITS", false, "with --raw: COMPUTE_PGM_RSRC1", "0x00ac0040"},
    [OPT_RSRC2] = {"--rsrc2", "BITS", false, "with --raw: COMPUTE_PGM_RSRC2", "0x84"},
    [OPT_SCRATCH] = {"--scratch", "BYTES", false,
                     "with --raw: scratch memory per lane; Ventus: private memory per\n"
                     "thread, instead of what the file says",
                     "256"},
    [OPT_ISA] = {"--isa", "rdna3|ventus", false,
                 "instruction set (default: what the file shows; bare code is rdna3)", "ventus"},
    [OPT_DIALECT] = {"--dialect", "manual|toolchain", false,
                     "of Ventus (default: what the file shows)", "toolchain"},
    [OPT_WARP] = {"--warp", "4|8|16|32", false, "Ventus: threads per warp (default 32)", "16"},
    [OPT_TRIM] = {"--trim", "on|off", true,
                  "Ventus: threads without a work-item stay inactive (default: on,\n"
                  "but off for test cases)",
                  "--trim=off"},
    [OPT_DATA] = {"--data", "FILE", false,
                  "Ventus: contents of the buffers of a .metadata file (default: its\n"
                  "name with .data)",
                  "vecadd.data"},
    [OPT_MEMORY] = {"--memory", "listed|open", false,
                    "Ventus: addresses that no buffer has are faults (default), or read as\n"
                    "zero and can be written, as in the RTL's memory model",
                    "open"},
    [OPT_ENTRY] = {"--entry", "ADDRESS", false,
                   "Ventus: the kernel in bare code or a .vmem image that begins with\n"
                   "start code of its own",
                   "0x800000b8"},
};

static const char notes[] =
    "A Ventus test case, NAME.metadata with NAME.data, brings its arguments and sizes;\n"
    "--print, --dump and --expect take the number of a buffer in it. Several of them, or\n"
    "the RTL's list (ventus_args.txt: --kernel name=..,metafile=..,datafile=..), run one\n"
    "after the other with memory kept; buffers are those of the last.\n"
    "exit status: 0 done; 1 the kernel faulted, timed out, an expectation failed, a\n"
    "test case contradicts itself, or --strict found something; 2 usage, or input that\n"
    "cannot be read\n"
    "\n"
    "example: y = 2.5 x + y on 1024 elements, then print the first 8 of y\n"
    "  shoal run saxpy.co --grid 1024 --block 256 --arg f32:2.5 \\\n"
    "      --arg buf:f32:1024:iota --arg buf:f32:1024:fill=1 --print 2:8 --stats\n";

static int run(int argc, char **argv);
static void print_notes(FILE *out);

const struct cli_command cli_run = {
    .name = "run",
    .summary = "shoal run: executes a kernel of a gfx1100 code object or a Ventus program",
    .usage = "shoal run FILE [--kernel NAME] --grid X[,Y[,Z]] --block X[,Y[,Z]]\n"
             "          [--arg SPEC]... [options]\n"
             "shoal run NAME.metadata [--data FILE] [options]\n"
             "shoal run NAME.metadata... | ventus_args.txt [options]",
    .options = options,
    .option_count = OPT_COUNT,
    .print_notes = print_notes,
    .run = run,
};

static void print_notes(FILE *out) { fprintf(out, "%s\n%s", spec_help, notes); }

enum { REQUESTS_MAX = 64 };

struct requests {
    struct request items[REQUESTS_MAX];
    size_t count;
};

struct run_options {
    struct program_request program;
    struct sequence files; /* more than one: all are test cases */
    const char *kernel;
    bool has_grid, has_block;
    uint64_t block[3];
    struct spec specs[ARGUMENTS_MAX];
    size_t spec_count;
    struct requests prints, dumps, expects;
    uint64_t repeat;
    bool stats, stats_json, strict;
    const char *trace, *trace_format;
    const char *trim; /* "on", "off"; NULL: not given */
    uint64_t scratch;
    shoal_launch_desc launch;
    uint64_t lds_bytes;
};

/* ---- options ---------------------------------------------------------------------------- */

/* ":COUNT" and ":TYPE", each at most once. false: something else. */
static bool set_shape(struct request *request, const char *at)
{
    char part[24];
    while (*at == ':') {
        size_t length = strcspn(++at, ":");
        const struct value_type *type = value_type_find(at, length);
        snprintf(part, sizeof part, "%.*s", (int)(length < 23 ? length : 23), at);
        if (type && !request->type)
            request->type = type;
        else if (type || request->count != UINT64_MAX ||
                 !cli_parse_u64(part, UINT64_MAX - 1, &request->count))
            return false;
        at += length;
    }
    return true;
}

/* "N[:COUNT][:TYPE]" or "N=FILE". */
static int add_request(struct requests *list, size_t option, const char *value, char separator)
{
    char number[24];
    size_t length = strcspn(value, separator == ':' ? ":" : "=");
    struct request *request = &list->items[list->count];
    uint64_t index;
    if (list->count == REQUESTS_MAX)
        return cli_fail(&cli_run, "%s is given more than %d times", options[option].name,
                        REQUESTS_MAX);
    *request = (struct request){.count = UINT64_MAX};
    snprintf(number, sizeof number, "%.*s", (int)(length < 23 ? length : 23), value);
    if (!cli_parse_u64(number, ARGUMENTS_MAX - 1, &index))
        return cli_bad_value(&cli_run, option, value, "this begins with no argument's number");
    request->index = (size_t)index;
    if (separator == ':') {
        if (!set_shape(request, value + length))
            return cli_bad_value(&cli_run, option, value, "the count is no number");
    } else {
        if (value[length] == '\0' || value[length + 1] == '\0')
            return cli_bad_value(&cli_run, option, value, "the file is missing");
        request->path = value + length + 1;
    }
    list->count++;
    return CLI_DONE;
}

static int add_spec(struct run_options *o, const char *value)
{
    char why[512];
    if (o->spec_count == ARGUMENTS_MAX)
        return cli_fail(&cli_run, "--arg is given more than %d times", ARGUMENTS_MAX);
    if (spec_parse(value, &o->specs[o->spec_count], why, sizeof why)) {
        o->spec_count++;
        return CLI_DONE;
    }
    spec_free(&o->specs[o->spec_count]);
    return cli_fail(&cli_run, "--arg %s: %s", value, why);
}

static int set_number(size_t option, const char *value, uint64_t min, uint64_t max, uint64_t *out)
{
    if (cli_parse_u64(value, max, out) && *out >= min)
        return CLI_DONE;
    char why[96];
    snprintf(why, sizeof why, "this is no number from %" PRIu64 " to %" PRIu64, min, max);
    return cli_bad_value(&cli_run, option, value, why);
}

static int set_engine(struct run_options *o, const char *value)
{
    static const shoal_engine engines[] = {SHOAL_ENGINE_AUTO, SHOAL_ENGINE_INTERP,
                                           SHOAL_ENGINE_JIT};
    for (size_t i = 0; i < 3; i++) {
        if (strcmp(value, report_engine_name(engines[i])) == 0) {
            o->launch.engine = engines[i];
            return CLI_DONE;
        }
    }
    return cli_bad_value(&cli_run, OPT_ENGINE, value, "there is no such engine");
}

static int set_timeout(struct run_options *o, const char *value)
{
    char *end;
    o->launch.timeout_seconds = strtod(value, &end);
    if (*end == '\0' && o->launch.timeout_seconds > 0 && o->launch.timeout_seconds < 1e9)
        return CLI_DONE;
    return cli_bad_value(&cli_run, OPT_TIMEOUT, value, "this is no number of seconds");
}

/* "X[,Y[,Z]]" where zeros are allowed. */
static int set_offset(struct run_options *o, const char *value)
{
    char part[32];
    const char *at = value;
    for (int i = 0; i < 3; i++) {
        size_t length = strcspn(at, ",");
        snprintf(part, sizeof part, "%.*s", (int)(length < 31 ? length : 31), at);
        if (!cli_parse_u64(part, UINT64_MAX, &o->launch.offset[i]))
            break;
        at += length;
        if (*at == '\0')
            return CLI_DONE;
        at++;
    }
    return cli_bad_value(&cli_run, OPT_OFFSET, value, "these are no one to three numbers");
}

static bool is_spike(const char *format)
{
    return format && (strcmp(format, "spike") == 0 || strcmp(format, "spike-hex") == 0);
}

static int set_option(struct run_options *o, int option, const char *value)
{
    uint64_t number = 0;
    int status = CLI_DONE;
    switch (option) {
    case OPT_KERNEL:
        o->kernel = value;
        break;
    case OPT_GRID:
        o->has_grid = true;
        if (!cli_parse_dims(value, UINT64_C(1) << 32, o->launch.grid))
            return cli_bad_value(&cli_run, OPT_GRID, value,
                                 "these are no one to three numbers from 1 to 4294967296");
        break;
    case OPT_BLOCK:
        o->has_block = true;
        if (!cli_parse_dims(value, UINT32_MAX, o->block))
            return cli_bad_value(&cli_run, OPT_BLOCK, value,
                                 "these are no one to three numbers from 1 to 1024");
        break;
    case OPT_OFFSET:
        return set_offset(o, value);
    case OPT_ARG:
        return add_spec(o, value);
    case OPT_LDS:
        return set_number(OPT_LDS, value, 0, UINT32_MAX, &o->lds_bytes);
    case OPT_ENGINE:
        return set_engine(o, value);
    case OPT_THREADS:
        status = set_number(OPT_THREADS, value, 1, 4096, &number);
        o->launch.threads = o->program.device.threads = (unsigned)number;
        break;
    case OPT_CPU:
        o->program.device.host_cpu = value;
        break;
    case OPT_PRINT:
        return add_request(&o->prints, OPT_PRINT, value, ':');
    case OPT_DUMP:
        return add_request(&o->dumps, OPT_DUMP, value, '=');
    case OPT_EXPECT:
        return add_request(&o->expects, OPT_EXPECT, value, '=');
    case OPT_REPEAT:
        return set_number(OPT_REPEAT, value, 1, 1000000, &o->repeat);
    case OPT_STATS:
        if (value && strcmp(value, "json") != 0)
            return cli_fail(&cli_run, "--stats=%s: there are --stats and --stats=json", value);
        o->stats_json = value != NULL;
        o->stats = true;
        break;
    case OPT_TRACE:
        o->trace = value;
        break;
    case OPT_STRICT:
        o->strict = true;
        return CLI_DONE;
    case OPT_TIMEOUT:
        return set_timeout(o, value);
    case OPT_RAW:
        o->program.load.raw = true;
        break;
    case OPT_WAVE64:
        o->program.load.wave64 = true;
        break;
    case OPT_RSRC1:
        status = set_number(OPT_RSRC1, value, 0, UINT32_MAX, &number);
        o->program.load.rsrc1 = (uint32_t)number;
        break;
    case OPT_RSRC2:
        status = set_number(OPT_RSRC2, value, 0, UINT32_MAX, &number);
        o->program.load.rsrc2 = (uint32_t)number;
        break;
    case OPT_SCRATCH:
        return set_number(OPT_SCRATCH, value, 0, UINT32_MAX, &o->scratch);
    case OPT_ISA:
        o->program.isa = value;
        if (strcmp(value, "rdna3") != 0 && strcmp(value, "ventus") != 0)
            return cli_bad_value(&cli_run, OPT_ISA, value, "there is no such instruction set");
        break;
    case OPT_DIALECT:
        o->program.load.dialect = program_dialect(value);
        if (!o->program.load.dialect)
            return cli_bad_value(&cli_run, OPT_DIALECT, value, "there is no such dialect");
        break;
    case OPT_WARP:
        status = set_number(OPT_WARP, value, 4, 32, &number);
        if (status == CLI_DONE && (number & (number - 1)))
            return cli_bad_value(&cli_run, OPT_WARP, value, "there are no such warps");
        o->program.device.wave_lanes = (uint32_t)number;
        break;
    case OPT_TRIM:
        o->trim = value ? value : "on";
        if (strcmp(o->trim, "on") != 0 && strcmp(o->trim, "off") != 0)
            return cli_bad_value(&cli_run, OPT_TRIM, value, "this is neither on nor off");
        break;
    case OPT_DATA:
        o->program.data = value;
        break;
    case OPT_MEMORY:
        if (strcmp(value, "open") != 0 && strcmp(value, "listed") != 0)
            return cli_bad_value(&cli_run, OPT_MEMORY, value, "this is neither listed nor open");
        o->program.device.open_memory = strcmp(value, "open") == 0;
        break;
    case OPT_ENTRY:
        return set_number(OPT_ENTRY, value, 1, UINT32_MAX - 3, &o->program.load.kernel_entry);
    case OPT_TRACE_FORMAT:
        o->trace_format = value;
        if (strcmp(value, "readable") != 0 && !is_spike(value))
            return cli_bad_value(&cli_run, OPT_TRACE_FORMAT, value, "there is no such format");
        break;
    }
    return status;
}

static int check_options(const struct run_options *o)
{
    if (o->files.count == 0)
        return cli_fail(&cli_run, "no code object is given; for example: shoal run saxpy.co "
                                  "--grid 1024 --block 256 (see 'shoal help run')");
    if (o->files.count > 1 && (o->program.data || o->repeat > 1))
        return cli_fail(&cli_run, "--data and --repeat are for one test case, and %zu are given",
                        o->files.count);
    return CLI_DONE;
}

/* What depends on the kind of file, before anything runs. */
static int check_program(struct run_options *o, const struct program *p)
{
    const shoal_load_options *load = &o->program.load;
    bool is_ventus = program_is_ventus(p);
    if (p->test_case) {
        if (o->has_grid || o->has_block || o->spec_count || o->kernel || load->raw ||
            load->kernel_entry || o->program.device.wave_lanes)
            return cli_fail(&cli_run, "a test case states kernel, sizes and arguments itself: "
                                      "--kernel, --grid, --block, --arg, --warp, --raw and --entry "
                                      "are not for it");
        return CLI_DONE;
    }
    if (!o->has_grid)
        return cli_fail(&cli_run, "--grid is missing: the number of work-items, for example "
                                  "--grid 1024");
    if (is_ventus && (load->wave64 || load->rsrc1 || load->rsrc2))
        return cli_fail(&cli_run, "--wave64, --rsrc1 and --rsrc2 are for --isa rdna3");
    if (!is_ventus && (load->dialect || load->kernel_entry || o->program.device.wave_lanes ||
                       o->trim || is_spike(o->trace_format)))
        return cli_fail(&cli_run, "--dialect, --warp, --trim, --entry and --trace-format=spike are "
                                  "for --isa ventus");
    if (!is_ventus && !load->raw && (load->wave64 || load->rsrc1 || load->rsrc2 || o->scratch))
        return cli_fail(&cli_run, "--wave64, --rsrc1, --rsrc2 and --scratch are for --raw; a code "
                                  "object states them itself");
    return CLI_DONE;
}

static int add_file(struct run_options *o, const char *file)
{
    size_t before = o->files.count;
    int status = sequence_add(&cli_run, &o->files, file);
    for (size_t i = before; status == CLI_DONE && i < o->files.count && o->files.count > 1; i++)
        if (!sequence_is_case(&o->files.items[0]) || !sequence_is_case(&o->files.items[i]))
            return cli_fail(&cli_run, "'%s' is one file too many; '%s' is given already",
                            o->files.items[i].metadata, o->files.items[0].metadata);
    return status;
}

/* The files of the i-th test case, or the only file. */
static void choose_file(struct run_options *o, size_t i)
{
    o->program.file = o->files.items[i].metadata;
    if (o->files.items[i].data)
        o->program.data = o->files.items[i].data;
    else if (o->files.count > 1)
        o->program.data = NULL;
}

static int read_options(struct run_options *o, int argc, char **argv, bool *help)
{
    struct cli_reader reader = cli_reader_start(&cli_run, argc, argv);
    const char *value;
    for (int which; (which = cli_next(&reader, &value)) != CLI_END;) {
        int status = CLI_DONE;
        if (which == CLI_HELP) {
            *help = true;
            return CLI_DONE;
        }
        if (which == CLI_ERROR)
            return CLI_USAGE;
        if (which == CLI_WORD)
            status = add_file(o, value);
        else
            status = set_option(o, which, value);
        if (status != CLI_DONE)
            return status;
    }
    return check_options(o);
}

/* ---- kernel ------------------------------------------------------------------------------- */

static int find_kernel(const struct run_options *o, const shoal_module *module, shoal_kernel **out)
{
    size_t count = shoal_module_kernel_count(module);
    if (!o->kernel && count == 1) {
        *out = shoal_module_kernel_at(module, 0);
        return CLI_DONE;
    }
    if (o->kernel && shoal_module_find_kernel(module, o->kernel, out) == SHOAL_OK)
        return CLI_DONE;
    if (count == 0)
        return cli_fail(&cli_run, "'%s' has no kernels", o->program.file);

    const char **names = calloc(count, sizeof *names);
    if (!names)
        return cli_fail(&cli_run, "not enough memory");
    for (size_t i = 0; i < count; i++) {
        shoal_kernel_info info;
        shoal_kernel_get_info(shoal_module_kernel_at(module, i), &info);
        names[i] = info.name;
    }
    const char *near = o->kernel ? cli_nearest(o->kernel, names, count, sizeof *names) : NULL;
    if (!o->kernel)
        cli_fail(&cli_run, "'%s' has %zu kernels; choose one with --kernel:", o->program.file,
                 count);
    else if (near)
        cli_fail(&cli_run, "'%s' has no kernel '%s'; did you mean '%s'? It has:", o->program.file,
                 o->kernel, near);
    else
        cli_fail(&cli_run, "'%s' has no kernel '%s'; it has:", o->program.file, o->kernel);
    enum { shown = 20 };
    for (size_t i = 0; i < count && i < shown; i++) {
        fputs("  ", stderr);
        cli_print_clean(stderr, names[i]);
        fputc('\n', stderr);
    }
    if (count > shown)
        fprintf(stderr, "  and %zu more; see 'shoal info %s'\n", count - shown, o->program.file);
    free(names);
    return CLI_USAGE;
}

static int set_block(struct run_options *o, const shoal_kernel_info *info)
{
    if (!o->has_block && info->required_block[0] == 0)
        return cli_fail(&cli_run, "--block is missing: the work-items of a work-group, for "
                                  "example --block 256");
    for (int i = 0; i < 3; i++)
        o->launch.block[i] = o->has_block ? (uint32_t)o->block[i] : info->required_block[i];
    return CLI_DONE;
}

/* Requests name buffers that exist; files to compare with are read before the run. */
static int check_requests(struct requests *list, size_t option, const struct arguments *arguments)
{
    const char *noun = arguments->noun;
    for (size_t i = 0; i < list->count; i++) {
        struct request *request = &list->items[i];
        char title[96], why[512];
        if (request->index >= arguments->count)
            return cli_fail(&cli_run,
                            "%s %zu: there is no %s %zu; %zu %s given, counted "
                            "from 0",
                            options[option].name, request->index, noun, request->index,
                            arguments->count, arguments->count == 1 ? "is" : "are");
        const struct spec *spec = arguments->items[request->index].spec;
        argument_title(arguments, request->index, title, sizeof title);
        if (spec->kind != SPEC_BUFFER && spec->kind != SPEC_IMAGE)
            return cli_fail(&cli_run, "%s %zu: %s is no buffer, but '%s'", options[option].name,
                            request->index, title, spec->text);
        if (option != OPT_EXPECT)
            continue;
        request->expected = spec_read_file(request->path, spec->size_bytes, why, sizeof why);
        if (!request->expected)
            return cli_fail(&cli_run, "--expect %zu: %s", request->index, why);
    }
    return CLI_DONE;
}

/* ---- the run --------------------------------------------------------------------------------- */

static void log_message(void *user, shoal_log_level level, const char *text)
{
    (void)user;
    fprintf(stderr, "shoal: %s%s\n",
            level == SHOAL_LOG_ERROR     ? ""
            : level == SHOAL_LOG_WARNING ? "warning: "
                                         : "note: ",
            text);
}

/* What kernels print; remembers whether the line is finished. */
static void print_output(void *user, const char *bytes, size_t size)
{
    bool *unfinished = user;
    fwrite(bytes, 1, size, stdout);
    if (size)
        *unfinished = bytes[size - 1] != '\n';
}

static int compare_times(const void *a, const void *b)
{
    double x = *(const double *)a;
    double y = *(const double *)b;
    return x < y ? -1 : x > y;
}

struct outcome {
    shoal_status status;
    shoal_launch_stats stats;
    double *kernel_ms; /* [runs], sorted; owned */
    size_t runs;
    bool has_fault;
    shoal_fault fault;
};

/* Runs the kernel as often as asked. CLI_DONE, CLI_FAILED for a fault, CLI_USAGE. */
static int launch(struct run_options *o, const struct program *p, shoal_kernel *kernel,
                  struct arguments *arguments, struct outcome *out)
{
    shoal_device *device = p->device;
    shoal_kernel_info info;
    shoal_kernel_get_info(kernel, &info);
    out->kernel_ms = calloc(o->repeat, sizeof *out->kernel_ms);
    if (!out->kernel_ms)
        return cli_fail(&cli_run, "not enough memory");
    for (uint64_t i = 0; i < o->repeat; i++) {
        struct progress bar;
        if (i && p->test_case)
            shoal_case_reset(device, p->test_case);
        else if (i)
            arguments_restore(arguments);
        progress_start(&bar, info.name);
        o->launch.progress = bar.enabled ? progress_update : NULL;
        o->launch.progress_user = &bar;
        out->status = shoal_launch(device, kernel, &o->launch, &out->stats);
        progress_end(&bar);
        if (out->status != SHOAL_OK) {
            bool ran = out->status == SHOAL_E_FAULT || out->status == SHOAL_E_TIMEOUT;
            out->has_fault = ran && shoal_last_fault(device, &out->fault);
            cli_fail(&cli_run, "%s", shoal_last_error(device));
            return ran ? CLI_FAILED : CLI_USAGE;
        }
        out->kernel_ms[out->runs++] = out->stats.kernel_ms;
    }
    qsort(out->kernel_ms, out->runs, sizeof *out->kernel_ms, compare_times);
    return CLI_DONE;
}

/* Buffers are shown after a fault too, as they were then; comparing them would say nothing. */
static int report(const struct run_options *o, struct arguments *arguments, int status)
{
    arguments_collect(arguments);
    for (size_t i = 0; i < o->prints.count; i++)
        report_print(arguments, &o->prints.items[i]);
    for (size_t i = 0; i < o->dumps.count; i++) {
        int dumped = report_dump(&cli_run, arguments, &o->dumps.items[i]);
        status = status == CLI_DONE ? dumped : status;
    }
    bool ran = status == CLI_DONE;
    for (size_t i = 0; ran && i < o->expects.count; i++)
        if (report_expect(&cli_run, arguments, &o->expects.items[i]) != CLI_DONE)
            status = CLI_FAILED;
    return status;
}

/* The launch of a test case: as it says, but for what the command line may change. */
static void use_case(struct run_options *o, const struct program *p)
{
    shoal_launch_desc d = shoal_case_launch_desc(p->test_case);
    d.engine = o->launch.engine;
    d.threads = o->launch.threads;
    d.timeout_seconds = o->launch.timeout_seconds;
    o->launch = d;
}

/* Sizes, arguments and buffers, of the command line or of the test case. */
static int bind(struct run_options *o, const struct program *p, shoal_kernel *kernel,
                struct spec *case_specs, struct arguments *arguments)
{
    shoal_kernel_info info;
    int status;
    shoal_kernel_get_info(kernel, &info);
    if (p->test_case) {
        use_case(o, p);
        status = program_case_arguments(&cli_run, p, case_specs, arguments);
    } else {
        status = set_block(o, &info);
        if (status == CLI_DONE)
            status = arguments_bind(&cli_run, kernel, o->specs, o->spec_count, arguments);
    }
    if (program_is_ventus(p)) {
        o->launch.trim = o->trim ? strcmp(o->trim, "on") == 0 : !p->test_case;
        if (o->scratch)
            o->launch.private_bytes = (uint32_t)o->scratch;
    }
    if (status != CLI_DONE ||
        (status = check_requests(&o->prints, OPT_PRINT, arguments)) != CLI_DONE ||
        (status = check_requests(&o->dumps, OPT_DUMP, arguments)) != CLI_DONE ||
        (status = check_requests(&o->expects, OPT_EXPECT, arguments)) != CLI_DONE || p->test_case)
        return status;
    status = arguments_place(&cli_run, p->device, arguments);
    o->launch.args = arguments->bytes;
    o->launch.args_size = arguments->size;
    if (status == CLI_DONE && __builtin_add_overflow((uint32_t)o->lds_bytes, arguments->lds_bytes,
                                                     &o->launch.dynamic_lds_bytes))
        return cli_fail(&cli_run, "--lds %" PRIu64 " is too much; a work-group has 65536 bytes",
                        o->lds_bytes);
    return status;
}

static bool has_groups(const shoal_launch_desc *d)
{
    return d->grid[0] > d->block[0] || d->grid[1] > d->block[1] || d->grid[2] > d->block[2];
}

/* The test cases before the last one. */
static int run_earlier(struct run_options *o, struct program *p, struct trace *trace)
{
    for (size_t i = 1; i < o->files.count; i++) {
        use_case(o, p);
        o->launch.trim = o->trim && strcmp(o->trim, "on") == 0;
        o->launch.observer = trace ? trace_observer(trace) : NULL;
        if (shoal_launch(p->device, shoal_module_kernel_at(p->module, 0), &o->launch, NULL) !=
            SHOAL_OK) {
            cli_fail(&cli_run, "%s: %s", o->program.file, shoal_last_error(p->device));
            return CLI_FAILED;
        }
        choose_file(o, i);
        int status = program_next(&cli_run, &o->program, p);
        if (status != CLI_DONE)
            return status;
    }
    return CLI_DONE;
}

static int open_trace(const struct run_options *o, bool has_groups, struct trace **out)
{
    const char *format = o->trace_format;
    if (!o->trace || *out)
        return CLI_DONE;
    *out = is_spike(format)
               ? trace_open_spike(o->trace, has_groups, strcmp(format, "spike-hex") == 0)
               : trace_open(o->trace);
    return *out ? CLI_DONE : cli_fail(&cli_run, "cannot write '%s': %s", o->trace, strerror(errno));
}

static int run_with(struct run_options *o)
{
    struct program program = {0};
    shoal_kernel *kernel = NULL;
    struct trace *trace = NULL;
    struct strict *strict = NULL;
    struct spec case_specs[ARGUMENTS_MAX];
    struct arguments arguments = {0};
    struct outcome outcome = {0};
    shoal_kernel_info info;
    bool unfinished_line = false;
    o->program.device.log = log_message;
    o->program.device.print = print_output;
    o->program.device.print_user = &unfinished_line;
    o->program.cpu_option = OPT_CPU;
    o->program.load.scratch_bytes = (uint32_t)o->scratch;

    choose_file(o, 0);
    int status = program_open(&cli_run, &o->program, &program);
    if (status == CLI_DONE)
        status = check_program(o, &program);
    if (status == CLI_DONE && o->files.count > 1)
        status = open_trace(o, true, &trace);
    if (status == CLI_DONE)
        status = run_earlier(o, &program, trace);
    if (status == CLI_DONE)
        status = find_kernel(o, program.module, &kernel);
    if (status != CLI_DONE)
        goto out;
    shoal_kernel_get_info(kernel, &info);
    if ((status = bind(o, &program, kernel, case_specs, &arguments)) != CLI_DONE)
        goto out;
    if ((status = open_trace(o, has_groups(&o->launch), &trace)) != CLI_DONE)
        goto out;
    o->launch.observer = trace ? trace_observer(trace) : NULL;
    if (o->strict) {
        if (!(strict = strict_open(o->launch.observer))) {
            status = cli_fail(&cli_run, "not enough memory");
            goto out;
        }
        o->launch.observer = strict_observer(strict);
    }
    status = launch(o, &program, kernel, &arguments, &outcome);
    if (unfinished_line)
        fputc('\n', stdout);
    if (status == CLI_USAGE)
        goto out;
    status = report(o, &arguments, status);
    if (o->stats) {
        struct run_summary summary = {
            .kernel = info.name,
            .launch = &o->launch,
            .stats = &outcome.stats,
            .kernel_ms = outcome.kernel_ms,
            .runs = outcome.runs,
            .status = outcome.status,
            .fault = outcome.has_fault ? &outcome.fault : NULL,
        };
        (o->stats_json ? report_stats_json : report_stats)(&summary);
    }
out:
    if (strict_close(strict) && status == CLI_DONE)
        status = CLI_FAILED;
    if (trace && !trace_close(trace) && status == CLI_DONE)
        status = cli_fail(&cli_run, "cannot write '%s': %s", o->trace, strerror(errno));
    free(outcome.kernel_ms);
    arguments_free(&arguments);
    program_close(&program);
    return status;
}

static int run(int argc, char **argv)
{
    struct run_options *o = calloc(1, sizeof *o);
    bool help = false;
    if (!o)
        return cli_fail(&cli_run, "not enough memory");
    o->repeat = 1;
    o->program.device = shoal_device_options_default();
    o->launch = shoal_launch_desc_default();
    int status = read_options(o, argc, argv, &help);
    if (help)
        cli_print_help(&cli_run, stdout);
    else if (status == CLI_DONE)
        status = run_with(o);
    sequence_free(&o->files);
    for (size_t i = 0; i < o->spec_count; i++)
        spec_free(&o->specs[i]);
    for (size_t i = 0; i < o->expects.count; i++)
        free(o->expects.items[i].expected);
    free(o);
    return status;
}
