/* dispatch.h: all work-groups of a launch over the worker threads. */
#ifndef SHOAL_ENGINE_DISPATCH_H
#define SHOAL_ENGINE_DISPATCH_H

#include "engine/launch.h"

/* Runs all work-groups of the launch with l->threads workers. */
void dispatch(struct launch *l);

#endif
