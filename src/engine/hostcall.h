/* hostcall.h: services of the host that HIP kernels call while they run (printf, memory). */
#ifndef SHOAL_ENGINE_HOSTCALL_H
#define SHOAL_ENGINE_HOSTCALL_H

#include "engine/device.h"

struct launch;

/* Makes sure that the device has the buffer of packets that kernels ask through. */
shoal_status hostcall_setup(struct launch *l);
/* Answers all requests that are waiting. Called from any worker. */
void hostcall_serve(struct shoal_device *device);
/* After a launch: answers what is left and forgets unfinished messages. */
void hostcall_finish(struct shoal_device *device);
void hostcall_destroy(struct shoal_device *device);

/* Device addresses for the hidden arguments; 0 before hostcall_setup. */
uint64_t hostcall_buffer(const struct shoal_device *device);
uint64_t hostcall_heap(const struct shoal_device *device);

#endif
