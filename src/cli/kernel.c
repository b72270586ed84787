/* kernel.c: see kernel.h. */
#include "cli/kernel.h"

#include <stdlib.h>
#include <string.h>

#include "cli/mangled.h"

bool kernel_is_named(const char *name, const char *wanted)
{
    return strcmp(name, wanted) == 0 || mangled_matches(name, wanted);
}

static const char *name_at(const shoal_module *module, size_t index)
{
    shoal_kernel_info info;
    shoal_kernel_get_info(shoal_module_kernel_at(module, index), &info);
    return info.name;
}

/* The kernels, or only those that `wanted` may mean, one a line. */
static void list(const shoal_module *module, const char *file, const char *wanted)
{
    enum { SHOWN = 20 };
    size_t count = shoal_module_kernel_count(module), listed = 0;
    for (size_t i = 0; i < count; i++) {
        char plain[256];
        const char *name = name_at(module, i);
        if ((wanted && !kernel_is_named(name, wanted)) || listed++ >= SHOWN)
            continue;
        fputs("  ", stderr);
        cli_print_clean(stderr, name);
        if (mangled_name(name, plain, sizeof plain)) {
            fputs("  (", stderr);
            cli_print_clean(stderr, plain);
            fputc(')', stderr);
        }
        fputc('\n', stderr);
    }
    if (listed > SHOWN)
        fprintf(stderr, "  and %zu more; see 'shoal info %s'\n", listed - SHOWN, file);
}

/* The name, or the plain C++ name, that is nearest to `wanted`. NULL: none is near. */
static const char *nearest(const shoal_module *module, const char *wanted, char plain[256])
{
    size_t count = shoal_module_kernel_count(module);
    const char **names = calloc(count, sizeof *names);
    const char *near = NULL;
    for (size_t i = 0; names && i < count; i++)
        names[i] = name_at(module, i);
    if (names)
        near = cli_nearest(wanted, names, count, sizeof *names);
    for (size_t i = 0; names && i < count && !near; i++) {
        const char *text = plain;
        if (mangled_name(names[i], plain, 256) && cli_nearest(wanted, &text, 1, sizeof text))
            near = plain;
    }
    free(names);
    return near;
}

int kernel_choose(const struct cli_command *command, const shoal_module *module, const char *file,
                  const char *wanted, shoal_kernel **out)
{
    size_t count = shoal_module_kernel_count(module), matches = 0;
    if (!wanted && count == 1) {
        *out = shoal_module_kernel_at(module, 0);
        return CLI_DONE;
    }
    if (wanted && shoal_module_find_kernel(module, wanted, out) == SHOAL_OK)
        return CLI_DONE;
    if (count == 0)
        return cli_fail(command, "'%s' has no kernels", file);
    for (size_t i = 0; wanted && i < count; i++)
        if (mangled_matches(name_at(module, i), wanted)) {
            *out = shoal_module_kernel_at(module, i);
            matches++;
        }
    if (matches == 1)
        return CLI_DONE;
    char plain[256];
    const char *near = wanted && !matches ? nearest(module, wanted, plain) : NULL;
    if (!wanted)
        cli_fail(command, "'%s' has %zu kernels; choose one with --kernel:", file, count);
    else if (matches)
        cli_fail(command, "--kernel %s could be any of %zu kernels; use the whole name:", wanted,
                 matches);
    else if (near)
        cli_fail(command, "'%s' has no kernel '%s'; did you mean '%s'? It has:", file, wanted,
                 near);
    else
        cli_fail(command, "'%s' has no kernel '%s'; it has:", file, wanted);
    list(module, file, matches ? wanted : NULL);
    return CLI_USAGE;
}
