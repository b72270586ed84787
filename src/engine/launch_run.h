/* launch_run.h: running one launch. */
#ifndef SHOAL_ENGINE_LAUNCH_RUN_H
#define SHOAL_ENGINE_LAUNCH_RUN_H

#include "engine/launch.h"

/* Runs it to the end in this thread and the device's helpers; l->diag has the result. */
void launch_run(struct launch *l);

#endif
