/* layer.h: entry points of the operand and memory layers, one set per host CPU level. */
#ifndef SHOAL_RDNA3_LAYER_H
#define SHOAL_RDNA3_LAYER_H

#include "isa/rdna3/exec/state.h"

/* Executors: what struct op.exec points to. They fetch operands, apply modifiers, call
 * op->fn, and write back. */
#define LAYER_EXECUTORS(X)                                                                         \
    X(exec_valu)    /* vector ALU, every operand shape and modifier */                             \
    X(exec_valu32)  /* vector ALU, wave32: plain 32-bit operands, no modifiers */                  \
    X(exec_plain)   /* vector ALU, likewise in wave64 and with DPP */                              \
    X(exec_interp)  /* VINTERP: exec_valu with operands from other lanes of the quad */            \
    X(exec_vopd)    /* two vector operations at once */                                            \
    X(exec_vopd32)  /* likewise, both plain 32-bit operations */                                   \
    X(exec_salu)    /* scalar ALU */                                                               \
    X(exec_lane)    /* scalar floats: exec_valu on one lane */                                     \
    X(exec_branch)  /* direct branches */                                                          \
    X(exec_wave)    /* op->fn.wave does it all */                                                  \
    X(exec_smem)    /* scalar loads */                                                             \
    X(exec_ds)      /* LDS loads, stores, atomics */                                               \
    X(exec_gds)     /* the same on GDS */                                                          \
    X(exec_flat)    /* FLAT, GLOBAL, SCRATCH */                                                    \
    X(exec_buffer)  /* MUBUF, MTBUF */                                                             \
    X(exec_illegal) /* faults: no such instruction */                                              \
    X(exec_later)   /* faults: not implemented */                                                  \
    X(exec_outside) /* faults: the pc left the code */

enum executor {
    EXECUTOR_none,
#define X(name) EXECUTOR_##name,
    LAYER_EXECUTORS(X)
#undef X
};

#define X(name) const struct op *FN(name)(struct wave *, const struct op *);
LAYER_EXECUTORS(X)
#undef X

/* Fills in the memory operands of an op (mem.c): called by the translator for SMEM, DS,
 * FLAT, GLOBAL, SCRATCH, MUBUF and MTBUF rows. */
void FN(translate_mem)(const struct rdna3_code *code, struct rdna3_op *o);

/* Likewise of MIMG rows (mimg.c). */
void FN(translate_mimg)(const struct rdna3_code *code, struct rdna3_op *o);

/* DPP (dpp.c). Works out the control word of an instruction that has one. */
void FN(dpp_plan)(const struct rdna3_insn *in, struct rdna3_dpp *plan);
/* src as each lane of a 32-lane pass sees it. exec: the pass's EXEC. Returns the lanes whose
 * write is enabled by row mask, bank mask and bound_ctrl. lane0: 0 or 32. out may be src. */
uint32_t FN(dpp)(const struct rdna3_valu *v, uint32_t exec, uint32_t lane0, const vec32 *src,
                 vec32 *out);

/* Sets the host's rounding mode: 0 nearest, 1 up, 2 down, 3 toward zero (MODE's order). */
void FN(set_host_round)(unsigned mode);

struct isa_exec; /* the table of this level: FN(exec_table) */
extern const struct isa_exec FN(exec_table);

/* isa->access (access.c). */
bool FN(access_of)(struct wave *wave, const struct op *op, int lane, struct access_info *out);
void FN(texels_of)(struct wave *wave, const struct op *op, struct texel_look *look);
/* isa->waits, isa->operands, isa->operand_register, isa->register_name, isa->syncs (count.c). */
extern const struct isa_waits FN(waits);
size_t FN(operands_of)(const struct op *op, uint32_t lanes,
                       shoal_operand out[SHOAL_INSN_MAX_OPERANDS]);
bool FN(operand_register)(const shoal_operand *o, shoal_register_file *file, unsigned *index);
void FN(register_name)(shoal_register_file file, unsigned index, char text[16]);
unsigned FN(syncs_of)(const struct op *op);
/* isa->hazards (hazard.c). */
struct isa_hazards;
extern const struct isa_hazards FN(hazards);

#endif
