/* group.h: accesses that one branch tests: all are done in place, or all by the executors. */
#ifndef SHOAL_RDNA3_JIT_GROUP_H
#define SHOAL_RDNA3_JIT_GROUP_H

#include "isa/rdna3/jit/plan.h"

enum { MAX_RESULTS = 64 }; /* variables that accesses with one test write */

/* Ops whose addresses are known before the first of them. One branch tests that all can be done in
 * place. Between them are waits, and ALU ops that make what later ones store. */
struct accesses {
    struct plan plan[MAX_TOGETHER];
    unsigned count;
    const struct region_op *end; /* behind the last one */
    varset use, def, kept;       /* of all ops */
    unsigned between;            /* ALU ops */
    bool narrows;                /* one of these narrows EXEC */
    bool is_followed;            /* behind all accesses, ALU ops use up what they load */
};

/* The blocks of accesses: in place, or the executors; and the results of both. */
void rdna3_emit_group(struct emitter *e, struct accesses *g);
/* The executors do the ops. values: of g->def behind them. */
void rdna3_emit_called(struct emitter *e, const struct accesses *g, LLVMValueRef *values);
/* The values of what the group writes. */
void rdna3_take_results(const struct emitter *e, const struct accesses *g, LLVMValueRef *values);
void rdna3_put_results(struct emitter *e, const struct accesses *g, const LLVMValueRef *values);
/* For access_fault. */
void rdna3_store_exec(struct emitter *e);

#endif
