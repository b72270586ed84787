/* report.c: owns the output of `shoal run` about buffers and statistics; see report.h. */
#include "cli/report.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "base/json.h"
#include "base/number.h"

/* ---- buffers -------------------------------------------------------------------------- */

void report_print(const struct arguments *arguments, const struct request *request)
{
    const struct argument *arg = &arguments->items[request->index];
    const struct value_type *type = request->type ? request->type : arg->spec->type;
    uint64_t total = arg->spec->size_bytes / type->size_bytes;
    uint64_t shown = request->count < total ? request->count : total;
    fputs(cli_colour(stdout, CLI_BOLD), stdout);
    printf("%s %zu", arguments->noun, request->index);
    if (arg->name[0]) {
        fputs(" (", stdout);
        cli_print_clean(stdout, arg->name);
        fputc(')', stdout);
    }
    printf(": %s[%" PRIu64 "]%s\n", type->name, total, cli_colour(stdout, CLI_PLAIN));
    int width = snprintf(NULL, 0, "%" PRIu64, total ? total - 1 : 0);
    for (uint64_t i = 0; i < shown; i++) {
        char text[VALUE_TEXT];
        value_print(type, (const uint8_t *)arg->host + i * type->size_bytes, text);
        if (i % 8 == 0)
            printf("%s%s%*" PRIu64 ":%s", i ? "\n" : "", cli_colour(stdout, CLI_DIM), width + 2, i,
                   cli_colour(stdout, CLI_PLAIN));
        printf(" %s", text);
    }
    if (shown < total)
        fputs(" ...", stdout);
    fputc('\n', stdout);
}

int report_dump(const struct cli_command *command, const struct arguments *arguments,
                const struct request *request)
{
    const struct argument *arg = &arguments->items[request->index];
    uint64_t size = arg->spec->size_bytes;
    if (arg->spec->kind == SPEC_IMAGE && picture_is_named(request->path)) {
        char why[512];
        const struct picture picture = spec_picture(arg->spec);
        return picture_write(request->path, &picture, arg->host, why, sizeof why)
                   ? CLI_DONE
                   : cli_fail(command, "--dump: %s", why);
    }
    bool is_stdout = strcmp(request->path, "-") == 0;
    FILE *file = is_stdout ? stdout : fopen(request->path, "wb");
    bool written = file && fwrite(arg->host, 1, size, file) == size;
    if (file && (is_stdout ? fflush(file) : fclose(file)) != 0)
        written = false;
    if (!written)
        return cli_fail(command, "cannot write '%s': %s", request->path, strerror(errno));
    return CLI_DONE;
}

int report_expect(const struct cli_command *command, const struct arguments *arguments,
                  const struct request *request)
{
    const struct argument *arg = &arguments->items[request->index];
    const struct value_type *type = arg->spec->type;
    uint64_t differ = 0;
    uint64_t first = 0;
    for (uint64_t i = 0; i < arg->spec->count; i++) {
        uint64_t at = i * type->size_bytes;
        if (memcmp((const uint8_t *)arg->host + at, request->expected + at, type->size_bytes) !=
                0 &&
            differ++ == 0)
            first = i;
    }
    if (differ == 0)
        return CLI_DONE;
    char title[96], got[VALUE_TEXT], got_bits[VALUE_TEXT], want[VALUE_TEXT], want_bits[VALUE_TEXT];
    const uint8_t *at = (const uint8_t *)arg->host + first * type->size_bytes;
    const uint8_t *expected = request->expected + first * type->size_bytes;
    value_print(type, at, got);
    value_print_bits(type, at, got_bits);
    value_print(type, expected, want);
    value_print_bits(type, expected, want_bits);
    argument_title(arguments, request->index, title, sizeof title);
    cli_fail(command,
             "%s differs from '%s' at element %" PRIu64 ": %s is %s (%s), expected %s (%s); "
             "%" PRIu64 " of %" PRIu64 " elements differ",
             title, request->path, first, type->name, got, got_bits, want, want_bits, differ,
             arg->spec->count);
    return CLI_FAILED;
}

/* ---- statistics ------------------------------------------------------------------------ */

static const char *const class_names[] = {
#define CLASS_NAME(id, text) [SHOAL_CLASS_##id] = text,
    SHOAL_CLASS_LIST(CLASS_NAME)
#undef CLASS_NAME
};

const char *report_engine_name(shoal_engine engine)
{
    return engine == SHOAL_ENGINE_JIT ? "jit" : engine == SHOAL_ENGINE_INTERP ? "interp" : "auto";
}

double report_median(const double *sorted, size_t count)
{
    if (count == 0)
        return 0;
    return count % 2 ? sorted[count / 2] : (sorted[count / 2 - 1] + sorted[count / 2]) / 2;
}

static double lanes_per_second(const struct run_summary *summary, double ms)
{
    return ms > 0 ? (double)summary->stats->lane_instructions / ms * 1e3 : 0;
}

/* Of the instructions, in per cent. */
static double share_of(const shoal_launch_stats *stats, uint64_t count)
{
    return stats->instructions ? 100.0 * (double)count / (double)stats->instructions : 0;
}

static const char *const tier_names[SHOAL_JIT_TIER_COUNT] = {"interp", "direct", "llvm"};

/* What the kernel ran in, over all runs. */
static void print_tiers(const shoal_jit_run *jit)
{
    for (unsigned i = 0; i < SHOAL_JIT_TIER_COUNT; i++) {
        const struct shoal_jit_tier_run *t = &jit->tiers[i];
        if (!t->is_there || (i == SHOAL_JIT_TIER_INTERP && t->run_ms == 0))
            continue;
        printf("    in %-15s %.3f ms, %" PRIu64 " run%s ended there", tier_names[i], t->run_ms,
               t->launches, t->launches == 1 ? "" : "s");
        if (i != SHOAL_JIT_TIER_INTERP)
            printf("; there after %.3f ms", t->ready_ms);
        if (t->is_from_disk)
            printf(", from disk");
        else if (i != SHOAL_JIT_TIER_INTERP)
            printf(", compiled in %.3f ms", t->compile_ms);
        if (t->direct_parts && t->direct_parts < t->parts)
            printf(" (%" PRIu32 " of %" PRIu32 " parts by LLVM)", t->parts - t->direct_parts,
                   t->parts);
        putchar('\n');
    }
}

static void write_tiers(struct json *json, const shoal_jit_run *jit)
{
    json_open_object(json, "tiers");
    for (unsigned i = 0; i < SHOAL_JIT_TIER_COUNT; i++) {
        const struct shoal_jit_tier_run *t = &jit->tiers[i];
        if (!t->is_there)
            continue;
        json_open_object(json, tier_names[i]);
        json_u64(json, "runs", t->launches);
        json_double(json, "run_ms", t->run_ms);
        if (i != SHOAL_JIT_TIER_INTERP) {
            json_double(json, "ready_ms", t->ready_ms);
            json_bool(json, "from_disk", t->is_from_disk);
            json_double(json, "compile_ms", t->compile_ms);
            json_u64(json, "parts", t->parts);
            json_u64(json, "direct_parts", t->direct_parts);
        }
        json_close_object(json);
    }
    json_close_object(json);
}

void report_stats(const struct run_summary *summary)
{
    const shoal_launch_stats *stats = summary->stats;
    const shoal_launch_desc *launch = summary->launch;
    double ms = report_median(summary->kernel_ms, summary->runs);
    char number[32];
    fputs(cli_colour(stdout, CLI_BOLD), stdout);
    cli_print_clean(stdout, summary->kernel);
    printf("%s: grid %" PRIu64 " x %" PRIu64 " x %" PRIu64 ", block %" PRIu32 " x %" PRIu32
           " x %" PRIu32 "\n",
           cli_colour(stdout, CLI_PLAIN), launch->grid[0], launch->grid[1], launch->grid[2],
           launch->block[0], launch->block[1], launch->block[2]);
    printf("  %-20s %s, %u thread%s\n", "engine", report_engine_name(stats->engine), stats->threads,
           stats->threads == 1 ? "" : "s");
    print_tiers(summary->jit);
    if (summary->runs > 1)
        printf("  %-20s %.3f ms (median of %zu runs, %.3f to %.3f)\n", "kernel time", ms,
               summary->runs, summary->kernel_ms[0], summary->kernel_ms[summary->runs - 1]);
    else
        printf("  %-20s %.3f ms\n", "kernel time", ms);
    printf("  %-20s %s\n", "work-groups", number_grouped(stats->workgroups, number));
    printf("  %-20s %s\n", "waves", number_grouped(stats->waves, number));
    printf("  %-20s %s\n", "instructions", number_grouped(stats->instructions, number));
    for (int i = 0; i < SHOAL_CLASS_COUNT; i++)
        if (stats->by_class[i])
            printf("    %-18s %s (%.1f %%)\n", class_names[i],
                   number_grouped(stats->by_class[i], number), share_of(stats, stats->by_class[i]));
    if (stats->engine == SHOAL_ENGINE_JIT) {
        printf("  %-20s %s (%.2f %%)\n", "left to interpreter",
               number_grouped(stats->calls, number), share_of(stats, stats->calls));
        for (unsigned i = 0; i < stats->called_count; i++)
            printf("    %-22s %s (%.2f %%)\n", stats->called[i].mnemonic,
                   number_grouped(stats->called[i].count, number),
                   share_of(stats, stats->called[i].count));
    }
    printf("  %-20s %s\n", "lane-instructions", number_grouped(stats->lane_instructions, number));
    printf("  %-20s %.4g billion lane-instructions per second\n", "speed",
           lanes_per_second(summary, ms) / 1e9);
}

static void write_dims(struct json *json, const char *key, const uint64_t dims[3])
{
    json_open_array(json, key);
    for (int i = 0; i < 3; i++)
        json_u64(json, NULL, dims[i]);
    json_close_array(json);
}

static void write_fault(struct json *json, const shoal_fault *fault)
{
    static const char *const causes[] = {
        [SHOAL_FAULT_NONE] = "none",
        [SHOAL_FAULT_MEMORY] = "memory",
        [SHOAL_FAULT_MISALIGNED] = "misaligned",
        [SHOAL_FAULT_ILLEGAL] = "illegal",
        [SHOAL_FAULT_NOT_IMPLEMENTED] = "not_implemented",
        [SHOAL_FAULT_PC] = "pc",
        [SHOAL_FAULT_TRAP] = "trap",
        [SHOAL_FAULT_TIMEOUT] = "timeout",
        [SHOAL_FAULT_DEADLOCK] = "deadlock",
        [SHOAL_FAULT_STACK] = "stack",
        [SHOAL_FAULT_LDS] = "lds",
        [SHOAL_FAULT_INTERNAL] = "internal",
    };
    uint64_t workgroup[3] = {fault->workgroup[0], fault->workgroup[1], fault->workgroup[2]};
    json_open_object(json, "fault");
    json_string(json, "cause", causes[fault->cause]);
    json_string(json, "kernel", fault->kernel);
    write_dims(json, "workgroup", workgroup);
    json_u64(json, "wave", fault->wave);
    json_i64(json, "lane", fault->lane);
    json_u64(json, "pc", fault->pc);
    json_i64(json, "pc_offset", (int64_t)fault->pc_offset);
    json_u64(json, "address", fault->address);
    json_u64(json, "access_bytes", fault->access_bytes);
    json_string(json, "instruction", fault->instruction);
    if (fault->source[0])
        json_string(json, "source", fault->source);
    json_string(json, "message", fault->message);
    json_close_object(json);
}

void report_stats_json(const struct run_summary *summary)
{
    const shoal_launch_stats *stats = summary->stats;
    const shoal_launch_desc *launch = summary->launch;
    double ms = report_median(summary->kernel_ms, summary->runs);
    uint64_t block[3] = {launch->block[0], launch->block[1], launch->block[2]};
    struct json json = json_start(stdout);
    json_open_object(&json, NULL);
    json_string(&json, "kernel", summary->kernel);
    json_string(&json, "status",
                summary->status == SHOAL_OK          ? "ok"
                : summary->status == SHOAL_E_TIMEOUT ? "timeout"
                                                     : "fault");
    json_string(&json, "engine", report_engine_name(stats->engine));
    json_u64(&json, "threads", stats->threads);
    write_dims(&json, "grid", launch->grid);
    write_dims(&json, "block", block);
    json_u64(&json, "runs", summary->runs);
    json_double(&json, "kernel_ms", ms);
    json_double(&json, "kernel_ms_min", summary->runs ? summary->kernel_ms[0] : 0);
    json_double(&json, "kernel_ms_max", summary->runs ? summary->kernel_ms[summary->runs - 1] : 0);
    json_u64(&json, "instructions", stats->instructions);
    json_u64(&json, "lane_instructions", stats->lane_instructions);
    json_double(&json, "lane_instructions_per_second", lanes_per_second(summary, ms));
    json_u64(&json, "waves", stats->waves);
    json_u64(&json, "workgroups", stats->workgroups);
    json_open_object(&json, "by_class");
    for (int i = 0; i < SHOAL_CLASS_COUNT; i++)
        json_u64(&json, class_names[i], stats->by_class[i]);
    json_close_object(&json);
    if (stats->engine == SHOAL_ENGINE_JIT) {
        json_u64(&json, "calls", stats->calls);
        json_open_object(&json, "called");
        for (unsigned i = 0; i < stats->called_count; i++)
            json_u64(&json, stats->called[i].mnemonic, stats->called[i].count);
        json_close_object(&json);
    }
    write_tiers(&json, summary->jit);
    if (summary->fault)
        write_fault(&json, summary->fault);
    json_close_object(&json);
    fputc('\n', stdout);
}
