/* atomic.h: operations that go through the lanes, one after the other as the executors do: atomics,
 * stores to unrelated places, and of rows that the host has no masks for. */
#ifndef SHOAL_RDNA3_JIT_ATOMIC_H
#define SHOAL_RDNA3_JIT_ATOMIC_H

#include "isa/rdna3/jit/layer.h"
#include "jit/place.h"

/* An operation of one pass. Values are <32 x i32>, one for each dword of an element. */
struct atomic {
    const struct rdna3_op *o;
    const struct access *a; /* WAY_ANY */
    const struct place *at; /* with the offset */
    unsigned half;
    const struct place *second; /* LDS: each lane's other element, at the same index; NULL: none */
    LLVMValueRef data[2][2];    /* operands, or that of each element; of the second NULL: none */
    LLVMValueRef old[2][2];     /* what inactive lanes of results get; NULL: anything */
};

/* Whether it is one that can be emitted. */
bool rdna3_is_simple_atomic(const struct rdna3_op *o);
/* The operation of an atomic on device memory that may wait (struct pending_atomics); PENDING_NONE:
 * it may not. */
enum pending_operation rdna3_pending_operation(const struct rdna3_op *o);
/* Whether the row has a second operand, and the VGPR that it is in. */
bool rdna3_second_operand(const struct rdna3_op *o, unsigned *vgpr);
/* Adds to *d that the elements at this place begin at multiples of their size. */
void rdna3_demand_aligned(struct emitter *e, const struct access *a, const struct place *p,
                          unsigned half, struct demands *d);
/* out: what memory had, of each element, for operations that return it. */
void rdna3_emit_atomic(struct emitter *e, const struct atomic *x, LLVMValueRef out[2][2]);
/* Stores elements to where the lanes are, WAY_ANY; the last one wins. */
void rdna3_store_by_lane(struct emitter *e, const struct access *a, const struct place *at,
                         unsigned half, const LLVMValueRef in[4]);
/* The same of lanes that follow each other, in one row or two: x[k] is what these would store whole
 * at to[k], pointers. Elements have 1, 2, 4, 8 or 16 bytes. */
void rdna3_store_rows_by_lane(struct emitter *e, const struct access *a, unsigned half,
                              unsigned rows, const LLVMValueRef x[2], const LLVMValueRef to[2]);

#endif
