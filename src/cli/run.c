/* run.c: `shoal run`: owns the order of events of a run: load, bind the arguments, launch (once or
 * several times), report. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/kernel.h"
#include "cli/progress.h"
#include "cli/run_options.h"
#include "cli/strict.h"
#include "shoal/trace.h"

static bool is_spike(const char *format)
{
    return format && (strcmp(format, "spike") == 0 || strcmp(format, "spike-hex") == 0);
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
                       o->trim || o->launch.lds_slots || is_spike(o->trace_format)))
        return cli_fail(&cli_run, "--dialect, --warp, --trim, --slots, --entry and "
                                  "--trace-format=spike are for --isa ventus");
    if (!is_ventus && !load->raw && (load->wave64 || load->rsrc1 || load->rsrc2 || o->scratch))
        return cli_fail(&cli_run, "--wave64, --rsrc1, --rsrc2 and --scratch are for --raw; a code "
                                  "object states them itself");
    return CLI_DONE;
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

/* The argument that a request means. */
static int find_requested(struct request *request, const char *option,
                          const struct arguments *arguments)
{
    const char *noun = arguments->noun;
    if (request->name) {
        size_t found = arguments_find(arguments, request->name, request->name_length);
        if (found == arguments->count) {
            cli_fail(&cli_run, "%s %.*s: there is no %s of this name%s", option,
                     (int)request->name_length, request->name, noun,
                     arguments->count ? "; there are:" : "");
            for (size_t i = 0; i < arguments->count; i++) {
                char title[96];
                argument_title(arguments, i, title, sizeof title);
                fprintf(stderr, "  %s\n", title);
            }
            return CLI_USAGE;
        }
        request->index = found;
    }
    if (request->index >= arguments->count)
        return cli_fail(&cli_run, "%s %zu: there is no %s %zu; %zu %s given, counted from 0",
                        option, request->index, noun, request->index, arguments->count,
                        arguments->count == 1 ? "is" : "are");
    return CLI_DONE;
}

/* Requests name buffers that exist; files to compare with are read before the run. */
static int check_requests(struct requests *list, size_t option, const struct arguments *arguments)
{
    const char *name = cli_run.options[option].name;
    for (size_t i = 0; i < list->count; i++) {
        struct request *request = &list->items[i];
        char title[96], why[512];
        if (find_requested(request, name, arguments) != CLI_DONE)
            return CLI_USAGE;
        const struct spec *spec = arguments->items[request->index].spec;
        argument_title(arguments, request->index, title, sizeof title);
        if (spec->kind != SPEC_BUFFER && spec->kind != SPEC_IMAGE)
            return cli_fail(&cli_run, "%s %zu: %s is not a buffer: it was given as '%s'", name,
                            request->index, title, spec->text);
        if (option == RUN_DUMP && spec->kind == SPEC_BUFFER && picture_is_named(request->path))
            return cli_fail(&cli_run,
                            "--dump %zu=%s: %s is a buffer, which has no width, height and format "
                            "to make a picture of; give it as an image, as in "
                            "img:rgba8:640x480, or write its bytes to a file of another name",
                            request->index, request->path, title);
        if (option != RUN_EXPECT)
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

/* Runs the kernel as often as asked. CLI_DONE, CLI_FAILED for a fault, CLI_INTERNAL, CLI_USAGE. */
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
            bool ran = out->status == SHOAL_E_FAULT || out->status == SHOAL_E_TIMEOUT ||
                       out->status == SHOAL_E_INTERNAL;
            out->has_fault = ran && shoal_last_fault(device, &out->fault);
            cli_fail(&cli_run, "%s", shoal_last_error(device));
            return out->status == SHOAL_E_INTERNAL ? CLI_INTERNAL : ran ? CLI_FAILED : CLI_USAGE;
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
    d.lds_slots = o->launch.lds_slots;
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
        (status = check_requests(&o->prints, RUN_PRINT, arguments)) != CLI_DONE ||
        (status = check_requests(&o->dumps, RUN_DUMP, arguments)) != CLI_DONE ||
        (status = check_requests(&o->expects, RUN_EXPECT, arguments)) != CLI_DONE || p->test_case)
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

/* Whether there are work-groups that core numbers do not tell apart. */
static bool has_groups(const shoal_launch_desc *d)
{
    uint64_t count = 1, slots = d->lds_slots ? d->lds_slots : 1;
    for (int i = 0; i < 3 && count <= slots; i++)
        count *= (d->grid[i] + d->block[i] - 1) / d->block[i];
    return count > slots;
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

/* The test cases before the last one. */
static int run_earlier(struct run_options *o, struct program *p, shoal_trace *trace)
{
    for (size_t i = 1; i < o->files.count; i++) {
        use_case(o, p);
        o->launch.trim = o->trim && strcmp(o->trim, "on") == 0;
        o->launch.observer = trace ? shoal_trace_observer(trace) : NULL;
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

static int open_trace(const struct run_options *o, bool has_groups, shoal_trace **out)
{
    char why[512];
    shoal_trace_options options = {
        .path = o->trace,
        .spike = is_spike(o->trace_format),
        .has_hex = o->trace_format && strcmp(o->trace_format, "spike-hex") == 0,
        .has_groups = has_groups,
        .slots = o->launch.lds_slots,
        .has_kernels = o->files.count > 1,
        .only = o->trace_only,
        .only_count = o->trace_only_count,
    };
    if (!o->trace || *out)
        return CLI_DONE;
    shoal_status status = shoal_trace_open(&options, out, why, sizeof why);
    if (status == SHOAL_E_ARG)
        return cli_fail(&cli_run, "--trace-only: %s", why);
    return status == SHOAL_OK ? CLI_DONE : cli_fail(&cli_run, "%s", why);
}

static int start_checks(const struct run_options *o, shoal_device *device)
{
    char why[SHOAL_CHECK_WHY_BYTES];
    if (!o->has_check || shoal_check_start(device, &o->check, why) == SHOAL_OK)
        return CLI_DONE;
    return cli_fail(&cli_run, "--check: %s", why);
}

/* Reports on standard error; the findings are the status, whatever else went wrong with the kernel.
 */
static int finish_checks(const struct run_options *o, shoal_device *device, int status)
{
    char why[SHOAL_CHECK_WHY_BYTES];
    uint64_t findings = 0;
    if (!o->has_check || !device)
        return status;
    if (shoal_check_finish(device, stderr, &findings, why) != SHOAL_OK)
        return cli_fail(&cli_run, "%s", why);
    return findings && status != CLI_USAGE ? CLI_FINDINGS : status;
}

static int run_with(struct run_options *o)
{
    struct program program = {0};
    shoal_kernel *kernel = NULL;
    shoal_trace *trace = NULL;
    struct strict *strict = NULL;
    struct spec case_specs[ARGUMENTS_MAX];
    struct arguments arguments = {0};
    struct outcome outcome = {0};
    shoal_kernel_info info;
    bool unfinished_line = false;
    o->program.device.log = log_message;
    o->program.device.print = print_output;
    o->program.device.print_user = &unfinished_line;
    o->program.cpu_option = RUN_CPU;
    o->program.flags = &o->flags;
    o->program.load.scratch_bytes = (uint32_t)o->scratch;

    choose_file(o, 0);
    int status = program_open(&cli_run, &o->program, &program);
    if (status == CLI_DONE)
        status = check_program(o, &program);
    if (status == CLI_DONE)
        status = start_checks(o, program.device);
    if (status == CLI_DONE && o->files.count > 1)
        status = open_trace(o, true, &trace);
    if (status == CLI_DONE)
        status = run_earlier(o, &program, trace);
    if (status == CLI_DONE)
        status = kernel_choose(&cli_run, program.module, o->program.file, o->kernel, &kernel);
    if (status != CLI_DONE)
        goto out;
    shoal_kernel_get_info(kernel, &info);
    if ((status = bind(o, &program, kernel, case_specs, &arguments)) != CLI_DONE)
        goto out;
    if ((status = open_trace(o, has_groups(&o->launch), &trace)) != CLI_DONE)
        goto out;
    o->launch.count_calls = o->stats;
    o->launch.observer = trace ? shoal_trace_observer(trace) : NULL;
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
        shoal_jit_run jit;
        shoal_jit_get_run(kernel, &jit);
        struct run_summary summary = {
            .jit = &jit,
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
    if (shoal_trace_close(trace) != SHOAL_OK && status == CLI_DONE)
        status = cli_fail(&cli_run, "cannot write '%s': %s", o->trace, strerror(errno));
    status = finish_checks(o, program.device, status);
    free(outcome.kernel_ms);
    arguments_free(&arguments);
    program_close(&program);
    return status;
}

int run_main(int argc, char **argv)
{
    struct run_options *o = calloc(1, sizeof *o);
    bool help = false;
    if (!o)
        return cli_fail(&cli_run, "not enough memory");
    o->repeat = 1;
    o->program.device = shoal_device_options_default();
    o->launch = shoal_launch_desc_default();
    int status = run_options_read(o, argc, argv, &help);
    if (help)
        cli_print_help(&cli_run, stdout);
    else if (status == CLI_DONE)
        status = run_with(o);
    sequence_free(&o->files);
    for (size_t i = 0; i < o->spec_count; i++)
        spec_free(&o->specs[i]);
    for (size_t i = 0; i < o->expects.count; i++)
        free(o->expects.items[i].expected);
    compile_free_flags(&o->flags);
    free(o);
    return status;
}
