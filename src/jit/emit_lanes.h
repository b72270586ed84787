/* emit_lanes.h: loops that are run lane by lane (lanes.h). */
#ifndef SHOAL_JIT_EMIT_LANES_H
#define SHOAL_JIT_EMIT_LANES_H

#include "jit/emitter.h"

/* Of the region's lane_loops: the edge from there to where the loop is left to. */
struct lane_edges {
    struct lane_edge {
        LLVMBasicBlockRef end; /* where it starts; NULL: there is none */
        LLVMValueRef values[VAR_COUNT];
    } of[MAX_LANE_LOOPS];
};

/* On an edge to this block: where it is such a loop, all lanes may run it, one after the other, and
 * the wave goes on behind it. Goes on where it is run as ever. */
void emit_lane_loop(struct emitter *e, unsigned head);

#endif
