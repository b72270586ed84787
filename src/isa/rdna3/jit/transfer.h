/* transfer.h: the elements of a pass between memory and vectors, in each way (jit/place.h): rows,
 * one place, gathers and scatters. Vectors are <32 x i32>, one for each dword of an element. */
#ifndef SHOAL_RDNA3_JIT_TRANSFER_H
#define SHOAL_RDNA3_JIT_TRANSFER_H

#include "isa/rdna3/jit/layer.h"
#include "jit/anywhere.h"
#include "jit/place.h"
#include "jit/weave.h"

/* old[i]: what inactive lanes get; NULL: anything. */
void rdna3_load_rows(struct emitter *e, const struct access *a, const struct place *where,
                     unsigned half, const LLVMValueRef old[4], LLVMValueRef out[4]);
void rdna3_load_same(struct emitter *e, const struct access *a, const struct place *where,
                     unsigned half, const LLVMValueRef old[4], LLVMValueRef out[4]);
void rdna3_load_any(struct emitter *e, const struct access *a, const struct place *where,
                    unsigned half, const LLVMValueRef old[4], LLVMValueRef out[4]);
void rdna3_store_rows(struct emitter *e, const struct access *a, const struct place *where,
                      unsigned half, const LLVMValueRef in[4]);
/* The last active lane's element. */
void rdna3_store_same(struct emitter *e, const struct access *a, const struct place *where,
                      unsigned half, const LLVMValueRef in[4]);
void rdna3_store_any(struct emitter *e, const struct access *a, const struct place *where,
                     unsigned half, const LLVMValueRef in[4]);
/* v[k]: the dwords of store k of those that are woven. */
void rdna3_store_woven(struct emitter *e, const struct access *a, const struct weave *w,
                       LLVMValueRef v[MAX_WOVEN][2]);

#endif
