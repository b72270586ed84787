/* gds.c: global wave sync, ordered count, streamout registers. Manual: 12.6.1, 13.4, 16.15.
 *
 * The manual's text on GWS is damaged; its translation names the resources and the value of a
 * barrier is what compilers pass: waves - 1, at INIT and at each BARRIER. docs/errata.md. */
#include "isa/rdna3/exec/gds.h"
#include "isa/rdna3/exec/mem.h"
#include "isa/rdna3/sem/sem.h"

/* M0[21:16] is the base of the wave's resources, offset0[5:0] counts from it. */
static struct gws_resource *resource(const struct rdna3_wave *w, const struct rdna3_op *o)
{
    unsigned n = (w->s[SRC_M0] >> 16 & 63) + (o->insn->f[F_offset0] & 63);
    return &wave_share(w)->gws[n % GWS_RESOURCES];
}

static uint32_t value(struct rdna3_wave *w, const struct rdna3_op *o)
{
    unsigned n = o->insn->f[F_addr];
    return *vgpr_lane(w, n < w->vgprs ? n : 0, gds_lane(w));
}

/* Waits at `o` until another wave changes something; the work-group is parked like one that sleeps.
 */
static const struct rdna3_op *wait_here(struct rdna3_wave *w, const struct rdna3_op *o)
{
    return wave_stop(w, o, STOP_WAIT);
}

/* Something has changed that waves may wait for. */
static void tell_change(struct rdna3_wave *w)
{
    atomic_fetch_add_explicit(&w->base.machine->sync_changes, 1, memory_order_seq_cst);
}

SEM(ds_gws_init)
{
    struct rdna3_share *share = wave_share(w);
    struct gws_resource *r = resource(w, o);
    share_lock(share);
    r->count = value(w, o);
    tell_change(w);
    share_unlock(share);
    return op_next(o);
}

/* The wave that finds the count at 0 is the last: it lets all go and sets the count anew. */
SEM(ds_gws_barrier)
{
    struct rdna3_share *share = wave_share(w);
    struct gws_resource *r = resource(w, o);
    bool passes = false;
    share_lock(share);
    if (!w->gws_waits) {
        tell_change(w);
        if (r->count == 0) {
            r->count = value(w, o);
            r->phase++;
            passes = true;
        } else {
            r->count--;
            w->gws_waits = true;
            w->gws_phase = r->phase;
        }
    } else {
        passes = r->phase != w->gws_phase;
    }
    share_unlock(share);
    if (!passes)
        return wait_here(w, o);
    w->gws_waits = false;
    return op_next(o);
}

static const struct rdna3_op *release(struct rdna3_wave *w, const struct rdna3_op *o,
                                      uint32_t units)
{
    struct rdna3_share *share = wave_share(w);
    share_lock(share);
    resource(w, o)->count += units;
    tell_change(w);
    share_unlock(share);
    return op_next(o);
}

SEM(ds_gws_sema_v) { return release(w, o, 1); }
SEM(ds_gws_sema_br) { return release(w, o, value(w, o)); }

SEM(ds_gws_sema_release_all)
{
    struct rdna3_share *share = wave_share(w);
    share_lock(share);
    resource(w, o)->phase++;
    tell_change(w);
    share_unlock(share);
    return op_next(o);
}

SEM(ds_gws_sema_p)
{
    struct rdna3_share *share = wave_share(w);
    struct gws_resource *r = resource(w, o);
    share_lock(share);
    bool passes = w->gws_waits && r->phase != w->gws_phase;
    if (!passes && r->count) {
        r->count--;
        tell_change(w);
        passes = true;
    }
    if (!w->gws_waits)
        w->gws_phase = r->phase;
    share_unlock(share);
    w->gws_waits = !passes;
    return passes ? op_next(o) : wait_here(w, o);
}

/* ---- in the order of creation ---- */

/* offset0[7:2]: which counter; offset1[0]: this is the wave's last turn, or [1] its end;
 * offset1[5:4]: add, exchange, or subtract with wrap-around. */
SEM(ds_ordered_count)
{
    enum { ORDERED_ADD, ORDERED_EXCHANGE, ORDERED_WRAP = 3 };
    struct rdna3_share *share = wave_share(w);
    struct group *g = w->base.group;
    uint64_t ordinal = (uint64_t)g->index * g->wave_count + w->base.index;
    if (atomic_load_explicit(g->turn, memory_order_acquire) != ordinal)
        return wait_here(w, o);
    uint32_t flags = o->insn->f[F_offset1];
    uint32_t at = (w->s[SRC_M0] >> 16 & 0xfffc) + (o->insn->f[F_offset0] & 0xfc), old = 0, x;
    uint32_t data = wave_exec(w) ? value(w, o) : 0;
    if (at + 4 <= GDS_BYTES) {
        share_lock(share);
        memcpy(&old, share->gds + at, 4);
        switch (flags >> 4 & 3) {
        case ORDERED_EXCHANGE:
            x = data;
            break;
        case ORDERED_WRAP:
            x = old >= data ? old - data : old;
            break;
        default:
            x = old + data;
            break;
        }
        memcpy(share->gds + at, &x, 4);
        share_unlock(share);
    }
    unsigned d = o->insn->f[F_vdst];
    if (d < w->vgprs)
        *vgpr_lane(w, d, gds_lane(w)) = old;
    if (flags & 3) {
        atomic_fetch_add_explicit(g->turn, 1, memory_order_release);
        tell_change(w);
    }
    return op_next(o);
}

/* ---- streamout registers ---- */

/* Registers 8 to 15 have 64 bits. The operand is the first active lane's, 0 without one. */
static const struct rdna3_op *gs_register(struct rdna3_wave *w, const struct rdna3_op *o, bool adds)
{
    struct rdna3_share *share = wave_share(w);
    unsigned n = o->insn->f[F_offset0] >> 2 & 15, at = n < 8 ? n : 8 + 2 * (n - 8);
    unsigned data = o->insn->f[F_data0], d = o->insn->f[F_vdst], lane = gds_lane(w);
    uint64_t operand = wave_exec(w) ? *vgpr_lane(w, data < w->vgprs ? data : 0, lane) : 0, old;
    share_lock(share);
    old = share->gs[at];
    if (n >= 8)
        old |= (uint64_t)share->gs[at + 1] << 32;
    uint64_t x = adds ? old + operand : old - operand;
    share->gs[at] = (uint32_t)x;
    if (n >= 8)
        share->gs[at + 1] = (uint32_t)(x >> 32);
    share_unlock(share);
    if (d + (n >= 8) < w->vgprs) {
        *vgpr_lane(w, d, lane) = (uint32_t)old;
        if (n >= 8)
            *vgpr_lane(w, d + 1, lane) = (uint32_t)(old >> 32);
    }
    return op_next(o);
}

SEM(ds_add_gs_reg_rtn) { return gs_register(w, o, true); }
SEM(ds_sub_gs_reg_rtn) { return gs_register(w, o, false); }
