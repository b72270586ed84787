/* trap.h: entering and leaving the trap handler. Manual: 3.4.1, 3.4.9, 16.3, 16.5. */
#ifndef SHOAL_RDNA3_TRAP_H
#define SHOAL_RDNA3_TRAP_H

#include "isa/rdna3/exec/layer.h"

enum {
    /* bits of STATUS and TRAPSTS that only the trap handler writes */
    STATUS_PRIV_WRITES = 0x3fff7e1d & ~(STATUS_PRIV | STATUS_TRAP_EN | 1 << 9 | 1 << 10 | 1 << 11 |
                                        1 << 12 | 1 << 14 | 1 << 16 | 1 << 19 | 1 << 24),
    TRAPSTS_MEMORY = 1 << 8,
    TRAPSTS_ILLEGAL = 1 << 11,
    TRAPSTS_HOST = 1 << 16,
    TRAPSTS_WAVE_END = 1 << 18,
    TRAPSTS_AFTER_INST = 1 << 20,
    MODE_TRAP_AFTER_INST = 1 << 11,
    MODE_EXCP_WATCH = 1 << 19,
    MODE_TRAP_WAVE_END = 1 << 21,
    MODE_EXCP_FIRST = 12, /* EXCP_EN, the order of TRAPSTS.EXCP */
    MODE_EXCP_FLOAT = 0x3f << MODE_EXCP_FIRST,
};

/* In the variant of code: decoded for the trap handler, which may write TTMPs. */
#define VARIANT_PRIV (1u << 24)
/* And above it: enum rdna3_generation. */
enum { VARIANT_GENERATION_SHIFT = 25 };

static inline bool can_trap(const struct rdna3_wave *w)
{
    return w->base.machine->trap_handler &&
           (w->status & (STATUS_TRAP_EN | STATUS_PRIV)) == STATUS_TRAP_EN;
}

/* The first op of the trap handler, with TTMP0 and TTMP1 set: pc is where to come back to. NULL
 * after a fault: no code is there. */
const struct rdna3_op *FN(trap_enter)(struct rdna3_wave *w, const struct rdna3_op *o, uint64_t pc,
                                      uint32_t id, bool from_host);
/* Goes on at pc without privilege. */
const struct rdna3_op *FN(trap_return)(struct rdna3_wave *w, const struct rdna3_op *o, uint64_t pc);

/* Which of the watched ranges [at, at + bytes) meets. */
static inline uint32_t watched(const struct machine *m, uint64_t at, uint64_t bytes)
{
    uint32_t hits = 0;
    for (unsigned n = 0; n < 4; n++)
        hits |=
            (uint32_t)(m->watches[n].bytes && at < m->watches[n].address + m->watches[n].bytes &&
                       at + bytes > m->watches[n].address)
            << n;
    return hits;
}

/* One op of a wave that may trap behind it: struct isa_exec's step. */
const struct op *FN(step)(struct wave *wave, const struct op *op, op_exec_fn exec);

#endif
