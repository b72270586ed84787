/* batch_rows.h: vectors of a batch (batch.h) of which a few scalars say all.
 *
 * Work-items' ids count, lane by lane and wave by wave. What is made of them by sums, and products
 * with what all lanes have, is not computed for each lane, but as scalars, which waves mostly
 * share: so addresses are known without tests of their lanes, and those of one wave are tested for
 * all. */
#ifndef SHOAL_JIT_BATCH_ROWS_H
#define SHOAL_JIT_BATCH_ROWS_H

#include "jit/emitter.h"

/* A vector of which each lane n has from + plus + n * step; with `up`, n % 16, and the lanes from
 * 16 on have that much more. plus is a constant and so many units. Waves mostly share `from`,
 * `unit` and `up`; and what they do not share are constants. */
struct batch_row {
    LLVMValueRef lanes, from; /* <32 x i32>, i32 */
    uint32_t plus, step;
    LLVMValueRef unit; /* i32; NULL: none */
    uint32_t units;    /* 0 without */
    LLVMValueRef up;   /* i32; NULL: 16 * step */
    bool is_ids; /* the ids of work-items, in x from a multiple of 32 on: sums of its parts do not
                  * carry from x to y, or to z */
};

enum { MAX_BATCH_ROWS = 64, MAX_BATCH_SCALARS = 128 };

/* The latest of them, and of the scalars that waves share. */
struct batch_rows {
    struct batch_row rows[MAX_BATCH_ROWS];
    unsigned count; /* of all that there ever were */
    struct batch_scalar {
        LLVMOpcode op;
        LLVMValueRef a, b, result;
    } scalars[MAX_BATCH_SCALARS];
    unsigned scalar_count;
};

/* What is emitted belongs to a batch. */
static inline bool in_batch(const struct emitter *e) { return e->rows != NULL; }
/* What is known of a vector in a batch. false: nothing. */
bool find_batch_row(struct emitter *e, LLVMValueRef lanes, struct batch_row *out);
/* The vector of such lanes, of which this is known from now on. */
LLVMValueRef make_batch_row(struct emitter *e, struct batch_row r);
/* An operation on such vectors, and other scalars of all lanes, in a batch, of which the result is
 * one, too. NULL: nothing was emitted. */
LLVMValueRef fold_batch_rows(struct emitter *e, LLVMOpcode op, LLVMValueRef a, LLVMValueRef b);
/* The operation on scalars, once for all that need it. */
LLVMValueRef batch_scalar(struct emitter *e, LLVMOpcode op, LLVMValueRef a, LLVMValueRef b);
/* What is not shared goes to `from`. */
void settle_batch_row(struct emitter *e, struct batch_row *r);

#endif
