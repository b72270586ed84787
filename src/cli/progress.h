/* progress.h: a bar on stderr while a long kernel runs; silent unless stderr is a terminal.
 *
 *   struct progress bar = progress_start("saxpy");
 *   desc.progress = progress_update; desc.progress_user = &bar;
 *   shoal_launch(...);
 *   progress_end(&bar);
 */
#ifndef SHOAL_CLI_PROGRESS_H
#define SHOAL_CLI_PROGRESS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct progress {
    const char *title; /* borrowed */
    bool enabled;
    double start_seconds;
    atomic_flag drawing;
    double drawn_seconds; /* of the latest drawing; only for who holds `drawing` */
    bool visible;
};

void progress_start(struct progress *bar, const char *title);
/* A shoal_launch_desc.progress; any thread. */
void progress_update(void *bar, uint64_t done, uint64_t total);
/* Removes the bar; after the launch has ended. */
void progress_end(struct progress *bar);

#endif
