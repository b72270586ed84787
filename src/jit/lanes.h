/* lanes.h: loops that lanes leave one by one, as in the rows of a sparse matrix, and that only
 * read.
 *
 * A wave runs such a loop as often as its slowest lane has to, and loads from unrelated places by
 * gathers. Instead, one lane after the other may run it, as a loop of scalar code (emit_lanes.c):
 * nobody can tell the order. Found are loops of one block that compute and load, of which each lane
 * leaves where its bit of EXEC becomes 0, and in which a lane that has left changes nothing. */
#ifndef SHOAL_JIT_LANES_H
#define SHOAL_JIT_LANES_H

#include "jit/region.h"

/* Behind find_teams: sets the region's lane_loops, and makes labels of the blocks behind them. */
void find_lane_loops(struct region *r);

/* The loop that begins with this block; NULL: it is none such. */
const struct ragged *lane_loop_of(const struct region *r, unsigned head);

/* Whether result n of a scalar computation has, in each bit, what logic makes of these bits of its
 * sources. */
bool is_by_bit(const struct region *r, const struct computation *c, unsigned n);

#endif
