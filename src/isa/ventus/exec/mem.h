/* mem.h: one access to memory, as the files of the memory layer share it. */
#ifndef SHOAL_VENTUS_MEM_H
#define SHOAL_VENTUS_MEM_H

#include "isa/exec/elements.h"
#include "isa/ventus/exec/layer.h"

MEM_RACY_BEGIN

/* SIGSEGV between begin and end becomes a memory fault of this instruction. */
MEM_INLINE void access_begin(struct ventus_wave *w, const struct ventus_op *o)
{
    w->base.next = &o->base;
    w->base.faulting_access = true;
    atomic_signal_fence(memory_order_seq_cst);
}

MEM_INLINE void access_end(struct ventus_wave *w)
{
    atomic_signal_fence(memory_order_seq_cst);
    w->base.faulting_access = false;
}

MEM_RACY_END

static inline bool in_lds(const struct ventus_wave *w, uint32_t at)
{
    return at - (uint32_t)w->base.machine->shared_base < LDS_SPACE_BYTES;
}

/* Where one lane's access of `bytes` (1, 2, 4) goes. */
struct place {
    uint64_t host;   /* address in the emulator */
    uint32_t device; /* the same, as the program's physical address */
    bool is_lds;
};

/* Finds the place of address a (before the formula of `space`) of a lane. False: there is
 * none, and *why says so. An access that crosses a word of private memory has several places:
 * resolve it by bytes. */
bool FN(resolve)(const struct ventus_wave *w, unsigned space, uint64_t a, unsigned lane,
                 unsigned bytes, struct place *out, const char **why);

/* Stops the wave: lane (or all: -1) cannot access address a. */
const struct op *FN(bad_access)(struct ventus_wave *w, const struct ventus_op *o, int lane,
                                uint64_t a, unsigned bytes, const char *why);

/* Address of a lane's atomic, before the formula of its space. */
uint64_t FN(atomic_address)(struct ventus_wave *w, const struct ventus_op *o, unsigned lane);

/* *place = fn(*place, data) as one step; returns the value before. */
uint32_t FN(atomic_step)(const struct place *p, atomic_fn fn, uint32_t data);

#endif
