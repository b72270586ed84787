/* atomic.c: read-modify-write of 32 bits, on scalar registers (manual) or per lane on vector
 * registers (toolchain).
 *
 * Spec isa.md 5, 7.2; memory-model.md 4: lanes in ascending order, atomic for the whole
 * device. */
#include "isa/ventus/exec/mem.h"

/* In the toolchain's dialect the operands are vectors. */
uint64_t FN(atomic_address)(struct ventus_wave *w, const struct ventus_op *o, unsigned lane)
{
    const struct ventus_mem_op *m = &o->mem;
    if (!m->vector)
        return m->pair ? pair_value(w, m->addr) : w->x[m->addr];
    uint64_t a = *vgpr_lane(w, m->addr, lane);
    return m->pair ? a | (uint64_t)*vgpr_lane(w, m->addr + 1u, lane) << 32 : a;
}

MEM_RACY_BEGIN

/* Local memory belongs to one host thread. */
__attribute__((disable_sanitizer_instrumentation)) uint32_t
FN(atomic_step)(const struct place *p, atomic_fn fn, uint32_t data)
{
    uint32_t *at = host(p->host), old = __atomic_load_n(at, __ATOMIC_RELAXED);
    if (p->is_lds) {
        *at = fn(old, data);
        return old;
    }
    while (!__atomic_compare_exchange_n(at, &old, fn(old, data), true, __ATOMIC_SEQ_CST,
                                        __ATOMIC_RELAXED))
        ;
    return old;
}

MEM_RACY_END

/* One lane's; false: it has faulted. */
static bool step(struct ventus_wave *w, const struct ventus_op *o, unsigned lane, uint32_t data,
                 uint32_t *old)
{
    struct place p;
    const char *why;
    uint64_t a = FN(atomic_address)(w, o, lane);
    int who = o->mem.vector ? (int)lane : -1;
    if (a & 3) {
        FN(fault)
        (w, o, SHOAL_FAULT_MISALIGNED, who < 0 ? 0 : UINT64_C(1) << lane, a, 4,
         "atomics need an address that is a multiple of 4");
        return false;
    }
    if (!FN(resolve)(w, o->mem.space, a, lane, 4, &p, &why)) {
        FN(bad_access)(w, o, who, a, 4, why);
        return false;
    }
    access_begin(w, o);
    *old = FN(atomic_step)(&p, o->fn.atomic, data);
    access_end(w);
    return true;
}

const struct op *FN(exec_atomic)(struct wave *wave, const struct op *op)
{
    struct ventus_wave *w = (struct ventus_wave *)wave;
    const struct ventus_op *o = (const struct ventus_op *)op;
    uint32_t old;
    if (!step(w, o, 0, w->x[o->mem.data], &old))
        return NULL;
    set_x(w, o->mem.d, old);
    return &o->next->base;
}

const struct op *FN(exec_vatomic)(struct wave *wave, const struct op *op)
{
    struct ventus_wave *w = (struct ventus_wave *)wave;
    const struct ventus_op *o = (const struct ventus_op *)op;
    vec32 old;
    for (uint32_t left = w->on; left; left &= left - 1) {
        unsigned l = (unsigned)__builtin_ctz(left);
        if (!step(w, o, l, *vgpr_lane(w, o->mem.data, l), (uint32_t *)&old + l))
            return NULL;
    }
    if (w->on)
        w->v[o->mem.d].u = select32(w->on, old.u, w->v[o->mem.d].u);
    return &o->next->base;
}
