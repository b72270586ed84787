/* extreme.h: the lesser and the greater of two floats, by the host's instructions. */
#ifndef SHOAL_JIT_EXTREME_H
#define SHOAL_JIT_EXTREME_H

#include "jit/emitter.h"

/* What V_MIN_F32 or V_MAX_F32 makes of a and b, <32 x i32>, or those of F64 of <32 x i64>, with
 * MODE.IEEE (RDNA3 16.7, 16.12):
 * -0 is less than +0, one NaN gives the other operand, and a signalling one itself, quiet. */
LLVMValueRef extreme_of(struct emitter *e, bool is_max, LLVMValueRef a, LLVMValueRef b);

#endif
