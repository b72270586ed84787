/* teams.h: loops that several waves of a work-group may run together.
 *
 * Waves of a work-group mostly do the same on other data, and some of it on the same: rows of a
 * matrix that all of them read, addresses, how often a loop runs. A team is a few waves that go
 * through a loop in step, each iteration of all before the next (emit_team.c): what is the same for
 * all is done once.
 *
 * Found are loops of one block that compute and load, and do nothing else, and whose values of all
 * waves of a team fit into the host's registers; and likewise what lies between two barriers. A
 * loop that lanes leave one by one is run together as long as none does. What
 * waves share is guessed here, from the ids of work-items that values depend on; it is tested where
 * the loop is entered. */
#ifndef SHOAL_JIT_TEAMS_H
#define SHOAL_JIT_TEAMS_H

#include "jit/depends.h"

/* Loops of a work-group that were begun together and had to be begun again alone; then waves do not
 * wait for each other any more. */
enum { MAX_FAILED_TEAMS = 4 };
/* Likewise of loops that only compute, or that lanes leave: so many that ended before that many
 * iterations. */
enum { MAX_SHORT_TEAMS = 4, FEW_ITERATIONS = 16 };

/* Behind find_steps: sets the region's teams, and makes labels of the blocks behind their loops.
 * group_waves, row_lanes: as in struct jit_request. false: no memory. */
bool find_teams(struct region *r, struct depends *d, uint32_t group_waves, uint32_t row_lanes);

/* The team whose loop begins with this block; NULL: there is none. */
const struct team *team_of(const struct region *r, unsigned head);

/* The first wave that is guessed to have the same in this variable as the wave. */
unsigned team_sharer(const struct team *t, unsigned var, unsigned wave);

/* Whether several waves can do the op together: it computes, or loads scalars. */
bool team_computes(const struct region *r, const struct region_op *at);
/* The same, or moves between lanes, or waits for stores. */
bool team_computes_or_moves(const struct region *r, const struct region_op *at);
/* The variables that a team reads before it writes them. */
varset exposed_vars(const struct region *r, const struct team *t);
/* Of a loop that lanes leave: scalars that hold a bit of each lane that has left it. A guess. */
varset left_vars(const struct region *r, const struct team *t);
/* How an iteration of a team's loop writes each vector register: enum increment. */
void find_increments(const struct region *r, const struct team *t, uint8_t kinds[VAR_S0]);

#endif
