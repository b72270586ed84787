/* launch_run.h: running one launch. */
#ifndef SHOAL_ENGINE_LAUNCH_RUN_H
#define SHOAL_ENGINE_LAUNCH_RUN_H

#include "engine/launch.h"

/* Runs it to the end in this thread and the device's helpers; l->diag has the result. */
void launch_run(struct launch *l);

/* Its parts, for those who run waves by themselves. prepare: memory for arguments; l->diag has what
 * went wrong. conclude: l->diag from the fault, if there was one, which shoal_last_fault tells from
 * then on. forget_fault: the launch may go on. */
shoal_status launch_prepare(struct launch *l);
void launch_conclude(struct launch *l);
void launch_forget_fault(struct launch *l);

#endif
