/* deadlock.h: work-groups that can never go on.
 *
 * Waves that wait inside their work-group are found there: none of its waves could run. Waves that
 * wait for other work-groups by the device's own means (STOP_WAIT: global wave sync, ordered count)
 * go on only when some wave changes what they look at, which machine->sync_changes counts. A
 * work-group that had a whole round in which it only waited, while that count stayed the same, is
 * stuck at that count. The launch is deadlocked when all its work-groups that are not over are
 * stuck at the same count, or all that the device has room for, and no other launch runs that could
 * help them. Kernels that spin on memory are not seen: anybody, the host as well, might write
 * there. */
#ifndef SHOAL_ENGINE_DEADLOCK_H
#define SHOAL_ENGINE_DEADLOCK_H

#include "engine/slot.h"

/* Enters that the work-group waited for `before` + 1 = sync_changes from before its latest slice
 * on. Sets l->is_deadlocked if it was the last one that could have gone on. */
void deadlock_consider(struct launch *l, struct slot *s, uint64_t before);
/* Records the fault of a work-group that cannot go on. */
void deadlock_report(struct launch *l, struct slot *s);

#endif
