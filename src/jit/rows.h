/* rows.h: tests whether the values of lanes follow each other.
 *
 * The lanes of a row, 16 or 32 of them, are consecutive if each has the value of the row's first
 * lane + n * step. A test says so for the active lanes, as an i1. */
#ifndef SHOAL_JIT_ROWS_H
#define SHOAL_JIT_ROWS_H

#include "jit/emitter.h"

enum {
    ROW = 16,       /* lanes: work-groups of 16 x 16 have one in y for each */
    NEAR = 1 << 30, /* two signed values below it have a sum that does not wrap, by rows either */
};

struct row_test {
    LLVMValueRef lo, hi;   /* what is tested; hi NULL: values of 32 bits */
    LLVMValueRef exec;     /* for these lanes, an i32 */
    unsigned step, row;    /* row: lanes of one, ROW or 32 */
    bool is_near;          /* the first lanes' values, of 32 bits, have to be within NEAR of 0 */
    LLVMValueRef holds;    /* i1 */
    bool is_assumed;       /* it holds wherever the values are used */
    LLVMValueRef first[2]; /* values of the rows' first lanes; i32, with hi i64; [1]: NULL of one */
};

/* Whether all lanes of `exec` are lanes of `of`, as can be seen from how it was made. */
bool is_part_of(const struct emitter *e, LLVMValueRef exec, LLVMValueRef of);
/* i1: the values of the first lanes are near. */
LLVMValueRef are_near(struct emitter *e, const LLVMValueRef first[2]);
/* Emits the test; sets holds and first from the rest. */
void make_test(struct emitter *e, struct row_test *t);
/* The same where the first lanes may not be active and have anything, in several blocks: of rows
 * that do not follow theirs, the first values are worked out from those of the first active ones;
 * of one without active lanes, from the other row's. */
void make_test_twice(struct emitter *e, struct row_test *t);
/* The same in the block where the builder is. */
void make_test_of_active(struct emitter *e, struct row_test *t);
/* The lanes of `exec` in row k. */
LLVMValueRef exec_of_row(struct emitter *e, LLVMValueRef exec, unsigned row, unsigned k);

/* An i32 n times; n is not 0. LLVM's generic combiner, which makes shifts of products, does not
 * run. */
LLVMValueRef times(struct emitter *e, LLVMValueRef v, unsigned n);
/* Number of the first active lane, an i32; if none is, that of any. */
LLVMValueRef first_active(struct emitter *e, LLVMValueRef exec);
/* A phi of what comes from two blocks. */
LLVMValueRef join_ways(struct emitter *e, LLVMValueRef v[2], LLVMBasicBlockRef from[2]);
/* <32 x i32>: lane n of v in all lanes. */
LLVMValueRef splat_lane(struct emitter *e, LLVMValueRef v, LLVMValueRef n);

/* The larger one of the first lanes' values, of which there may be one. */
LLVMValueRef highest(struct emitter *e, const LLVMValueRef v[2]);
#endif
