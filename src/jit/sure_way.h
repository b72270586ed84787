/* sure_way.h: the blocks that all ways from a block go through. */
#ifndef SHOAL_JIT_SURE_WAY_H
#define SHOAL_JIT_SURE_WAY_H

#include "jit/emitter.h"

enum { MOST_WAY = 64 };

struct sure_way {
    LLVMBasicBlockRef block[MOST_WAY];
    unsigned count;
};

/* Where all ways from a block lead, those of a branch around a block, too, and all but the one on
 * which a batch begins again, as nothing has happened in it. NULL: apart. */
LLVMBasicBlockRef sure_successor(const struct emitter *e, LLVMBasicBlockRef b);
/* The way from a block, at most up to the one in front of `end`; NULL: as far as it goes. */
void find_sure_way(const struct emitter *e, struct sure_way *w, LLVMBasicBlockRef b,
                   LLVMBasicBlockRef end);
/* A block's number on the way. w->count: it is not there. */
unsigned way_index(const struct sure_way *w, LLVMBasicBlockRef b);

#endif
