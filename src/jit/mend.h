/* mend.h: which values must be numbers so that all NaNs of a group (emit_nan.h) are the default
 * one.
 *
 * By the rule a result that is NaN is its first NaN operand, or the default NaN. So where operands
 * that no op of the group made are numbers or that NaN, and no NaN changes its sign, there is no
 * other. What is read as bits, or is not a plain f32, must be a number, too. */
#ifndef SHOAL_JIT_MEND_H
#define SHOAL_JIT_MEND_H

#include "jit/nan_group.h"

/* The value, <32 x i32> or the same in all lanes, an i32, must be a number where EXEC is `active`.
 */
void mend_require(struct emitter *e, LLVMValueRef value, LLVMValueRef active);
/* Of a result that the group will look at, of op e->at: by the rule; or without it: as_is, 1 bit
 * for each source that it may be as it is, 0: it is made in another way. */
void mend_note_result(struct emitter *e, const struct computation *c, unsigned half,
                      const struct nan_check *result);
void mend_note_picked(struct emitter *e, const struct computation *c, unsigned half,
                      const struct nan_check *result, uint32_t as_is);

#endif
