/* finish.h: machine code of a function whose registers are known.
 *
 * What lives in the frame is loaded where it is read, mostly as an operand, and stored where it is
 * written. */
#ifndef SHOAL_JIT_DIRECT_FINISH_H
#define SHOAL_JIT_DIRECT_FINISH_H

#include "jit/direct/moves.h"

/* slot_bytes: of the frame's slots. false: f->why. */
bool finish(struct mfunction *f, uint32_t slot_bytes, struct bytes *out);

#endif
