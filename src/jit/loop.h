/* loop.h: what the iterations of a loop share.
 *
 *     v = root + by        root: v where the loop is entered; by: a scalar, 0 there
 *
 * holds for VGPRs that the loop changes by adding the same to all lanes only (address.h). Such
 * roots, and VGPRs that the loop does not write, are the same in all iterations, and so are the
 * tests of their lanes: they are made on the edges into the loop, and phis carry them. Nothing
 * here has to be right about what the loop does: where it turns out otherwise, an edge brings a
 * new root and another test. */
#ifndef SHOAL_JIT_LOOP_H
#define SHOAL_JIT_LOOP_H

#include "jit/emit.h"

/* The block that is beginning may be a loop's first: its values are at hand. */
void begin_loop(struct emitter *e, unsigned index);
/* The block ends, and its values are at hand. */
void end_iteration(struct emitter *e);
/* The entry of `v` and, of 64 bits, `hi`; NULL: they are no variables of a loop. */
const struct address *loop_address(const struct emitter *e, LLVMValueRef lo, LLVMValueRef hi);
bool is_loop_root(const struct emitter *e, LLVMValueRef root);
/* `store` puts half of a value with such a root into the wave, where that is seldom needed. */
void note_loop_store(struct emitter *e, LLVMValueRef store, unsigned var, const struct address *a,
                     bool is_high);
/* The test of values that all iterations of a loop share, for lanes of `exec`; NULL: there is none.
 */
const struct row_test *carried_test(struct emitter *e, LLVMValueRef lo, LLVMValueRef hi,
                                    LLVMValueRef exec, unsigned half, unsigned step, unsigned row);
/* Behind all blocks, when their phis have what comes in. Variables that are needed only to be put
 * into the wave are put there as what they are made of, and go. */
void finish_loops(struct emitter *e);

#endif
