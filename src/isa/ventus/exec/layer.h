/* layer.h: entry points of the operand and memory layers, one set per host CPU level. */
#ifndef SHOAL_VENTUS_LAYER_H
#define SHOAL_VENTUS_LAYER_H

#include "isa/ventus/exec/state.h"

/* Executors: what struct op.exec points to. They fetch operands, apply prefixes, call
 * op->fn, and write back. */
#define LAYER_EXECUTORS(X)                                                                         \
    X(exec_vv)    /* vector arithmetic, 32-bit vector sources, nothing unusual */                  \
    X(exec_vs)    /* likewise, first source a scalar or constant */                                \
    X(exec_vi)    /* likewise, second source a constant */                                         \
    X(exec_fp_vv) /* likewise, operations on f32 that round or set flags */                        \
    X(exec_fp_vs)                                                                                  \
    X(exec_vec)        /* vector arithmetic of every width */                                      \
    X(exec_mixed)      /* vector arithmetic with widths and modifiers of its own */                \
    X(exec_scalar)     /* scalar arithmetic, 32 bits */                                            \
    X(exec_scalar_any) /* likewise, with pairs, modifiers, rounding */                             \
    X(exec_branch)     /* scalar branches */                                                       \
    X(exec_vbranch)    /* vector branches */                                                       \
    X(exec_wave)       /* op->fn.wave does it all */                                               \
    X(exec_load)       /* scalar loads */                                                          \
    X(exec_store)      /* scalar stores */                                                         \
    X(exec_vmem)       /* vector loads and stores */                                               \
    X(exec_atomic)     /* AMOs on scalar registers */                                              \
    X(exec_vatomic)    /* AMOs on vector registers */                                              \
    X(exec_illegal)    /* faults: no such instruction */                                           \
    X(exec_misaligned) /* faults: registers that cannot be a pair or group */                      \
    X(exec_later)      /* faults: not implemented */                                               \
    X(exec_outside)    /* faults: the pc left the code */

#define X(name) const struct op *FN(name)(struct wave *, const struct op *);
LAYER_EXECUTORS(X)
#undef X

/* Which executor an op has, the same at all host CPU levels. */
enum ventus_executor {
#define X(name) EXECUTOR_##name,
    LAYER_EXECUTORS(X)
#undef X
};

/* Fills in the memory operands of an op (mem.c). */
void FN(translate_mem)(struct ventus_op *o);

/* Device address of the first active lane's access and its size, for observers. */
bool FN(access_of)(struct wave *, const struct op *, int lane, struct access_info *out);

/* The region of local memory, from machine.shared_base on (memory-model.md 1). */
enum { LDS_SPACE_BYTES = 0x10000000 };

/* access_step of an access of compiled code whose lanes are anywhere; else by how much they grow.
 */
enum { ACCESS_VECTOR = 0x100 };

/* Private address -> device address, memory-model.md 2.1. */
static inline uint32_t private_address(const struct ventus_wave *w, uint32_t a, uint32_t lane)
{
    return (a & ~3u) * w->base.lanes + (a & 3) + lane * 4 + (uint32_t)w->base.scratch_base;
}

/* The lanes that an instruction with vm = 0 works on, of `on`: manual: bit 0 of v0's lane. */
static inline uint32_t masked_lanes(struct ventus_wave *w, uint32_t on)
{
    return on & mask_of((i32x32)(w->v[0].u << 31) < 0);
}

/* Flags that the host's FPU has raised, as it codes them, and in RISC-V's code. */
uint32_t FN(host_flags_in_riscv)(uint32_t flags);
/* 0 to 3: modes of frm. */
void FN(set_host_round)(unsigned mode);

extern const struct isa_exec FN(exec_table);

#endif
