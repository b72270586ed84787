/* launch.h: one launch of a kernel, from its description to its end.
 *
 * launch_create checks everything that the caller may have got wrong; launch_run, one at a
 * time or beside others (queue.c), sets up device memory, lets the workers run all
 * work-groups, and collects statistics, output and the fault. */
#ifndef SHOAL_ENGINE_LAUNCH_H
#define SHOAL_ENGINE_LAUNCH_H

#include "engine/device.h"
#include "engine/signals.h"
#include "shoal/observe.h"

enum {
    MAX_GROUP_ITEMS = 1024,
    MAX_GROUP_WAVES = 32,
    MAX_USER_DATA = 32,
};

enum beginning { BEGIN_UNKNOWN, BEGIN_COMPILED, BEGIN_INIT };

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
    shoal_launch_desc desc; /* args, user_data: NULL, copied below */
    uint8_t *args;          /* [args_size] */
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
    size_t scratch_stride;   /* bytes of one wave's scratch */
    uint32_t group_waves;    /* of a full work-group; memory is laid out for it */
    uint64_t resident_limit; /* work-groups that one worker may have begun, >= 1 */
    uint64_t claim_size;     /* work-groups that a worker takes at once, >= 1 */
    uint64_t serial;         /* differs between launches of a device */
    uint64_t dispatch_id;
    unsigned threads;
    bool uses_printf, uses_hostcall;
    struct print_area print;

    /* Progress, shared by the workers: lines that are written often, and one that all read for
     * every work-group. */
    _Alignas(64) atomic_uint_fast64_t next_group;
    _Alignas(64) atomic_uint_fast64_t done_groups;
    atomic_uint_fast64_t turn; /* see struct group */
    uint64_t next_progress_ns;
    atomic_uint_fast64_t next_consider_ns;
    /* Whether compiled code can begin waves: enum beginning. Under `lock` while unknown. */
    _Alignas(64) atomic_uchar beginning;
    atomic_bool is_stopped;         /* after a fault: nothing more is begun */
    atomic_bool is_tiering;         /* jit_consider is to be called */
    uint64_t start_ns, deadline_ns; /* 0: no time limit */

    pthread_mutex_t lock; /* of the following */
    bool has_fault;
    uint64_t fault_group;
    struct shoal_fault fault;
    shoal_launch_stats stats;

    /* Result */
    struct diag diag;

    /* queue.c */
    struct launch *next;
    bool is_done;
};

/* Checks desc and makes the launch. The caller destroys it. SHOAL_E_ARG, SHOAL_E_LIMIT,
 * SHOAL_E_UNSUPPORTED, SHOAL_E_NOMEM. */
shoal_status launch_create(shoal_device *device, shoal_kernel *kernel,
                           const shoal_launch_desc *desc, struct diag *diag, struct launch **out);
void launch_destroy(struct launch *l);

/* Runs it to the end in this thread and the device's helpers; l->diag has the result. */
void launch_run(struct launch *l);

/* Whether the wave must stop, because of a fault elsewhere. */
static inline bool launch_is_stopped(struct launch *l)
{
    return atomic_load_explicit(&l->is_stopped, memory_order_relaxed);
}

/* ---- queue.c ------------------------------------------------------------------------ */

void queue_init(struct launch_queue *q);
/* Waits for all launches and ends the thread. */
void queue_destroy(struct shoal_device *device);
/* Runs l after those before it; returns when it is over. A concurrent launch runs at once. */
void queue_run(struct launch *l);
/* Lets the device's queue thread run l. SHOAL_E_NOMEM: no thread. */
shoal_status queue_start(struct launch *l, struct diag *diag);
void queue_wait(struct launch *l);
bool queue_is_done(struct launch *l);

/* ---- kernarg.c ---------------------------------------------------------------------- */

/* Device memory that the kernel finds its arguments, packet and queue in; fills in the
 * addresses of l->state. */
shoal_status kernarg_setup(struct launch *l);
/* Host address of [bytes] at `at` if they are memory of the launch that nobody writes while it
 * runs: arguments, packet, queue; else NULL. */
const void *kernarg_find(void *launch, uint64_t at, uint64_t bytes);

/* ---- workgroup.c -------------------------------------------------------------------- */

enum wave_state {
    WAVE_READY,
    WAVE_NEW, /* the same; compiled code is to begin it, and its registers are not set up */
    WAVE_AT_BARRIER,
    WAVE_HALTED,
    WAVE_ENDED,
};

/* A work-group with its memory. */
struct slot {
    struct group group; /* first, see launch_of */
    struct launch *launch;
    struct worker *worker;
    struct slot *next;
    struct code *code;               /* that its waves begin in, if launch_state.start is given */
    const struct jit_code *compiled; /* what begins its waves; NULL: the interpreter */
    uint32_t uncounted; /* rounds over all waves until group.counts must be taken over */
    uint64_t index;     /* of the work-group in the launch */
    uint8_t *memory;    /* waves, LDS, scratch */
    size_t memory_bytes;
    uint8_t *waves, *scratch;
    uint8_t *lds; /* [isa->lds_reserve] own mapping, or NULL: LDS is part of `memory` */
    /* The first pages of it are cleared for every work-group, the rest has no access until it is
     * touched. */
    size_t lds_eager;
    bool is_lds_touched;
    /* Scratch in the window: [window_bytes] at window_scratch; 0: it is part of `memory`. */
    uint64_t window_scratch, window_bytes;
    uint64_t scratch_serial; /* launch for which the scratch memory was cleared */
    uint64_t waves_serial;   /* launch for which the heads of the waves were filled in */
    uint32_t live, arrived;  /* waves that have not ended, that wait for the whole work-group */
    uint32_t arrived_parts;  /* that wait for a part of it */
    uint8_t states[MAX_GROUP_WAVES];   /* enum wave_state */
    uint8_t patience[MAX_GROUP_WAVES]; /* log2 of how much longer slices have become */
};

/* The work-groups [next, end) that a worker has taken, and the id of `next`. */
struct claim {
    uint64_t next, end;
    uint32_t id[3];
};

/* Not two in one cache line: a worker writes here for every work-group. */
struct worker {
    _Alignas(64) struct shoal_device *device;
    struct slot *free_slots;
    struct recovery recovery;
    struct claim claim;
    bool may_follow;   /* a work-group that has ended may make room for the next of the claim */
    uint64_t followed; /* how many did since group_run was called */
    /* The latest call of compiled code for several waves (struct turns), and whether it began
     * more than one round over them. */
    op_exec_fn turns_exec;
    bool has_round;
    uint64_t by_class[COUNT_SLOTS];
    uint64_t waves, groups;
    bool has_slept; /* a wave of the latest slice waits for others, e.g. in s_sleep */
};

enum slice {
    SLICE_DONE,    /* all waves have ended */
    SLICE_WAITING, /* no wave has come to a barrier or to its end */
    SLICE_STOPPED, /* fault or time limit */
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

/* Host memory of one work-group. */
size_t slot_bytes(const struct launch *l);
/* Starts the next work-group of the claim. NULL: out of memory. */
struct slot *group_start(struct worker *k, struct launch *l);
/* Runs every wave of the group for at least one slice. If it ends and k->may_follow, others of the
 * claim follow in its place. */
enum slice group_run(struct worker *k, struct launch *l, struct slot *s);
/* Gives the slot back to the worker. */
void group_end(struct worker *k, struct launch *l, struct slot *s);
void worker_free(struct worker *k);
/* Frees slots beyond what most launches need. */
void worker_trim(struct worker *k);

/* ---- dispatch.c --------------------------------------------------------------------- */

void claim_advance(struct claim *c, const struct launch *l);

/* Runs all work-groups of the launch with l->threads workers. */
void dispatch(struct launch *l);

/* ---- interp.c ----------------------------------------------------------------------- */

/* Executes the wave until it stops; wave->stop says why. */
void interp_run(const struct isa_exec *isa, struct wave *wave);
/* The same with isa->step. */
void interp_run_stepped(const struct isa_exec *isa, struct wave *wave);
/* The same with the launch's observer. */
void interp_run_observed(struct launch *l, struct wave *wave);

/* ---- fault.c ------------------------------------------------------------------------ */

/* Records wave->fault, unless one in an earlier work-group is recorded, and stops the
 * launch. */
void fault_record(struct launch *l, const struct slot *s, const struct wave *wave);

/* ---- fault_place.c ------------------------------------------------------------------ */

/* What is at an address that a kernel must not access: the nearest allocation and the argument that
 * points to it, memory that was freed and where, a null pointer, memory of the program. One or two
 * lines without a newline at the end. */
void fault_place(struct launch *l, uint64_t address, uint32_t bytes, char *text, size_t size);

/* ---- printf.c ----------------------------------------------------------------------- */

enum { PRINTF_BUFFER_BYTES = 16 << 20 };

/* Makes sure that the launch has a printf buffer and empties it. */
shoal_status printf_setup(struct launch *l);
/* Lets the kernel print through device memory that comes with the program, and empties it. */
shoal_status printf_attach(struct launch *l, uint64_t address, uint32_t bytes);
/* Prints what the kernel has left in the buffer. */
void printf_flush(struct launch *l);
/* Makes room in the buffer while kernels run, if it is getting full. From any worker. */
void printf_poll(struct launch *l);

#endif
