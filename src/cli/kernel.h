/* kernel.h: which kernel of a module --kernel means. */
#ifndef SHOAL_CLI_KERNEL_H
#define SHOAL_CLI_KERNEL_H

#include "cli/cli.h"
#include "shoal/shoal.h"

/* Whether --kernel `wanted` means the kernel `name`: the same, or its C++ name without types,
 * with or without namespaces. */
bool kernel_is_named(const char *name, const char *wanted);

/* The kernel that `wanted` means; NULL: the only one there is. CLI_DONE, or CLI_USAGE after a
 * message that lists what there is. */
int kernel_choose(const struct cli_command *command, const shoal_module *module, const char *file,
                  const char *wanted, shoal_kernel **out);

#endif
