/* batch.h: short kernels, of which several new waves run together from their first instruction to
 * their end.
 *
 * Where a wave only loads, computes and stores, without a loop, most of its time goes into what all
 * waves need alike: that it is taken up and given back, arguments, tests of addresses. So a batch
 * is a few waves, or one with many values, whose lanes are all active and stay so (team.h,
 * teams.h); what they share is done once. Nothing is stored until all that may fail is behind it:
 * then they begin again alone, as if nothing had happened. Stores are made wave by wave, of which
 * each is by then the one that runs, so that faults are found to be its own.
 */
#ifndef SHOAL_JIT_BATCH_H
#define SHOAL_JIT_BATCH_H

#include "jit/depends.h"

/* Work-groups at an edge of a picture, which may be the first ones, fail where others do not. So a
 * batch that has to begin again alone makes group->failed_batches grow by this, a work-group makes
 * it fall by 1, and there are no batches while it is above the limit. */
enum { BATCH_FAILS = 4, MAX_FAILED_BATCHES = 8 * BATCH_FAILS };

/* A branch over what is nothing without active lanes, which looks at EXEC alone. Where some are, as
 * mostly in batches, it is not taken. */
bool is_lane_guard(const struct region *r, const struct region_op *at);

/* Behind find_teams: sets the region's batches: one, or where scalars say at branches which way
 * waves go, one for each way, up to MAX_BATCHES. Where waves do not go the way of one, the next
 * begins. group_waves, row_lanes: as in struct jit_request. */
void find_batches(struct region *r, uint32_t group_waves, uint32_t row_lanes);

/* Behind that: sets the region's tails. A tail is what all waves of a work-group do from a label
 * on, where all of them are, to their end, with barriers: as a whole work-group, but that they have
 * registers and LDS already. Mostly it is how lanes' results become one, behind a loop. false: no
 * memory. */
bool find_tails(struct region *r, struct depends *d, uint32_t group_waves, uint32_t row_lanes);

#endif
