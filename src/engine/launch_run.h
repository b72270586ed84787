/* launch_run.h: running one launch. */
#ifndef SHOAL_ENGINE_LAUNCH_RUN_H
#define SHOAL_ENGINE_LAUNCH_RUN_H

#include "engine/launch.h"

/* Runs it to the end in this thread and the device's helpers; l->diag has the result. */
void launch_run(struct launch *l);

/* The parts of it, for callers that run the waves themselves. launch_prepare allocates memory for
 * arguments; l->diag says what went wrong. launch_conclude sets l->diag from the fault, if there
 * was one, which shoal_last_fault then tells. launch_forget_fault lets a launch go on behind a
 * fault. */
shoal_status launch_prepare(struct launch *l);
void launch_conclude(struct launch *l);
void launch_forget_fault(struct launch *l);

#endif
