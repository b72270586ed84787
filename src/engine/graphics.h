/* graphics.h: launches of one wave with a state of the caller's (shoal/graphics.h). */
#ifndef SHOAL_ENGINE_GRAPHICS_H
#define SHOAL_ENGINE_GRAPHICS_H

#include "engine/slot.h"

/* Whether desc->start can be applied. SHOAL_E_ARG, SHOAL_E_UNSUPPORTED: no, for a reason that diag
 * has. */
shoal_status start_check(const struct shoal_kernel *kernel, const shoal_launch_desc *desc,
                         struct diag *diag);
/* Before the wave's first instruction, and after its last. */
void start_apply(struct launch *l, struct slot *s, struct wave *w);
void start_collect(struct launch *l, struct wave *w);
/* machine->export_data */
void start_export(struct machine *m, struct wave *w, const struct wave_export *x);

#endif
