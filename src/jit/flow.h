/* flow.h: branches, and the ways out of compiled code. */
#ifndef SHOAL_JIT_FLOW_H
#define SHOAL_JIT_FLOW_H

#include "jit/emitter.h"

/* A block at the end of the function. */
LLVMBasicBlockRef new_block(struct emitter *e, const char *name);
/* Takes back the blocks from `first` on, which nothing leads to yet. */
void remove_blocks(LLVMBasicBlockRef first);

/* Branches to `yes` if c, which happens `weight` times as often as not. LLVM would negate the
 * condition of a branch to the block that follows, and the first of two that are ANDed, each of
 * which costs instructions: so blocks are moved and conditions are made the other way round here.
 */
void branch(struct emitter *e, LLVMValueRef c, LLVMBasicBlockRef yes, LLVMBasicBlockRef no,
            unsigned weight);

/* Two forms of something that stores, or whose values the caller joins: where a condition holds,
 * and else. */
struct forms {
    LLVMBasicBlockRef holds, other, done;
    LLVMBasicBlockRef from[2]; /* where the two end, for join_ways (rows.h) */
};
/* The first one comes next. weight: as of branch(). */
struct forms begin_forms(struct emitter *e, LLVMValueRef condition, unsigned weight);
void next_form(struct emitter *e, struct forms *f);
void end_forms(struct emitter *e, struct forms *f);

/* The only block before `index`, already emitted; -1: there are more, or it is entered from
 * outside. */
int only_pred(const struct emitter *e, unsigned index);
enum { MAX_JOINED = 6 };
/* The blocks before `index`, if all of them are emitted, else none. */
unsigned all_preds(const struct emitter *e, unsigned index, int preds[MAX_JOINED]);

/* Leaves the function, or goes on with another wave. What the wave goes on with has been stored.
 * op: what enum way_out says. */
void go_out(struct emitter *e, enum way_out way, LLVMValueRef op);

/* The block that the edge to e->block->ways[i] leads to, with the values that variables have at the
 * end of the block being emitted. NULL: the way is reached at its label alone. */
LLVMBasicBlockRef way_entry(struct emitter *e, unsigned i);
/* The edges to ways start in this block. */
void set_ways_end(struct emitter *e, LLVMBasicBlockRef from);

#endif
