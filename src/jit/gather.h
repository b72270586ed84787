/* gather.h: how waves of a work-group come together, to run a loop (teams.h) or the end of a kernel
 * (batch.h) as one.
 *
 * On an edge to where they might, a wave parks: it stores its registers, and the next one runs.
 * Once all are there, the last one goes on for all. Where others do not come, each goes on alone.
 */
#ifndef SHOAL_JIT_GATHER_H
#define SHOAL_JIT_GATHER_H

#include "jit/emitter.h"

/* On an edge to this block: where it is the loop of a team, or the label of a tail, the wave may
 * wait for the others, and the last one to come runs it for all. Goes on where the wave goes on
 * alone. */
void emit_parking(struct emitter *e, unsigned head);
/* At the label of this block: if a tail begins there, or the stretch of a team, and the others are
 * there, too, all run it together; they may wait for each other likewise. Goes on where the wave is
 * alone. */
void emit_gathering(struct emitter *e, unsigned label);
/* Where no wave is left to be taken up, those that are parked go on alone. Goes on where there are
 * none. */
void emit_unpark(struct emitter *e);
/* A batch, or a tail, has to begin again alone (batch.h, BATCH_FAILS). */
void note_failed_batch(struct emitter *e);
/* The same; the work-group's waves go on alone from the tail's label on. */
void give_tail_up(struct emitter *e);

/* i32: the number of the lowest wave of the team that the wave belongs to, and a mask of these. */
LLVMValueRef team_base(struct emitter *e, const struct team *t);
LLVMValueRef team_mask(struct emitter *e, const struct team *t, LLVMValueRef base);

#endif
