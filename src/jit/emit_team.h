/* emit_team.h: loops that several waves run together (teams.h). */
#ifndef SHOAL_JIT_EMIT_TEAM_H
#define SHOAL_JIT_EMIT_TEAM_H

#include "jit/emitter.h"

/* Emits the loops of all teams of the region, before its blocks. */
void emit_teams(struct emitter *e);

#endif
