/* known.h: what is remembered of values, so that none is made twice.
 *
 * A value is at hand only where all ways lead through the block that it was made in. A batch
 * (emit_batch.c) is one line of blocks, but for what is emitted aside: what only some waves go
 * through, and each wave's stores, which come last and are emitted in between. What was made aside
 * is forgotten behind it: all that remembers values from block to block is in struct known. Only
 * what the places of accesses are remembered by (batch_places, tile.h, held.h) is not: what begins
 * aside are loads alone, of a way that keeps them for itself (emit_batch.c); else a batch is broken
 * (`asides` in struct crew). */
#ifndef SHOAL_JIT_KNOWN_H
#define SHOAL_JIT_KNOWN_H

#include "jit/address.h"
#include "jit/batch_rows.h"
#include "jit/fold.h"
#include "jit/place.h"
#include "jit/team.h"

struct known {
    struct exec_lanes exec[MAX_TEAM_WAVES]; /* where one wave runs: [0] */
    struct pairs pairs;
    struct addresses addresses;
    struct tests tests;
    unsigned halves;
    /* Of a batch: */
    struct batch_rows rows;
    unsigned aheads;
    LLVMValueRef holds;
};

/* Notes what is known, and makes that all that is known. */
void note_known(const struct emitter *e, struct known *k);
void forget_since(struct emitter *e, const struct known *k);
/* Of a batch: what is emitted in between is aside, from `at` on; then the builder is in `behind`.
 * What is assumed aside has to be required there. */
void begin_aside(struct emitter *e, struct known *k, LLVMBasicBlockRef at);
void end_aside(struct emitter *e, const struct known *k, LLVMBasicBlockRef behind);
/* Of a batch: what is emitted in between is a wave's stores, behind all that may fail. */
void begin_stores(struct emitter *e, unsigned wave);
void end_stores(struct emitter *e, unsigned wave);

#endif
