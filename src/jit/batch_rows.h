/* batch_rows.h: vectors of a batch (batch.h) of which a few scalars say all.
 *
 * Work-items' ids count, lane by lane and wave by wave. What is made of them by sums, and products
 * with what all lanes have, is not computed for each lane, but as scalars, which waves mostly
 * share: so addresses are known without tests of their lanes, and those of one wave are tested for
 * all. */
#ifndef SHOAL_JIT_BATCH_ROWS_H
#define SHOAL_JIT_BATCH_ROWS_H

#include "jit/emitter.h"

/* A vector of which each lane n has from + plus + n * step; with `up`, that is from + plus +
 * n % row * step + n / row * up, where `row` is struct batch_rows'. plus is a constant and so many
 * units. Waves mostly share `from`, `unit` and `up`; and what they do not share are constants. */
struct batch_row {
    LLVMValueRef lanes, from; /* <32 x i32>, i32 */
    uint32_t plus, step;
    LLVMValueRef unit; /* i32; NULL: none */
    uint32_t units;    /* 0 without */
    LLVMValueRef up;   /* i32; NULL: row * step */
    bool is_ids; /* the ids of work-items, in x from a multiple of 32 on: sums of its parts do not
                  * carry from x to y, or to z */
};

enum { MAX_BATCH_ROWS = 128, MAX_BATCH_SCALARS = 256, MAX_BATCH_SUMS = 16, MAX_BATCH_LIMITS = 32 };

/* Of rows whose sums must not wrap, how great the parts may be: */
enum {
    MOST_PLUS = 1 << 20, /* plus, ... */
    MOST_STEP = 1 << 17, /* step, ... */
    MOST_UNITS = 8,      /* units, ... */
    MOST_UNIT = 1 << 20, /* ... each, and up, */
    MOST_UPS = 31,       /* which a lane has so often */
    MOST_REACH = MOST_PLUS + (MOST_UNITS + MOST_UPS) * MOST_UNIT,
};

/* That a scalar, of 32 bits, plus so much is below a limit, unsigned: the batch goes on only then.
 */
struct batch_limit {
    uint32_t plus, below;
};

/* Of a unit, or of up; of `from`, that all lanes of all waves have values that do not wrap. */
#define BATCH_SMALL ((struct batch_limit){0, MOST_UNIT})
#define BATCH_NEAR  ((struct batch_limit){0, UINT32_MAX - 2 * MOST_REACH})

/* The latest of them, and of the scalars that waves share. */
struct batch_rows {
    unsigned row; /* lanes that count from one on, where others do not: a power of two up to 16 */
    struct batch_row rows[MAX_BATCH_ROWS];
    unsigned count; /* of all that there ever were */
    struct batch_scalar {
        LLVMOpcode op; /* LLVMICmp: whether a is below b, unsigned */
        LLVMValueRef a, b, result;
        LLVMTypeRef to; /* of casts */
    } scalars[MAX_BATCH_SCALARS];
    unsigned scalar_count;
    struct batch_sum {
        LLVMValueRef lanes, term[2];
    } sums[MAX_BATCH_SUMS];
    unsigned sum_count;
    struct {
        struct batch_limit limit;
        LLVMValueRef v;
    } limits[MAX_BATCH_LIMITS]; /* that have been assumed */
    unsigned limit_count;
    LLVMValueRef holds; /* i1: what is assumed, and not yet required; NULL: nothing */
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
/* Whether all lanes of such a sum carry, an i1, where `lanes` has been made of term and something
 * else. NULL: it is not known. */
LLVMValueRef fold_batch_carry(struct emitter *e, LLVMValueRef lanes, LLVMValueRef term);
/* The halves of sums and products of lanes of 64 bits whose lower halves are such vectors. false:
 * the result is not known. */
bool fold_batch_wide(struct emitter *e, LLVMOpcode op, const LLVMValueRef a[2],
                     const LLVMValueRef b[2], LLVMValueRef out[2]);
/* The upper 32 bits of hi:lo << left, 0 < left < 32. NULL: not known to be the same in all lanes.
 */
LLVMValueRef fold_batch_upper(struct emitter *e, LLVMValueRef hi, LLVMValueRef lo, unsigned left);
/* A mask of all lanes or of none, as an i32, or lanes of 32 bits. NULL: it is none. */
LLVMValueRef fold_batch_mask(struct emitter *e, LLVMOpcode op, LLVMValueRef mask, LLVMTypeRef to);
/* What is not shared goes to `from`. */
void settle_batch_row(struct emitter *e, struct batch_row *r);
/* Has all lanes the same. */
bool is_batch_scalar(const struct batch_row *r);
/* Assumes it. false: it is known not to hold. */
bool batch_assume(struct emitter *e, LLVMValueRef v, struct batch_limit limit);
/* What has been assumed since the last call, an i1, or NULL. */
LLVMValueRef batch_take_assumed(struct emitter *e);

#endif
