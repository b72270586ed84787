/* emit_team.h: loops that several waves run together (teams.h). */
#ifndef SHOAL_JIT_EMIT_TEAM_H
#define SHOAL_JIT_EMIT_TEAM_H

#include "jit/emitter.h"

/* Emits the loops of all teams of the region, before its blocks. */
void emit_teams(struct emitter *e);
/* On an edge to this block: where it is the loop of a team, the wave may wait for the others, and
 * the last one to come runs the loop for all. Goes on where the wave goes into the loop alone. */
void emit_parking(struct emitter *e, unsigned head);

#endif
