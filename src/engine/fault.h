/* fault.h: reports about waves that cannot go on. */
#ifndef SHOAL_ENGINE_FAULT_H
#define SHOAL_ENGINE_FAULT_H

#include "engine/slot.h"

/* Records wave->fault, unless one in an earlier work-group is recorded, and stops the
 * launch. */
void fault_record(struct launch *l, const struct slot *s, const struct wave *wave);

#endif
