/* half.h: sums and products of f16 on hosts that have AVX-512 without FP16: in f32, rounded there.
 *
 * A result is kept twice: as halves, and as f32 2^-112 times as great, which operations that follow
 * take without a conversion. Scaled like that, what is denormal in f16 is denormal in f32, and
 * rounding to f16 is rounding the bits of the f32 at the same place for all numbers. Only overflows
 * need a look: of a chain of results the greatest is kept, which is looked at as NaNs are
 * (emit_nan.h). */
#ifndef SHOAL_JIT_HALF_H
#define SHOAL_JIT_HALF_H

#include "jit/emitter.h"

enum { HALF_PARTS = 4, HALF_SOURCES = 3 };

/* A vector of halves as f32, 16 to a part. */
struct half_wide {
    LLVMValueRef key;                /* a result's halves, or a phi of results */
    LLVMValueRef cast;               /* of other values: the cast that they are taken from .. */
    LLVMBasicBlockRef block;         /* .. in this block */
    bool is_in_loop;                 /* .. which a loop repeats */
    LLVMValueRef plain[HALF_PARTS];  /* of other values */
    LLVMValueRef scaled[HALF_PARTS]; /* of other values: [0] may be NULL */
    LLVMValueRef most[HALF_PARTS];   /* of results: the greatest that it is made of, scaled */
    LLVMValueRef from[HALF_SOURCES]; /* keys of results that it took as f32 */
};

struct halves {
    struct half_wide *all;
    unsigned count, room;
};

/* Whether such results are computed here. */
bool half_is_for(const struct emitter *e);
/* LLVMFAdd, LLVMFSub, LLVMFMul, or LLVMCall, a multiply-add, of vectors of half. NULL: no memory.
 */
LLVMValueRef half_build(struct emitter *e, LLVMOpcode op, const LLVMValueRef arg[3]);
/* i1: none of these results can be wrong, nor is NaN, in any lane. NULL: not known. */
LLVMValueRef half_are_plain(struct emitter *e, const LLVMValueRef *results, unsigned count);
/* Elements of 16 bits, not 0 where the result may be wrong. NULL: nowhere. */
LLVMValueRef half_flags(struct emitter *e, LLVMValueRef result);
/* Whether the result may be wrong because of others. by: not NULL: a result that is looked at,
 * which does instead if it took this one. */
bool half_is_risky(const struct emitter *e, LLVMValueRef result, LLVMValueRef by);
/* The phi, behind which the builder is, has this result from some blocks. All blocks that come to
 * it have ends. */
void half_join(struct emitter *e, LLVMValueRef phi, LLVMValueRef result);
/* At the end of a function: results that other blocks take as f32 get phis in f32; conversions are
 * moved out of loops, and to where halves are needed. */
void half_carry(struct emitter *e);

#endif
