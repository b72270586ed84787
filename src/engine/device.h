/* device.h: the device: what its launches share, and what it does for its program: messages,
 * output, the clock. Made and ended by lifetime.c.
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
#include "isa/machine.h"
#include "shoal/shoal.h"

struct checker;
struct code_map;
struct host_ranges;
struct hostcall;
struct jit_service;
struct launch;
struct region;
struct worker;

/* Work-groups of a launch that nobody has begun, from `next` to `end`. In a cache line of its own,
 * since all workers may write to it. */
struct share {
    _Alignas(64) atomic_uint_fast64_t next;
    uint64_t end;
};

/* What a launch needs while it runs: threads and device memory. Later launches use it again. */
struct launch_context {
    struct launch_context *next; /* in launch_queue.idle */
    struct pool pool;
    struct worker *workers[POOL_MAX_THREADS]; /* made on first use */
    struct share shares[POOL_MAX_THREADS];    /* [launch.share_count] */
    uint64_t kernarg, kernarg_bytes;          /* device memory for arguments */
    uint64_t packet;                          /* device memory that describes the launch to it */
    uint64_t printf_buffer;                   /* 0: not needed yet */
    struct hostcall *hostcall;                /* NULL: not needed yet */
};

/* The launches of a device: those that run one after the other, in the order of their calls, and
 * those that run beside them. See queue.c. */
struct launch_queue {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct launch_context *idle; /* contexts that no launch uses */
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
    struct checker *checker; /* of the launches that are made from now on; NULL: none */
    uint64_t start_ns;       /* of the clock that kernels read */

    struct shoal_fault failure; /* of the latest launch that faulted, under `lock` */
    char failure_text[1024];
};

static inline struct shoal_device *device_of(struct machine *m)
{
    return (struct shoal_device *)(void *)m;
}

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

#endif
