/* code_ops.h: what a check knows of the instructions of a launch, each found out when it is first
 * met, by whichever thread that is. */
#ifndef SHOAL_CHECK_CODE_OPS_H
#define SHOAL_CHECK_CODE_OPS_H

#include <pthread.h>
#include <stdatomic.h>

#include "isa/machine.h"

/* Of a range of code. */
struct code_ops {
    struct code_ops *next;
    const struct code *code;
    void *own;             /* of the check, for the whole range */
    _Atomic(void *) ops[]; /* a dword each; NULL: not met yet */
};

/* The range in the list, or added to it. lock: the list's. open: what `own` is, from malloc, NULL
 * on failure; NULL: there is none. NULL: no memory, or open failed. */
struct code_ops *code_ops_of(struct code_ops **list, pthread_mutex_t *lock, struct code *code,
                             void *(*open)(void *context, struct code *), void *context);
/* close: called with each `own` before it is freed; may be NULL. */
void code_ops_free(struct code_ops *list, void (*close)(void *context, void *own), void *context);

/* What is known of an instruction, from malloc; NULL: no memory. */
typedef void *code_op_make(void *context, struct wave *, const struct op *);

void *code_op_add(struct code_ops *, struct wave *, const struct op *, code_op_make *make,
                  void *context);

/* What is known of the wave's instruction: what `make` returned when it was first met. NULL: no
 * memory, or the instruction is not of the range. */
static inline void *code_op(struct code_ops *c, struct wave *w, const struct op *op,
                            code_op_make *make, void *context)
{
    if (op->offset >= c->code->size_bytes)
        return NULL;
    void *found = atomic_load_explicit(&c->ops[op->offset / 4], memory_order_acquire);
    return found ? found : code_op_add(c, w, op, make, context);
}

#endif
