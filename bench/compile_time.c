/* compile_time.c: CPU time that the JIT takes for each kernel of code objects, by the direct back
 * end, whose code engine auto runs first (where there is none, by LLVM), and by LLVM; bench/compile
 * calls it.
 *
 *     compile_time [--runs N] FILE.co ...
 *
 * Prints a line of JSON per kernel. The first compilation of a process is not one of them, since it
 * has LLVM's pages and caches to load. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shoal/jit.h"
#include "shoal/shoal.h"

static double total_us(const shoal_jit_stats *s)
{
    return (s->region_ms + s->emit_ms + s->passes_ms + s->codegen_ms + s->link_ms) * 1e3;
}

/* The best compilation of some. */
static bool measure(shoal_kernel *kernel, shoal_jit_backend backend, unsigned runs,
                    shoal_jit_stats *best)
{
    *best = (shoal_jit_stats){0};
    for (unsigned i = 0; i < runs; i++) {
        shoal_jit_stats s;
        if (shoal_jit_text_by(kernel, backend, SHOAL_JIT_ASM, NULL, &s) != SHOAL_OK)
            return false;
        if (i == 0 || total_us(&s) < total_us(best))
            *best = s;
    }
    return true;
}

static bool show(const char *file, shoal_kernel *kernel, unsigned runs)
{
    shoal_kernel_info info;
    shoal_jit_stats first, llvm;
    shoal_kernel_get_info(kernel, &info);
    if (!measure(kernel, SHOAL_JIT_BACKEND_LLVM, runs, &llvm))
        return false;
    if (!measure(kernel, SHOAL_JIT_BACKEND_DIRECT, runs, &first))
        first = llvm;
    printf("{\"file\": \"%s\", \"kernel\": \"%s\", \"instructions\": %u, \"us\": %.6g, "
           "\"llvm_us\": %.6g, \"parts\": %u, \"direct_parts\": %u, \"code_bytes\": %u, "
           "\"llvm_code_bytes\": %u}\n",
           file, info.name, first.instructions, total_us(&first), total_us(&llvm), first.parts,
           first.direct_parts, first.code_bytes, llvm.code_bytes);
    return true;
}

static bool show_file(shoal_device *device, const char *file, unsigned runs, bool *is_warm)
{
    shoal_module *module;
    if (shoal_module_load_file(device, file, NULL, &module) != SHOAL_OK)
        return false;
    for (size_t i = 0; i < shoal_module_kernel_count(module); i++) {
        shoal_kernel *kernel = shoal_module_kernel_at(module, i);
        if (!*is_warm &&
            shoal_jit_text(kernel, SHOAL_JIT_ASM, NULL, &(shoal_jit_stats){0}) != SHOAL_OK)
            return false;
        *is_warm = true;
        if (!show(file, kernel, runs))
            return false;
    }
    shoal_module_unload(module);
    return true;
}

int main(int argc, char **argv)
{
    unsigned runs = 1;
    int first = 1;
    if (argc > 3 && !strcmp(argv[1], "--runs")) {
        runs = (unsigned)strtoul(argv[2], NULL, 10);
        first = 3;
    }
    shoal_device *device;
    if (argc <= first || runs < 1 || shoal_device_create(NULL, &device) != SHOAL_OK) {
        fprintf(stderr, "usage: compile_time [--runs N] FILE.co ...; bench/compile calls this\n");
        return 2;
    }
    bool ok = true, is_warm = false;
    for (int i = first; ok && i < argc; i++) {
        ok = show_file(device, argv[i], runs, &is_warm);
        if (!ok)
            fprintf(stderr, "compile_time: %s: %s\n", argv[i], shoal_last_error(device));
    }
    shoal_device_destroy(device);
    return ok ? 0 : 1;
}
