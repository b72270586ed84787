/* run_kernels.c: compiles OpenCL C kernels, runs them on Shoal and compares with C.
 *
 *   run_kernels [--filter TEXT] [--except TEXT] [--every N] [--engine auto|interp|jit]
 *               [--jobs N] [--list]
 *
 * Every test runs at -O0, -O1 and -O3, with waves of 32 and of 64 lanes; one line each.
 * The last line is "N passed, N failed, N skipped"; the exit status is 1 if any failed. */
#include "shoal/profile.h"

#include "build.h"
#include "compare.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef KT_SOURCE_DIR
#define KT_SOURCE_DIR "tests/kernels"
#endif
#ifndef KT_CLC
#define KT_CLC "tools/clc"
#endif

#define KT_GROUPS(X)                                                                               \
    X(vector)                                                                                      \
    X(matrix)                                                                                      \
    X(reduce)                                                                                      \
    X(sort)                                                                                        \
    X(atomic)                                                                                      \
    X(sync)                                                                                        \
    X(half)                                                                                        \
    X(double)                                                                                      \
    X(long)                                                                                        \
    X(call) X(print) X(math) X(hash) X(simulate) X(signal) X(convert) X(bits) X(group) X(divide)

#define KT_DECLARE(name) extern const kt_group kt_group_##name;
KT_GROUPS(KT_DECLARE)
#undef KT_DECLARE

static const kt_group *const groups[] = {
#define KT_POINTER(name) &kt_group_##name,
    KT_GROUPS(KT_POINTER)
#undef KT_POINTER
};

typedef struct variant {
    const char *level;
    unsigned wave_lanes;
    unsigned bits;
} variant;

static const variant variants[] = {
    {"-O0", 32, KT_O0 | KT_WAVE32}, {"-O0", 64, KT_O0 | KT_WAVE64}, {"-O1", 32, KT_O1 | KT_WAVE32},
    {"-O1", 64, KT_O1 | KT_WAVE64}, {"-O3", 32, KT_O3 | KT_WAVE32}, {"-O3", 64, KT_O3 | KT_WAVE64},
};

typedef struct options {
    const char *filter; /* part of "name -O0 wave32"; NULL: all */
    const char *except; /* the same, of lines that are left out; NULL: none */
    unsigned every;     /* of these lines, one of so many */
    shoal_engine engine;
    double timeout_seconds;
    unsigned threads;
    bool list;
    bool compile_only;
    bool verbose;
    kt_builder builder;
} options;

/* One line of the report. */
typedef struct job {
    const kt_test *test;
    const variant *variant;
    kt_build *build; /* NULL: impossible */
    char name[128];
} job;

typedef struct counts {
    unsigned passed, failed, skipped;
} counts;

/* ---- captured output of kernels --------------------------------------------------- */

typedef struct capture {
    pthread_mutex_t lock;
    char *text;
    size_t size;
} capture;

static void capture_add(void *user, const char *bytes, size_t size)
{
    capture *c = user;
    pthread_mutex_lock(&c->lock);
    char *grown = realloc(c->text, c->size + size + 1);
    if (grown) {
        memcpy(grown + c->size, bytes, size);
        c->text = grown;
        c->size += size;
        c->text[c->size] = 0;
    }
    pthread_mutex_unlock(&c->lock);
}

static void capture_clear(capture *c)
{
    free(c->text);
    c->text = NULL;
    c->size = 0;
}

static int compare_lines(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Sorts the lines of text in place. */
static void sort_lines(char *text)
{
    size_t size = strlen(text);
    char *copy = strdup(text);
    char **lines = calloc(size + 1, sizeof *lines);
    size_t count = 0;
    char *rest = NULL;
    if (copy && lines) {
        for (char *line = strtok_r(copy, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
            lines[count++] = line;
        qsort(lines, count, sizeof *lines, compare_lines);
        char *out = text;
        for (size_t i = 0; i < count; i++)
            out += sprintf(out, "%s\n", lines[i]);
    }
    free(copy);
    free(lines);
}

static bool check_print(kt_run *run, capture *got, char *why, size_t why_size)
{
    char empty_want[1] = "";
    char empty_got[1] = "";
    char *want = run->print ? run->print : empty_want;
    char *text = got->text ? got->text : empty_got;
    if (run->print_any_order) {
        sort_lines(want);
        sort_lines(text);
    }
    if (!strcmp(want, text))
        return true;
    size_t same = 0;
    size_t line_start = 0;
    size_t line = 1;
    for (; want[same] && want[same] == text[same]; same++) {
        if (want[same] == '\n') {
            line_start = same + 1;
            line++;
        }
    }
    snprintf(why, why_size, "printed line %zu: \"%.*s\", wanted \"%.*s\"", line,
             (int)strcspn(text + line_start, "\n"), text + line_start,
             (int)strcspn(want + line_start, "\n"), want + line_start);
    return false;
}

/* ---- one run ------------------------------------------------------------------------ */

/* Lays the explicit arguments out as the kernel's metadata asks. Local pointers get offsets
 * behind the kernel's own LDS, each aligned to 16 (or more if the metadata wants it). */
static shoal_status make_kernargs(const kt_run *run, const shoal_kernel *kernel, uint8_t *args,
                                  size_t args_capacity, size_t *args_size, uint32_t *dynamic_lds,
                                  char *why, size_t why_size)
{
    shoal_kernel_info info;
    shoal_kernel_get_info(kernel, &info);
    if (info.explicit_arg_count != run->arg_count) {
        snprintf(why, why_size, "the kernel has %zu arguments, the test makes %zu",
                 info.explicit_arg_count, run->arg_count);
        return SHOAL_E_ARG;
    }
    uint32_t lds_end = info.lds_bytes;
    *args_size = 0;
    for (size_t i = 0; i < run->arg_count; i++) {
        const kt_arg *arg = &run->args[i];
        shoal_arg_info layout;
        shoal_status status = shoal_kernel_get_arg(kernel, i, &layout);
        if (status)
            return status;
        const void *value = &arg->address;
        size_t size = sizeof arg->address;
        uint32_t lds_at = 0;
        shoal_arg_kind kind = SHOAL_ARG_GLOBAL_BUFFER;
        if (arg->kind == KT_ARG_VALUE) {
            value = arg->initial;
            size = arg->count;
            kind = SHOAL_ARG_BY_VALUE;
        } else if (arg->kind == KT_ARG_LOCAL) {
            uint32_t align = layout.align_bytes > 16 ? layout.align_bytes : 16;
            lds_at = (lds_end + align - 1) / align * align;
            lds_end = lds_at + (uint32_t)arg->count;
            value = &lds_at;
            size = sizeof lds_at;
            kind = SHOAL_ARG_DYNAMIC_LDS_POINTER;
        }
        if (layout.kind != kind || layout.size_bytes != size ||
            layout.offset_bytes + size > args_capacity) {
            snprintf(why, why_size, "argument %zu: the metadata says %s of %u bytes at %u", i,
                     layout.value_kind, layout.size_bytes, layout.offset_bytes);
            return SHOAL_E_ARG;
        }
        memcpy(args + layout.offset_bytes, value, size);
        if (layout.offset_bytes + size > *args_size)
            *args_size = layout.offset_bytes + size;
    }
    *dynamic_lds = lds_end - info.lds_bytes;
    return SHOAL_OK;
}

static shoal_status upload(shoal_device *device, kt_run *run)
{
    for (size_t i = 0; i < run->arg_count; i++) {
        kt_arg *arg = &run->args[i];
        if (arg->kind != KT_ARG_BUFFER)
            continue;
        size_t size = arg->count * kt_size(arg->type);
        shoal_status status = shoal_mem_alloc(device, size, 0, &arg->address);
        if (!status)
            status = shoal_mem_write(device, arg->address, arg->initial, size);
        if (status)
            return status;
    }
    return SHOAL_OK;
}

static bool check_buffers(shoal_device *device, kt_run *run, char *why, size_t why_size)
{
    for (size_t i = 0; i < run->arg_count; i++) {
        kt_arg *arg = &run->args[i];
        if (arg->kind != KT_ARG_BUFFER)
            continue;
        void *got = NULL;
        if (shoal_mem_map(device, arg->address, arg->count * kt_size(arg->type), &got)) {
            snprintf(why, why_size, "%s", shoal_last_error(device));
            return false;
        }
        if (!kt_compare(run, i, got, why, why_size))
            return false;
    }
    return true;
}

enum { SKIP_STATUS = 77 }; /* what Meson takes for a skip */

typedef enum outcome { PASSED, FAILED, SKIPPED } outcome;

static outcome run_job(shoal_device *device, const job *j, const options *o, capture *printed,
                       shoal_launch_stats *stats, char *why, size_t why_size)
{
    outcome result = FAILED;
    shoal_module *module = NULL;
    shoal_kernel *kernel = NULL;
    kt_run run;
    kt_run_init(&run, j->test, j->variant->wave_lanes);
    j->test->prepare(&run);

    shoal_status status = shoal_module_load_file(device, j->build->path, NULL, &module);
    if (!status)
        status = shoal_module_find_kernel(module, j->test->kernel, &kernel);
    if (!status)
        status = upload(device, &run);
    if (status) {
        snprintf(why, why_size, "%s: %s", shoal_status_text(status), shoal_last_error(device));
        goto out;
    }

    shoal_launch_desc desc = shoal_launch_desc_default();
    for (int i = 0; i < 3; i++) {
        desc.grid[i] = j->test->grid[i] ? j->test->grid[i] : 1;
        desc.block[i] = j->test->block[i] ? j->test->block[i] : 1;
        desc.offset[i] = j->test->offset[i];
    }
    uint8_t args[1024] = {0};
    size_t args_size = 0;
    if (make_kernargs(&run, kernel, args, sizeof args, &args_size, &desc.dynamic_lds_bytes, why,
                      why_size))
        goto out;
    desc.args = args;
    desc.args_size = args_size;
    desc.engine = o->engine;
    desc.timeout_seconds = o->timeout_seconds;

    capture_clear(printed);
    status = shoal_profile_launch(device, kernel, &desc, stats);
    if (status == SHOAL_E_UNSUPPORTED && o->engine == SHOAL_ENGINE_JIT) {
        snprintf(why, why_size, "this build has no JIT");
        result = SKIPPED;
        goto out;
    }
    if (status) {
        snprintf(why, why_size, "%s: %s", shoal_status_text(status), shoal_last_error(device));
        goto out;
    }
    if (!check_buffers(device, &run, why, why_size) || !check_print(&run, printed, why, why_size))
        goto out;
    if (run.evaluations == 0 && !run.print)
        snprintf(why, why_size, "the test compares nothing");
    else
        result = PASSED;

out:
    for (size_t i = 0; i < run.arg_count; i++)
        shoal_mem_free(device, run.args[i].address);
    if (module)
        shoal_module_unload(module);
    kt_run_free(&run);
    return result;
}

/* ---- the matrix ----------------------------------------------------------------------- */

static void show_file(const char *path)
{
    FILE *file = fopen(path, "r");
    if (!file)
        return;
    char line[512];
    for (int i = 0; i < 30 && fgets(line, sizeof line, file); i++)
        printf("#   %s", line);
    fclose(file);
}

static kt_build *find_or_add_build(kt_build *builds, size_t *count, const kt_test *test,
                                   const variant *v)
{
    const char *test_options = test->options ? test->options : "";
    for (size_t i = 0; i < *count; i++) {
        kt_build *b = &builds[i];
        if (!strcmp(b->source, test->source) && !strcmp(b->level, v->level) &&
            b->wave_lanes == v->wave_lanes && !strcmp(b->options, test_options))
            return b;
    }
    kt_build *b = &builds[(*count)++];
    *b = (kt_build){
        .source = test->source,
        .options = test_options,
        .level = v->level,
        .wave_lanes = v->wave_lanes,
    };
    return b;
}

static void report(counts *total, outcome result, const job *j, double ms, const char *why)
{
    if (result == PASSED) {
        printf("ok       %-40s %9.2f ms\n", j->name, ms);
        total->passed++;
    } else if (result == SKIPPED) {
        printf("not run  %-40s %s\n", j->name, why);
        total->skipped++;
    } else {
        printf("FAILED   %-40s %s\n", j->name, why);
        total->failed++;
    }
    fflush(stdout);
}

static int run_all(const options *o)
{
    size_t test_count = 0;
    for (size_t g = 0; g < KT_COUNT(groups); g++)
        test_count += groups[g]->count;
    job *jobs = calloc(test_count * KT_COUNT(variants), sizeof *jobs);
    kt_build *builds = calloc(test_count * KT_COUNT(variants), sizeof *builds);
    size_t job_count = 0;
    size_t build_count = 0;
    size_t chosen = 0;
    counts total = {0};
    int exit_status = 2;
    shoal_device *device = NULL;
    capture printed = {.lock = PTHREAD_MUTEX_INITIALIZER};
    if (!jobs || !builds) {
        fputs("run_kernels: out of memory\n", stderr);
        goto out;
    }

    for (size_t g = 0; g < KT_COUNT(groups); g++) {
        for (size_t t = 0; t < groups[g]->count; t++) {
            for (size_t v = 0; v < KT_COUNT(variants); v++) {
                job *j = &jobs[job_count];
                j->test = &groups[g]->tests[t];
                j->variant = &variants[v];
                snprintf(j->name, sizeof j->name, "%s %s wave%u", j->test->name, variants[v].level,
                         variants[v].wave_lanes);
                if ((o->filter && !strstr(j->name, o->filter)) ||
                    (o->except && strstr(j->name, o->except)) || chosen++ % o->every)
                    continue;
                if (!(j->test->impossible & variants[v].bits))
                    j->build = find_or_add_build(builds, &build_count, j->test, &variants[v]);
                job_count++;
            }
        }
    }
    if (o->list) {
        for (size_t i = 0; i < job_count; i++)
            printf("%-44s %s:%s\n", jobs[i].name, jobs[i].test->source, jobs[i].test->kernel);
        exit_status = 0;
        goto out;
    }

    char why[2048];
    size_t compiled = 0;
    if (!kt_build_all(&o->builder, builds, build_count, &compiled, why, sizeof why)) {
        printf("not run  all kernels: %s\n", why);
        printf("0 passed, 0 failed, %zu skipped\n", job_count);
        exit_status = 0;
        goto out;
    }
    printf("# %zu code objects, %zu compiled now\n", build_count, compiled);

    if (!o->compile_only) {
        shoal_device_options device_options = shoal_device_options_default();
        const shoal_chip *chip = shoal_chip_find(o->builder.chip);
        device_options.threads = o->threads;
        device_options.chip = chip && !chip->is_generic ? chip->name : NULL;
        device_options.print = capture_add;
        device_options.print_user = &printed;
        shoal_status status = shoal_device_create(&device_options, &device);
        if (status == SHOAL_E_UNSUPPORTED && getenv("SHOAL_CPU")) {
            printf("SKIP: %s\n", shoal_last_error(NULL));
            printf("0 passed, 0 failed, %zu skipped\n", job_count);
            exit_status = SKIP_STATUS;
            goto out;
        }
        if (status) {
            fprintf(stderr, "run_kernels: no device: %s\n", shoal_last_error(NULL));
            goto out;
        }
    }
    for (size_t i = 0; i < job_count; i++) {
        const job *j = &jobs[i];
        shoal_launch_stats stats = {0};
        why[0] = 0;
        outcome result = PASSED;
        if (!j->build) {
            result = SKIPPED;
            snprintf(why, sizeof why, "%s", j->test->impossible_reason);
        } else if (j->build->failed) {
            result = FAILED;
            snprintf(why, sizeof why, "does not compile:");
        } else if (!o->compile_only) {
            result = run_job(device, j, o, &printed, &stats, why, sizeof why);
        }
        if (result != PASSED || o->verbose || !o->compile_only)
            report(&total, result, j, stats.kernel_ms, why);
        else
            total.passed++;
        if (j->build && j->build->failed)
            show_file(j->build->log);
    }
    printf("%u passed, %u failed, %u skipped\n", total.passed, total.failed, total.skipped);
    exit_status = total.failed || (job_count == 0) ? 1 : 0;

out:
    shoal_device_destroy(device);
    capture_clear(&printed);
    free(jobs);
    free(builds);
    return exit_status;
}

static void usage(FILE *to)
{
    fputs(
        "usage: run_kernels [options]\n"
        "  --filter TEXT     only lines that contain TEXT, e.g. \"sort\" or \"-O0 wave64\"\n"
        "  --except TEXT     no lines that contain TEXT\n"
        "  --every N         of these lines, one of N\n"
        "  --engine NAME     auto (default), interp or jit\n"
        "  --chip NAME       compile for it, and run on it or, if it is a family, on the default\n"
        "  --jobs N          compilers at a time (default: one per core)\n"
        "  --threads N       threads of the device (default: one per core)\n"
        "  --timeout SECONDS limit of each run (default 120)\n"
        "  --list            name the tests and end\n"
        "  --compile-only    compile the matrix and end\n"
        "  --verbose         name what compiled, too\n"
        "  --sources DIR     folder of the .cl files\n"
        "  --clc FILE        tools/clc\n"
        "  --cache DIR       keeps code objects by content (default: kernels-cache)\n",
        to);
}

int main(int argc, char **argv)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    options o = {
        .every = 1,
        .timeout_seconds = 120,
        .builder =
            {
                .clc = KT_CLC,
                .source_dir = KT_SOURCE_DIR,
                .cache_dir = "kernels-cache",
                .jobs = cores > 0 ? (unsigned)cores : 1,
            },
    };
    for (int i = 1; i < argc; i++) {
        const char *word = argv[i];
        if (!strcmp(word, "--list")) {
            o.list = true;
        } else if (!strcmp(word, "--compile-only")) {
            o.compile_only = true;
        } else if (!strcmp(word, "--verbose")) {
            o.verbose = true;
        } else if (!strcmp(word, "--help")) {
            usage(stdout);
            return 0;
        } else if (i + 1 == argc) {
            fprintf(stderr, "run_kernels: unknown option '%s', or it lacks its value\n", word);
            usage(stderr);
            return 2;
        } else if (!strcmp(word, "--filter")) {
            o.filter = argv[++i];
        } else if (!strcmp(word, "--except")) {
            o.except = argv[++i];
        } else if (!strcmp(word, "--every")) {
            o.every = (unsigned)strtoul(argv[++i], NULL, 10);
        } else if (!strcmp(word, "--chip")) {
            o.builder.chip = argv[++i];
            if (!shoal_chip_find(o.builder.chip)) {
                fprintf(stderr, "run_kernels: no chip '%s'\n", o.builder.chip);
                return 2;
            }
        } else if (!strcmp(word, "--jobs")) {
            o.builder.jobs = (unsigned)strtoul(argv[++i], NULL, 10);
        } else if (!strcmp(word, "--threads")) {
            o.threads = (unsigned)strtoul(argv[++i], NULL, 10);
        } else if (!strcmp(word, "--timeout")) {
            o.timeout_seconds = strtod(argv[++i], NULL);
        } else if (!strcmp(word, "--sources")) {
            o.builder.source_dir = argv[++i];
        } else if (!strcmp(word, "--clc")) {
            o.builder.clc = argv[++i];
        } else if (!strcmp(word, "--cache")) {
            o.builder.cache_dir = argv[++i];
        } else if (!strcmp(word, "--engine")) {
            const char *name = argv[++i];
            if (!strcmp(name, "auto"))
                o.engine = SHOAL_ENGINE_AUTO;
            else if (!strcmp(name, "interp"))
                o.engine = SHOAL_ENGINE_INTERP;
            else if (!strcmp(name, "jit"))
                o.engine = SHOAL_ENGINE_JIT;
            else {
                fprintf(stderr, "run_kernels: no engine '%s': auto, interp or jit\n", name);
                return 2;
            }
        } else {
            fprintf(stderr, "run_kernels: unknown option '%s'\n", word);
            usage(stderr);
            return 2;
        }
    }
    if (o.builder.jobs == 0)
        o.builder.jobs = 1;
    if (o.every == 0)
        o.every = 1;
    return run_all(&o);
}
