/* ledger.c: see ledger.h. */
#include "observe/ledger.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/json.h"
#include "base/number.h"

/* ---- counting ------------------------------------------------------------------------------ */

static struct ledger_kernel *find(struct ledger *l, const char *name)
{
    for (size_t i = 0; i < l->count; i++)
        if (strcmp(l->kernels[i].name, name) == 0)
            return &l->kernels[i];
    struct ledger_kernel *grown = realloc(l->kernels, (l->count + 1) * sizeof *grown);
    if (!grown)
        return NULL;
    l->kernels = grown;
    char *copy = strdup(name);
    if (!copy)
        return NULL;
    grown[l->count] = (struct ledger_kernel){.name = copy};
    return &grown[l->count++];
}

static int compare_called(const void *a, const void *b)
{
    uint64_t x = ((const struct shoal_called *)a)->count,
             y = ((const struct shoal_called *)b)->count;
    return x < y ? 1 : x > y ? -1 : 0;
}

/* Where there are too many, the least frequent one makes room. */
static void add_called(shoal_launch_stats *sum, const struct shoal_called *c)
{
    unsigned i = 0;
    while (i < sum->called_count && strcmp(sum->called[i].mnemonic, c->mnemonic) != 0)
        i++;
    if (i < sum->called_count)
        sum->called[i].count += c->count;
    else if (i < SHOAL_CALLED_MAX)
        sum->called[sum->called_count++] = *c;
    else if (sum->called[i - 1].count < c->count)
        sum->called[i - 1] = *c;
    qsort(sum->called, sum->called_count, sizeof *sum->called, compare_called);
}

static void sum_up(shoal_launch_stats *sum, const shoal_launch_stats *s)
{
    sum->kernel_ms += s->kernel_ms;
    sum->instructions += s->instructions;
    sum->lane_instructions += s->lane_instructions;
    sum->waves += s->waves;
    sum->workgroups += s->workgroups;
    for (int i = 0; i < SHOAL_CLASS_COUNT; i++)
        sum->by_class[i] += s->by_class[i];
    sum->calls += s->calls;
    for (unsigned i = 0; i < s->called_count; i++)
        add_called(sum, &s->called[i]);
}

void ledger_add(struct ledger *l, const char *name, shoal_status status,
                const shoal_launch_stats *stats)
{
    struct ledger_kernel *k = find(l, name);
    if (!k)
        return;
    double ms = stats ? stats->kernel_ms : 0;
    if (k->launches == 0 || ms < k->least_ms)
        k->least_ms = ms;
    if (ms > k->most_ms)
        k->most_ms = ms;
    k->launches++;
    k->failures += status != SHOAL_OK;
    if (!stats)
        return;
    k->jit_launches += stats->engine == SHOAL_ENGINE_JIT;
    sum_up(&k->sum, stats);
}

void ledger_clear(struct ledger *l)
{
    for (size_t i = 0; i < l->count; i++)
        free(l->kernels[i].name);
    free(l->kernels);
    l->kernels = NULL;
    l->count = 0;
}

/* ---- telling -------------------------------------------------------------------------------- */

static int compare(const void *a, const void *b)
{
    const struct ledger_kernel *x = a, *y = b;
    if (x->sum.kernel_ms != y->sum.kernel_ms)
        return x->sum.kernel_ms < y->sum.kernel_ms ? 1 : -1;
    return strcmp(x->name, y->name);
}

/* Sorts the kernels and adds them up. */
static struct ledger_kernel total(struct ledger *l)
{
    struct ledger_kernel all = {0};
    if (l->count)
        qsort(l->kernels, l->count, sizeof *l->kernels, compare);
    for (size_t i = 0; i < l->count; i++) {
        const struct ledger_kernel *k = &l->kernels[i];
        all.launches += k->launches;
        all.failures += k->failures;
        all.jit_launches += k->jit_launches;
        sum_up(&all.sum, &k->sum);
    }
    return all;
}

static const char *engine_of(const struct ledger_kernel *k)
{
    return k->jit_launches == 0 ? "interp" : k->jit_launches == k->launches ? "jit" : "both";
}

static void write_row(FILE *out, const struct ledger_kernel *k, double all_ms, const char *name)
{
    char launches[32], waves[32], instructions[32];
    fprintf(out, "  %9s %11s %16s %12.3f %6.1f  %-6s  %s", number_grouped(k->launches, launches),
            number_grouped(k->sum.waves, waves), number_grouped(k->sum.instructions, instructions),
            k->sum.kernel_ms, all_ms > 0 ? 100 * k->sum.kernel_ms / all_ms : 0, engine_of(k), name);
    if (k->failures)
        fprintf(out, " (%" PRIu64 " failed)", k->failures);
    fputc('\n', out);
}

/* What compiled code left to the interpreter. */
static void write_called(FILE *out, const shoal_launch_stats *s)
{
    char number[32];
    double all = s->instructions ? (double)s->instructions : 1;
    fprintf(out, "  left to the interpreter by compiled code: %s (%.2f %%)\n",
            number_grouped(s->calls, number), 100 * (double)s->calls / all);
    for (unsigned i = 0; i < s->called_count; i++)
        fprintf(out, "  %16s %6.2f %%  %s\n", number_grouped(s->called[i].count, number),
                100 * (double)s->called[i].count / all, s->called[i].mnemonic);
}

void ledger_write(struct ledger *l, FILE *out)
{
    const struct ledger_kernel all = total(l);
    fprintf(out, "shoal: %s (process %ld): ", program_invocation_short_name, (long)getpid());
    if (all.launches)
        fprintf(out, "%" PRIu64 " launch%s of %zu kernel%s", all.launches,
                all.launches == 1 ? "" : "es", l->count, l->count == 1 ? "" : "s");
    else
        fputs("no kernel was launched", out);
    if (l->running)
        fprintf(out, "; %" PRIu64 " more %s not ended", l->running,
                l->running == 1 ? "has" : "have");
    fputc('\n', out);
    if (!all.launches)
        return;
    fprintf(out, "  %9s %11s %16s %12s %6s  %-6s  kernel\n", "launches", "waves", "instructions",
            "time (ms)", "%", "engine");
    for (size_t i = 0; i < l->count; i++) {
        char name[256];
        shoal_kernel_readable_name(l->kernels[i].name, name, sizeof name);
        for (char *c = name; *c; c++)
            if ((unsigned char)*c < ' ' || *c == 0x7f)
                *c = '?';
        write_row(out, &l->kernels[i], all.sum.kernel_ms, name);
    }
    if (l->count > 1)
        write_row(out, &all, all.sum.kernel_ms, "all");
    if (all.jit_launches)
        write_called(out, &all.sum);
}

static void write_counts(struct json *json, const struct ledger_kernel *k)
{
    static const char *const class_names[] = {
#define CLASS_NAME(id, text) [SHOAL_CLASS_##id] = text,
        SHOAL_CLASS_LIST(CLASS_NAME)
#undef CLASS_NAME
    };
    json_u64(json, "launches", k->launches);
    json_u64(json, "failed", k->failures);
    json_u64(json, "jit_launches", k->jit_launches);
    json_u64(json, "workgroups", k->sum.workgroups);
    json_u64(json, "waves", k->sum.waves);
    json_u64(json, "instructions", k->sum.instructions);
    json_u64(json, "lane_instructions", k->sum.lane_instructions);
    json_double(json, "kernel_ms", k->sum.kernel_ms);
    json_open_object(json, "by_class");
    for (int i = 0; i < SHOAL_CLASS_COUNT; i++)
        json_u64(json, class_names[i], k->sum.by_class[i]);
    json_close_object(json);
    json_u64(json, "calls", k->sum.calls);
    json_open_object(json, "called");
    for (unsigned i = 0; i < k->sum.called_count; i++)
        json_u64(json, k->sum.called[i].mnemonic, k->sum.called[i].count);
    json_close_object(json);
}

void ledger_write_json(struct ledger *l, FILE *out)
{
    const struct ledger_kernel all = total(l);
    struct json json = json_start(out);
    json_open_object(&json, NULL);
    json_string(&json, "program", program_invocation_short_name);
    json_u64(&json, "process", (uint64_t)getpid());
    json_u64(&json, "running", l->running);
    write_counts(&json, &all);
    json_open_array(&json, "kernels");
    for (size_t i = 0; i < l->count; i++) {
        const struct ledger_kernel *k = &l->kernels[i];
        char name[1024];
        shoal_kernel_readable_name(k->name, name, sizeof name);
        json_open_object(&json, NULL);
        json_string(&json, "kernel", k->name);
        json_string(&json, "name", name);
        write_counts(&json, k);
        json_double(&json, "kernel_ms_min", k->least_ms);
        json_double(&json, "kernel_ms_max", k->most_ms);
        json_close_object(&json);
    }
    json_close_array(&json);
    json_close_object(&json);
    fputc('\n', out);
}
