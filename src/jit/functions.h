/* functions.h: functions that certainly return to where they were called from.
 *
 * Their blocks can be compiled behind a call of theirs (copies.h). */
#ifndef SHOAL_JIT_FUNCTIONS_H
#define SHOAL_JIT_FUNCTIONS_H

#include "jit/origins.h"

struct function {
    unsigned *block;    /* [blocks] in the order of their code; the first one is where it begins */
    int *place;         /* [region->count] which of these a block is; -1: none */
    struct origins *at; /* [blocks] at their starts */
    unsigned blocks, ops;
};

/* Goes on behind all ops of the block but the last. */
void origins_follow_block(const struct region *r, const struct block *b, struct origins *o);

/* The function that begins with this block, calls nothing, and returns to what it finds in scalars
 * link and link + 1. is_only: one call alone leads to it, so that it need not be small, and may
 * have loops and wait; what is known of return addresses inside must be asked for where waves come
 * from outside. false: it is none, or no memory. */
bool find_function(const struct region *r, int first, unsigned link, bool is_only,
                   struct function *f);
void function_free(struct function *f);

#endif
