/* scratch.h: accesses to a lane's private memory, which the wave has as [dword][lane]
 * (isa/machine.h): a dword at one offset of all lanes is a row, and no two lanes share a place. */
#ifndef SHOAL_RDNA3_JIT_SCRATCH_H
#define SHOAL_RDNA3_JIT_SCRATCH_H

#include "isa/rdna3/jit/layer.h"
#include "jit/place.h"

/* WAY_SAME, WAY_ANY, or WAY_CALL: it is not done in place. lanes: each has its own offset; scalar:
 * there is one that all add. */
enum way rdna3_scratch_way(const struct emitter *e, const struct access *a, bool lanes,
                           bool scalar);
/* Sets *p to where the lanes are, and adds to *d what must hold for that. lanes: a VGPR's offsets,
 * or NULL; base: i32, what all add, or NULL; both besides a->offset. */
void rdna3_find_scratch(struct emitter *e, const struct access *a, LLVMValueRef lanes,
                        LLVMValueRef base, unsigned half, struct place *p, struct demands *d);
/* Sets *p to where an access at one offset from a scalar is: `base`, an i32, or NULL: from 0. [low,
 * high) is what this access and those behind it reach from there. Code that finds it outside leaves
 * before the op at e->at. is_aligned: the scalar is expected to be a multiple of 4. false: it is
 * not known to be one. */
bool rdna3_find_stack(struct emitter *e, const struct access *a, LLVMValueRef base, int32_t low,
                      int32_t high, bool is_aligned, struct place *p);
/* The dwords of the elements; of elements that are less the upper bits are 0. */
void rdna3_load_scratch(struct emitter *e, const struct access *a, const struct place *p,
                        unsigned half, LLVMValueRef out[4]);
void rdna3_store_scratch(struct emitter *e, const struct access *a, const struct place *p,
                         unsigned half, const LLVMValueRef in[4]);

#endif
