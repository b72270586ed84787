/* host_form.h: what semantic functions compute in many steps and the host in few.
 *
 * A function says so of a value (as_scaled and its neighbours in isa/rdna3/sem/fp.h); in its steps
 * that is a call of shoal.NAME(sources..., value). */
#ifndef SHOAL_JIT_HOST_FORM_H
#define SHOAL_JIT_HOST_FORM_H

#include "jit/emitter.h"

/* The value of a call with these arguments, which are <32 x i32>: the last one, or the same bits by
 * other instructions, most of which AVX-512 has alone. */
LLVMValueRef host_form(struct emitter *e, const char *name, const LLVMValueRef arg[3]);

#endif
