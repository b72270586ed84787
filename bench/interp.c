/* interp.c: how fast the interpreter is, in lane-instructions per second (wave
 * instructions x wave size) on one core, for the loops of loops.s or, with --isa ventus,
 * ventus_loops.s; beside it the JIT, where there is one.
 *
 *     build/bench/interp [--json] [--runs N] build/bench/loops.co
 *     build/bench/interp [--json] [--runs N] --isa ventus build/bench/ventus_loops.riscv
 *
 * --iterations N (default 100000) makes the loops shorter, for tests of this program.
 * Each loop runs as one work-group of one wave, warmed up once; the engines take turns, and the
 * median of the CPU times of N runs (default 5) is printed, so that a neighbour on the machine
 * disturbs little. The instruction count is the launch statistics' own. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "shoal/shoal.h"

enum { MAX_RUNS = 100 };

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static int fail(shoal_device *dev, const char *what)
{
    fprintf(stderr, "%s: %s\n", what, dev ? shoal_last_error(dev) : "");
    return 1;
}

/* What a loop takes: a buffer and the number of iterations, as the instruction set lays them out.
 */
struct arguments {
    uint32_t words[3];
    size_t bytes;
};

static struct arguments lay_out(uint64_t buffer, uint32_t iterations, bool is_narrow)
{
    if (is_narrow)
        return (struct arguments){{(uint32_t)buffer, iterations}, 8};
    return (struct arguments){{(uint32_t)buffer, (uint32_t)(buffer >> 32), iterations}, 12};
}

struct result {
    double ns; /* per wave instruction, median */
    uint64_t instructions;
};

static double cpu_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* One launch. false: it failed, or the engine is not there. */
static bool run(shoal_device *dev, shoal_kernel *kernel, const struct arguments *args,
                shoal_engine engine, double *ns, uint64_t *instructions)
{
    shoal_launch_desc d = shoal_launch_desc_default();
    d.grid[0] = d.block[0] = 32; /* one wave */
    d.grid[1] = d.grid[2] = d.block[1] = d.block[2] = 1;
    d.args = args->words;
    d.args_size = args->bytes;
    d.engine = engine;
    shoal_launch_stats s;
    double start = cpu_ns();
    if (shoal_launch(dev, kernel, &d, &s) != SHOAL_OK || s.engine != engine)
        return false;
    *ns = (cpu_ns() - start) / (double)s.instructions;
    *instructions = s.instructions;
    return true;
}

/* Fills in both results; ns 0: this engine does not run. */
static void measure(shoal_device *dev, shoal_kernel *kernel, const struct arguments *args, int runs,
                    struct result *interp, struct result *jit)
{
    double ns[2][MAX_RUNS];
    struct result *out[2] = {interp, jit};
    bool works[2] = {true, true};
    for (int r = -1; r < runs; r++)
        for (int k = 0; k < 2; k++) {
            double once;
            works[k] =
                works[k] && run(dev, kernel, args, k ? SHOAL_ENGINE_JIT : SHOAL_ENGINE_INTERP,
                                &once, &out[k]->instructions);
            if (works[k] && r >= 0)
                ns[k][r] = once;
        }
    for (int k = 0; k < 2; k++) {
        out[k]->ns = 0;
        if (!works[k])
            continue;
        qsort(ns[k], (size_t)runs, sizeof *ns[k], by_value);
        out[k]->ns = ns[k][runs / 2];
    }
}

/* Loops that are not in the mean: scalars, and what the JIT calls the interpreter's code for. */
static bool is_apart(const char *loop)
{
    static const char *const names[] = {"scalar", "pairs", "sfloat", "atomic"};
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(loop, names[i]))
            return true;
    return false;
}

int main(int argc, char **argv)
{
    static const char *const rdna3[] = {"fma", "integer", "lds", "global", NULL};
    static const char *const ventus[] = {"fma",    "integer", "divergent", "masked",
                                         "lds",    "global",  "scalar",    "pairs",
                                         "sfloat", "atomic",  NULL};
    const char *const *loops = rdna3, *isa = NULL;
    const char *path = NULL;
    bool json = false;
    int runs = 5, iterations = 100000;
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--json"))
            json = true;
        else if (!strcmp(argv[i], "--runs") && i + 1 < argc)
            runs = atoi(argv[++i]);
        else if (!strcmp(argv[i], "--iterations") && i + 1 < argc)
            iterations = atoi(argv[++i]);
        else if (!strcmp(argv[i], "--isa") && i + 1 < argc)
            isa = argv[++i];
        else
            path = argv[i];
    }
    if (isa && !strcmp(isa, "ventus"))
        loops = ventus;
    if (!path || runs < 1 || runs > MAX_RUNS || iterations < 1) {
        fprintf(stderr,
                "usage: interp [--json] [--runs 1..100] [--iterations N] [--isa rdna3|ventus] "
                "LOOPS\n");
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
    uint64_t buffer;
    if (shoal_mem_alloc(dev, 4096, 0, &buffer) != SHOAL_OK)
        return fail(dev, "cannot allocate");
    struct arguments args = lay_out(buffer, (uint32_t)iterations, loops == ventus);
    if (!json)
        printf("%-10s %14s %12s %22s %12s %8s\n", "loop", "instructions", "ns/instr",
               "lane-instructions/s", "jit ns/instr", "ratio");
    else
        printf("[");
    double logs = 0;
    unsigned compared = 0;
    for (unsigned k = 0; loops[k]; k++) {
        shoal_kernel *kernel;
        if (shoal_module_find_kernel(mod, loops[k], &kernel) != SHOAL_OK)
            return fail(dev, loops[k]);
        struct result interp = {0}, jit = {0};
        measure(dev, kernel, &args, runs, &interp, &jit);
        bool has_jit = jit.ns > 0;
        if (!(interp.ns > 0))
            return fail(dev, loops[k]);
        if (has_jit && !is_apart(loops[k])) {
            logs += log(interp.ns / jit.ns);
            compared++;
        }
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
    else if (compared)
        printf("geometric mean of interpreter / JIT, loops of vectors in one register: %.1f\n",
               exp(logs / compared));
    shoal_device_destroy(dev);
    return 0;
}
