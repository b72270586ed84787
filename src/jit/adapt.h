/* adapt.h: what the operand layer does to sources and results of vector computations, around the
 * semantic function (op.h). */
#ifndef SHOAL_JIT_ADAPT_H
#define SHOAL_JIT_ADAPT_H

#include "jit/emitter.h"

/* A source as the function sees it, of what is in its registers: the half or halves that it is made
 * of, its sign, without denormals. */
LLVMValueRef adapt_source(struct emitter *e, const struct source *s, LLVMValueRef v);
/* The same of a scalar, for all lanes. */
LLVMValueRef adapt_scalar(struct emitter *e, const struct source *s, LLVMValueRef v,
                          LLVMTypeRef lanes);
/* The active lanes, 0 in others. LLVM 22 forgets the zeros of a loaded vector whose lanes are moved
 * if what comes of that is chosen under the same mask, unless it is frozen, as here. */
LLVMValueRef active_or_zero(struct emitter *e, unsigned half, LLVMValueRef v);
/* The vector of a source that is moved between lanes (struct lane_moves). */
LLVMValueRef move_lanes(struct emitter *e, const struct lane_moves *m, unsigned half,
                        LLVMValueRef v);
/* Lanes that such an op writes, of those that are active, as <32 x i1>; NULL: all. */
LLVMValueRef moved_lanes(struct emitter *e, const struct lane_moves *m, unsigned half);
/* A result as it is written: scaled, clamped, without denormals. */
LLVMValueRef adapt_result(struct emitter *e, const struct computation *c, LLVMValueRef v);

#endif
