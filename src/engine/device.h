/* device.h: the device, its modules and kernels, and what they share while kernels run.
 *
 * The engine knows instruction sets only through struct isa_exec (isa/machine.h) and code
 * objects only through image/image.h. */
#ifndef SHOAL_ENGINE_DEVICE_H
#define SHOAL_ENGINE_DEVICE_H

#include <pthread.h>
#include <stdatomic.h>

#include "base/diag.h"
#include "engine/pool.h"
#include "engine/window.h"
#include "image/image.h"
#include "isa/machine.h"
#include "shoal/shoal.h"

struct launch;
struct worker;
struct hostcall;
struct jit_code;
struct jit_service;

/* ---- code --------------------------------------------------------------------- */

/* A range of machine code with its decoded forms, one per variant. */
struct region {
    uint64_t base, size_bytes;
    const uint8_t
        *bytes;     /* as they were when it was made: what runs, whatever is stored there since */
    bool has_bytes; /* they are freed with it; else they are where they run (in_place) */
    bool is_read_only; /* its pages are write-protected, those without data */
    _Atomic(struct region_code *) codes;
    struct region *retired; /* in device->retired_regions */
};
struct region_code {
    struct code *code;
    struct jit_code *compiled; /* what its ops may run; freed with it */
    struct region_code *next;
};

/* All regions of a device by address. Never changed: replaced as a whole. */
struct code_map {
    struct code_map *retired; /* older ones, freed when no launch runs */
    size_t count;
    struct region *regions[]; /* sorted by base */
};

/* ---- modules ------------------------------------------------------------------- */

struct module_part { /* one code object */
    struct image *image;
    uint64_t base; /* device address */
};

enum jit_state {
    JIT_COLD,       /* not looked at yet */
    JIT_LOOKING_UP, /* a job: in the cache? */
    JIT_NOT_CACHED,
    JIT_COMPILING, /* a job */
    JIT_READY,
    JIT_FAILED, /* runs in the interpreter for good */
};

/* What jit.c knows of a kernel. */
struct kernel_jit {
    _Atomic(enum jit_state) state;
    struct shoal_kernel *next;           /* in the queue of jobs */
    struct code *code;                   /* that the job is for */
    _Atomic(struct jit_code *) compiled; /* NULL: not yet */
    atomic_uint_fast64_t interp_ns;      /* that launches took in the interpreter */
    atomic_bool is_asked_for;            /* a launch with engine jit: failing is worth a warning */
};

struct shoal_kernel {
    struct shoal_module *module;
    const struct image *image;       /* NULL: raw code */
    const struct image_kernel *info; /* belongs to the image, or is `raw` */
    uint64_t entry;
    uint64_t start;              /* where waves begin: `entry`, or start code */
    struct kernel_config config; /* that isa_kernel is made from */
    void *isa_kernel;            /* from isa->kernel_create */
    uint32_t variant;
    uint32_t scratch_bytes;  /* per lane, as launched */
    uint32_t explicit_bytes; /* least args_size of a launch */
    struct kernel_jit jit;
};

struct shoal_module {
    struct shoal_device *device;
    struct shoal_module *next; /* in device->modules */
    struct module_part *parts; /* [part_count]; none for raw code */
    size_t part_count;
    uint64_t *allocations; /* [allocation_count] window memory */
    uint64_t start_code;   /* of Shoal, for kernels without their own; 0: not needed */
    size_t allocation_count;
    struct region **regions; /* [region_count] */
    size_t region_count;
    struct shoal_kernel *kernels; /* [kernel_count] */
    size_t kernel_count;
    struct image_kernel raw;
    char *raw_name; /* NULL: "raw" */
    void *file;     /* [file_size] a copy of what was loaded, if it has debug information */
    size_t file_size;
    atomic_uint pending; /* launches that are not over */
    bool is_displaced;   /* its code, which is used in place, was replaced: module_displace */
};

/* ---- device -------------------------------------------------------------------- */

/* What one running launch has for itself; kept for later launches. */
struct launch_context {
    struct launch_context *next; /* in launch_queue.idle */
    struct pool pool;
    struct worker *workers[POOL_MAX_THREADS]; /* made on first use */
    uint64_t kernarg, kernarg_bytes;          /* device memory for arguments */
    uint64_t packet;                          /* what describes the launch to its kernel */
    uint64_t printf_buffer;                   /* 0: not needed yet */
    struct hostcall *hostcall;                /* NULL: not needed yet */
};

/* Launches of a device in call order, and those that run beside them. See queue.c. */
struct launch_queue {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct launch_context *idle; /* of no launch */
    unsigned running;            /* launches that run, in whichever threads */
    uint64_t launch_serial, dispatch_id;
    struct launch *first, *last; /* waiting */
    bool is_running;             /* a launch of those in call order runs */
    bool has_thread, is_ending;
    pthread_t thread;
};

struct shoal_device {
    struct machine machine; /* what waves see; first, see device_of */
    const struct isa_exec *isa;
    const struct shoal_chip *chip;
    struct window window;
    unsigned generation; /* of the process that made it (process.h) */
    unsigned threads;
    uint32_t lanes;       /* of waves, where the kernel does not say */
    uint32_t dialect;     /* enum shoal_dialect, where neither file nor caller say */
    const char *host_cpu; /* the level that was asked for; NULL: the best */
    bool host_addresses;
    shoal_log_fn log;
    void *log_user;
    shoal_print_fn print;
    void *print_user;
    pthread_mutex_t log_lock, print_lock;

    pthread_mutex_t lock; /* of modules, code_map, host_ranges, failure */
    struct shoal_module *modules;
    _Atomic(struct code_map *) code_map;
    struct code_map *retired_maps;
    struct region *retired_regions;

    struct launch_queue queue;
    _Atomic(struct host_ranges *) host_ranges;
    struct host_ranges *retired_ranges;
    uint64_t heap;           /* of malloc in kernels, under `lock`; 0: not needed yet */
    struct jit_service *jit; /* NULL: not needed yet */
    uint64_t start_ns;       /* of the clock that kernels read */

    struct shoal_fault failure; /* of the latest launch that faulted, under `lock` */
    char failure_text[1024];
};

/* Keeps the file of a module if it can tell source lines; "file:line:column" of a pc, "" if it
 * cannot (source.c). */
void source_keep(struct shoal_module *module, const void *bytes, size_t size);
void source_find(const struct shoal_module *module, uint64_t pc, char *text, size_t size);

static inline struct shoal_device *device_of(struct machine *m)
{
    return (struct shoal_device *)(void *)m;
}

/* Creates the device that models `chip`, whose instruction set `isa` executes. */
shoal_status device_create(const struct isa_exec *isa, const struct shoal_chip *chip,
                           const shoal_device_options *options, struct diag *diag,
                           shoal_device **out);
/* In a child of the process that made it: does nothing, since the threads that use it are not
 * there. */
void device_destroy(shoal_device *device);
/* SHOAL_E_UNSUPPORTED: the device was made before a fork, by the parent. */
shoal_status device_check_process(const shoal_device *device, struct diag *diag);
/* SHOAL_E_ARG unless waves of this instruction set may have `lanes` lanes. */
shoal_status device_check_lanes(const struct isa_exec *isa, uint32_t lanes, struct diag *diag);

/* Passes a message to the log function, if there is one. */
__attribute__((format(printf, 3, 4))) void device_log(shoal_device *device, shoal_log_level level,
                                                      const char *format, ...);
/* Host pointer to device memory. */
static inline void *device_host(const struct shoal_device *device, uint64_t address)
{
    return window_host(&device->window, address);
}

/* Output of a kernel. */
void device_print(shoal_device *device, const char *bytes, size_t size);

/* Nanoseconds of the monotonic clock. */
uint64_t clock_ns(void);

/* ---- ranges.c -------------------------------------------------------------------- */

/* Memory of the process that kernels may access beside the window; sorted. Never changed:
 * replaced as a whole. */
struct host_ranges {
    struct host_ranges *retired; /* older ones, freed when no launch runs */
    size_t count;
    struct host_range {
        uint64_t base, size;
    } ranges[];
};

shoal_status ranges_add(shoal_device *device, uint64_t base, uint64_t size, struct diag *diag);
shoal_status ranges_remove(shoal_device *device, uint64_t base, struct diag *diag);
/* machine->allows */
bool ranges_allow(const struct machine *machine, uint64_t at, uint64_t bytes);
/* Frees what is no longer in use. Only while no launch runs or begins. */
void ranges_collect(shoal_device *device);
void ranges_destroy(shoal_device *device);

/* ---- module.c -------------------------------------------------------------------- */

shoal_status module_load(shoal_device *device, const void *bytes, size_t size,
                         const shoal_load_options *options, struct diag *diag, shoal_module **out);
shoal_status module_unload(shoal_module *module, struct diag *diag);
/* Before code is written to [address, address + size): modules that use what is there in place
 * have no code from then on. SHOAL_E_BUSY: a launch of one is pending. */
shoal_status module_displace(shoal_device *device, uint64_t address, uint64_t size,
                             struct diag *diag);
/* Frees a module, whether launches are pending or not. */
void module_free(shoal_module *module);
/* The kernel with metadata name or symbol `name`; NULL: there is none. */
shoal_kernel *module_find(const shoal_module *module, const char *name);

/* ---- code_map.c ------------------------------------------------------------------ */

shoal_status code_map_add(shoal_device *device, struct region *const *regions, size_t count,
                          struct diag *diag);
/* Takes the regions over: they are freed by the next code_map_collect. */
void code_map_remove(shoal_device *device, struct region *const *regions, size_t count);
/* Keeps compiled code of `code`, which is at pc, as long as that. */
void code_map_keep(shoal_device *device, uint64_t pc, const struct code *code,
                   struct jit_code *compiled);
/* Frees what is no longer in use. Only while no launch runs or begins. */
void code_map_collect(shoal_device *device);
void code_map_destroy(shoal_device *device);
/* Whether [address, address + bytes) meets code that is read-only. */
bool code_map_has(shoal_device *device, uint64_t address, uint64_t bytes);
/* Code that is not in memory any more as it was decoded is decoded anew when it is looked for. */
void code_map_refresh(shoal_device *device);
/* machine->find_code */
struct code *code_map_find(struct machine *machine, uint64_t pc, uint32_t variant);
/* The same for callers that no launch keeps the map for. */
struct code *code_map_get(shoal_device *device, uint64_t pc, uint32_t variant);
/* Frees a region that was never added. */
void region_free(const shoal_device *device, struct region *region);

#endif
