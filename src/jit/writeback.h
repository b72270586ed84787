/* writeback.h: stores variables to the wave's struct in memory. */
#ifndef SHOAL_JIT_WRITEBACK_H
#define SHOAL_JIT_WRITEBACK_H

#include "jit/emitter.h"

/* Stores the dirty ones of `vars`, which are dirty no more. */
void store_vars(struct emitter *e, const varset *vars);
/* Stores all dirty ones. */
void store_all(struct emitter *e);
/* Stores the dirty ones of `vars` on a path that is rare. They stay dirty: elsewhere, nothing is
 * stored. */
void store_rarely(struct emitter *e, const varset *vars);
/* Stores variables as having these values. values: [VAR_COUNT]; NULL: the wave has it. */
void store_values(struct emitter *e, const varset *vars, const LLVMValueRef *values);

#endif
