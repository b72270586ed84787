/* profile.h: what a process's kernels do, as its environment asks: for libraries that run kernels
 * inside of other people's programs, as libamdhip64 does.
 *
 *   SHOAL_STATS=1|json      when the process ends, what each kernel did, as a table or as JSON
 *   SHOAL_STATS_FILE=FILE   where to; otherwise standard error
 *   SHOAL_TRACE=FILE        each executed instruction (trace.h); "-": standard error
 *   SHOAL_TRACE_ONLY=TEXT   which ones: shoal_trace_options.only
 *
 * Files are appended to, whole lines at a time, so that processes can share one; %p in a name is
 * the process's number. What is wrong with a variable is said once on standard error, and then
 * there is no trace or no statistics. A process that ends by _exit, abort or a signal reports
 * nothing unless it calls shoal_profile_report before.
 *
 *   shoal_profile_start();
 *   ...
 *   shoal_status status = shoal_profile_launch(device, kernel, &desc, NULL);
 *
 * or, around launches of another kind:
 *
 *   shoal_profiled *profiled = shoal_profile_begin(&desc);
 *   shoal_launch_async(device, kernel, &desc, &completion);
 *   shoal_status status = shoal_completion_wait(completion, &stats);
 *   shoal_profile_end(profiled, kernel, status, &stats);
 *
 * All functions may be called from any thread. Where the variables are not set, they cost nothing
 * that can be measured. */
#ifndef SHOAL_PROFILE_H
#define SHOAL_PROFILE_H

#include "shoal.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Reads the environment, once; the first launch does so too. From then on the end of the process
 * is reported, even if there is no launch. */
SHOAL_API void shoal_profile_start(void);

/* shoal_launch between shoal_profile_begin and shoal_profile_end. */
SHOAL_API shoal_status shoal_profile_launch(shoal_device *device, shoal_kernel *kernel,
                                            const shoal_launch_desc *desc,
                                            shoal_launch_stats *stats);

typedef struct shoal_profiled shoal_profiled; /* a launch */

/* Before a launch: gives *desc its observer, unless it has one. NULL: nothing is asked for. */
SHOAL_API shoal_profiled *shoal_profile_begin(shoal_launch_desc *desc);
/* After it, and before the kernel's module is unloaded: counts it, and frees the handle. status is
 * the launch's; stats may be NULL if it did not run. A profiled of NULL is allowed. */
SHOAL_API void shoal_profile_end(shoal_profiled *profiled, const shoal_kernel *kernel,
                                 shoal_status status, const shoal_launch_stats *stats);

/* Writes the statistics now, and starts new ones: before what ends the process at once. */
SHOAL_API void shoal_profile_report(void);

#ifdef __cplusplus
}
#endif
#endif
