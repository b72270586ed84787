/* function.h: what emitted code takes from the running process. */
#ifndef SHOAL_JIT_FUNCTION_H
#define SHOAL_JIT_FUNCTION_H

#include "isa/rdna3/exec/state.h"

/* The interpreter's executor of a decoded op. */
static inline op_exec_fn function_executor(const struct rdna3_op *o) { return o->interp; }

/* Runs one op in the interpreter. */
const struct op *function_interpret(struct wave *, const struct op *);

#endif
