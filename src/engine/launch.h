/* launch.h: one launch of a kernel: what was asked for, what follows from it, how far it is.
 *
 * launch_create.h makes it, queue.h says when it runs, launch_run.h runs it. */
#ifndef SHOAL_ENGINE_LAUNCH_H
#define SHOAL_ENGINE_LAUNCH_H

#include <pthread.h>
#include <stdatomic.h>

#include "engine/device.h"
#include "engine/module.h"
#include "shoal/observe.h"

enum {
    MAX_GROUP_ITEMS = 1024,
    MAX_GROUP_WAVES = 32,
    MAX_USER_DATA = 32,
};

/* What sets up the registers of new waves. */
enum beginning {
    BEGIN_UNKNOWN,  /* not decided yet */
    BEGIN_COMPILED, /* compiled code does, from launch_state.start */
    BEGIN_INIT,     /* the engine does, with isa->wave_init */
};

/* The buffer that kernels print through. */
struct print_area {
    uint8_t *bytes; /* [size] host address; NULL: there is none */
    uint32_t size;
    uint32_t first; /* what the first word counts from: 0, or the header's size */
    uint32_t done;  /* printed so far, as the first word counts */
    pthread_mutex_t lock;
};

struct launch {
    struct shoal_device *device;
    struct launch_context *context; /* while it runs */
    struct shoal_kernel *kernel;
    shoal_launch_desc desc;  /* args, user_data: NULL, copied below */
    uint8_t *args;           /* [args_size] */
    struct checker *checker; /* NULL: none */
    void *check;             /* the checker's own, while it runs */
    uint32_t user_data[MAX_USER_DATA];

    /* The grid */
    uint64_t groups[3]; /* work-groups */
    uint64_t group_count;
    uint32_t last_block[3]; /* size of the last work-group in each dimension */

    /* The same for all waves */
    struct launch_state state;
    uint64_t kernarg_bytes; /* at state.kernarg; 0: not the engine's */
    void *own_kernel;       /* state.kernel, if it is not that of `kernel`: another wave size */
    uint32_t lanes;
    size_t wave_bytes;
    size_t scratch_stride;              /* bytes of one wave's scratch */
    uint32_t lds_slots, lds_slot_bytes; /* as in shoal_launch_desc, and not 0 */
    uint32_t group_waves;               /* of a full work-group; memory is laid out for it */
    uint64_t resident_limit;            /* work-groups that one worker may have begun, >= 1 */
    uint64_t claim_size;                /* work-groups that a worker takes at once, >= 1 */
    unsigned share_count;               /* of context->shares: `threads`, or 1 (dispatch.c) */
    uint64_t serial;                    /* differs between launches of a device */
    uint64_t dispatch_id;
    unsigned threads;
    bool uses_printf, uses_hostcall;
    struct print_area print;

    /* Progress, shared by the workers. Each _Alignas begins a cache line: one that is written
     * often, and one that every worker reads for every work-group. */
    _Alignas(64) atomic_uint_fast64_t done_groups;
    atomic_uint_fast64_t turn; /* see struct group */
    uint64_t *calls;           /* [threads][row_count] see struct group; owned; NULL: not counted */
    uint64_t next_progress_ns;
    atomic_uint_fast64_t next_consider_ns;
    /* enum beginning; decided under `lock`. */
    _Alignas(64) atomic_uchar beginning;
    atomic_bool has_warned;         /* of a copy (MACHINE_MESSAGE_COPY) */
    atomic_bool has_waited;         /* a work-group did, maybe for another one */
    atomic_bool is_stopped;         /* after a fault: nothing more is begun */
    atomic_bool is_deadlocked;      /* all work-groups that were begun wait, and will for ever */
    atomic_bool is_tiering;         /* jit_consider is to be called */
    uint64_t start_ns, deadline_ns; /* 0: no time limit */

    pthread_mutex_t lock;            /* of the following */
    uint64_t stuck_at, stuck_groups; /* deadlock.h: how many slots have this stuck_at */
    enum jit_tier tier; /* jit.c: what the launch runs in, since when, and since which group */
    uint64_t tier_from_ns, tier_from_groups;
    bool has_fault;
    uint64_t fault_group; /* the work-group that `fault` is of: the first one that faulted */
    struct shoal_fault fault;
    shoal_launch_stats stats;

    /* Result */
    struct diag diag;

    /* queue.c */
    struct launch *next;
    bool is_done;
};

/* Whether a work-group has waited, maybe for another one. */
static inline bool launch_has_waited(const struct launch *l)
{
    return atomic_load_explicit(&l->has_waited, memory_order_relaxed);
}

static inline void launch_tell_done(struct launch *l, uint64_t groups)
{
    if (groups) /* release: whoever sees it sees what the groups changed (deadlock.c) */
        atomic_fetch_add_explicit(&l->done_groups, groups, memory_order_release);
}

/* Whether the wave must stop, because of a fault elsewhere. */
static inline bool launch_is_stopped(struct launch *l)
{
    return atomic_load_explicit(&l->is_stopped, memory_order_relaxed);
}

#endif
