/* launch_create.h: launches from the description that a caller gives. */
#ifndef SHOAL_ENGINE_LAUNCH_CREATE_H
#define SHOAL_ENGINE_LAUNCH_CREATE_H

#include "engine/launch.h"

/* Checks desc and makes the launch. The caller destroys it. SHOAL_E_ARG, SHOAL_E_LIMIT,
 * SHOAL_E_UNSUPPORTED, SHOAL_E_NOMEM. */
shoal_status launch_create(shoal_device *device, shoal_kernel *kernel,
                           const shoal_launch_desc *desc, struct diag *diag, struct launch **out);
void launch_destroy(struct launch *l);

#endif
