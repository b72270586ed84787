/* reserve.c: load-reserved and store-conditional, scalar (manual) or per lane (toolchain).
 *
 * Spec isa.md 5: one reservation per lane, lanes in ascending order; a successful store ends
 * the others' reservations of that word, so that retry loops make progress. A store by
 * another warp is noticed by its value. */
#include "isa/ventus/exec/mem.h"
#include "isa/ventus/sem/sem.h"

/* The place of a lane's word; false: the wave has faulted. */
static bool find(struct ventus_wave *w, const struct ventus_op *o, unsigned lane, struct place *p)
{
    const char *why;
    uint64_t a = FN(atomic_address)(w, o, lane);
    uint64_t lanes = o->mem.vector ? UINT64_C(1) << lane : 0;
    if (a & 3) {
        FN(fault)
        (w, o, SHOAL_FAULT_MISALIGNED, lanes, a, 4,
         "atomics need an address that is a multiple of 4");
        return false;
    }
    if (FN(resolve)(w, o->mem.space, a, lane, 4, p, &why))
        return true;
    FN(bad_access)(w, o, lanes ? (int)lane : -1, a, 4, why);
    return false;
}

static uint32_t keep(uint32_t mem, uint32_t data)
{
    (void)data;
    return mem;
}

static const struct ventus_op *load_reserved(struct ventus_wave *w, const struct ventus_op *o)
{
    struct place p;
    vec32 value;
    uint32_t on = o->mem.vector ? w->on : 1;
    for (uint32_t left = on; left; left &= left - 1) {
        unsigned l = (unsigned)__builtin_ctz(left);
        if (!find(w, o, l, &p))
            return NULL;
        access_begin(w, o);
        uint32_t x = FN(atomic_step)(&p, keep, 0);
        access_end(w);
        w->reserved |= 1u << l;
        w->reservation[l] = p.device;
        w->reserved_value[l] = value.u[l] = x;
    }
    if (!o->mem.vector)
        set_x(w, o->mem.d, value.u[0]);
    else if (on)
        w->v[o->mem.d].u = select32(on, value.u, w->v[o->mem.d].u);
    return o->next;
}

MEM_RACY_BEGIN

__attribute__((disable_sanitizer_instrumentation)) static bool replace(const struct place *p,
                                                                       uint32_t old, uint32_t x)
{
    return __atomic_compare_exchange_n((uint32_t *)host(p->host), &old, x, false, __ATOMIC_SEQ_CST,
                                       __ATOMIC_RELAXED);
}

MEM_RACY_END

static const struct ventus_op *store_conditional(struct ventus_wave *w, const struct ventus_op *o)
{
    struct place p;
    vec32 failed;
    uint32_t on = o->mem.vector ? w->on : 1;
    for (uint32_t left = on; left; left &= left - 1) {
        unsigned l = (unsigned)__builtin_ctz(left);
        if (!find(w, o, l, &p))
            return NULL;
        uint32_t data = o->mem.vector ? *vgpr_lane(w, o->mem.data, l) : w->x[o->mem.data];
        bool holds = w->reserved >> l & 1 && w->reservation[l] == p.device;
        if (holds) {
            access_begin(w, o);
            holds = replace(&p, w->reserved_value[l], data);
            access_end(w);
        }
        w->reserved &= ~(1u << l);
        for (unsigned other = 0; holds && other < 32; other++)
            if (w->reservation[other] == p.device)
                w->reserved &= ~(1u << other);
        failed.u[l] = !holds;
    }
    if (!o->mem.vector)
        set_x(w, o->mem.d, failed.u[0]);
    else if (on)
        w->v[o->mem.d].u = select32(on, failed.u, w->v[o->mem.d].u);
    return o->next;
}

SEM(lr_w) { return load_reserved(w, o); }
SEM(lr_d) { return load_reserved(w, o); }
SEM(sc_w) { return store_conditional(w, o); }
SEM(sc_d) { return store_conditional(w, o); }
