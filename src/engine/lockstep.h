/* lockstep.h: launches whose waves are stepped by the caller (shoal/lockstep.h). */
#ifndef SHOAL_ENGINE_LOCKSTEP_H
#define SHOAL_ENGINE_LOCKSTEP_H

#include "engine/slot.h"
#include "shoal/isa.h"
#include "shoal/lockstep.h"

enum {
    LOCKSTEP_SCALARS = 128,
    LOCKSTEP_VECTORS = 256,
    LOCKSTEP_STATUSES = 6,
    LOCKSTEP_WRITES = 320, /* all vector registers and some more */
};

/* Registers of a wave, to see which an instruction changed. */
struct lockstep_state {
    uint32_t scalars[LOCKSTEP_SCALARS], statuses[LOCKSTEP_STATUSES];
    uint32_t vectors[LOCKSTEP_VECTORS][64];
    uint32_t scalar_count, status_count, vector_count;
};

struct lockstep_group {
    struct lockstep_group *next;
    uint64_t index;
    struct slot *slot;
    uint64_t last_pc[MAX_GROUP_WAVES]; /* of the instruction before, for prefixes; 0: none */
};

struct shoal_lockstep {
    struct launch *launch;
    struct worker *worker;
    struct lockstep_group *groups; /* that have begun, the latest first */
    struct lockstep_state before, after;
    shoal_write writes[LOCKSTEP_WRITES];
    size_t write_count;
};

/* The work-group, which begins now if it has not before; NULL: no memory. */
struct lockstep_group *lockstep_group(struct shoal_lockstep *l, uint64_t index);
/* Ends a work-group and frees what it has. */
void lockstep_drop(struct shoal_lockstep *l, uint64_t index);

shoal_wave_status lockstep_status(const struct slot *s, uint32_t wave);
/* Executes one instruction of a wave that runs. SHOAL_E_FAULT: l->launch->diag has the report. */
shoal_status lockstep_step(struct shoal_lockstep *l, struct lockstep_group *g, uint32_t wave,
                           shoal_retired *out);

#endif
