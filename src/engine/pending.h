/* pending.h: a thread's atomics that compiled code has not yet done in memory (struct
 * pending_atomics, isa/machine.h). What calls compiled code says when they are due: when a wave
 * leaves it before its end, since what runs it then knows of none, and when the thread's part of a
 * launch is over. */
#ifndef SHOAL_ENGINE_PENDING_H
#define SHOAL_ENGINE_PENDING_H

#include "engine/slot.h"

/* For another launch. */
void pending_renew(struct worker *k);
/* Does all that waits; until pending_renew nothing waits any more. */
void pending_finish(struct worker *k);
void pending_free(struct worker *k);

#endif
