/* column_shoal.c: Shoal's JIT and interpreter, and what it chooses itself, through the public API.
 */
#include "column.h"
#include "host_count.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shoal/isa.h"
#include "shoal/object.h"
#include "shoal/shoal.h"

struct state {
    const struct column_settings *settings;
    shoal_engine engine;
    shoal_device *device;
    shoal_kernel *kernels[BENCH_MAX_STEPS];
    uint64_t buffers[BENCH_MAX_BUFFERS];
    uint64_t wave_instructions, calls; /* of a run; calls: of the first one */
    bool counts_calls;
    char warning[BENCH_WHY_BYTES];
};

static void keep_warning(void *user, shoal_log_level level, const char *text)
{
    struct state *s = user;
    if (level <= SHOAL_LOG_WARNING)
        snprintf(s->warning, sizeof s->warning, "%s", text);
}

/* Lays out the arguments where the kernel's metadata says. */
static size_t layout(const struct state *s, unsigned step, uint8_t *out, size_t size)
{
    const struct bench_step *from = &s->settings->problem->steps[step];
    size_t used = 0;
    for (unsigned i = 0; i < from->arg_count; i++) {
        shoal_arg_info info;
        if (shoal_kernel_get_arg(s->kernels[step], i, &info) != SHOAL_OK ||
            info.offset_bytes + 8 > size)
            return 0;
        uint64_t value =
            from->args[i].is_buffer ? s->buffers[from->args[i].bits] : from->args[i].bits;
        memcpy(out + info.offset_bytes, &value, from->args[i].is_buffer ? 8 : 4);
        used = info.offset_bytes + (from->args[i].is_buffer ? 8 : 4);
    }
    return used;
}

/* The side of the grid with more work-groups. */
static unsigned longer_side(const struct bench_step *s)
{
    return s->grid[1] / s->block[1] > s->grid[0] / s->block[0];
}

/* groups: how many work-groups, of a row or column of the grid; 0: all of it. */
static bool launch(struct state *s, unsigned step, uint32_t groups, char why[BENCH_WHY_BYTES])
{
    const struct bench_step *from = &s->settings->problem->steps[step];
    uint8_t args[BENCH_MAX_ARGS * 8] = {0};
    shoal_launch_desc d = shoal_launch_desc_default();
    for (int i = 0; i < 2; i++) {
        d.block[i] = from->block[i];
        d.grid[i] = groups ? from->block[i] : from->grid[i];
    }
    if (groups)
        d.grid[longer_side(from)] *= groups;
    d.block[2] = 1;
    d.grid[2] = 1;
    d.args = args;
    d.args_size = layout(s, step, args, sizeof args);
    d.engine = s->engine;
    d.threads = s->settings->threads;
    d.count_calls = s->counts_calls;
    shoal_launch_stats stats;
    if (shoal_launch(s->device, s->kernels[step], &d, &stats) != SHOAL_OK) {
        snprintf(why, BENCH_WHY_BYTES, "%s", shoal_last_error(s->device));
        return false;
    }
    if (stats.engine != s->engine && s->engine != SHOAL_ENGINE_AUTO) {
        snprintf(why, BENCH_WHY_BYTES, "%s", s->warning[0] ? s->warning : "another engine ran");
        return false;
    }
    s->wave_instructions += stats.instructions;
    s->calls += s->counts_calls ? stats.calls : 0;
    return true;
}

/* Instructions of the kernels' functions in the file. */
static uint64_t count_instructions(const struct column_settings *s)
{
    shoal_objects *objects;
    if (shoal_objects_open(s->code_path, &objects, NULL) != SHOAL_OK)
        return 0;
    const shoal_isa *isa = shoal_isa_find("rdna3");
    const shoal_object *o = shoal_objects_at(objects, 0);
    uint64_t count = 0;
    for (size_t i = 0; i < o->symbol_count; i++) {
        const shoal_object_symbol *symbol = &o->symbols[i];
        bool is_used = false;
        for (unsigned k = 0; k < s->problem->step_count; k++)
            is_used |= !strcmp(s->problem->steps[k].kernel, symbol->name);
        if (!is_used || !symbol->is_kernel)
            continue;
        const shoal_object_section *section = &o->sections[symbol->section];
        const uint8_t *code = section->bytes + (symbol->address - section->address);
        shoal_insn insn;
        for (size_t at = 0; at < symbol->size_bytes; at += insn.size_bytes) {
            shoal_insn_decode(isa, code + at, symbol->size_bytes - at, &insn);
            count++;
        }
    }
    shoal_objects_close(objects);
    return count;
}

/* Loading LLVM is not the kernel's compile time: `nothing` (kernels/nothing.cl) is compiled
 * first. It is in a file of its own beside the case's. */
static bool warm_up(struct state *s, char why[BENCH_WHY_BYTES])
{
    char path[1024];
    snprintf(path, sizeof path, "%s", s->settings->code_path);
    char *slash = strrchr(path, '/');
    size_t at = slash ? (size_t)(slash + 1 - path) : 0;
    snprintf(path + at, sizeof path - at, "nothing.co");
    shoal_module *module;
    shoal_kernel *kernel;
    shoal_launch_desc d = shoal_launch_desc_default();
    d.grid[0] = d.block[0] = 32;
    d.grid[1] = d.grid[2] = d.block[1] = d.block[2] = 1;
    d.engine = s->engine;
    if (shoal_module_load_file(s->device, path, NULL, &module) == SHOAL_OK &&
        shoal_module_find_kernel(module, "nothing", &kernel) == SHOAL_OK &&
        shoal_launch(s->device, kernel, &d, NULL) == SHOAL_OK)
        return true;
    snprintf(why, BENCH_WHY_BYTES, "%s", shoal_last_error(s->device));
    return false;
}

/* Compiling happens before the first wave: CPU time of a launch of one work-group each. */
static void write_buffers(const struct state *s)
{
    const struct bench_problem *p = s->settings->problem;
    for (unsigned i = 0; i < p->buffer_count; i++)
        shoal_mem_write(s->device, s->buffers[i], p->buffers[i].bytes, p->buffers[i].size);
}

static bool compile(struct state *s, struct column_facts *facts, char why[BENCH_WHY_BYTES])
{
    double start = bench_cpu_ms();
    for (unsigned i = 0; i < s->settings->problem->step_count; i++)
        if (!launch(s, i, 1, why))
            return false;
    facts->compile_ms = bench_cpu_ms() - start;
    facts->guest_instructions = count_instructions(s->settings);
    return true;
}

struct counted_launch {
    struct state *state;
    unsigned step;
    uint32_t groups;
    bool ok;
};

static void launch_counted(void *context)
{
    struct counted_launch *l = context;
    char why[BENCH_WHY_BYTES];
    l->ok = launch(l->state, l->step, l->groups, why);
}

/* Host and wave instructions of a launch of `groups` work-groups. */
static bool count_launch(struct state *s, unsigned step, uint32_t groups, double *host,
                         double *wave)
{
    struct counted_launch l = {s, step, groups, false};
    uint64_t count;
    s->wave_instructions = 0;
    if (!host_count(launch_counted, &l, &count) || !l.ok)
        return false;
    *host = (double)count;
    *wave = (double)s->wave_instructions;
    return true;
}

/* Host instructions per wave instruction: what a second work-group adds to a launch, of the steps
 * that have one, each as often as it has work-groups. 0: unknown. */
static double host_per_wave_instruction(struct state *s)
{
    const struct bench_problem *p = s->settings->problem;
    double host = 0, wave = 0;
    for (unsigned i = 0; i < p->step_count; i++) {
        const struct bench_step *step = &p->steps[i];
        unsigned side = longer_side(step);
        double h[2], w[2], groups = (double)step->grid[side] / step->block[side];
        if (groups < 2)
            continue;
        if (!launch(s, i, 2, s->warning)) /* in all that only happens once */
            return 0;
        for (uint32_t k = 0; k < 2; k++)
            if (!count_launch(s, i, k + 1, &h[k], &w[k]))
                return 0;
        host += groups * (h[1] - h[0]);
        wave += groups * (w[1] - w[0]);
    }
    return wave > 0 ? host / wave : 0;
}

static void shoal_close(void *state, struct column_facts *facts)
{
    struct state *s = state;
    facts->wave_instructions = s->wave_instructions;
    facts->calls = s->calls;
    shoal_device_destroy(s->device);
    free(s);
}

static void *shoal_open(const struct column_settings *settings, shoal_engine engine,
                        struct column_facts *facts, char why[BENCH_WHY_BYTES])
{
    struct state *s = bench_alloc(sizeof *s);
    *s = (struct state){.settings = settings, .engine = engine};
    shoal_device_options options = shoal_device_options_default();
    options.threads = settings->threads;
    options.log = keep_warning;
    options.log_user = s;
    const struct bench_problem *p = settings->problem;
    shoal_module *module;
    if (shoal_device_create(&options, &s->device) != SHOAL_OK ||
        shoal_module_load_file(s->device, settings->code_path, NULL, &module) != SHOAL_OK) {
        snprintf(why, BENCH_WHY_BYTES, "%s", shoal_last_error(s->device));
        goto failed;
    }
    for (unsigned i = 0; i < p->step_count; i++)
        if (shoal_module_find_kernel(module, p->steps[i].kernel, &s->kernels[i]) != SHOAL_OK) {
            snprintf(why, BENCH_WHY_BYTES, "%s", shoal_last_error(s->device));
            goto failed;
        }
    for (unsigned i = 0; i < p->buffer_count; i++)
        if (shoal_mem_alloc(s->device, p->buffers[i].size, 0, &s->buffers[i]) != SHOAL_OK) {
            snprintf(why, BENCH_WHY_BYTES, "%s", shoal_last_error(s->device));
            goto failed;
        }
    facts->compile_ms = facts->first_compile_ms = -1;
    snprintf(facts->device, sizeof facts->device, "Shoal %s", shoal_version());
    write_buffers(s); /* also what is only compiled runs, once */
    if (engine == SHOAL_ENGINE_JIT && (!warm_up(s, why) || !compile(s, facts, why)))
        goto failed;
    if (settings->counts_host && engine == SHOAL_ENGINE_JIT)
        facts->host_per_wave_instruction = host_per_wave_instruction(s);
    s->counts_calls = engine == SHOAL_ENGINE_JIT;
    write_buffers(s);
    return s;
failed:
    shoal_device_destroy(s->device);
    free(s);
    return NULL;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* CPU time of compiling by the back end whose code engine auto runs first: the direct one, which
 * leaves to LLVM what it does not know, all of it on CPUs that it makes no code for. The median of
 * some devices of its own. < 0: unknown. */
static double first_compile_ms(const struct column_settings *settings)
{
    enum { DEVICES = 3 };
    static const char variable[] = "SHOAL_JIT_BACKEND";
    char why[BENCH_WHY_BYTES];
    double ms[DEVICES];
    unsigned count = 0;
    struct column_facts facts;
    struct column_settings plain = *settings;
    plain.counts_host = false;
    const char *before = getenv(variable);
    if (before && strcmp(before, "auto") != 0)
        return -1;
    setenv(variable, "direct", 1);
    for (unsigned i = 0; i < DEVICES; i++) {
        void *state = shoal_open(&plain, SHOAL_ENGINE_JIT, &facts, why);
        if (!state)
            break;
        shoal_close(state, &facts);
        ms[count++] = facts.compile_ms;
    }
    unsetenv(variable);
    if (!count)
        return -1;
    qsort(ms, count, sizeof *ms, by_size);
    return ms[count / 2];
}

static void *jit_open(const struct column_settings *settings, struct column_facts *facts,
                      char why[BENCH_WHY_BYTES])
{
    double first = first_compile_ms(settings);
    void *state = shoal_open(settings, SHOAL_ENGINE_JIT, facts, why);
    /* If one back end is asked for, engine auto waits for that. */
    facts->first_compile_ms = first < 0 ? facts->compile_ms : first;
    return state;
}

static void *auto_open(const struct column_settings *settings, struct column_facts *facts,
                       char why[BENCH_WHY_BYTES])
{
    return shoal_open(settings, SHOAL_ENGINE_AUTO, facts, why);
}

static void *interp_open(const struct column_settings *settings, struct column_facts *facts,
                         char why[BENCH_WHY_BYTES])
{
    return shoal_open(settings, SHOAL_ENGINE_INTERP, facts, why);
}

static bool shoal_run(void *state, char why[BENCH_WHY_BYTES])
{
    struct state *s = state;
    s->wave_instructions = 0;
    bool ok = true;
    for (unsigned i = 0; ok && i < s->settings->problem->step_count; i++)
        ok = launch(s, i, 0, why);
    s->counts_calls = false;
    return ok;
}

static void *shoal_read(void *state, unsigned index, char why[BENCH_WHY_BYTES])
{
    struct state *s = state;
    size_t size = s->settings->problem->buffers[index].size;
    void *bytes = bench_alloc(size);
    if (shoal_mem_read(s->device, bytes, s->buffers[index], size) == SHOAL_OK)
        return bytes;
    snprintf(why, BENCH_WHY_BYTES, "%s", shoal_last_error(s->device));
    free(bytes);
    return NULL;
}

const struct column column_jit = {"jit", jit_open, shoal_run, shoal_read, shoal_close};
const struct column column_auto = {"auto", auto_open, shoal_run, shoal_read, shoal_close};
const struct column column_interp = {"interp", interp_open, shoal_run, shoal_read, shoal_close};
