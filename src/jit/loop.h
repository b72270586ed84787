/* loop.h: what the iterations of a loop share.
 *
 *     v = root + by        root: v where the loop is entered; by: a scalar, 0 there
 *
 * holds for vector registers that the loop changes only by adding the same to all lanes (form.h).
 * Such roots, and registers that the loop does not write, are the same in all iterations, and so
 * are the tests of their lanes (rows.h): these are made on the edges into the loop, and phis carry
 * them. None of this has to be right about what the loop does: where it turns out otherwise, the
 * edge back brings a new root and another test. */
#ifndef SHOAL_JIT_LOOP_H
#define SHOAL_JIT_LOOP_H

#include "jit/address.h"
#include "jit/rows.h"

enum { MAX_LOOP_STEPS = 64, MAX_LOOP_TESTS = 64, MAX_LOOP_AHEADS = 8, AHEAD_PIECE = 256 };

/* Of all loops of the function. */
struct loops {
    struct loop_variable {
        unsigned block, var;     /* the loop's first block; of 64 bits the lower variable */
        const struct address *a; /* of its value at the start of the block */
    } variables[MAX_LASTING];
    struct loop_step {
        unsigned variable, from; /* at the end of block `from`, variables[variable]... */
        LLVMValueRef by;         /* ... is so much more than its root */
    } steps[MAX_LOOP_STEPS];
    struct loop_test {
        unsigned block, half, var, var_hi;
        bool is_full;         /* of what uses it: the first lanes are active */
        struct row_test test; /* of phis; holds and first are phis, too */
    } tests[MAX_LOOP_TESTS];
    struct loop_store {
        LLVMValueRef store; /* an instruction on a rare path, which stores to the wave... */
        struct address a;   /* ... a half of this value... */
        unsigned var;       /* ... as this variable */
        bool is_high;       /* which half */
    } * stores;             /* [store_count], malloc'ed */
    struct loop_ahead {
        unsigned half, shift;
        uint8_t *body;              /* the loop's blocks, by region_loop; malloc'ed */
        LLVMValueRef root, root_hi; /* of addresses; the same in all iterations */
        LLVMValueRef base;          /* what else an address is made of; NULL: nothing */
        int64_t piece;              /* ... and a constant, in pieces of AHEAD_PIECE bytes */
        LLVMValueRef room;          /* what forward.h has loaded; NULL: of stores */
        unsigned number;            /* of a room of stores */
        bool is_store;
        bool is_behind; /* the loop stores, too */
    } aheads[MAX_LOOP_AHEADS];
    unsigned ahead_count;
    unsigned variable_count, step_count, test_count, store_count, store_capacity;
};

/* The block that begins may be a loop's first one; variables have their values there. */
void begin_loop(struct emitter *e, unsigned index);
/* The block ends; variables have their values there. */
void end_iteration(struct emitter *e);
/* Whether the address's root is the same in all iterations of a loop, and of which: then it is made
 * the one at the loop's start. */
bool loop_shares_root(const struct emitter *e, struct address *a, unsigned *block);
/* `store` puts half of a value with such a root into the wave, on a rare path. */
void note_loop_store(struct emitter *e, LLVMValueRef store, unsigned var, const struct address *a,
                     bool is_high);
/* The test, for lanes of `exec`, of values that all iterations of a loop share; NULL: they are not
 * such values. */
const struct row_test *carried_test(struct emitter *e, LLVMValueRef lo, LLVMValueRef hi,
                                    LLVMValueRef exec, unsigned half, unsigned step, unsigned row,
                                    bool is_near);
/* Behind all blocks, when their phis have all that comes in. Variables that are needed only to be
 * stored to the wave are stored as what they are made of, and vanish. */
void finish_loops(struct emitter *e);

#endif
