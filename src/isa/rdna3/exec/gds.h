/* gds.h: what all waves of a device share besides memory: the global data share, the registers of
 * streamout, the resources of global wave sync. Manual: 12.6, 13.4. */
#ifndef SHOAL_RDNA3_GDS_H
#define SHOAL_RDNA3_GDS_H

#include "isa/rdna3/exec/layer.h"

enum { GDS_BYTES = 4096, GWS_RESOURCES = 64, GS_REGISTERS = 24 };

/* A barrier or semaphore. Changed only under the lock. */
struct gws_resource {
    uint32_t count; /* semaphore: free units; barrier: waves that are still to come */
    uint32_t phase; /* counts barriers passed and releases of all */
};

struct rdna3_share {
    atomic_flag lock; /* of all that follows; held for one operation */
    struct gws_resource gws[GWS_RESOURCES];
    uint32_t gs[GS_REGISTERS]; /* 8 of 32 bits, 8 of 64 */
    uint8_t gds[GDS_BYTES];
};

static inline struct rdna3_share *wave_share(const struct rdna3_wave *w)
{
    return w->base.machine->share;
}

static inline void share_lock(struct rdna3_share *s)
{
    while (atomic_flag_test_and_set_explicit(&s->lock, memory_order_acquire))
        ;
}

static inline void share_unlock(struct rdna3_share *s)
{
    atomic_flag_clear_explicit(&s->lock, memory_order_release);
}

/* The one lane that GDS instructions work for: the first active one, or 0 (13.4.2). */
static inline unsigned gds_lane(const struct rdna3_wave *w)
{
    uint64_t exec = wave_exec(w);
    return exec ? (unsigned)__builtin_ctzll(exec) : 0;
}

#endif
