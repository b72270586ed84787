/* stay.h: whether all lanes of a team stay in its loop (teams.h), seen by scalars.
 *
 * Lanes leave where a value that follows itself from lane to lane, mostly an index, passes what all
 * lanes have, mostly a length. So what the value has in the first lane of any wave, or in the last,
 * says it of all: one comparison, instead of one of each vector. */
#ifndef SHOAL_JIT_STAY_H
#define SHOAL_JIT_STAY_H

#include "jit/emitter.h"

/* i1: if it holds, EXEC has all lanes in all waves of the team that is emitted, and the variables
 * of `left` have none. NULL: it takes more to know. */
LLVMValueRef team_stays(struct emitter *e, const varset *left);

#endif
