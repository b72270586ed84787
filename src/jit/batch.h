/* batch.h: short kernels, of which several new waves run together from their first instruction to
 * their end.
 *
 * Where a wave only loads, computes and stores, without a loop, most of its time goes into what all
 * waves need alike: that it is taken up and given back, arguments, tests of addresses. So a batch
 * is a few waves whose lanes are all active and stay so (team.h, teams.h); what they share is done
 * once. Nothing is stored until all that may fail is behind it: then they begin again alone, as if
 * nothing had happened. Stores are made wave by wave, of which each is by then the one that runs,
 * so that faults are found to be its own. */
#ifndef SHOAL_JIT_BATCH_H
#define SHOAL_JIT_BATCH_H

#include "jit/region.h"

/* Behind find_teams: sets the region's batch. group_waves, row_lanes: as in struct jit_request. */
void find_batch(struct region *r, uint32_t group_waves, uint32_t row_lanes);

#endif
