/* machine.h: the contract between an instruction set and the engine that runs it.
 *
 * The engine (src/engine/) owns devices, memory, work-groups and threads and sees an
 * instruction set only through struct isa_exec. An instruction set owns decoding, the
 * register state of a wave and what its instructions do; it sees the engine only as the
 * structs below and includes none of its headers.
 *
 * Running a wave: the engine calls op->exec(wave, op), which returns the op to execute
 * next, or NULL after it has set wave->next and wave->stop. An op whose exec is NULL has
 * not been decoded yet: isa->decode(wave, op) fills it in.
 *
 * Compiled code can also be called without an op: then it runs the waves in group->turns one
 * after the other. */
#ifndef SHOAL_ISA_MACHINE_H
#define SHOAL_ISA_MACHINE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "isa/argument.h"
#include "shoal/isa.h"
#include "shoal/observe.h"
#include "shoal/shoal.h"

struct wave;
struct group;
struct lane_patterns;
struct strips;
struct op;
struct machine;
struct isa_hazards;
struct shoal_wave_start;

typedef const struct op *(*op_exec_fn)(struct wave *, const struct op *);

/* Head of every decoded instruction; the instruction set's own struct begins with it. */
struct op {
    _Atomic(op_exec_fn) exec; /* NULL: not decoded yet */
    uint8_t cls;              /* SHOAL_CLASS_* */
    uint8_t size_bytes;       /* of the instruction */
    uint16_t row;             /* in the instruction set's table */
    uint32_t offset;          /* of the instruction from code->base, in bytes */
};

/* A contiguous range of machine code, decoded for one kind of wave. Made by
 * isa->code_create, found again by machine->find_code. Its bytes do not change while it exists. */
struct code {
    uint64_t base; /* device address of the first byte */
    uint64_t size_bytes;
    const uint8_t *bytes; /* host address of the first byte */
    uint32_t variant;     /* isa->code_variant() of the kernels it is decoded for */
};

enum stop {
    STOP_NONE,
    STOP_END,     /* the wave has ended */
    STOP_BARRIER, /* waits for other waves of the work-group, see wave->barrier */
    STOP_YIELD,   /* time slice spent, s_sleep, or a wait for other work-groups */
    STOP_WAIT,    /* as STOP_YIELD, to try the op again; it goes on once machine->sync_changes has
                   * changed, or never */
    STOP_FAULT,   /* wave->fault says why; wave->next is the op that faulted */
    STOP_HALT,    /* stopped for good (s_sethalt): only a debugger could wake it. A work-group
                   * in which no other wave can go on is reported as a deadlock */
    STOP_TEAM,    /* compiled code keeps it for others to come (struct turns): it can go on */
};

/* The pc of a fault is that of wave->next, also for SHOAL_FAULT_PC, whose `address` is where
 * the pc went. */
struct fault_info {
    shoal_fault_cause cause;
    uint64_t lanes;   /* mask of the lanes concerned; 0: the whole wave */
    uint64_t address; /* memory faults: the first lane's address */
    uint32_t bytes;   /* memory faults: size of that lane's access */
    char text[160];   /* extra detail, e.g. which limit; may be empty */
};

/* Messages that are no s_sendmsg. */
enum machine_message {
    MACHINE_MESSAGE_PRINT = 0x100, /* the wave has written to the print buffer */
    MACHINE_MESSAGE_CODE = 0x101, /* instructions may have changed: find_code is to find new ones */
    MACHINE_MESSAGE_COPY = 0x102, /* lenient_copies let the destination that is the payload pass */
};

/* One export instruction. values[i]: one dword per lane, NULL for those not enabled; valid
 * during the call. */
struct wave_export {
    uint32_t target, enable;
    uint32_t row; /* M0, with has_row */
    bool has_row, is_done;
    uint64_t exec;
    const uint32_t *values[4];
};

/* What a wave sees of its device. Filled in by the engine. */
struct machine {
    /* Global memory: device addresses in [window_base, window_base + window_size) may be
     * accessed directly as host memory, at host_offset + address. Pages without an
     * allocation, and at least 4 KiB behind the window, raise SIGSEGV, which the engine turns
     * into a memory fault of the wave that runs. */
    uint64_t window_base, window_size;
    uint64_t guard;       /* so many bytes on both sides of the window do so, too; 0: see above */
    uint64_t host_offset; /* 0 if device addresses are host addresses */
    /* Whether [at, at + bytes) outside the window may be accessed all the same. NULL: never. */
    bool (*allows)(const struct machine *, uint64_t at, uint64_t bytes);
    bool lds_faults;       /* accesses behind the end of LDS are faults */
    bool lenient_copies;   /* see shoal_device_options */
    bool code_is_writable; /* kernels may store to code; it takes effect after
                            * MACHINE_MESSAGE_CODE */
    uint64_t shared_base;  /* first address of the LDS aperture for flat addresses */
    uint64_t private_base; /* of the scratch aperture, likewise */
    /* The code at pc decoded for `variant`, or NULL if there is none. */
    struct code *(*find_code)(struct machine *, uint64_t pc, uint32_t variant);
    /* A message to the host: the number of s_sendmsg, or enum machine_message. */
    void (*message)(struct machine *, struct wave *, uint32_t message, uint32_t payload);
    /* Takes what the wave exports. NULL: exports go nowhere. */
    void (*export_data)(struct machine *, struct wave *, const struct wave_export *);
    /* The device's realtime counter (100 MHz) and clock counter. */
    uint64_t (*realtime)(struct machine *);
    /* [isa->share_bytes] aligned to 64: what all waves of the device share besides memory. Zero
     * at first, kept between launches. */
    void *share;
    uint64_t border_colors;             /* table that samplers index: 16 bytes each; 0: none */
    uint64_t trap_handler, trap_memory; /* TBA, TMA; 0: none */
    struct {
        uint64_t address, bytes; /* bytes 0: off */
    } watches[4];                /* addresses whose accesses are exceptions of the waves */
    atomic_uint host_traps;      /* how often the host asked waves to enter the handler */
    /* How often waves have changed what waves with STOP_WAIT look at. */
    atomic_uint_fast64_t sync_changes;
};

/* How compiled code has half of a 64-bit address made of a root (shoal_store_address): the shift in
 * the low bits, and these. */
enum {
    ADDRESS_SHIFT = 0x3f,
    ADDRESS_SIGNED = 0x40, /* the root is sign-extended */
    ADDRESS_HIGH = 0x80,   /* the upper half is meant */
    ADDRESS_WIDE = 0x100,  /* the root has 64 bits */
    ADDRESS_MORE = 12,     /* the bit from which on it says how many times more the root is added */
};

/* Slots of counters by SHOAL_CLASS_*, one vector of 64 bytes. */
enum { COUNT_SLOTS = 16, COUNT_ROWS = 4 };

/* Scalars that a kernel's first instructions load from arguments: the same for all its waves. */
struct preload {
    uint16_t sgpr; /* it and the next one have the address */
    uint16_t dwords;
    int32_t offset; /* bytes, a multiple of 4 */
};
enum { MAX_PRELOADS = 16, MAX_PRELOAD_DWORDS = 64 };

/* The waves that compiled code goes on with in the same call when one has ended or waits at a
 * barrier. */
struct turns {
    uint8_t *waves;     /* wave 0 of the work-group; the others follow, isa->wave_bytes apart */
    uint32_t next, end; /* [next, end) are to run; next moves on */
    uint32_t held;      /* of those that ran, how many wait at a barrier; the others have ended,
                         * unless the call returned before it looked for another wave */
    int32_t budget;     /* of each */
    uint32_t rounds;    /* so often all may go on behind a barrier before `more` is asked */
    /* Waves [uncounted_from, uncounted_to) have executed so many instructions, by class, which are
     * not in group->counts yet (jit/relay.h). */
    uint32_t uncounted[COUNT_SLOTS], uncounted_from, uncounted_to;
    bool are_new;      /* they begin at the kernel's entry with what launch_state.start says, and
                        * their registers are not set up; else they go on at wave->next */
    const void *start; /* launch_state.start */
    /* Teams (jit.md): waves that run a loop together. Bit i of a mask is wave i. */
    uint32_t first;  /* the first wave of the call: [first, end) may be in teams */
    uint32_t parked; /* these wait for the rest of their team, at the loop, or the label of a tail
                      * (jit/batch.h), whose first op... */
    uint32_t parked_at; /* ... is in this slot of the code */
    uint32_t ready;     /* these are to go on at wave->next, before any other */
    uint32_t storing;   /* 1 + the wave of a batch (jit/batch.h) whose stores are made: those before
                         * it have ended, those behind it have stored nothing; 0: none's are */
    uint32_t storing_lanes; /* EXEC of that wave in its store */
    uint32_t team;          /* these run a loop, or of a batch some, together now: what they have in
                             * memory is what they had before it; 0: none does */
    uint32_t follow;    /* so many work-groups, of which each has 1 more in id[follow_in], may take
                         * the place of one whose waves have all ended, before `more` is asked */
    uint32_t follow_in; /* 0; 1 in grids that are one work-group wide */
    /* Asked when next == end: false ends the call; else there are waves again. May be NULL. */
    bool (*more)(struct group *);
    bool has_no_tail; /* the work-group's waves do not wait for each other to end together */
};

/* Atomics without results that compiled code has not yet done in memory, since nothing of the wave
 * comes behind them that could tell (docs/jit.md, Atomics that wait). They are all of one
 * operation, whose order does not matter, on dwords in one range of memory: so they are done in a
 * table, and each of its places becomes one operation in memory in the end. */
enum pending_operation {
    PENDING_NONE, /* nothing has asked to wait yet */
    PENDING_ADD,
    PENDING_OR,
    PENDING_XOR,
    PENDING_REFUSED, /* nothing may */
};
struct pending_atomics {
    uint32_t operation; /* enum pending_operation */
    uint32_t size;      /* bytes of memory that the table stands for, up to MAX_PENDING_BYTES... */
    uint64_t first;     /* ... from this host address on */
    uint32_t *values;   /* [size / 4] the table: what is to be added to each dword */
    /* Called with PENDING_NONE by what would wait: which operation it is, and a host address among
     * those that it would go to. */
    void (*begin)(struct group *, uint64_t at, uint32_t operation);
    /* Does all that waits, and refuses more. */
    void (*finish)(struct group *);
};
enum { MAX_PENDING_BYTES = 1 << 18 };

/* Bytes before and behind LDS that compiled code may read, for lanes that are not active: 32 of the
 * largest elements, and what whole waves are away that have no active lane, as the first ones of a
 * scan. */
enum { LDS_MARGIN = 4096 };

enum { UPPER_SLOTS = 16 }; /* struct group, upper */

enum { STREAMED_WIDTHS = 3 };
enum ahead_of { AHEAD_WAVES, AHEAD_LOOPS, AHEAD_BATCHES, AHEAD_KINDS };

enum { STRIP_LOOPS = 8 };

/* One work-group while it runs. The engine embeds it in its own struct. */
struct group {
    uint8_t *lds;       /* [lds_bytes] zero at the start */
    uint32_t lds_bytes; /* that may be accessed: isa->lds_reserve, or what the launch asks for */
    uint32_t
        lds_offset; /* of the part that is the work-group's slot (shoal_launch_desc.lds_slots) */
    uint32_t id[3];
    uint32_t index; /* in dispatch order, mod 2^32 */
    uint32_t wave_count;
    /* Of the launch: number of the wave, in dispatch order, whose turn it is where waves must
     * take turns. 0 at the start; waves move it on themselves. */
    atomic_uint_fast64_t *turn;
    struct wave *running;           /* the wave that executes: whose faults are caught */
    struct lane_patterns *patterns; /* what compiled code has met */
    /* Of a row of work-items, how many further in x memory is to be fetched, as if each had a dword
     * there at most: waves with loops take longer, and those of batches run at once. */
    uint64_t ahead[AHEAD_KINDS];
    /* Whole lines of memory that a wave stores at its end, whose addresses have none of these bits,
     * bypass the caches, in which what the launch writes would not stay: 4 << n bytes of each
     * work-item. */
    uint64_t not_streamed[STREAMED_WIDTHS];
    struct pending_atomics *pending; /* of the thread; NULL: atomics do not wait */
    struct strips *strips; /* of compiled code, some of whose stores wait; NULL: none do */
    /* Of loops of a kernel in which lanes go through strips of memory (jit/behind.h): how often
     * that was of no use. */
    uint32_t failed_strips[STRIP_LOOPS];
    struct turns turns;
    uint32_t failed_teams;   /* loops that were begun together and had to be begun again alone */
    uint32_t short_teams;    /* loops without loads, or that lanes leave, that were run together and
                              * over too soon for that to pay, since the last one that was not
                              * (jit/teams.h) */
    uint32_t failed_batches; /* jit/batch.h: BATCH_FAILS for each that had to begin again alone,
                              * less 1 for each work-group since */
    /* [isa->row_count] by row: how many instructions compiled code had their executor do, or left
     * to the engine, of all work-groups of a thread. NULL: nobody counts. */
    uint64_t *calls;
    /* Upper halves that all active lanes' addresses had at some places in compiled code, where they
     * will mostly be the same again: each place has an element, which others may share. */
    uint32_t upper[UPPER_SLOTS];
    /* Instructions that compiled code has executed since the engine took these over, the sum of the
     * rows: in which one, does not matter, so that one alone may be below 0 (group_count). */
    _Alignas(64) uint32_t counts[COUNT_ROWS][COUNT_SLOTS];
};

/* What compiled code has counted in a class. */
static inline uint32_t group_count(const struct group *g, unsigned class)
{
    uint32_t n = 0;
    for (unsigned row = 0; row < COUNT_ROWS; row++)
        n += g->counts[row][class];
    return n;
}

/* Counts an instruction that compiled code has its executor do. */
static inline void group_count_call(const struct group *g, const struct op *op)
{
    if (__builtin_expect(g->calls != NULL, 0))
        g->calls[op->row]++;
}

/* Head of every wave; the instruction set's own struct begins with it. */
struct wave {
    const struct op *next; /* op to execute when the wave goes on */
    struct code *code;     /* that contains next */
    struct machine *machine;
    struct group *group;
    uint32_t index;       /* in the work-group */
    int32_t budget;       /* backward branches left in this time slice; jumps, calls and
                           * returns to other code count too, or a cycle of them could not
                           * be stopped. STOP_YIELD with budget >= 0 is a wait (s_sleep),
                           * with budget < 0 a spent slice */
    uint8_t stop;         /* enum stop, set when exec returns NULL */
    bool faulting_access; /* set around accesses to device memory (for SIGSEGV), with
                           * wave->next = the op before and a compiler fence
                           * (atomic_signal_fence) between them and the access. Functions
                           * with such accesses have the attribute
                           * disable_sanitizer_instrumentation: TSan's atomics hold a lock
                           * of its run time when they fault */
    uint32_t lanes;       /* of the wave: 32 or 64; 4 to 32 */
    /* For STOP_BARRIER: the wave goes on when all waves in [first, first + count) that have
     * not ended wait at a barrier of this kind and range. count 0: the whole work-group. */
    struct {
        uint8_t kind;
        uint16_t first, count;
    } barrier;
    uint64_t counts[SHOAL_CLASS_COUNT]; /* the engine counts every op it executes; compiled code
                                         * counts in group->counts */
    uint8_t *scratch;                   /* this wave's scratch: [scratch_bytes / 4][lanes] dwords */
    uint32_t scratch_bytes;             /* per lane, multiple of 4 */
    uint64_t scratch_base; /* device address that stands for `scratch` (FLAT_SCRATCH). In a
                            * window with host_offset it is a real one, and the waves of a
                            * work-group follow each other, lanes * scratch_bytes apart */
    struct fault_info fault;
};

/* What is known about the waves of a kernel before any launch. */
struct kernel_config {
    uint32_t lanes;   /* of a wave */
    const char *form; /* of the code, for shoal_isa_find: "rdna3.5" (shoal_chip.form) */
    uint32_t dialect; /* enum shoal_dialect; never SHOAL_DIALECT_DEFAULT where there are any */
    /* What the file, or raw_kernel, says of the kernel in the instruction set's own format:
     * borrowed while the configuration is used. NULL: nothing, where the set has no such format. */
    const uint8_t *descriptor;
};

/* What is taken for granted of raw code: a kernel descriptor, and what the engine needs of it. */
struct raw_kernel {
    uint8_t descriptor[64];
    uint32_t lanes;     /* of a wave */
    uint32_t lds_bytes; /* of a work-group */
    uint32_t kernarg_align;
};

/* What compiled code takes for granted of the state in which waves begin: part of what it is
 * compiled for, and of its name in the cache. */
struct start_facts {
    uint32_t mode;      /* floating-point settings */
    uint32_t registers; /* which registers have which values; the instruction set's own format */
};

/* What an instruction does to memory, for observers. */
struct access_info {
    uint64_t address; /* device address of the first active lane's access */
    uint32_t bytes;   /* of one lane */
    bool is_store;
    bool has_value; /* a scalar store of `value` */
    uint64_t value;
    bool is_load;   /* with is_store: an atomic */
    bool is_scalar; /* one access of the whole wave */
    uint8_t space;  /* enum shoal_space: what lane_address counts in */
    uint64_t lanes; /* that access memory; of a scalar access: the first */
    uint64_t lane_address[64];
    uint64_t low, high; /* the least and the greatest of them */
    bool is_row;        /* each lane's is `bytes` behind that of the lane before it */
    bool has_second;    /* every lane makes a second access, `second` bytes after the first */
    int32_t second;
    /* In the sense of a memory model: an atomic, or a load that looks behind the caches that only
     * the work-group has, as atomic loads do. */
    bool is_atomic;
    /* Of a plain store of each lane, and of its second one: the vector register with the first
     * dword of what it stores, unchanged; -1: not told. */
    int16_t data[2];
};

/* Who wants to know what an image instruction is going to access. */
struct texel_look {
    void (*see)(struct texel_look *, unsigned lane, uint64_t at, uint32_t bytes, bool is_load,
                bool is_store);
};

enum { MAX_WAIT_COUNTERS = 4, MAX_WAIT_REGISTERS = 512 };

/* How an op counts, for the checker of waits. Counters are bits: 1 << 0 is the first of struct
 * isa_waits. */
struct counting {
    uint8_t raises;    /* of this very instruction, with its fields */
    bool is_unordered; /* it may be done before what raised the same counter earlier, or after what
                        * does so later */
    uint8_t order;    /* kind: instructions of one kind are done in order, but while some of another
                       * kind raise the same counter, nothing is known of it before it is 0 */
    bool reads_later; /* its vector sources may still be read until the counter says otherwise */
    uint8_t local_part; /* of `raises`: where some lanes access local memory. If none do, it does
                         * not raise these, and is in order */
    uint8_t waits;
    uint8_t most[MAX_WAIT_COUNTERS]; /* of `waits`: how many may be left */
};

/* The counters by which code of an instruction set waits for what it has begun. */
struct isa_waits {
    unsigned count;            /* of counters */
    const char *const *names;  /* [count] "vmcnt" */
    const uint8_t *most;       /* [count] what each can hold: an instruction that would exceed it is
                                * not begun before another is done */
    unsigned vectors, scalars; /* registers, as read_register numbers them; MAX_WAIT_REGISTERS */
    /* false: nothing is known of the op. */
    bool (*counting)(const struct op *, struct counting *out);
};

/* The initial state of the waves of one launch that does not depend on the group. */
struct launch_state {
    const void *kernel;             /* from isa->kernel_create */
    uint32_t variant;               /* of the code: isa->code_variant(kernel), perhaps with
                                     * bit 31 set, which makes a form of its own for the JIT */
    uint64_t entry;                 /* device address of the first instruction */
    uint64_t kernel_entry;          /* of the kernel function: differs from `entry` where start
                                     * code runs first */
    uint64_t kernarg;               /* device address of the kernarg segment */
    const uint32_t *kernarg_dwords; /* the same, host pointer (for preload) */
    uint64_t kernel_object;         /* device address of the kernel's descriptor; of its code, if it
                                     * has none */
    uint64_t dispatch_packet;       /* device address of what describes the launch to the kernel */
    uint64_t queue; /* device address of the queue that it is in, if there are any */
    uint64_t dispatch_id;
    const struct machine *machine;
    uint32_t compute_units;   /* of the chip */
    uint64_t hostcall_buffer; /* device address of what kernels ask the host through; 0: none */
    uint64_t heap;            /* device address of the heap of kernels; 0: none */
    uint64_t multigrid_sync;  /* as in shoal_launch_desc */
    uint32_t block[3];        /* full work-group size */
    uint64_t grid[3];         /* work-items */
    uint64_t offset[3];       /* global offset */
    uint8_t dims;             /* of the grid; 0: as many as it takes */
    uint64_t print_buffer;    /* device address; 0: none */
    uint32_t print_bytes;
    bool trim;              /* lanes without a work-item stay inactive (with full_groups) */
    uint32_t scratch_bytes; /* per lane */
    uint32_t lds_bytes;     /* static + dynamic */
    uint32_t dynamic_lds_bytes;
    const uint32_t *user_data; /* if not NULL: user SGPRs are these (libremu) */
    uint32_t user_data_count;
    void *start; /* from isa->start_create, or NULL */
};

/* An instruction set that can be executed. One per host CPU level. */
struct isa_exec {
    const char *isa; /* "rdna3" */
    /* With has_dialects: names for shoal_isa_find, by enum shoal_dialect. */
    const char *dialect_isas[3];
    const char *host_cpu; /* "sse2", "avx2", "avx512" */
    size_t op_bytes;

    /* Words for reports: "wave", "lane", "s_endpgm". */
    const char *wave_name, *lane_name, *end_name;
    bool has_jit, has_dialects;
    bool has_zero; /* scalar register 0 is always 0 */
    uint32_t
        prefix_bytes; /* instructions may have a prefix of this size that is an op of its own */
    uint32_t lanes_supported; /* sum of the wave sizes that kernel_config may have: 32 | 64 */
    uint32_t default_lanes;   /* where nothing says more */

    /* Device memory. window_bytes 0: device addresses are host addresses, and the device's
     * options say how much there is; else addresses 0 .. window_bytes - 1. */
    uint64_t window_bytes;
    uint64_t alloc_base;                /* lowest address that allocations get */
    uint64_t code_base;                 /* where code without an address of its own goes */
    uint32_t pointer_bytes;             /* of a pointer in kernel arguments */
    uint32_t alloc_align;               /* least alignment of allocations, bytes */
    uint64_t shared_base, private_base; /* apertures, see struct machine */
    uint64_t lds_end;   /* pointers to dynamic LDS are addresses, given out downwards from here; 0:
                         * they are offsets */
    size_t share_bytes; /* of machine->share */
    uint32_t lds_reserve; /* not 0: every work-group has this much LDS, on first touch, whatever
                           * the launch asks for */

    /* Work-items of partial work-groups are numbered as in a full one, and all its waves run
     * (an id beyond the grid has a lane, which runs unless launch_state.trim). */
    bool full_groups;

    /* What describes a launch to its kernel: packet_bytes (at most 4096) of device memory at
     * `address`, on the host at `packet`. packet_write sets them from the state, and the addresses
     * of the state that lie in them (dispatch_packet, queue). */
    uint32_t packet_bytes;
    void (*packet_write)(void *packet, uint64_t address, struct launch_state *);
    /* The opposite, for packets that come with the program: kernel_entry, kernarg and print
     * buffer of `out`. NULL: they cannot. */
    void (*packet_read)(const void *packet, struct launch_state *out);
    bool packet_has_print;    /* it names the print buffer; else a hidden argument does */
    bool print_counts_header; /* the first word of the print buffer counts its 8-byte header */
    /* The value of a hidden argument, once everything else of the launch is known. NULL: code
     * objects do not list the arguments of their kernels. */
    uint64_t (*hidden_argument)(enum kernel_arg_kind, const struct launch_state *);
    uint32_t wave_scratch_limit; /* bytes of scratch that a wave may have */
    /* Code [start_bytes] that runs first in every wave and calls kernel_entry, for kernels
     * whose file has none. NULL: kernels are entered directly. */
    const void *start_code;
    size_t start_bytes;
    uint64_t start_base; /* where it goes if that is free, or pages below */

    /* What raw code is loaded as. NULL: nothing needs to be known of it. */
    void (*raw_kernel)(const shoal_load_options *, struct raw_kernel *out);
    /* Kernel-level constants. Caller frees with free(). NULL: no memory. */
    void *(*kernel_create)(const struct kernel_config *);
    /* Which decoded form the code of this kernel needs (wave size, VGPRs allocated). */
    uint32_t (*code_variant)(const void *kernel);
    void (*start_facts)(const void *kernel, struct start_facts *out); /* NULL without has_jit */
    struct code *(*code_create)(uint64_t base, const uint8_t *bytes, uint64_t size_bytes,
                                uint32_t variant);
    void (*code_destroy)(struct code *);

    /* Bytes of one wave's state (multiple of 128; must be aligned to 128). */
    size_t (*wave_bytes)(const void *kernel);
    /* Sets the state at the start of the kernel for wave `index` of a group of
     * `group_block` work-items (less than launch->block in partial work-groups). The
     * engine has filled in machine, group, index, lanes, scratch*, and zeroed the rest
     * of struct wave. A wave that has nothing to do may set stop = STOP_END. */
    void (*wave_init)(struct wave *, const struct launch_state *, const uint32_t group_block[3]);
    /* After wave_init: registers as the caller of a launch of one wave gives them. NULL: this
     * instruction set has no such launches. At most start_sgprs and start_vgprs registers. */
    void (*wave_start)(struct wave *, const struct shoal_wave_start *);
    uint32_t start_sgprs, start_vgprs;
    /* For checkers: what a kernel finds in registers: a bit in written[3] for each scalar register
     * that has a value when waves start, by its number among the scalars of a wave (flags follow),
     * and how many vector registers do, from 0 on. The others are undefined. */
    void (*start_written)(const struct launch_state *, uint64_t written[3], unsigned *vectors);
    /* Executes one op (whose exec is given) where a trap handler is installed: as exec does, with
     * the traps that come after an instruction. May be NULL. */
    const struct op *(*step)(struct wave *, const struct op *, op_exec_fn exec);
    /* Before each slice, if there is a trap handler: may change wave->next. May be NULL. */
    void (*poll)(struct wave *);
    /* What the initial states of the waves of full work-groups have in common, for wave_init
     * to copy, and for compiled code to begin with: made once per launch, when the rest of
     * `launch` is complete. Caller frees with free(). NULL (the function or its result): every
     * wave is set up from scratch. */
    void *(*start_create)(struct machine *, const struct launch_state *);
    /* Reads what is the same for all waves of the launch, for compiled code to begin with. find:
     * host address of [bytes] that stay as they are until the launch ends, or NULL. false: some
     * of it is elsewhere. */
    bool (*start_preload)(void *start, const struct preload *list, size_t count,
                          const void *(*find)(void *context, uint64_t at, uint64_t bytes),
                          void *context);
    /* Decodes the instruction at `op` and returns its exec. Never fails: an illegal
     * instruction becomes an op that faults. */
    op_exec_fn (*decode)(struct wave *, const struct op *);
    /* The op of the instruction at byte `offset` of the code; ops of an array of op_bytes
     * each, one per 4 bytes of code. NULL: the JIT does not know this instruction set. */
    struct op *(*op_at)(struct code *, uint64_t offset);
    /* The function that compiled code calls by `name`; NULL: there is none. NULL without
     * has_jit. */
    void *(*jit_function)(const char *name);
    /* An op's executor, whatever its exec is by now. NULL without has_jit. */
    op_exec_fn (*executor)(const struct op *);
    /* The instructions' names, by row. */
    unsigned row_count;
    const char *(*row_name)(unsigned row);
    /* Address of the instruction an op stands for. */
    uint64_t (*op_pc)(const struct wave *, const struct op *);
    /* After SIGSEGV in a memory instruction of this wave: fills in wave->fault for host
     * address `at` (NULL: unknown). wave->next is the op. */
    void (*access_fault)(struct wave *, const void *at);
    /* Before that, of a wave that compiled code has begun by itself (launch_state.start) without
     * setting it up; where its registers are set up, there is no launch_state, only `lanes`, which
     * become EXEC. NULL without has_jit. */
    void (*wave_catch_up)(struct wave *, const struct launch_state *, uint32_t lanes);
    /* Text of the instruction `offset` bytes into the code, e.g. "v_add_f32_e32 v0, v1, v2";
     * with the prefix before it, where prefixes are ops of their own. */
    void (*print)(const struct code *code, uint64_t offset, char *text, size_t text_size);

    /* For observers: copies register `index` of `file` (enum shoal_register_file) to
     * values[64] and returns how many dwords it has; 0: there is no such register. */
    size_t (*read_register)(const struct wave *, unsigned file, unsigned index, uint32_t *values);
    /* For lockstep: the opposite; of what instructions can change. false: it has no such value, or
     * there is no such register. NULL: none can be set. */
    bool (*write_register)(struct wave *, unsigned file, unsigned index, const uint32_t *values);
    /* The lanes that are active. */
    uint64_t (*active_lanes)(const struct wave *);
    /* The op at byte `offset` of the code. */
    const struct op *(*op_find)(struct code *, uint64_t offset);
    /* For observers: what the op will do to memory in a lane (-1: in the first one that does
     * something), asked before it runs. false: nothing. NULL: this instruction set does not say. */
    bool (*access)(struct wave *, const struct op *, int lane, struct access_info *out);
    /* Calls look->see for each element of memory that an image instruction is going to access. */
    void (*texels)(struct wave *, const struct op *, struct texel_look *look);
    /* SYNC_* (isa/effects.h) of an op that has been decoded. */
    unsigned (*syncs)(const struct op *);
    /* For checkers: the operands of an op's instruction as shoal_insn_operands lists them for waves
     * of so many lanes; 0: nothing is known of it. */
    size_t (*operands)(const struct op *, uint32_t lanes,
                       shoal_operand out[SHOAL_INSN_MAX_OPERANDS]);
    /* The first register of an operand as read_register numbers it. false: it is no register. */
    bool (*operand_register)(const shoal_operand *, shoal_register_file *file, unsigned *index);
    /* The name of a scalar or vector register in code: "v7", "vcc_lo", "a0". */
    void (*register_name)(shoal_register_file file, unsigned index, char text[16]);
    const struct isa_waits *waits;     /* NULL: this instruction set has no counters */
    const struct isa_hazards *hazards; /* isa/hazard.h; NULL: hardware keeps everything apart */
};

/* The table for instruction set `isa` (NULL: rdna3) on host CPU level `host_cpu` (NULL:
 * best that this CPU has). NULL: unknown, or this CPU lacks it. */
const struct isa_exec *isa_exec_find(const char *isa, const char *host_cpu);

#endif
