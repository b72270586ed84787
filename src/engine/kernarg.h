/* kernarg.h: device memory that a kernel finds its arguments and the description of its launch in.
 */
#ifndef SHOAL_ENGINE_KERNARG_H
#define SHOAL_ENGINE_KERNARG_H

#include "engine/launch.h"

/* Device memory that the kernel finds its arguments, packet and queue in; fills in the
 * addresses of l->state. */
shoal_status kernarg_setup(struct launch *l);
/* Host address of [bytes] at `at` if they are memory of the launch that nobody writes while it
 * runs: arguments, packet, queue; else NULL. */
const void *kernarg_find(void *launch, uint64_t at, uint64_t bytes);

#endif
