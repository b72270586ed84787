/* slot.h: a work-group with its memory while it runs, and the worker that runs it. */
#ifndef SHOAL_ENGINE_SLOT_H
#define SHOAL_ENGINE_SLOT_H

#include "engine/launch.h"
#include "engine/signals.h"
#include "isa/lane_patterns.h"
#include "isa/machine.h"

struct jit_code;

enum wave_state {
    WAVE_READY,
    WAVE_NEW, /* ready, but its registers are not set up: compiled code begins it */
    WAVE_AT_BARRIER,
    WAVE_HALTED,
    WAVE_ENDED,
};

/* A work-group with its memory. */
struct slot {
    struct group group; /* first, see launch_of */
    struct lane_patterns patterns;
    struct launch *launch;
    struct worker *worker;
    struct slot *next;
    struct code *code;               /* that its waves begin in, if launch_state.start is given */
    const struct jit_code *compiled; /* what begins its waves; NULL: the interpreter */
    uint32_t uncounted; /* rounds over all waves until group.counts could overflow, when the worker
                         * adds them to its own */
    uint64_t index;     /* of the work-group in the launch */
    uint8_t *memory;    /* waves, LDS, scratch */
    size_t memory_bytes;
    void *check; /* the checker's own, while the work-group runs; NULL: there is no checker */
    uint8_t *waves, *scratch;
    uint8_t *lds; /* [isa->lds_reserve] own mapping, or NULL: LDS is part of `memory` */
    /* The first pages of it are cleared for every work-group, the rest has no access until it is
     * touched. */
    size_t lds_eager;
    bool is_lds_touched;
    /* Scratch in the window: [window_bytes] at window_scratch; 0: it is part of `memory`. */
    uint64_t window_scratch, window_bytes;
    uint64_t scratch_serial; /* launch for which the scratch memory was cleared */
    uint64_t waves_serial;   /* launch for which the waves' struct wave was filled in */
    uint32_t live, arrived;  /* waves that have not ended, that wait for the whole work-group */
    uint32_t arrived_parts;  /* that wait for a part of it */
    uint64_t stuck_at;       /* deadlock.h: sync_changes + 1 when it was found waiting; 0: never */
    uint8_t states[MAX_GROUP_WAVES];   /* enum wave_state */
    uint8_t patience[MAX_GROUP_WAVES]; /* log2 of how much longer the wave's slices have become */
    /* Hashes of the beginning of the wave, and of all of it, 0: unknown, when its latest slice was
     * spent. */
    uint64_t spent_begin[MAX_GROUP_WAVES], spent_state[MAX_GROUP_WAVES];
};

/* The work-groups [next, end) that a worker has taken, and the id of `next`. */
struct claim {
    uint64_t next, end;
    uint32_t id[3];
};

/* One thread's part of the launches that it helps to run. Aligned so that no two are in one cache
 * line: a worker writes here for every work-group. */
struct worker {
    _Alignas(64) struct shoal_device *device;
    unsigned index; /* of launch_context.workers and shares */
    struct slot *free_slots;
    struct recovery recovery;
    struct pending_atomics pending; /* pending.h */
    struct claim claim;
    bool may_follow;   /* the next work-group of the claim may run in the place of one that ended */
    uint32_t offered;  /* work-groups that compiled code may begin by itself: turns.follow, which it
                        * counts down, as it was set */
    uint64_t followed; /* how many did since group_run was called, and were not told of */
    /* The latest call of compiled code for several waves (struct turns), and whether it began
     * more than one round over them. */
    op_exec_fn turns_exec;
    bool has_round;
    unsigned rounds; /* over the waves of work-groups; wraps */
    uint64_t by_class[COUNT_SLOTS];
    uint64_t waves, groups;
    bool others_wait; /* beside the work-group that runs, the worker has others, which wait */
    bool has_slept;   /* a wave of the latest slice waits for others, e.g. in s_sleep */
    bool only_waits;  /* all that ran in its last round stopped with STOP_WAIT */
};

/* The launch that a wave belongs to. */
static inline struct launch *launch_of(const struct wave *wave)
{
    return ((const struct slot *)(const void *)wave->group)->launch;
}

static inline struct wave *slot_wave(const struct launch *l, const struct slot *s, uint32_t i)
{
    return (struct wave *)(void *)(s->waves + i * l->wave_bytes);
}

/* Bytes of host memory that one work-group needs. */
size_t slot_bytes(const struct launch *l);
/* A slot with the memory that this launch needs; its scratch is cleared if another launch had it.
 * NULL: out of memory. */
struct slot *slot_take(struct worker *k, struct launch *l);
/* Where its work-group's LDS is. */
uint8_t *slot_lds(const struct launch *l, const struct slot *s);
void slot_free(struct shoal_device *device, struct slot *s);
/* The slots from `link` on. */
void slots_free(struct shoal_device *device, struct slot **link);
/* Frees the worker's unused slots beyond what most launches need. */
void worker_trim(struct worker *k);

#endif
