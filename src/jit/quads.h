/* quads.h: four dwords of each lane, as they are in memory, to and from four vectors. */
#ifndef SHOAL_JIT_QUADS_H
#define SHOAL_JIT_QUADS_H

#include "jit/emitter.h"

enum { QUAD = 4, QUAD_LANES = 16 };

/* v: <64 x i32> each, of half the lanes: dwords 0, 1, 2, 3 of the first lane, of the second, ...
 * out: <32 x i32>, a dword of each lane. */
void take_quads_apart(struct emitter *e, const LLVMValueRef v[2], LLVMValueRef out[QUAD]);
/* The opposite, for half k of the lanes. */
LLVMValueRef put_quads_together(struct emitter *e, const LLVMValueRef in[QUAD], unsigned k);

/* Of 16 lanes, lane n's quad being n * step bytes behind `from`, <16 x i32> each: by halves of 256
 * bits, for hosts without AVX-512. */
void load_quads_apart(struct emitter *e, LLVMValueRef from, unsigned step, LLVMValueRef out[QUAD]);
void store_quads_together(struct emitter *e, const LLVMValueRef in[QUAD], LLVMValueRef from,
                          unsigned step);

#endif
