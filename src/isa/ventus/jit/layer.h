/* layer.h: what Ventus brings to the compiler (jit/isa.h): operands, memory, the warp's state.
 *
 * Code is compiled for PLAIN_MODE: 32-bit elements, LMUL 1, floats rounded to nearest. Under
 * anything else the interpreter runs it: the labels of compiled code look. */
#ifndef SHOAL_VENTUS_JIT_LAYER_H
#define SHOAL_VENTUS_JIT_LAYER_H

#include "isa/ventus/exec/layer.h"
#include "jit/build.h"
#include "jit/isa.h"
#include "jit/signature.h"

struct element;

/* Variables (jit/region.h): v[n] is n, x[n] is VAR_S0 + n, and behind them in struct ventus_wave
 * are the masks and RPC. */
enum { VAR_MASK = VAR_S0 + SGPR_SLOTS, VAR_ON, VAR_RPC, VAR_FLAGS };

extern const struct signature_table ventus_signatures;

/* The op that a prefix changes, which is not in the array of ops; else NULL. Looks at `o` alone:
 * the ops behind it may be in decoding by another thread. */
static inline const struct ventus_op *ventus_prefixed(const struct ventus_op *o)
{
    return o->next && o->next != o + o->base.size_bytes / 4 ? o->next : NULL;
}

/* The op that says what is done: of a prefix, the one that it changes. */
static inline const struct ventus_op *ventus_inner(const struct op *op)
{
    const struct ventus_op *o = (const struct ventus_op *)op, *changed = ventus_prefixed(o);
    return changed ? changed : o;
}

/* What rows that act on the warp are, by what they say of themselves. */
static inline bool ventus_writes(const struct ventus_op *o, uint32_t state)
{
    return op_row(o)->effects.writes & state;
}
static inline bool ventus_is_csr(const struct ventus_op *o)
{
    return ventus_place(o->insn, VROLE_c).kind == VK_csr;
}
/* Sets vl and vtype. */
static inline bool ventus_is_setvl(const struct ventus_op *o)
{
    return ventus_writes(o, STATE_CSR) && !ventus_is_csr(o);
}
static inline bool ventus_is_setrpc(const struct ventus_op *o)
{
    return op_row(o)->effects.writes == STATE_RPC;
}
/* Whether an operand is a scalar register; *n: which. */
static inline bool ventus_names_x(const struct ventus_op *o, unsigned role, unsigned *n)
{
    bool is_x = ventus_place(o->insn, role).kind != VK_none && ventus_kind(o->insn, role) == VK_x;
    *n = is_x ? ventus_reg(o->insn, role) : 0;
    return is_x;
}

/* Index of the function of the op's row; -1: it has none that is compiled. */
static inline int ventus_function(const struct ventus_op *o)
{
    return signature_of_row(&ventus_signatures, o->base.row);
}

/* A field of the warp, an i32. */
static inline LLVMValueRef ventus_field(struct emitter *e, size_t offset)
{
    return load_at(e, e->i32, e->wave, offset);
}

/* operands.c */
void ventus_vector_computation(const struct ventus_op *o, struct computation *out);
void ventus_scalar_computation(const struct ventus_op *o, struct computation *out);
/* Whether it can be compiled. */
bool ventus_is_compiled(const struct computation *c);
/* The condition of a scalar branch. */
void ventus_branch_computation(const struct ventus_op *o, struct computation *out);

/* effects.c */
void ventus_all_variables(const struct region *r, varset *s);
void ventus_describe_op(const struct region *r, const struct op *op, struct description *out);

/* element.c */
void ventus_describe_element(const struct region *r, const struct op *op, struct element *out);

/* branch.c: the SIMT stack */
void ventus_find_full(struct region *r);
LLVMValueRef ventus_emit_split(struct emitter *e, const struct op *op);
void ventus_emit_meet(struct emitter *e, const struct op *op);
void ventus_emit_flat(struct emitter *e, const struct op *op);
bool ventus_emit_own(struct emitter *e, const struct op *op);

/* memory.c */
bool ventus_emit_scalar_load(struct emitter *e, const struct op *op);
bool ventus_emit_scalar_store(struct emitter *e, const struct ventus_op *o);
uint32_t ventus_emit_accesses(struct emitter *e, uint32_t left);

#endif
