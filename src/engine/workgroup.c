/* workgroup.c: the waves of one work-group, on one host thread.
 *
 * Waves take turns. A wave runs until it ends, waits at a barrier, sleeps, or has spent its
 * slice, which is counted in backward branches: slices are short at first, so that a wave
 * that spins on a flag soon lets go, and longer each time one is spent, so that long loops
 * are not switched often. */
#include <fenv.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "engine/launch.h"

enum {
    FIRST_BUDGET = 512, /* backward branches */
    MAX_PATIENCE = 4,   /* slices grow to 512 << 4 */
    STATE_ALIGN = 4096,
    KEEP_SLOTS = 8, /* per worker, between launches */
    KEEP_BYTES = 64 << 20,
    CLEAR_BY_MEMSET = 256 << 10, /* larger scratch is given back to the system instead */
};

static size_t round_up(size_t value, size_t align) { return (value + align - 1) & ~(align - 1); }

/* ---- memory of a work-group ---------------------------------------------------- */

static size_t lds_offset(const struct launch *l)
{
    return round_up(l->group_waves * l->wave_bytes, STATE_ALIGN);
}

static size_t scratch_offset(const struct launch *l)
{
    return lds_offset(l) + round_up(l->state.lds_bytes, STATE_ALIGN);
}

size_t slot_bytes(const struct launch *l)
{
    return scratch_offset(l) + round_up(l->group_waves * l->scratch_stride, STATE_ALIGN);
}

static void slot_free(struct slot *s)
{
    if (s->memory)
        munmap(s->memory, s->memory_bytes);
    free(s);
}

/* A slot with at least the memory that this launch needs. */
static struct slot *slot_take(struct worker *k, const struct launch *l, size_t bytes)
{
    struct slot *s = k->free_slots;
    if (s)
        k->free_slots = s->next;
    else if (!(s = calloc(1, sizeof *s)))
        return NULL;
    if (s->memory_bytes < bytes) {
        if (s->memory)
            munmap(s->memory, s->memory_bytes);
        s->memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (s->memory == MAP_FAILED) {
            free(s);
            return NULL;
        }
        s->memory_bytes = bytes;
        s->scratch_serial = l->serial; /* fresh pages are zero */
    }
    return s;
}

/* What a kernel reads from scratch before it writes there is undefined on hardware. Here it
 * is zero for the first work-group in a slot, whatever ran before the launch. */
static void scratch_clear(struct slot *s, const struct launch *l, size_t bytes)
{
    if (s->scratch_serial == l->serial || bytes == 0)
        return;
    s->scratch_serial = l->serial;
    if (bytes <= CLEAR_BY_MEMSET || madvise(s->scratch, bytes, MADV_DONTNEED) != 0)
        memset(s->scratch, 0, bytes);
}

/* ---- start and end ---------------------------------------------------------------- */

struct slot *group_start(struct worker *k, struct launch *l, uint64_t index, const uint32_t id[3])
{
    uint32_t block[3], items = 1;
    for (int i = 0; i < 3; i++) {
        block[i] = id[i] == l->groups[i] - 1 ? l->last_block[i] : l->desc.block[i];
        items *= block[i];
    }
    uint32_t waves = (items + l->lanes - 1) / l->lanes;
    struct slot *s = slot_take(k, l, slot_bytes(l));
    if (!s)
        return NULL;
    s->waves = s->memory;
    s->scratch = s->memory + scratch_offset(l);
    scratch_clear(s, l, l->group_waves * l->scratch_stride);
    s->index = index;
    s->live = waves;
    s->arrived = 0;
    s->group = (struct group){
        .lds = s->memory + lds_offset(l),
        .lds_bytes = l->state.lds_bytes,
        .id = {id[0], id[1], id[2]},
        .index = (uint32_t)index,
        .wave_count = waves,
    };
    memset(s->group.lds, 0, l->state.lds_bytes);
    for (uint32_t i = 0; i < waves; i++) {
        struct wave *w = slot_wave(l, s, i);
        memset(w, 0, sizeof *w);
        w->machine = &l->device->machine;
        w->group = &s->group;
        w->index = i;
        w->lanes = l->lanes;
        w->scratch = s->scratch + i * l->scratch_stride;
        w->scratch_bytes = l->state.scratch_bytes;
        w->scratch_base = (uint64_t)(uintptr_t)w->scratch;
        s->states[i] = WAVE_READY;
        s->patience[i] = 0;
        l->device->isa->wave_init(w, &l->state, block);
    }
    return s;
}

static void count_wave(struct worker *k, const struct wave *w)
{
    for (int i = 0; i < SHOAL_CLASS_COUNT; i++)
        k->by_class[i] += w->counts[i];
    k->waves++;
}

void group_end(struct worker *k, struct launch *l, struct slot *s)
{
    for (uint32_t i = 0; i < s->group.wave_count; i++)
        count_wave(k, slot_wave(l, s, i));
    k->groups++;
    s->next = k->free_slots;
    k->free_slots = s;
}

/* Frees the slots from `link` on. */
static void slots_free(struct slot **link)
{
    while (*link) {
        struct slot *next = (*link)->next;
        slot_free(*link);
        *link = next;
    }
}

void worker_trim(struct worker *k)
{
    size_t bytes = 0;
    unsigned count = 0;
    struct slot **link = &k->free_slots;
    for (; *link; link = &(*link)->next) {
        bytes += (*link)->memory_bytes;
        if (++count > KEEP_SLOTS || bytes > KEEP_BYTES)
            break;
    }
    slots_free(link);
}

void worker_free(struct worker *k)
{
    if (!k)
        return;
    slots_free(&k->free_slots);
    free(k);
}

/* ---- running ------------------------------------------------------------------------ */

/* Runs the wave to its next stop; a host fault in an access to device memory becomes a
 * fault of the wave. */
static void wave_run(struct worker *k, struct launch *l, struct wave *w)
{
    const struct isa_exec *isa = l->device->isa;
    recovery_enter(&k->recovery, w);
    if (sigsetjmp(k->recovery.context, 0) == 0) {
        if (l->desc.observer)
            interp_run_observed(l, w);
        else
            interp_run(isa, w);
    } else {
        fesetenv(FE_DFL_ENV); /* the instruction did not come to restore it */
        isa->access_fault(w, k->recovery.address);
        w->stop = STOP_FAULT;
    }
    recovery_leave();
}

static void report_timeout(struct launch *l, struct slot *s, uint32_t wave)
{
    struct wave *w = slot_wave(l, s, wave);
    w->fault = (struct fault_info){.cause = SHOAL_FAULT_TIMEOUT};
    fault_record(l, s, w);
}

static void report_deadlock(struct launch *l, struct slot *s)
{
    uint32_t halted = 0, first = 0;
    for (uint32_t i = s->group.wave_count; i-- > 0;)
        if (s->states[i] == WAVE_HALTED) {
            halted++;
            first = i;
        }
    struct wave *w = slot_wave(l, s, first);
    w->fault = (struct fault_info){.cause = SHOAL_FAULT_DEADLOCK};
    snprintf(w->fault.text, sizeof w->fault.text,
             "%" PRIu32 " of %" PRIu32 " waves halted, %" PRIu32 " wait at a barrier", halted,
             s->group.wave_count, s->arrived);
    fault_record(l, s, w);
}

/* Lets one wave run and enters what became of it. Returns whether it got to a barrier or
 * to its end. */
static bool wave_turn(struct worker *k, struct launch *l, struct slot *s, uint32_t i)
{
    struct wave *w = slot_wave(l, s, i);
    w->budget = FIRST_BUDGET << s->patience[i];
    w->stop = STOP_NONE;
    wave_run(k, l, w);
    switch (w->stop) {
    case STOP_END:
        s->states[i] = WAVE_ENDED;
        s->live--;
        return true;
    case STOP_BARRIER:
        s->states[i] = WAVE_AT_BARRIER;
        s->patience[i] = 0;
        s->arrived++;
        return true;
    case STOP_HALT:
        s->states[i] = WAVE_HALTED;
        return false;
    case STOP_FAULT:
        fault_record(l, s, w);
        return false;
    default:
        if (w->budget >= 0)
            k->has_slept = true;
        else if (s->patience[i] < MAX_PATIENCE)
            s->patience[i]++;
        return false;
    }
}

/* Waves that have ended do not count (manual: S_BARRIER). */
static void release_barrier(struct slot *s)
{
    if (s->arrived == 0 || s->arrived < s->live)
        return;
    for (uint32_t i = 0; i < s->group.wave_count; i++)
        if (s->states[i] == WAVE_AT_BARRIER)
            s->states[i] = WAVE_READY;
    s->arrived = 0;
}

enum slice group_run(struct worker *k, struct launch *l, struct slot *s)
{
    k->has_slept = false;
    for (uint32_t last = 0;;) {
        bool has_progress = false;
        uint32_t ran = 0;
        if (l->deadline_ns && clock_ns() >= l->deadline_ns) {
            report_timeout(l, s, last);
            return SLICE_STOPPED;
        }
        for (uint32_t i = 0; i < s->group.wave_count; i++) {
            if (s->states[i] != WAVE_READY)
                continue;
            has_progress |= wave_turn(k, l, s, i);
            if (launch_is_stopped(l))
                return SLICE_STOPPED;
            ran++;
            last = i;
        }
        if (s->live == 0)
            return SLICE_DONE;
        release_barrier(s);
        if (ran == 0) {
            report_deadlock(l, s);
            return SLICE_STOPPED;
        }
        if (!has_progress)
            return SLICE_WAITING;
    }
}
