/* workgroup.h: running the waves of one work-group on one host thread. */
#ifndef SHOAL_ENGINE_WORKGROUP_H
#define SHOAL_ENGINE_WORKGROUP_H

#include "engine/slot.h"

enum slice {
    SLICE_DONE,    /* all waves have ended */
    SLICE_WAITING, /* no wave has come to a barrier or to its end */
    SLICE_STOPPED, /* fault or time limit */
};

/* Starts the next work-group of the claim. NULL: out of memory. */
struct slot *group_start(struct worker *k, struct launch *l);
/* Runs every wave of the group for at least one slice. If it ends and k->may_follow, others of the
 * claim follow in its place. */
enum slice group_run(struct worker *k, struct launch *l, struct slot *s);
/* Executes one op of a wave that is ready. SLICE_STOPPED: it faulted. */
enum slice group_step(struct worker *k, struct launch *l, struct slot *s, uint32_t wave);
/* Gives the slot back to the worker. */
void group_end(struct worker *k, struct launch *l, struct slot *s);
void worker_free(struct worker *k);

#endif
