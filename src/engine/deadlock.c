/* deadlock.c: finds launches that can never end. See deadlock.h. */
#include "engine/deadlock.h"

#include <inttypes.h>
#include <stdio.h>

#include "engine/checker.h"
#include "engine/fault.h"

static bool runs_alone(struct shoal_device *device)
{
    struct launch_queue *q = &device->queue;
    pthread_mutex_lock(&q->lock);
    bool alone = q->running == 1;
    pthread_mutex_unlock(&q->lock);
    return alone;
}

void deadlock_consider(struct launch *l, struct slot *s, uint64_t before)
{
    struct machine *m = &l->device->machine;
    uint64_t at = before + 1; /* 0 is: never */
    if (atomic_load(&m->sync_changes) != before || m->trap_handler)
        return;
    bool is_new = s->stuck_at != at;
    s->stuck_at = at;
    pthread_mutex_lock(&l->lock);
    if (l->stuck_at < at) {
        l->stuck_at = at;
        l->stuck_groups = 0;
    }
    l->stuck_groups += is_new && l->stuck_at == at;
    uint64_t room =
        l->resident_limit > UINT64_MAX / l->threads ? UINT64_MAX : l->resident_limit * l->threads;
    uint64_t left = l->group_count - atomic_load(&l->done_groups);
    bool is_last = l->stuck_groups >= (left < room ? left : room);
    /* Who ended meanwhile, and so is not among those left, may have helped before. */
    is_last = is_last && atomic_load(&m->sync_changes) == before;
    pthread_mutex_unlock(&l->lock);
    if (is_last && runs_alone(l->device)) {
        atomic_store(&l->is_deadlocked, true);
        atomic_store(&l->is_stopped, true);
    }
}

void deadlock_report(struct launch *l, struct slot *s)
{
    if (l->check)
        l->checker->stuck(l, s);
    const char *waves = l->device->isa->wave_name;
    uint32_t halted = 0, waiting = 0, outside = 0, first = 0;
    for (uint32_t i = s->group.wave_count; i-- > 0;) {
        halted += s->states[i] == WAVE_HALTED;
        waiting += s->states[i] == WAVE_AT_BARRIER;
        outside += s->states[i] == WAVE_READY;
        if (s->states[i] == WAVE_HALTED || (s->states[i] == WAVE_AT_BARRIER && halted == 0))
            first = i;
    }
    for (uint32_t i = s->group.wave_count; i-- > 0;)
        first = s->states[i] == WAVE_READY ? i : first;
    struct wave *w = slot_wave(l, s, first);
    w->fault = (struct fault_info){.cause = SHOAL_FAULT_DEADLOCK};
    if (outside)
        snprintf(w->fault.text, sizeof w->fault.text,
                 "%" PRIu32 " of %" PRIu32 " %ss wait for other work-groups (%" PRIu64
                 " of %" PRIu64 " have ended), of which all wait, too",
                 outside, s->group.wave_count, waves, (uint64_t)atomic_load(&l->done_groups),
                 l->group_count);
    else if (s->arrived_parts)
        snprintf(w->fault.text, sizeof w->fault.text,
                 "%" PRIu32 " of %" PRIu32 " %ss halted, %" PRIu32 " wait at a barrier for the "
                 "whole work-group, %" PRIu32 " at one for a part of it",
                 halted, s->group.wave_count, waves, s->arrived, s->arrived_parts);
    else
        snprintf(w->fault.text, sizeof w->fault.text,
                 "%" PRIu32 " of %" PRIu32 " %ss halted, %" PRIu32 " wait at a barrier", halted,
                 s->group.wave_count, waves, waiting);
    fault_record(l, s, w);
}
