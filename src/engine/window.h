/* window.h: the one range of host memory in which all device memory lives.
 *
 * A window is reserved address space without access rights. Allocations make pages
 * accessible, separated by at least one page that stays inaccessible; memory that is freed
 * loses its pages at once, so that it reads as zero when it is allocated again. New
 * allocations prefer addresses that were not used lately: stale pointers fault.
 *
 * An allocation ends at the end of its last page (as far as its alignment allows), because
 * kernels that run off a buffer mostly run off its end.
 *
 * All functions may be called from any thread. */
#ifndef SHOAL_ENGINE_WINDOW_H
#define SHOAL_ENGINE_WINDOW_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"

/* Device addresses are host addresses (RDNA3), or count from the start of the window (32-bit
 * devices); `host_offset` is the difference, and every function takes and gives device
 * addresses. */
enum window_owner {
    OWNER_USER,   /* shoal_mem_alloc */
    OWNER_MODULE, /* a code object: may be mapped and copied to, not freed */
    OWNER_KERNEL, /* malloc in a kernel: freed by kernels */
    OWNER_ENGINE, /* kernel arguments, queue, printf buffer: the user cannot name it */
};

struct allocation {
    uint64_t base, size;         /* as asked for */
    uint64_t map_base, map_size; /* whole pages */
    enum window_owner owner;
    const void *caller; /* host code that asked for it; NULL: not known */
    uint64_t number;    /* of those of OWNER_USER and OWNER_KERNEL, from 1 */
    bool is_owed;       /* that code has to free it before the process ends */
    bool is_shared;     /* it is from window_cover, which may make it part of a larger one */
};

/* What was freed lately, for reports about stale pointers. */
struct freed_allocation {
    uint64_t base, size; /* as it was asked for */
    enum window_owner owner;
    uint64_t number;
    const void *caller; /* host code that freed it; NULL: not known */
};
enum { WINDOW_FREED_MAX = 256 };

struct window {
    uint64_t base, size;  /* device addresses */
    uint64_t host_offset; /* host address of device address 0 */
    uint64_t page;        /* bytes */
    uint64_t guard;       /* bytes without access before base, and behind the end; 0: few behind */
    uint64_t first;       /* lowest address that window_alloc gives */
    /* Where the search for free space goes on; the engine's own memory is kept apart from
     * that of programs in small windows. */
    uint64_t cursor, engine_cursor;
    /* Addresses without an allocation are memory, too: zero at first, keeping what is written. */
    bool is_open;
    pthread_mutex_t lock;
    struct allocation *list; /* [count], sorted by base */
    size_t count, capacity;
    uint64_t numbers;               /* given to allocations so far */
    atomic_uint_fast64_t changes;   /* of the list: what was found holds while this is the same */
    struct freed_allocation *freed; /* [WINDOW_FREED_MAX] the latest ones, in a ring; may be NULL */
    size_t freed_count;             /* of all that was freed by users and kernels */
};

/* What an instruction set needs of a window. */
struct window_shape {
    uint64_t bytes;        /* 0: device addresses are host addresses; else they are below this */
    uint64_t first;        /* lowest address for window_alloc */
    uint64_t engine_first; /* the same for OWNER_ENGINE */
    bool is_open;          /* with `bytes`: see struct window */
};

#define WINDOW_DEFAULT_BYTES (UINT64_C(256) << 30)
#define WINDOW_MIN_BYTES     (UINT64_C(1) << 30)
#define WINDOW_MAX_ALIGN     (UINT64_C(2) << 20)

/* bytes 0: WINDOW_DEFAULT_BYTES, or the largest half, quarter, ... of it that the system
 * grants. shape NULL: device addresses are host addresses; with shape->bytes, `bytes` is not
 * used. SHOAL_E_NOMEM, SHOAL_E_ARG (more than 2^46 bytes). */
shoal_status window_init(struct window *w, uint64_t bytes, const struct window_shape *shape,
                         struct diag *diag);
/* Gives everything back. */
void window_destroy(struct window *w);

/* align: 0 (256) or a power of two up to 2 MiB. SHOAL_E_ARG, SHOAL_E_NOMEM. */
shoal_status window_alloc(struct window *w, uint64_t size, uint64_t align, enum window_owner owner,
                          struct diag *diag, uint64_t *out);
/* Allocates the pages that hold [address, address + size), which must be free; they may touch
 * those of other allocations. SHOAL_E_ARG: outside the window; SHOAL_E_BUSY: there is
 * something. */
shoal_status window_alloc_at(struct window *w, uint64_t address, uint64_t size,
                             enum window_owner owner, struct diag *diag);
/* As window_alloc_at, but what earlier calls of this function allocated there becomes part of the
 * new allocation, with its contents. */
shoal_status window_cover(struct window *w, uint64_t address, uint64_t size,
                          enum window_owner owner, struct diag *diag);
/* Frees the allocation of `owner` that starts at address. SHOAL_E_ARG: there is none. caller: the
 * host code that asked for it, for window_find_freed; may be NULL. */
shoal_status window_free(struct window *w, uint64_t address, enum window_owner owner,
                         const void *caller, struct diag *diag);

/* Notes which host code asked for the allocation that starts at address, and whether that has to
 * free it. */
void window_set_caller(struct window *w, uint64_t address, const void *caller, bool is_owed);

/* The same memory on the host. */
static inline void *window_host(const struct window *w, uint64_t address)
{
    return (void *)(uintptr_t)(address + w->host_offset);
}

/* The allocation that holds `address`. */
bool window_find(struct window *w, uint64_t address, struct allocation *out);
/* The allocation of programs that holds `address`, which is not freed before window_release. false:
 * there is none; then, too, that is to be called. */
bool window_hold(struct window *w, uint64_t address, struct allocation *out);
void window_release(struct window *w);
/* The latest freed allocation that held `address`, if nothing is there now and it is not too long
 * ago. */
bool window_find_freed(struct window *w, uint64_t address, struct freed_allocation *out);
/* SHOAL_E_ARG (with the reason) unless [address, address + size) is inside one allocation
 * that the user may see. */
shoal_status window_check(struct window *w, uint64_t address, uint64_t size, struct diag *diag);
/* The allocation, of those that the user knows of, whose bytes are nearest to `address`.
 * false: there are none. */
bool window_nearest(struct window *w, uint64_t address, struct allocation *out);

#endif
