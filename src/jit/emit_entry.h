/* emit_entry.h: how waves get into compiled code, and what happens when they leave it. */
#ifndef SHOAL_JIT_EMIT_ENTRY_H
#define SHOAL_JIT_EMIT_ENTRY_H

#include "jit/emitter.h"

/* Emits the start of the function; end_function, behind all blocks, the labels at which waves enter
 * and the ways out. */
void begin_function(struct emitter *e);
void end_function(struct emitter *e);

/* Counts so many instructions, by class. */
void add_counts(struct emitter *e, const uint32_t n[COUNT_SLOTS]);
/* The same of so many waves, i32. */
void add_counts_for(struct emitter *e, const uint32_t n[COUNT_SLOTS], LLVMValueRef waves);
/* Counts the instructions of a block. */
void count_instructions(struct emitter *e, const struct block *b);
/* The same as often as this i32 says. */
void count_times(struct emitter *e, const struct block *b, LLVMValueRef times);
/* At a place where waves leave the block behind the op at e->at: the others have not run. */
void uncount_behind(struct emitter *e);
/* At OP_WIDEN: counts, of the instructions since OP_NARROW, those of the ways that have lanes, and
 * those by which a wave with lanes in both gets from one to the other. ways: i32, a bit for each.
 */
void count_ways(struct emitter *e, LLVMValueRef ways);
/* Of a stretch's first block (relay.h), which only notes which wave executes it: waves from this
 * i32 on do; it is counted for all of them where the last one has left. */
void count_from(struct emitter *e, const struct block *b, LLVMValueRef index);
void count_stretch(struct emitter *e, const struct block *b);
/* Counts the op's instruction once more. */
void count_again(struct emitter *e, const struct op *op);

/* How many instructions of each class a block has. */
void count_block(const struct region *r, const struct block *b, uint32_t counts[COUNT_SLOTS]);

/* i32, not 0: the wave lacks what the block's code takes for granted; NULL: that is nothing. */
LLVMValueRef differs_from_known(struct emitter *e, const struct block *b);

/* The wave has ended; another one runs. */
void end_wave(struct emitter *e);

#endif
