/* hostcall.h: services of the host that HIP kernels call while they run (printf, memory). */
#ifndef SHOAL_ENGINE_HOSTCALL_H
#define SHOAL_ENGINE_HOSTCALL_H

#include "engine/launch.h"

/* Makes sure that the launch has the buffer of packets that kernels ask through, and the
 * device the heap of their malloc. */
shoal_status hostcall_setup(struct launch *l);
/* Answers all requests that are waiting. Called from any worker. */
void hostcall_serve(const struct launch *l);
/* After a launch: answers what is left and forgets unfinished messages. */
void hostcall_finish(const struct launch *l);
void hostcall_destroy(struct hostcall *h);

/* Device addresses for the hidden arguments; 0 before hostcall_setup. */
uint64_t hostcall_buffer(const struct launch *l);
uint64_t hostcall_heap(const struct shoal_device *device);

#endif
