/* lifetime.h: devices and modules from their beginning to their end. */
#ifndef SHOAL_ENGINE_LIFETIME_H
#define SHOAL_ENGINE_LIFETIME_H

#include "base/diag.h"
#include "isa/machine.h"
#include "shoal/shoal.h"

/* Creates the device that models `chip`, whose instruction set `isa` executes. */
shoal_status device_create(const struct isa_exec *isa, const struct shoal_chip *chip,
                           const shoal_device_options *options, struct diag *diag,
                           shoal_device **out);
/* Waits for its launches and frees it with its modules. In a forked child of the process that made
 * it, does nothing, since the threads that use it are not there. */
void device_destroy(shoal_device *device);

/* SHOAL_E_BUSY: launches of the module's kernels are pending. */
shoal_status module_unload(shoal_module *module, struct diag *diag);

/* To be called before other code is written to [address, address + size): modules that use the code
 * there in place (shoal_load_options.in_place) lose it. SHOAL_E_BUSY: a launch of one is pending.
 */
shoal_status module_displace(shoal_device *device, uint64_t address, uint64_t size,
                             struct diag *diag);

#endif
