/* sync.h: the check of barriers (sync.c), and of waves that wait for memory (spin.c). */
#ifndef SHOAL_CHECK_SYNC_H
#define SHOAL_CHECK_SYNC_H

#include "check/checker.h"

struct spin_wave;

enum { SPIN_SLICES = 4 }; /* that a wave has spent when spin.c begins to look at it */

/* What each wave of a work-group executed last; calloc for each. */
struct sync_wave {
    const struct code *code; /* NULL: nothing yet */
    uint64_t offset;         /* of the instruction in the code */
    int32_t budget;          /* struct wave, then */
    uint32_t slices;         /* of time, since the latest barrier */
    struct spin_wave *spin;  /* NULL: it is not looked at */
};

/* Waves have met at a barrier. */
void sync_leave(struct check_group *g, uint32_t waves);
/* The work-group is stuck for ever. */
void sync_stuck(struct check_group *g);
/* The wave's stack of masks does not fit what it does; wave->fault says how. */
void sync_unbalanced(struct check_group *g, const struct wave *w);

/* ---- spin.c ---- */

/* Where a wave spins, and on what. */
struct spin_place {
    const struct code *code;
    uint64_t pc;
    int lane;
    char text[192];   /* "spins on a load at byte 4 of LDS, which is 0 each time" */
    char detail[256]; /* the allocation */
};

void spin_launch_begin(struct check_launch *c);
void spin_launch_end(struct check_launch *c);
void spin_group_begin(struct check_group *g);
void spin_group_end(struct check_group *g);
/* Before an instruction of a wave that has spent SPIN_SLICES; sync_wave is of the one before. */
void spin_note(struct check_group *g, struct wave *w, const struct op *op,
               const struct accesses *a);
/* The wave has come from a barrier. */
void spin_forget(struct check_group *g, uint32_t wave);
/* false: the wave does not spin, or others of the launch may still end that. */
bool spin_describe(const struct check_group *g, uint32_t wave, struct spin_place *out);

static inline void sync_note(struct check_group *g, struct wave *w, const struct op *op,
                             const struct accesses *a)
{
    struct sync_wave *s = &g->last[w->index];
    s->slices += w->budget > s->budget;
    s->budget = w->budget;
    if (s->slices > SPIN_SLICES)
        spin_note(g, w, op, a);
    s->code = w->code;
    s->offset = op->offset;
}

#endif
