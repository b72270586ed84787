/* sweep.h: loops over lanes, as compilers make them of atomics at one place and of reductions:
 *
 *     do
 *         lane = first of mask
 *         sum = sum + lane of v       or another operation whose order does not matter
 *         mask = mask without lane
 *     while mask
 *
 * On the edge back all lanes but the last one are done at once, and the loop's own code does that
 * one, with all that it leaves in other registers. Instructions and backward branches are counted
 * as if the loop had gone through them. */
#ifndef SHOAL_JIT_SWEEP_H
#define SHOAL_JIT_SWEEP_H

#include "jit/emitter.h"

enum { MAX_LANE_READS = 4, MAX_SWEPT = 16, MAX_SUMS = 4 };

struct sweeps {
    struct lane_read {
        const struct region_op *at;
        LLVMValueRef value, of, lane; /* value: lane number `lane` of the vector `of` */
    } reads[MAX_LANE_READS];          /* the last ones */
    unsigned read_count;
    struct swept {
        unsigned block, var;
        LLVMValueRef value; /* what the variable is where the block's edge back to itself ends */
    } swept[MAX_SWEPT];
    unsigned swept_count;
};

/* The op being emitted does nothing but to set an i32 to this lane of a vector. */
void note_lane_read(struct emitter *e, LLVMValueRef value, LLVMValueRef of, LLVMValueRef lane);
struct sweep {
    unsigned mask, sum_count; /* mask: the variable */
    struct sweep_sum {
        unsigned var, operation;
        LLVMValueRef of; /* the vector whose lanes it adds up */
    } sums[MAX_SUMS];
};

/* The block has ended, and goes back to itself if `taken`. Whether it is such a loop: what it
 * carries around is its mask, sums, and what it does not change. */
bool find_sweep(const struct emitter *e, LLVMValueRef taken, struct sweep *out);
/* Emits what is done at once, on that edge, behind the test of the time slice. */
void emit_sweep(struct emitter *e, const struct sweep *f);
/* The variable at the end of the edge from block `from` to block `to`, if it is `value` at the end
 * of `from`. */
LLVMValueRef value_on_edge(const struct emitter *e, unsigned from, unsigned to, unsigned var,
                           LLVMValueRef value);

#endif
