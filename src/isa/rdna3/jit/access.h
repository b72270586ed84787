/* access.h: an op's access in place, and what access_fault is told of it. Before device memory is
 * accessed, the wave gets what access_fault works out from whose fault it was. */
#ifndef SHOAL_RDNA3_JIT_ACCESS_H
#define SHOAL_RDNA3_JIT_ACCESS_H

#include "isa/rdna3/jit/plan.h"
#include "jit/anywhere.h"
#include "jit/weave.h"

/* Variable of dword i of element k of a load. */
static inline unsigned rdna3_result_var(const struct emitter *e, const struct plan *p, unsigned k,
                                        unsigned i, unsigned half)
{
    return rdna3_vgpr_of(e, p->o->mem.vdst + k * p->a[0].dwords + i, half);
}

/* Says where the op's lanes are. What later ops may use is made before the branch. */
void rdna3_prepare_access(struct emitter *e, struct plan *p, struct demands *d);
/* Once all of that holds. */
void rdna3_do_in_place(struct emitter *e, const struct plan *p);
/* How many of these prepared plans are stores that may fill memory together (jit/weave.h), and i1,
 * that they do; 0: none. */
unsigned rdna3_find_weave(struct emitter *e, const struct plan *p, unsigned left, struct weave *w,
                          LLVMValueRef *holds);
/* Once they do. */
void rdna3_do_woven(struct emitter *e, const struct plan *p, const struct weave *w);
/* Of two loads one after the other that go home: in one, if each lane's elements are on one page,
 * so that both or none of them fault. false: nothing was emitted. */
bool rdna3_do_both_in_place(struct emitter *e, const struct plan *p, const struct plan *q);
/* Element k of a load alone. */
void rdna3_load_part(struct emitter *e, const struct plan *p, unsigned k);

/* The dwords of element k of a store, as it is stored: of one that is less, in the lower bits. */
void rdna3_stored_values(struct emitter *e, const struct plan *p, unsigned k, unsigned half,
                         LLVMValueRef out[4]);

/* Tells access_fault which op accesses device memory, and how. */
void rdna3_say_slot(struct emitter *e, unsigned how);
/* The wave gets where rows are, if it does not have that. */
void rdna3_say_rows(struct emitter *e, const struct access *a, const struct place place[2]);
/* WAY_ANY, wave32: the wave gets where the lanes of a load are. */
struct anywhere rdna3_say_lanes(struct emitter *e, const struct plan *p);
/* What is said on one of two ways is not known behind both. */
void rdna3_forget_said(struct emitter *e, LLVMValueRef before[2][2]);

#endif
