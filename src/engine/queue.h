/* queue.h: when launches of a device run. */
#ifndef SHOAL_ENGINE_QUEUE_H
#define SHOAL_ENGINE_QUEUE_H

#include "engine/device.h"

void queue_init(struct launch_queue *q);
/* Waits for all launches and ends the thread. */
void queue_destroy(struct shoal_device *device);
/* Runs l after those before it; returns when it is over. A concurrent launch runs at once. */
void queue_run(struct launch *l);
/* Lets the device's queue thread run l. SHOAL_E_NOMEM: no thread. */
shoal_status queue_start(struct launch *l, struct diag *diag);
void queue_wait(struct launch *l);
/* Around a launch whose waves the caller runs, beside all others: gives it a context and takes it
 * back. SHOAL_E_NOMEM, with the text in l->diag. */
shoal_status queue_hold(struct launch *l);
void queue_release(struct launch *l);
bool queue_is_done(struct launch *l);

#endif
