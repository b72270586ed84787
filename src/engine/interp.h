/* interp.h: the interpreter's loop. */
#ifndef SHOAL_ENGINE_INTERP_H
#define SHOAL_ENGINE_INTERP_H

#include "isa/machine.h"
#include "shoal/observe.h"

struct launch;

/* Executes the wave until it stops; wave->stop says why. */
void interp_run(const struct isa_exec *isa, struct wave *wave);
/* The same where the instructions that compiled code leaves to it are counted. */
void interp_run_counted(const struct isa_exec *isa, struct wave *wave);
/* The same with isa->step instead of the ops' executors. */
void interp_run_stepped(const struct isa_exec *isa, struct wave *wave);
/* The same with the launch's checker. */
void interp_run_checked(struct launch *l, struct wave *wave);
/* The same with the launch's observer, and its checker, if it has one. */
void interp_run_observed(struct launch *l, struct wave *wave);
/* Decodes the op that the wave goes on with and describes it to observers. */
void interp_prepare(struct launch *l, struct wave *wave, shoal_observed *at);
/* Executes that op. Returns the next one; NULL: the wave has stopped. */
const struct op *interp_step(const struct isa_exec *isa, struct wave *wave);

#endif
