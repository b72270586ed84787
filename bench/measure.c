/* measure.c: measures one case in all its columns; bench/run calls it.
 *
 *     measure --list
 *     measure CASE --code FILE.co --source FILE.cl [--threads N] [--runs N] [--quick]
 *             [--columns jit,interp,opencl,pocl,native] [--count-host]
 *     measure CASE --cold N --code FILE.co --source FILE.cl [--threads N] [--quick]
 *
 * --cold: nothing is compiled before; engine auto makes N runs, and the time of all of them counts.
 * The columns take turns, so that a neighbour's load meets all of them alike; the first run
 * of each warms up and is checked. What is over in less than 20 ms is run again and again for as
 * long, and its time is the mean: a thread that slept, and caches that are full of what another
 * column left there, are not the kernel's. Prints one JSON object. Exit status: 0, 1 if a result is
 * wrong or a column that began failed, 2 for a wrong command line. */
#include "column.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MAX_RUNS = 100, COLUMNS = 6, SAMPLE_MS = 20 };

struct result {
    const struct column *column;
    unsigned threads;
    struct column_settings settings;
    void *state; /* NULL: cannot run */
    struct column_facts facts;
    bool is_wrong;
    char why[BENCH_WHY_BYTES];
    unsigned most_runs, runs;
    double wall_ms[MAX_RUNS + 1], cpu_ms[MAX_RUNS + 1];
};

static double clock_ms(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

double bench_cpu_ms(void) { return clock_ms(CLOCK_PROCESS_CPUTIME_ID); }
double bench_wall_ms(void) { return clock_ms(CLOCK_MONOTONIC); }

struct options {
    const char *name, *code_path, *source_path, *columns;
    unsigned threads, runs, cold_runs; /* cold_runs: 0: columns are measured */
    bool quick, counts_host;
};

static bool parse(int argc, char **argv, struct options *o)
{
    *o = (struct options){.columns = "jit,interp,opencl,pocl,native", .threads = 1, .runs = 5};
    for (int i = 1; i < argc; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : NULL;
        if (!strcmp(argv[i], "--quick")) {
            o->quick = true;
            continue;
        }
        if (!strcmp(argv[i], "--count-host")) {
            o->counts_host = true;
            continue;
        }
        if (argv[i][0] != '-' && !o->name) {
            o->name = argv[i];
            continue;
        }
        if (!value)
            return false;
        if (!strcmp(argv[i], "--code"))
            o->code_path = value;
        else if (!strcmp(argv[i], "--source"))
            o->source_path = value;
        else if (!strcmp(argv[i], "--columns"))
            o->columns = value;
        else if (!strcmp(argv[i], "--threads"))
            o->threads = (unsigned)strtoul(value, NULL, 10);
        else if (!strcmp(argv[i], "--cold"))
            o->cold_runs = (unsigned)strtoul(value, NULL, 10);
        else if (!strcmp(argv[i], "--runs"))
            o->runs = (unsigned)strtoul(value, NULL, 10);
        else
            return false;
        i++;
    }
    return o->name && o->code_path && o->source_path && o->threads >= 1 && o->threads <= 256 &&
           o->runs >= 1 && o->runs <= MAX_RUNS;
}

static int list(void)
{
    printf("[");
    for (unsigned i = 0; bench_cases[i]; i++) {
        const struct bench_case *c = bench_cases[i];
        printf("%s\n  {\"name\": \"%s\", \"source\": \"%s\", \"size\": \"%s\", \"quick_size\": "
               "\"%s\", \"tolerance\": \"%s\", \"unoptimized\": %s, \"gpu_only\": %s}",
               i ? "," : "", c->name, c->source, c->size, c->quick_size, c->tolerance,
               c->is_unoptimized ? "true" : "false", c->gpu_only ? "true" : "false");
    }
    printf("\n]\n");
    return 0;
}

static bool has_word(const char *list_text, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = list_text; (at = strstr(at, word)); at++)
        if ((at == list_text || at[-1] == ',') && (at[length] == ',' || !at[length]))
            return true;
    return false;
}

static bool is_right(const struct result *r, const struct bench_case *which,
                     const struct bench_problem *p, char why[BENCH_WHY_BYTES])
{
    void *results[BENCH_MAX_BUFFERS] = {0};
    bool ok = true;
    for (unsigned i = 0; ok && i < p->buffer_count; i++)
        ok = (results[i] = r->column->read(r->state, i, why)) != NULL;
    ok = ok && which->check(p, results, why);
    for (unsigned i = 0; i < p->buffer_count; i++)
        free(results[i]);
    return ok;
}

/* One run; the first is checked. */
static void run(struct result *r, const struct bench_case *which, const struct bench_problem *p)
{
    double wall = bench_wall_ms(), cpu = bench_cpu_ms();
    unsigned times = 0;
    bool ok;
    do {
        ok = r->column->run(r->state, r->why);
        times++;
    } while (ok && r->runs && bench_wall_ms() - wall < SAMPLE_MS);
    wall = (bench_wall_ms() - wall) / times;
    cpu = (bench_cpu_ms() - cpu) / times;
    if (ok && r->runs == 0)
        ok = is_right(r, which, p, r->why);
    if (!ok) {
        r->is_wrong = true;
        return;
    }
    /* [0] is the checked run; the rest are timed. */
    r->wall_ms[r->runs] = wall;
    r->cpu_ms[r->runs] = cpu;
    r->runs++;
}

static void print_text(const char *text)
{
    putchar('"');
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            putchar('\\');
        if (*text == '\n')
            fputs("\\n", stdout);
        else if ((unsigned char)*text >= 0x20)
            putchar(*text);
    }
    putchar('"');
}

static void print_times(const char *key, const double *ms, unsigned count)
{
    printf(", \"%s\": [", key);
    for (unsigned i = 0; i < count; i++)
        printf("%s%.6g", i ? ", " : "", ms[i]);
    printf("]");
}

static void print_result(const struct result *r, bool is_first)
{
    printf("%s\n  {\"column\": \"%s\", \"threads\": %u, \"ok\": %s", is_first ? "" : ",",
           r->column->name, r->threads, r->is_wrong || !r->runs ? "false" : "true");
    if (r->why[0]) {
        printf(", \"why\": ");
        print_text(r->why);
    }
    if (r->runs) {
        printf(", \"device\": ");
        print_text(r->facts.device);
        if (r->facts.compile_ms >= 0)
            printf(", \"compile_ms\": %.6g", r->facts.compile_ms);
        if (r->facts.first_compile_ms > 0)
            printf(", \"first_compile_ms\": %.6g", r->facts.first_compile_ms);
        if (r->facts.guest_instructions)
            printf(", \"guest_instructions\": %llu",
                   (unsigned long long)r->facts.guest_instructions);
        if (r->facts.wave_instructions)
            printf(", \"wave_instructions\": %llu, \"calls\": %llu",
                   (unsigned long long)r->facts.wave_instructions,
                   (unsigned long long)r->facts.calls);
        if (r->facts.host_per_wave_instruction > 0)
            printf(", \"host_per_wave_instruction\": %.6g", r->facts.host_per_wave_instruction);
        print_times("wall_ms", r->wall_ms + 1, r->runs - 1);
        print_times("cpu_ms", r->cpu_ms + 1, r->runs - 1);
    }
    printf("}");
}

/* What a program waits for that launches the case's kernels some times and ends. Of several runs
 * the results are not those that are known. */
static int run_cold(const struct options *o, const struct bench_case *which,
                    const struct bench_problem *p)
{
    struct column_settings settings = {which, p, o->code_path, o->source_path, o->threads, false};
    struct result r = {.column = &column_auto};
    if (!(r.state = column_auto.open(&settings, &r.facts, r.why))) {
        fprintf(stderr, "measure: %s\n", r.why);
        return 1;
    }
    double wall = bench_wall_ms(), cpu = bench_cpu_ms();
    bool ok = true;
    for (unsigned i = 0; ok && i < o->cold_runs; i++)
        ok = column_auto.run(r.state, r.why);
    wall = bench_wall_ms() - wall;
    cpu = bench_cpu_ms() - cpu;
    ok = ok && (o->cold_runs > 1 || is_right(&r, which, p, r.why));
    double end = bench_wall_ms();
    column_auto.close(r.state, &r.facts);
    printf("{\"ok\": %s, \"wall_ms\": %.6g, \"cpu_ms\": %.6g, \"close_ms\": %.6g}\n",
           ok ? "true" : "false", wall, cpu, bench_wall_ms() - end);
    return ok ? 0 : 1;
}

int main(int argc, char **argv)
{
    static const struct column *const columns[] = {
        &column_jit,    &column_native,
#ifdef BENCH_HAS_OPENCL
        &column_pocl,   &column_opencl,
#endif
        &column_interp,
    };
    if (argc == 2 && !strcmp(argv[1], "--list"))
        return list();
    struct options o;
    const struct bench_case *which = NULL;
    if (parse(argc, argv, &o))
        for (unsigned i = 0; bench_cases[i]; i++)
            if (!strcmp(bench_cases[i]->name, o.name))
                which = bench_cases[i];
    if (!which) {
        fprintf(stderr,
                "usage: measure CASE --code FILE.co --source FILE.cl [--threads N] "
                "[--runs N] [--quick] [--columns LIST] [--count-host]; bench/run calls this\n");
        return 2;
    }
    struct bench_problem problem = {0};
    which->setup(&problem, o.quick);
    if (o.cold_runs) {
        int status = run_cold(&o, which, &problem);
        bench_problem_free(&problem);
        return status;
    }

    static struct result results[COLUMNS];
    unsigned count = 0;
    for (unsigned i = 0; i < sizeof columns / sizeof *columns; i++) {
        if (!has_word(o.columns, columns[i]->name) ||
            (which->gpu_only && !strcmp(columns[i]->name, "pocl")))
            continue;
        /* With several threads, the JIT with one as well: the ratio is taken in one run. */
        bool is_jit = columns[i] == &column_jit;
        for (unsigned threads = is_jit ? 1 : o.threads;; threads = o.threads) {
            struct result *r = &results[count++];
            *r = (struct result){.column = columns[i], .threads = threads};
            r->settings = (struct column_settings){which,         &problem, o.code_path,
                                                   o.source_path, threads,  o.counts_host};
            /* The interpreter is slow and steady. */
            r->most_runs = 1 + (columns[i] == &column_interp && o.runs > 2 ? 2 : o.runs);
            r->state = columns[i]->open(&r->settings, &r->facts, r->why);
            if (threads == o.threads)
                break;
        }
    }
    for (unsigned k = 0; k <= o.runs; k++)
        for (unsigned i = 0; i < count; i++)
            if (results[i].state && !results[i].is_wrong && results[i].runs < results[i].most_runs)
                run(&results[i], which, &problem);

    bool ok = true;
    for (unsigned i = 0; i < count; i++) {
        if (results[i].state)
            results[i].column->close(results[i].state, &results[i].facts);
        ok = ok && !results[i].is_wrong;
    }
    printf("{\"case\": \"%s\", \"columns\": [", which->name);
    for (unsigned i = 0; i < count; i++)
        print_result(&results[i], i == 0);
    printf("\n]}\n");
    bench_problem_free(&problem);
    return ok ? 0 : 1;
}
