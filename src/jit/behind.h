/* behind.h: loops in which each lane goes through a strip of memory of its own and stores there, a
 * dword in an iteration.
 *
 * What is stored waits on the function's stack and is stored later, 64 bytes of each lane at once
 * (isa/exec/lanes_behind.h), and what is loaded is loaded ahead, as in loops that only load
 * (forward.h). So the loop's ops must do nothing else with device memory than loads and stores of
 * lanes that are anywhere; what is not as expected, as an executor's access, a load of another
 * kind, or a way out of the loop, comes behind what waits. The engine sees to that where memory
 * faults. */
#ifndef SHOAL_JIT_BEHIND_H
#define SHOAL_JIT_BEHIND_H

#include "isa/exec/lanes_behind.h"
#include "jit/emitter.h"
#include "jit/flow.h"

/* Of a function. */
struct behind {
    uint8_t *loop; /* [region->count]: 1 + the number of such a loop that the block is in, 0: it is
                    * in none; malloc'ed, NULL: there are none */
    LLVMValueRef strips; /* struct strips; NULL: nothing needed it yet */
    struct {
        LLVMValueRef room; /* struct lanes_ahead */
        unsigned loop;
    } ahead[MAX_AHEADS];             /* of loads */
    unsigned of_behind[MAX_BEHINDS]; /* the loops of stores' rooms */
    unsigned loops, ahead_count, behind_count;
};

struct behind_store {
    unsigned number;          /* of the room */
    LLVMValueRef at;          /* i64: what lanes add to their root (forward.h) */
    LLVMValueRef from, index; /* lanes are at from + (index << shift) */
    unsigned shift;
    LLVMValueRef v;
};

/* Before any block is emitted: finds the loops. */
void find_behind(struct emitter *e);
/* Whether the block being emitted, or this one, is in such a loop. */
bool is_behind(const struct emitter *e);
bool is_block_behind(const struct emitter *e, unsigned block);
/* A room of loads of the loop that the block being emitted is in. false: there are too many. */
bool note_ahead(struct emitter *e, LLVMValueRef room);
/* i1: rooms have been of use in that loop, and go on being used. */
LLVMValueRef may_be_behind(struct emitter *e);
/* A room for a store's dwords, likewise, and where it is. */
bool add_behind(struct emitter *e, unsigned *number);
LLVMValueRef room_behind(struct emitter *e, unsigned number);
/* Lets a dword of each active lane wait, or stores it; where neither is to be, it goes on with what
 * is emitted next, up to end_forms. */
void begin_behind(struct emitter *e, const struct behind_store *s, struct forms *f);
/* In such a loop: stores what waits, if some does. */
void finish_behind(struct emitter *e);
/* Likewise, if some waits in one of `count` pieces of memory of so many bytes, or near. */
void finish_behind_at(struct emitter *e, const LLVMValueRef *p, unsigned count, unsigned bytes);
/* Stores what waits, and gives up what was loaded ahead. */
void forget_behind(struct emitter *e);
/* Stores what waits, with no test first: where code seldom comes. */
void end_behind(struct emitter *e);
/* Behind all blocks: at the start of the function, and behind the loops. */
void complete_behind(struct emitter *e);

#endif
