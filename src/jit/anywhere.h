/* anywhere.h: accesses of 32 lanes whose places are anywhere, at `from` + index * scale each. */
#ifndef SHOAL_JIT_ANYWHERE_H
#define SHOAL_JIT_ANYWHERE_H

#include "jit/emitter.h"
#include "jit/flow.h"

struct anywhere {
    LLVMValueRef from;  /* pointer */
    LLVMValueRef index; /* <32 x i32>, signed */
    LLVMValueRef lanes; /* <32 x i1>: those that access */
    LLVMValueRef all;   /* i1: these are all lanes; NULL: it is not asked */
    unsigned scale;     /* 1, 2, 4 or 8 */
    bool may_fault;     /* it is device memory: loads are made though nothing uses them */
};

/* Whether the host's CPU gathers, and whether it scatters by instructions; else a loop over the
 * lanes scatters, which goes on in another block. */
bool can_gather(const struct emitter *e);
bool can_scatter(const struct emitter *e);

/* Where a lane is. */
LLVMValueRef place_of_lane(struct emitter *e, const struct anywhere *a, unsigned lane);
/* A dword of each lane, <32 x i32>. none: what other lanes get; NULL: anything. */
LLVMValueRef gather_dwords(struct emitter *e, const struct anywhere *a, LLVMValueRef none);
/* Two dwords of each lane. */
void gather_pairs(struct emitter *e, const struct anywhere *a, LLVMValueRef out[2]);
/* Stores a dword of each lane. The last lane wins where they meet. */
void scatter_dwords(struct emitter *e, const struct anywhere *a, LLVMValueRef v);
/* The same of two dwords, if can_scatter. */
void scatter_pairs(struct emitter *e, const struct anywhere *a, const LLVMValueRef v[2]);

/* Stores of elements of 1, 2, 4, 8, 12 or 16 bytes that have two forms: where all lanes are active,
 * if the host does not scatter, one element after the other without branches, and the caller's,
 * which comes next if the result says so. The last lane wins where they meet. */
bool begin_each(struct emitter *e, const struct anywhere *a, unsigned bytes,
                const LLVMValueRef v[4], struct forms *f);
void end_each(struct emitter *e, struct forms *f);

/* Calls a function of the set's exec/jit.c that keeps all registers, with 6 arguments at most. */
void call_keeping(struct emitter *e, const char *name, LLVMValueRef *args, unsigned count);
/* A variable of the function; for a dword of each of 32 lanes. */
LLVMValueRef room_of(struct emitter *e, LLVMTypeRef t);
LLVMValueRef room_of_lanes(struct emitter *e);
/* The function's one for elements of 32 lanes, of 16 bytes at most, which has them only for the
 * moment. */
LLVMValueRef room_of_row(struct emitter *e);
/* Stores a dword of each lane in such a variable, or in one of the wave, so that loading them one
 * by one right behind does not wait for the cache. */
void store_for_lanes(struct emitter *e, LLVMValueRef v, LLVMValueRef p);
/* A new variable, with these dwords stored likewise. */
LLVMValueRef room_with_lanes(struct emitter *e, LLVMValueRef v);

#endif
