/* interp.c: how fast the interpreter is, in lane-instructions per second (wave
 * instructions x wave size) on one core, for the loops of loops.s or, with --isa ventus,
 * ventus_loops.s; beside it the JIT, where there is one.
 *
 *     build/bench/interp [--json] [--runs N] build/bench/loops.co
 *     build/bench/interp [--json] [--runs N] --isa ventus build/bench/ventus_loops.riscv
 *
 * Each loop runs as one work-group of one wave, warmed up once; the median of N runs
 * (default 5) is printed. The instruction count is the launch statistics' own. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shoal/shoal.h"

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static int fail(const shoal_device *dev, const char *what)
{
    fprintf(stderr, "%s: %s\n", what, dev ? shoal_last_error(dev) : "");
    return 1;
}

struct arguments {
    uint64_t buffer;
    uint32_t iterations;
    bool is_narrow; /* pointers of 4 bytes */
};

struct result {
    double ns; /* per wave instruction, median */
    uint64_t instructions;
};

/* false: a launch failed (or the engine is not there). */
static bool measure(shoal_device *dev, shoal_kernel *kernel, const struct arguments *args,
                    shoal_engine engine, int runs, struct result *out)
{
    shoal_launch_desc d = shoal_launch_desc_default();
    d.grid[0] = d.block[0] = 32; /* one wave */
    d.grid[1] = d.grid[2] = d.block[1] = d.block[2] = 1;
    const uint32_t narrow[] = {(uint32_t)args->buffer, args->iterations};
    d.args = args->is_narrow ? (const void *)narrow : args;
    d.args_size = args->is_narrow ? sizeof narrow : 12;
    d.engine = engine;
    shoal_launch_stats s;
    double ms[100];
    for (int r = -1; r < runs; r++) {
        if (shoal_launch(dev, kernel, &d, &s) != SHOAL_OK || s.engine != engine)
            return false;
        if (r >= 0)
            ms[r] = s.kernel_ms;
    }
    qsort(ms, (size_t)runs, sizeof *ms, by_value);
    out->ns = ms[runs / 2] * 1e6 / (double)s.instructions;
    out->instructions = s.instructions;
    return true;
}

int main(int argc, char **argv)
{
    static const char *const rdna3[] = {"fma", "integer", "lds", "global", NULL};
    static const char *const ventus[] = {"scalar", "fma",    "integer", "divergent",
                                         "lds",    "global", NULL};
    const char *const *loops = rdna3, *isa = NULL;
    const char *path = NULL;
    bool json = false;
    int runs = 5;
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--json"))
            json = true;
        else if (!strcmp(argv[i], "--runs") && i + 1 < argc)
            runs = atoi(argv[++i]);
        else if (!strcmp(argv[i], "--isa") && i + 1 < argc)
            isa = argv[++i];
        else
            path = argv[i];
    }
    if (isa && !strcmp(isa, "ventus"))
        loops = ventus;
    if (!path || runs < 1 || runs > 100) {
        fprintf(stderr, "usage: interp [--json] [--runs 1..100] [--isa rdna3|ventus] LOOPS\n");
        return 2;
    }
    shoal_device_options options = shoal_device_options_default();
    options.threads = 1;
    options.isa = isa;
    shoal_device *dev;
    shoal_module *mod;
    if (shoal_device_create(&options, &dev) != SHOAL_OK)
        return fail(NULL, "cannot create a device");
    if (shoal_module_load_file(dev, path, NULL, &mod) != SHOAL_OK)
        return fail(dev, path);
    struct arguments args = {0, 100000, loops == ventus};
    if (shoal_mem_alloc(dev, 4096, 0, &args.buffer) != SHOAL_OK)
        return fail(dev, "cannot allocate");
    if (!json)
        printf("%-10s %14s %12s %22s %12s %8s\n", "loop", "instructions", "ns/instr",
               "lane-instructions/s", "jit ns/instr", "ratio");
    else
        printf("[");
    for (unsigned k = 0; loops[k]; k++) {
        shoal_kernel *kernel;
        if (shoal_module_find_kernel(mod, loops[k], &kernel) != SHOAL_OK)
            return fail(dev, loops[k]);
        struct result interp = {0}, jit = {0};
        if (!measure(dev, kernel, &args, SHOAL_ENGINE_INTERP, runs, &interp))
            return fail(dev, loops[k]);
        bool has_jit = measure(dev, kernel, &args, SHOAL_ENGINE_JIT, runs, &jit);
        if (json) {
            printf("%s{\"loop\": \"%s\", \"instructions\": %llu, \"ns_per_instruction\": %.3f, "
                   "\"lane_instructions_per_s\": %.4g",
                   k ? ", " : "", loops[k], (unsigned long long)interp.instructions, interp.ns,
                   32e9 / interp.ns);
            if (has_jit)
                printf(", \"jit_ns_per_instruction\": %.3f", jit.ns);
            printf("}");
            continue;
        }
        printf("%-10s %14llu %12.2f %22.3g", loops[k], (unsigned long long)interp.instructions,
               interp.ns, 32e9 / interp.ns);
        if (has_jit)
            printf(" %12.2f %8.1f\n", jit.ns, interp.ns / jit.ns);
        else
            printf(" %12s %8s\n", "-", "-");
    }
    if (json)
        printf("]\n");
    shoal_device_destroy(dev);
    return 0;
}
