/* ranges.h: memory of the process that kernels may access beside the window. */
#ifndef SHOAL_ENGINE_RANGES_H
#define SHOAL_ENGINE_RANGES_H

#include "engine/device.h"

/* All of them, sorted, without overlaps. Read without a lock: never changed, but replaced as a
 * whole. */
struct host_ranges {
    struct host_ranges *retired; /* older ones, freed when no launch runs */
    size_t count;
    struct host_range {
        uint64_t base, size;
    } ranges[];
};

/* Allows [base, base + size). SHOAL_E_ARG: there is no such memory, or it overlaps another range or
 * the window; SHOAL_E_UNSUPPORTED: device addresses are not those of the process; SHOAL_E_NOMEM. */
shoal_status ranges_add(shoal_device *device, uint64_t base, uint64_t size, struct diag *diag);
/* Takes back what was added with this base. SHOAL_E_ARG: nothing was; SHOAL_E_NOMEM. */
shoal_status ranges_remove(shoal_device *device, uint64_t base, struct diag *diag);
/* machine->allows */
bool ranges_allow(const struct machine *machine, uint64_t at, uint64_t bytes);
/* Frees what is no longer in use. Only while no launch runs or begins. */
void ranges_collect(shoal_device *device);
void ranges_destroy(shoal_device *device);

#endif
