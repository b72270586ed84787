/* layer.h: what RDNA3 brings to the compiler (jit/isa.h): operands, memory, the wave's state. */
#ifndef SHOAL_RDNA3_JIT_LAYER_H
#define SHOAL_RDNA3_JIT_LAYER_H

#include "isa/rdna3/exec/layer.h"
#include "jit/isa.h"
#include "jit/signature.h"

struct anywhere;
struct element;

/* Variables (jit/region.h): VGPR n of half h is n * halves + h; s[n] is VAR_S0 + n; SCC is a flag.
 */
enum { VAR_SCC = VAR_S0 + SGPR_SLOTS, VAR_EXEC = VAR_S0 + SRC_EXEC_LO };

static inline const struct rdna3_op *rdna3_op(const struct op *op)
{
    return (const struct rdna3_op *)op;
}

extern const struct signature_table rdna3_signatures;

/* Index of the function of the op's row; -1: it is not a pure one. */
static inline int rdna3_function(const struct rdna3_op *o)
{
    return signature_of_row(&rdna3_signatures, o->base.row);
}

/* operands.c: the function of one vector or scalar operation, with its arguments. */
void rdna3_vector_computation(const struct region *r, const struct rdna3_op *o,
                              const struct rdna3_valu *v, struct computation *out);
/* How DPP moves the first source; from is NULL where there is none. */
struct lane_moves rdna3_lane_moves(const struct rdna3_valu *v);
/* Whether that function can be emitted where MODE has results rounded otherwise than to nearest. */
bool rdna3_can_round(const struct region *r, const struct rdna3_op *o, const struct rdna3_valu *v);
void rdna3_scalar_computation(const struct region *r, const struct rdna3_op *o,
                              struct computation *out);

/* effects.c */
void rdna3_all_variables(const struct region *r, varset *s);
void rdna3_describe_op(const struct region *r, const struct op *op, struct description *out);

/* element.c */
void rdna3_describe_element(const struct region *r, const struct op *op, struct element *out);

bool rdna3_describe_lane_load(const struct region *r, const struct op *op, struct lane_load *out);

/* access.c: an op that neither writes memory nor looks for what others write. */
enum strip_part rdna3_strip_part(const struct region *r, const struct region_op *at);
bool rdna3_is_calm(const struct region *r, const struct region_op *at);

/* group.c: where the lanes of a load are (jit/isa.h). */
bool rdna3_locate_load(struct emitter *e, struct anywhere *out, LLVMValueRef *holds);

/* waiting.c: what an op means to atomics that are done later. */
enum waiting rdna3_waiting(const struct region *r, const struct region_op *at);

/* lanes.c: V_READFIRSTLANE, V_READLANE. The latter, and V_WRITELANE, as a copy if constants say
 * which lane. */
struct lane_copy rdna3_lane_copy(const struct region *r, const struct rdna3_op *o);
bool rdna3_emit_lane(struct emitter *e, const struct op *op);

/* indexed.c: moves from or to a vector register whose number M0 says. */
bool rdna3_is_indexed_move(const struct region *r, const struct rdna3_op *o);
void rdna3_indexed_effects(const struct region *r, const struct rdna3_op *o, struct effects *e);
bool rdna3_emit_indexed(struct emitter *e, const struct rdna3_op *o);

/* division.c: whether V_DIV_FIXUP ends a division, of its third source by its second. */
bool rdna3_is_division(const struct region *r, const struct block *b, const struct region_op *at);
/* root.c: whether V_LDEXP_F64 ends a square root, and where what it is of still is. */
bool rdna3_find_root(const struct region *r, const struct block *b, const struct region_op *at,
                     unsigned *var);

/* swap.c: registers, or halves of them, that change places. */
bool rdna3_is_swap(const struct rdna3_op *o);
bool rdna3_emit_swap(struct emitter *e, const struct rdna3_op *o);

/* entry.c: what new waves begin with */
void rdna3_find_preloads(struct region *r, uint32_t rsrc2);
LLVMValueRef rdna3_start_part(struct emitter *e, LLVMValueRef start, LLVMValueRef index);
void rdna3_start_state(struct emitter *e, LLVMValueRef part);
LLVMValueRef rdna3_start_value(struct emitter *e, unsigned var, LLVMValueRef start,
                               LLVMValueRef part);
bool rdna3_start_varies(const struct emitter *e, unsigned var);
LLVMValueRef rdna3_start_counts(struct emitter *e, LLVMValueRef start, unsigned waves,
                                unsigned row);

/* transfer.c: the host's pointer to `at`, an i64 in LDS or in the window. */
struct access;
struct place;
LLVMValueRef rdna3_pointer(struct emitter *e, const struct access *a, LLVMValueRef at);
/* All that a gather or scatter of a pass needs to know. */
struct anywhere rdna3_lanes_at(struct emitter *e, const struct access *a, const struct place *where,
                               unsigned half);

/* memory.c: a wait for stores, or what lanes.c, indexed.c and swap.c know. */
bool rdna3_emit_own(struct emitter *e, const struct op *op);

/* memory.c */
bool rdna3_emit_scalar_load(struct emitter *e, const struct op *op);
uint32_t rdna3_emit_accesses(struct emitter *e, uint32_t left);

/* lanes.c: lane n of what is mostly a row of spilled scalars, if it is known without the row; NULL:
 * it is not. */
LLVMValueRef rdna3_lane_of_row(struct emitter *e, LLVMValueRef v, unsigned n);

/* plan.c */
bool rdna3_stores_row(const struct region *r, const struct block *b, const struct region_op *at,
                      uint32_t *from, uint32_t *bytes);

/* scratch.c: a row of private memory that this block has loaded from a stack. */
bool rdna3_is_from_stack(const struct emitter *e, LLVMValueRef v);
/* What several ways have there, with all values of the phi. */
bool rdna3_joins_stacks(const struct emitter *e, LLVMValueRef v);
/* Lane n of what a loop has there (jit/slots.h). */
LLVMValueRef rdna3_lane_in_loop(struct emitter *e, LLVMValueRef v, unsigned n);

#endif
