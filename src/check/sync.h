/* sync.h: the check of barriers; see sync.c. */
#ifndef SHOAL_CHECK_SYNC_H
#define SHOAL_CHECK_SYNC_H

#include "check/checker.h"

/* What each wave of a work-group executed last; calloc for each. */
struct sync_wave {
    const struct code *code; /* NULL: nothing yet */
    uint64_t offset;         /* of the instruction in the code */
};

/* Waves have met at a barrier. */
void sync_leave(struct check_group *g, uint32_t waves);
/* The work-group is stuck for ever. */
void sync_stuck(struct check_group *g);

static inline void sync_note(struct check_group *g, const struct wave *w, const struct op *op)
{
    g->last[w->index] = (struct sync_wave){w->code, op->offset};
}

#endif
