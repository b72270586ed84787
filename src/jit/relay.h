/* relay.h: at a barrier, the next wave goes on without being looked for.
 *
 * Mostly all waves of a work-group wait at one barrier and get to the next one, one after the
 * other. Where a wave gets to a barrier, the next wave is tested to wait where this one has come
 * from, and goes on there by a branch; behind the last wave, the first one is tested to wait behind
 * this barrier. Everything else takes the long way (emit_entry.c), by which the engine is asked, a
 * time slice begins, and the label is found that a wave goes on at.
 *
 * A stretch is the blocks that waves come to from one label alone, up to barriers or their end. In
 * these, the wave that runs is a phi in the label's block. */
#ifndef SHOAL_JIT_RELAY_H
#define SHOAL_JIT_RELAY_H

#include "jit/emitter.h"

/* Finds the stretches. Behind begin_function, emit_teams and the making of the blocks' entries. */
void find_stretches(struct emitter *e);
/* Makes e->wave the wave that runs in the block; index: -1: wherever waves begin. */
void enter_stretch(struct emitter *e, int index);
/* At the end of a block, a barrier, once what is read behind it has been stored: goes on where the
 * wave must take the long way. */
void emit_relay(struct emitter *e, const struct block *b, const struct op *next);

#endif
