/* event.h: events that processes share. The others are in runtime.h. */
#ifndef SHOAL_HIP_EVENT_H
#define SHOAL_HIP_EVENT_H

#include "runtime.h"

/* share NULL: one is made if the flags want it; else it is taken over on success. */
hipError_t event_create(hipEvent_t *out, unsigned flags, struct event_share *share);

hipError_t event_share_make(struct event *event);
void event_share_free(struct event *event);
/* A recording begins; its number. */
uint64_t event_share_record(struct event *event);
uint64_t event_share_latest(const struct event *event);
/* The recording of this number is over. */
void event_share_signal(struct event *event, uint64_t ticket);
bool event_share_is_done(const struct event *event, uint64_t ticket);
/* Waits for it; not with the lock. Ends early if the device has failed. */
void event_share_wait(const struct event *event, uint64_t ticket, int device);

#endif
