/* emit_seek.h: loops in which each lane looks for something in memory (seek.h). */
#ifndef SHOAL_JIT_EMIT_SEEK_H
#define SHOAL_JIT_EMIT_SEEK_H

#include "jit/emitter.h"

/* Of the region's seeks: another edge to the loop, by which lanes come that are further on. */
struct seek_edges {
    struct seek_edge {
        LLVMBasicBlockRef end; /* where it starts; NULL: there is none */
        LLVMValueRef values[VAR_COUNT];
    } of[MAX_SEEKS];
};

/* On an edge to this block: where it is such a loop, each lane goes on to the iteration in which it
 * leaves. Goes on where the loop is entered as ever. */
void emit_seek(struct emitter *e, unsigned head);

#endif
