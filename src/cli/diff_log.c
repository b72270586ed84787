/* diff_log.c: `shoal diff-log A B`: owns how two logs of the same Ventus kernel are compared:
 * commit logs of Spike (trace_spike.c writes them) and of the RTL.
 *
 * Each is cut into warps. Of a warp, every register's values are compared in the order in which it
 * took them, because the RTL writes results of loads later than those of what follows; inactive
 * threads do not count. Two commit logs also agree in what reaches memory. What Spike does before
 * the program (its boot ROM) and after endprg is passed over. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/log_read.h"
#include "shoal/isa.h"

enum { OPT_CONTEXT, OPT_DIALECT, OPT_COUNT };

static const struct cli_option options[OPT_COUNT] = {
    [OPT_CONTEXT] = {"--context", "N", false, "lines to show before the difference (default 3)",
                     "10"},
    [OPT_DIALECT] = {"--dialect", "manual|toolchain", false,
                     "of the instructions that are shown (default toolchain)", "manual"},
};

static int run(int argc, char **argv);
static void print_notes(FILE *out)
{
    fputs("A and B are commit logs of Spike, as `shoal run --trace-format=spike` writes them, or\n"
          "logs of the RTL ('sm 0 warp 1 0x80000000 0x00004197 x  3  80004000').\n"
          "exit status: 0 they agree; 1 they differ; 2 usage, or a file that is no log\n",
          out);
}

const struct cli_command cli_diff_log = {
    .name = "diff-log",
    .summary = "shoal diff-log: finds the first difference of two logs of a Ventus kernel",
    .usage = "shoal diff-log A B [options]",
    .options = options,
    .option_count = OPT_COUNT,
    .print_notes = print_notes,
    .run = run,
};

struct difference {
    const struct log_event *a, *b; /* NULL: there is none */
    unsigned warp;
};

static bool same_values(const struct log_event *a, const struct log_event *b)
{
    if (a->count != b->count)
        return false;
    uint32_t both = a->mask & b->mask;
    for (unsigned i = 0; i < a->count; i++)
        if (both >> i & 1 && a->values[i] != b->values[i])
            return false;
    return true;
}

static bool same_event(const struct log_event *a, const struct log_event *b)
{
    return a->pc == b->pc && a->word == b->word && same_values(a, b);
}

/* The next event of the same warp and register from `at` on. */
static const struct log_event *next_of(const struct log *log, size_t at,
                                       const struct log_event *like)
{
    for (; at < log->count; at++) {
        const struct log_event *e = &log->events[at];
        if (e->warp == like->warp && e->kind == like->kind && e->index == like->index)
            return e;
    }
    return NULL;
}

/* The first event of A that B does not have in its place; cursors[key] is where B's search goes
 * on. */
static bool first_difference(const struct log *a, const struct log *b, bool with_memory,
                             struct difference *out)
{
    size_t *cursors = calloc(LOG_KEYS, sizeof *cursors);
    bool found = false;
    for (size_t i = 0; cursors && !found && i < a->count; i++) {
        const struct log_event *e = &a->events[i];
        if (e->kind == LOG_MEMORY && !with_memory)
            continue;
        size_t *cursor = &cursors[log_key(e)];
        const struct log_event *other = next_of(b, *cursor, e);
        *cursor = other ? (size_t)(other - b->events) + 1 : b->count;
        found = !other || !same_event(e, other);
        if (found)
            *out = (struct difference){e, other, e->warp};
    }
    free(cursors);
    return found;
}

/* ---- the report ----------------------------------------------------------------------------- */

static void disassemble(const struct shoal_isa *isa, const struct log_event *e, char *text,
                        size_t size)
{
    shoal_insn insn;
    uint8_t bytes[4];
    for (int i = 0; i < 4; i++)
        bytes[i] = (uint8_t)(e->word >> 8 * i);
    if (shoal_insn_decode(isa, bytes, sizeof bytes, &insn) == SHOAL_OK)
        shoal_insn_format(isa, &insn, NULL, text, size);
    else
        snprintf(text, size, "%s", insn.reason ? insn.reason : "unknown");
}

static void print_line(const struct log *log, const char *title, const struct log_event *e)
{
    printf("  %s:%u: ", title, e->line);
    cli_print_clean(stdout, log->lines[e->line - 1]);
    putchar('\n');
}

static void print_values(const struct log_event *a, const struct log_event *b)
{
    uint32_t both = a->mask & b->mask;
    for (unsigned i = 0; i < a->count && i < b->count; i++)
        if (both >> i & 1 && a->values[i] != b->values[i]) {
            if (a->kind == LOG_VECTOR)
                printf("  v%u, thread %u: %08" PRIx32 " and %08" PRIx32 "\n", a->index, i,
                       a->values[i], b->values[i]);
            else if (a->kind == LOG_SCALAR)
                printf("  x%u: %08" PRIx32 " and %08" PRIx32 "\n", a->index, a->values[i],
                       b->values[i]);
            else
                printf("  %s: %08" PRIx32 " and %08" PRIx32 "\n", i ? "stored value" : "address",
                       a->values[i], b->values[i]);
        }
}

/* The lines of the same warp before an event. */
static void print_context(const struct log *log, const char *title, const struct log_event *e,
                          uint64_t context)
{
    size_t end = (size_t)(e - log->events), begin = end;
    for (uint64_t left = context; begin > 0 && left > 0;) {
        begin--;
        if (log->events[begin].warp == e->warp && log->events[begin].line != e->line)
            left--;
    }
    if (begin < end)
        printf("before it:\n");
    unsigned last = e->line;
    for (size_t i = begin; i < end; i++)
        if (log->events[i].warp == e->warp && log->events[i].line != last) {
            print_line(log, title, &log->events[i]);
            last = log->events[i].line;
        }
}

static void report(const struct log *a, const struct log *b, const char *names[2],
                   const struct difference *d, const struct shoal_isa *isa, uint64_t context)
{
    char text[SHOAL_INSN_TEXT_BYTES];
    const struct log_event *e = d->a ? d->a : d->b;
    unsigned warp = log_warp_number(d->a ? a : b, e->warp);
    disassemble(isa, e, text, sizeof text);
    printf("warp %u: the logs differ at pc 0x%08" PRIx32 ": %s\n", warp, e->pc, text);
    if (d->a)
        print_line(a, names[0], d->a);
    else
        printf("  %s: nothing more\n", names[0]);
    if (d->b)
        print_line(b, names[1], d->b);
    else
        printf("  %s: nothing more\n", names[1]);
    if (d->a && d->b)
        print_values(d->a, d->b);
    print_context(d->a ? a : b, names[d->a ? 0 : 1], e, context);
}

static int compare(const char *names[2], uint64_t context, const char *dialect)
{
    struct log logs[2] = {{0}};
    struct difference d;
    int status = log_read(&cli_diff_log, names[0], &logs[0]);
    if (status == CLI_DONE)
        status = log_read(&cli_diff_log, names[1], &logs[1]);
    if (status == CLI_DONE) {
        bool with_memory = !logs[0].is_rtl && !logs[1].is_rtl;
        bool differs = first_difference(&logs[0], &logs[1], with_memory, &d);
        if (!differs && first_difference(&logs[1], &logs[0], with_memory, &d)) {
            d = (struct difference){d.b, d.a, d.warp};
            differs = true;
        }
        if (differs)
            report(&logs[0], &logs[1], names, &d,
                   shoal_isa_find(strcmp(dialect, "manual") == 0 ? "ventus" : "ventus:toolchain"),
                   context);
        else
            printf("the logs agree: %zu results of %u warps\n", logs[0].count, logs[0].warp_count);
        status = differs ? CLI_FAILED : CLI_DONE;
    }
    log_free(&logs[0]);
    log_free(&logs[1]);
    return status;
}

static int run(int argc, char **argv)
{
    struct cli_reader reader = cli_reader_start(&cli_diff_log, argc, argv);
    const char *names[2] = {NULL, NULL}, *value, *dialect = "toolchain";
    uint64_t context = 3;
    for (int which; (which = cli_next(&reader, &value)) != CLI_END;) {
        if (which == CLI_ERROR)
            return CLI_USAGE;
        if (which == CLI_HELP) {
            cli_print_help(&cli_diff_log, stdout);
            return CLI_DONE;
        }
        if (which == OPT_CONTEXT && !cli_parse_u64(value, 100000, &context))
            return cli_bad_value(&cli_diff_log, OPT_CONTEXT, value, "this is no number of lines");
        if (which == OPT_DIALECT) {
            dialect = value;
            if (strcmp(value, "manual") != 0 && strcmp(value, "toolchain") != 0)
                return cli_bad_value(&cli_diff_log, OPT_DIALECT, value, "there is no such dialect");
        }
        if (which == CLI_WORD && names[1])
            return cli_fail(&cli_diff_log, "'%s' is one file too many", value);
        if (which == CLI_WORD)
            names[names[0] ? 1 : 0] = value;
    }
    if (!names[1])
        return cli_fail(&cli_diff_log, "two logs are compared; for example: shoal diff-log "
                                       "shoal.log rtl.log");
    return compare(names, context, dialect);
}
