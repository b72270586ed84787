/* run_options.c: owns the options of `shoal run`; see run_options.h. */
#include "cli/run_options.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/isa_option.h"

static const struct cli_option options[RUN_COUNT] = {
    [RUN_KERNEL] = {"--kernel", "NAME", false, "the kernel; may be left out if there is one", NULL},
    [RUN_GRID] = {"--grid", "X[,Y[,Z]]", false, "work-items in each dimension", "1024,1024"},
    [RUN_BLOCK] = {"--block", "X[,Y[,Z]]", false,
                   "work-items of a work-group, at most 1024 in all;\n"
                   "may be left out if the kernel requires a size",
                   "256"},
    [RUN_OFFSET] = {"--offset", "X[,Y[,Z]]", false, "OpenCL's global offset (default 0)", "4096"},
    [RUN_ARG] = {"--arg", "[NAME=]SPEC", false,
                 "the next argument, or the one that is called NAME; see below",
                 "buf:f32:1024:iota"},
    [RUN_CFLAGS] = {"--cflags", "WORDS", false,
                    "options for the compiler, if FILE is a source; words after\n"
                    "\"--\" are, too",
                    "'-O3 -DSIZE=64'"},
    [RUN_LDS] = {"--lds", "BYTES", false, "dynamic local memory beyond that of lds: arguments",
                 "4096"},
    [RUN_ENGINE] = {"--engine", "auto|interp|jit", false,
                    "interpreter, compiled code, or the better (default auto)", "interp"},
    [RUN_THREADS] = {"--threads", "N", false, "host threads (default: one per CPU allowed)", "4"},
    [RUN_CPU] = {"--cpu", "sse2|avx2|avx512", false,
                 "host instructions to use (default: the best there are)", "avx2"},
    [RUN_PRINT] = {"--print", "N[:COUNT][:TYPE]", false,
                   "print the buffer of argument N (a name, or a number from 0), or its\n"
                   "first COUNT elements, as the argument's type or as TYPE",
                   "2:16"},
    [RUN_DUMP] = {"--dump", "N=FILE", false,
                  "write the bytes of argument N's buffer ('-': to stdout)", "2=y.bin"},
    [RUN_EXPECT] = {"--expect", "N=FILE", false,
                    "compare argument N's buffer with a file, bit for bit ('-': stdin)",
                    "2=want.bin"},
    [RUN_REPEAT] = {"--repeat", "N", false, "run N times with the same buffers; times are medians",
                    "10"},
    [RUN_STATS] = {"--stats", "json", true,
                   "print time, instructions by class, waves, speed, what compiled the kernel\n"
                   "and when;\n"
                   "json: as one object on the last line",
                   "--stats=json"},
    [RUN_TRACE] = {"--trace", "FILE", false,
                   "write each executed instruction to FILE ('-': stderr)", "trace.txt"},
    [RUN_TRACE_ONLY] = {"--trace-only", "FILTER", false,
                        "trace only what matches: kernel=NAME, group=X[:Y[:Z]], wave=N[-M],\n"
                        "line=[FILE:]N[-M], mnemonic=NAME, separated by commas",
                        "wave=0,mnemonic='global_*'"},
    [RUN_TRACE_FORMAT] = {"--trace-format", "readable|spike|spike-hex", false,
                          "spike (Ventus): the commit log of its Spike, for co-simulation;\n"
                          "spike-hex: with vector registers as one number",
                          "spike"},
    [RUN_CHECK] =
        {"--check", "KINDS", true,
         "find what is wrong in the kernel: mem, init, race, sync, wait, hazard; all by default;\n"
         "exit status 4 if there is anything",
         "--check=mem"},
    [RUN_REPORT] = {"--report", "json=FILE|sarif=FILE", false,
                    "with --check: write the findings to FILE, too", "sarif=findings.sarif"},
    [RUN_MAX_REPORTS] = {"--max-reports", "N", false,
                         "with --check: findings that are shown (default 50)", "10"},
    [RUN_SUPPRESSIONS] = {"--suppressions", "FILE", false,
                          "with --check: findings that are not reported", "known.txt"},
    [RUN_SUGGEST] = {"--suggest-suppressions", "FILE", false,
                     "with --check: write to FILE what would suppress the findings", "known.txt"},
    [RUN_BASELINE] = {"--baseline", "FILE", false,
                      "with --check: report new findings only; without FILE, it is written",
                      "baseline.txt"},
    [RUN_LATE_RESULTS] = {"--late-results", NULL, false,
                          "with --check: results of loads come when the code has waited for them",
                          NULL},
    [RUN_HINTS] = {"--hints", NULL, false,
                   "with --check: waits that never had anything to wait for, too", NULL},
    [RUN_STRICT] = {"--strict", NULL, false,
                    "report instructions with values in fields that they do not use, which\n"
                    "chips ignore; exit status 1 if there are any",
                    NULL},
    [RUN_TIMEOUT] = {"--timeout", "SECONDS", false, "stop a run that takes longer", "10"},
    [RUN_RAW] = {"--raw", NULL, false, "FILE is bare machine code, started at its first byte",
                 NULL},
    [RUN_WAVE64] = {"--wave64", NULL, false, "with --raw: waves of 64 lanes instead of 32", NULL},
    [RUN_RSRC1] = {"--rsrc1", "BITS", false, "with --raw: COMPUTE_PGM_RSRC1", "0x00ac0040"},
    [RUN_RSRC2] = {"--rsrc2", "BITS", false, "with --raw: COMPUTE_PGM_RSRC2", "0x84"},
    [RUN_SCRATCH] = {"--scratch", "BYTES", false,
                     "with --raw: scratch memory per lane; Ventus: private memory per\n"
                     "thread, instead of what the file says",
                     "256"},
    [RUN_ISA] = {"--isa", "rdna3|ventus", false,
                 "instruction set (default: what the file shows; bare code is rdna3)", "ventus"},
    [RUN_CHIP] = {"--chip", "NAME", false,
                  "the chip to model (default: the first of the instruction set)", "gfx1102"},
    [RUN_DIALECT] = {"--dialect", "manual|toolchain", false,
                     "of Ventus (default: what the file shows)", "toolchain"},
    [RUN_WARP] = {"--warp", "4|8|16|32", false, "Ventus: threads per warp (default 32)", "16"},
    [RUN_TRIM] = {"--trim", "on|off", true,
                  "Ventus: threads without a work-item stay inactive (default: on,\n"
                  "but off for test cases)",
                  "--trim=off"},
    [RUN_DATA] = {"--data", "FILE", false,
                  "Ventus: contents of the buffers of a .metadata file (default: its\n"
                  "name with .data)",
                  "vecadd.data"},
    [RUN_MEMORY] = {"--memory", "listed|open", false,
                    "Ventus: addresses that no buffer has are faults (default), or read as\n"
                    "zero and can be written, as in the RTL's memory model",
                    "open"},
    [RUN_ENTRY] = {"--entry", "ADDRESS", false,
                   "Ventus: the kernel in bare code or a .vmem image that begins with\n"
                   "start code of its own",
                   "0x800000b8"},
    [RUN_SLOTS] = {"--slots", "N", false,
                   "Ventus: work-groups that the hardware to compare with holds at once\n"
                   "(default 1): CSR_LDS and, in --trace-format=spike, core numbers count\n"
                   "on by slot, as in Ventus's Spike",
                   "2"},
    [RUN_LENIENT] = {"--lenient", NULL, false,
                     "Ventus: test cases may have more contents than they declare, and copies\n"
                     "to local memory destinations that count from 0, with a warning",
                     NULL},
};

static const char notes[] =
    "FILE may be a source: .cl (OpenCL C), .hip or .s. It is compiled as by 'shoal clc', 'shoal "
    "hipcc\n"
    "--genco' or 'shoal as', each time. --kernel takes C++ names without types, as scale for\n"
    "_Z5scalefPf. A file called '-' is standard input or output.\n"
    "A Ventus test case, NAME.metadata with NAME.data, brings its arguments and sizes;\n"
    "--print, --dump and --expect take the number of a buffer in it. Several of them, or\n"
    "the RTL's list (ventus_args.txt: --kernel name=..,metafile=..,datafile=..), run one\n"
    "after the other with memory kept; buffers are those of the last.\n"
    "exit status: 0 done; 1 the kernel faulted, timed out, an expectation failed, a\n"
    "test case contradicts itself, or --strict found something; 2 usage, or input that\n"
    "cannot be read; 4 --check found something\n"
    "\n"
    "example: y = 2.5 x + y on 1024 elements, then print the first 8 of y\n"
    "  shoal run saxpy.co --grid 1024 --block 256 --arg f32:2.5 \\\n"
    "      --arg buf:f32:1024:iota --arg buf:f32:1024:fill=1 --print 2:8 --stats\n"
    "  shoal run saxpy.cl --grid 4 --block 4 --arg 'y=buf:f32:{1,2,3,4}' --arg a=f32:2.5 \\\n"
    "      --arg x=buf:f32:4:iota --print y --cflags -O3\n";

static void print_notes(FILE *out) { fprintf(out, "%s\n%s", spec_help, notes); }

const struct cli_command cli_run = {
    .name = "run",
    .summary = "shoal run: executes a kernel of a gfx1100 code object or a Ventus program",
    .usage = "shoal run FILE [--kernel NAME] --grid X[,Y[,Z]] --block X[,Y[,Z]]\n"
             "          [--arg SPEC]... [options] [-- COMPILER-OPTION...]\n"
             "shoal run NAME.metadata [--data FILE] [options]\n"
             "shoal run NAME.metadata... | ventus_args.txt [options]",
    .options = options,
    .option_count = RUN_COUNT,
    .print_notes = print_notes,
    .run = run_main,
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

/* "N[:COUNT][:TYPE]" or "N=FILE"; N is a number or a name. */
static int add_request(struct requests *list, size_t option, const char *value, char separator)
{
    char number[24];
    size_t length = strcspn(value, separator == ':' ? ":" : "=");
    struct request *request = &list->items[list->count];
    uint64_t index = 0;
    if (list->count == REQUESTS_MAX)
        return cli_fail(&cli_run, "%s is given more than %d times", options[option].name,
                        REQUESTS_MAX);
    *request = (struct request){.count = UINT64_MAX};
    snprintf(number, sizeof number, "%.*s", (int)(length < 23 ? length : 23), value);
    if (spec_name_length(value) == length && length) {
        request->name = value;
        request->name_length = length;
    } else if (!cli_parse_u64(number, ARGUMENTS_MAX - 1, &index)) {
        return cli_bad_value(&cli_run, option, value,
                             "expected the number or the name of an argument at first");
    }
    request->index = (size_t)index;
    if (separator == ':') {
        if (!set_shape(request, value + length))
            return cli_bad_value(&cli_run, option, value,
                                 "expected a count or a type after the ':'");
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
    snprintf(why, sizeof why, "expected a whole number from %" PRIu64 " to %" PRIu64, min, max);
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
    return cli_bad_value(&cli_run, RUN_ENGINE, value, "there is no such engine");
}

static int set_timeout(struct run_options *o, const char *value)
{
    char *end;
    o->launch.timeout_seconds = strtod(value, &end);
    if (*end == '\0' && o->launch.timeout_seconds > 0 && o->launch.timeout_seconds < 1e9)
        return CLI_DONE;
    return cli_bad_value(&cli_run, RUN_TIMEOUT, value, "expected a number of seconds above 0");
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
    return cli_bad_value(&cli_run, RUN_OFFSET, value,
                         "expected one to three whole numbers, separated by commas");
}

static int set_dims(size_t option, const char *value, uint64_t max, const char *most,
                    uint64_t out[3])
{
    char why[96];
    if (cli_parse_dims(value, max, out))
        return CLI_DONE;
    snprintf(why, sizeof why,
             "expected one to three whole numbers from 1 to %s, separated by commas", most);
    return cli_bad_value(&cli_run, option, value, why);
}

static int set_stats(struct run_options *o, const char *value)
{
    if (value && strcmp(value, "json") != 0)
        return cli_fail(&cli_run, "--stats=%s: there are --stats and --stats=json", value);
    o->stats_json = value != NULL;
    o->stats = true;
    return CLI_DONE;
}

/* What says how the file is loaded and for which device. */
static int set_program(struct run_options *o, int option, const char *value)
{
    struct program_request *p = &o->program;
    uint64_t number = 0;
    const char *word;
    int status = CLI_DONE;
    switch (option) {
    case RUN_CPU:
        p->device.host_cpu = value;
        break;
    case RUN_RAW:
        p->load.raw = true;
        break;
    case RUN_WAVE64:
        p->load.wave64 = true;
        break;
    case RUN_RSRC1:
        status = set_number(RUN_RSRC1, value, 0, UINT32_MAX, &number);
        p->load.rsrc1 = (uint32_t)number;
        break;
    case RUN_RSRC2:
        status = set_number(RUN_RSRC2, value, 0, UINT32_MAX, &number);
        p->load.rsrc2 = (uint32_t)number;
        break;
    case RUN_SCRATCH:
        return set_number(RUN_SCRATCH, value, 0, UINT32_MAX, &o->scratch);
    case RUN_ISA:
        return cli_choice(&cli_run, RUN_ISA, value, &p->isa);
    case RUN_CHIP:
        p->device.chip = value;
        status = chip_option_check(&cli_run, value, NULL);
        break;
    case RUN_DIALECT:
        status = cli_choice(&cli_run, RUN_DIALECT, value, &word);
        p->load.dialect = program_dialect(value);
        break;
    case RUN_WARP:
        status = cli_choice(&cli_run, RUN_WARP, value, &word);
        p->device.wave_lanes = (uint32_t)strtoul(value, NULL, 10);
        break;
    case RUN_DATA:
        p->data = value;
        break;
    case RUN_MEMORY:
        status = cli_choice(&cli_run, RUN_MEMORY, value, &word);
        p->device.open_memory = strcmp(value, "open") == 0;
        break;
    case RUN_ENTRY:
        return set_number(RUN_ENTRY, value, 1, UINT32_MAX - 3, &p->load.kernel_entry);
    case RUN_LENIENT:
        p->lenient = p->device.lenient_copies = true;
        break;
    case RUN_SLOTS:
        status = set_number(RUN_SLOTS, value, 1, UINT32_MAX, &number);
        o->launch.lds_slots = (uint32_t)number;
        break;
    case RUN_CFLAGS:
        return compile_split_flags(&cli_run, &o->flags, value);
    default:
        break;
    }
    return status;
}

/* What --check has beside it. */
static int set_check(struct run_options *o, int option, const char *value)
{
    shoal_check_options *c = &o->check;
    switch (option) {
    case RUN_CHECK:
        o->has_check = true;
        c->kinds = value;
        c->alone = true;
        break;
    case RUN_REPORT:
        c->report = value;
        break;
    case RUN_MAX_REPORTS:
        return set_number(RUN_MAX_REPORTS, value, 1, UINT32_MAX, &c->max_reports);
    case RUN_SUPPRESSIONS:
        c->suppressions = value;
        break;
    case RUN_SUGGEST:
        c->suggest = value;
        break;
    case RUN_LATE_RESULTS:
        c->late_results = true;
        break;
    case RUN_HINTS:
        c->hints = true;
        break;
    default:
        c->baseline = value;
        break;
    }
    return CLI_DONE;
}

static int set_option(struct run_options *o, int option, const char *value)
{
    uint64_t number = 0;
    int status;
    switch (option) {
    case RUN_KERNEL:
        o->kernel = value;
        return CLI_DONE;
    case RUN_GRID:
        o->has_grid = true;
        return set_dims(RUN_GRID, value, UINT64_C(1) << 32, "4294967296", o->launch.grid);
    case RUN_BLOCK:
        o->has_block = true;
        return set_dims(RUN_BLOCK, value, UINT32_MAX, "1024", o->block);
    case RUN_OFFSET:
        return set_offset(o, value);
    case RUN_ARG:
        return add_spec(o, value);
    case RUN_LDS:
        return set_number(RUN_LDS, value, 0, UINT32_MAX, &o->lds_bytes);
    case RUN_ENGINE:
        return set_engine(o, value);
    case RUN_THREADS:
        status = set_number(RUN_THREADS, value, 1, 4096, &number);
        o->launch.threads = o->program.device.threads = (unsigned)number;
        return status;
    case RUN_PRINT:
        return add_request(&o->prints, RUN_PRINT, value, ':');
    case RUN_DUMP:
        return add_request(&o->dumps, RUN_DUMP, value, '=');
    case RUN_EXPECT:
        return add_request(&o->expects, RUN_EXPECT, value, '=');
    case RUN_REPEAT:
        return set_number(RUN_REPEAT, value, 1, 1000000, &o->repeat);
    case RUN_STATS:
        return set_stats(o, value);
    case RUN_TRACE:
        o->trace = value;
        return CLI_DONE;
    case RUN_TRACE_ONLY:
        if (o->trace_only_count == RUN_FILTERS_MAX)
            return cli_fail(&cli_run, "--trace-only is given more than %d times", RUN_FILTERS_MAX);
        o->trace_only[o->trace_only_count++] = value;
        return CLI_DONE;
    case RUN_STRICT:
        o->strict = true;
        return CLI_DONE;
    case RUN_CHECK:
    case RUN_REPORT:
    case RUN_MAX_REPORTS:
    case RUN_SUPPRESSIONS:
    case RUN_SUGGEST:
    case RUN_BASELINE:
    case RUN_LATE_RESULTS:
    case RUN_HINTS:
        return set_check(o, option, value);
    case RUN_TRACE_FORMAT:
        return cli_choice(&cli_run, RUN_TRACE_FORMAT, value, &o->trace_format);
    case RUN_TIMEOUT:
        return set_timeout(o, value);
    case RUN_TRIM:
        return cli_choice(&cli_run, RUN_TRIM, value ? value : "on", &o->trim);
    default:
        return set_program(o, option, value);
    }
}

static int check_options(const struct run_options *o)
{
    if (o->files.count == 0)
        return cli_fail(&cli_run,
                        "no file is given; for example: shoal run saxpy.co --grid 1024 --block "
                        "256 (see 'shoal help run')");
    if (o->trace_only_count && !o->trace)
        return cli_fail(&cli_run, "--trace-only needs --trace FILE, where the trace goes");
    const shoal_check_options *c = &o->check;
    if (!o->has_check && (c->report || c->max_reports || c->suppressions || c->suggest ||
                          c->baseline || c->late_results || c->hints))
        return cli_fail(&cli_run,
                        "--report, --max-reports, --suppressions, --suggest-suppressions, "
                        "--baseline, --late-results and --hints are for --check");
    if (o->has_check && o->launch.engine == SHOAL_ENGINE_JIT)
        return cli_fail(&cli_run,
                        "--check runs kernels in the interpreter; leave --engine jit out");
    if (o->flags.count && !compile_is_source(o->files.items[0].metadata))
        return cli_fail(
            &cli_run,
            "'%s' is not compiled, so there is no compiler to give '%s' to; sources are "
            ".cl, .hip and .s",
            o->files.items[0].metadata, o->flags.words[0]);
    if (o->files.count > 1 && (o->program.data || o->repeat > 1))
        return cli_fail(&cli_run, "--data and --repeat are for one test case, and %zu are given",
                        o->files.count);
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

int run_options_read(struct run_options *o, int argc, char **argv, bool *help)
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
        if (which == CLI_WORD && o->files.count && reader.only_words)
            status = compile_add_flag(&cli_run, &o->flags, value);
        else if (which == CLI_WORD)
            status = add_file(o, value);
        else
            status = set_option(o, which, value);
        if (status != CLI_DONE)
            return status;
    }
    return check_options(o);
}
