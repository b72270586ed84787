/* call.h: calls of the interpreter's executors from compiled code. */
#ifndef SHOAL_JIT_CALL_H
#define SHOAL_JIT_CALL_H

#include "jit/emitter.h"

/* Calls the executors of the ops from `from` to before `to`. What they read has been stored. Goes
 * on in a new block; a wave that stops, as by a fault, or that goes on elsewhere leaves. */
void call_ops(struct emitter *e, const struct op *from, const struct op *to);
/* Does the atomics that wait (struct pending_atomics). */
void finish_pending(struct emitter *e);
/* The same for ops that contain branches of lanes (flat.h), which the executors take. */
void walk_ops(struct emitter *e, const struct op *from, const struct op *to);
/* The same for ops from `from` on, of which `jump` is an OP_JUMP that leads to `to`. */
void call_jump(struct emitter *e, const struct op *from, const struct op *jump,
               const struct op *to);
/* Calls the executor of the op at e->at: stores what it reads, and loads what it writes. */
void emit_call(struct emitter *e);
/* Counts an op that is left to its executor. */
void note_called(const struct emitter *e, const struct op *o);
/* Calls the executors of the ops on a rare path, instead of code that is emitted elsewhere: stores
 * `use` and `kept`, but loads nothing, and leaves what is known of variables as it was. */
void call_instead(struct emitter *e, const struct op *from, const struct op *to, const varset *use,
                  const varset *kept);
/* Leaves the function; the interpreter goes on with `o`. */
void leave_before(struct emitter *e, const struct op *o);

#endif
