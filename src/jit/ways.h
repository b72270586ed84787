/* ways.h: the ways of a branch of lanes that are done one after the other (flat.h).
 *
 * Vector registers are written by the lanes of either way. Scalars are those of the way that the
 * wave would have gone last, of those that have lanes. */
#ifndef SHOAL_JIT_WAYS_H
#define SHOAL_JIT_WAYS_H

#include "jit/emitter.h"

/* Between OP_NARROW and OP_WIDEN. */
struct flat {
    LLVMValueRef mask, on; /* the instruction set's masks before it; `on`: EXEC */
    LLVMValueRef way[2];   /* the lanes of `mask` that take each way */
    struct flat_scalar {
        unsigned var;
        bool is_written[2];    /* by which ways */
        LLVMValueRef value[3]; /* before, behind each way; the last one: of the second way */
    } scalars[2 * MAX_FLAT_OPS];
    unsigned scalar_count;
};

/* At the start of a way, 0 or 1, and behind the last one. has: i1, the way has lanes, or is gone
 * without; second_is_last: i1, if both have. */
void begin_way_scalars(struct emitter *e, unsigned way);
void end_way_scalars(struct emitter *e, LLVMValueRef has[2], LLVMValueRef second_is_last);

#endif
