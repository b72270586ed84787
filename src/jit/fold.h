/* fold.h: builds instructions that are simplified on the way.
 *
 * LLVM's builder folds constants. Added here are identities (x + 0); lane masks that stay <32 x i1>
 * where they would go through an i32; conditions that would go through a byte; and 64-bit lanes as
 * pairs of 32-bit ones, since shifts by constants, logic and changes of width are cheaper on the
 * halves, which most 64-bit values come from and end in. The 64-bit instruction is built as well,
 * and removed at the end if nothing has used it (dead.h). Doubles are two registers' elements in
 * turn; what is split and put together again is the double that it was. */
#ifndef SHOAL_JIT_FOLD_H
#define SHOAL_JIT_FOLD_H

#include "jit/emitter.h"

enum { MAX_PAIRS = 32 };

/* The latest values of 64-bit lanes whose halves are at hand. */
struct pairs {
    struct pair {
        LLVMValueRef whole, lo, hi;
        LLVMValueRef doubles; /* whole as doubles; NULL: has not been asked for */
    } latest[MAX_PAIRS];
    unsigned count; /* of all that there ever were */
};

LLVMValueRef fold_binary(struct emitter *e, LLVMOpcode op, LLVMValueRef a, LLVMValueRef b);
/* The value that logic on two others is, as a AND (a OR b) is a; NULL: none. */
LLVMValueRef fold_same(struct emitter *e, LLVMValueRef v);
LLVMValueRef fold_cast(struct emitter *e, LLVMOpcode op, LLVMValueRef v, LLVMTypeRef to);
/* Not c: the comparisons that it is made of are made again, the other way round. */
LLVMValueRef fold_not(struct emitter *e, LLVMValueRef c);
LLVMValueRef fold_fcmp(struct emitter *e, LLVMRealPredicate p, LLVMValueRef a, LLVMValueRef b);
LLVMValueRef fold_icmp(struct emitter *e, LLVMIntPredicate p, LLVMValueRef a, LLVMValueRef b);
/* The comparison, of <32 x i32> or of floats, that has made a lane mask. false: none has. */
bool fold_find_icmp(const struct emitter *e, LLVMValueRef mask, LLVMIntPredicate *p,
                    LLVMValueRef *a, LLVMValueRef *b);
bool fold_find_fcmp(LLVMValueRef mask, LLVMRealPredicate *p, LLVMValueRef *a, LLVMValueRef *b);
LLVMValueRef fold_select(struct emitter *e, LLVMValueRef c, LLVMValueRef a, LLVMValueRef b);
/* The lanes of an i32 as <32 x i1>. */
LLVMValueRef fold_lanes(struct emitter *e, LLVMValueRef v);
/* i1: no lane of a mask, a <32 x i1> or i32. */
LLVMValueRef fold_no_lane(struct emitter *e, LLVMValueRef lanes);
/* 16 of the lanes. */
LLVMValueRef fold_half(struct emitter *e, LLVMValueRef v, unsigned half);
/* Whether masks are computed as two of 16 lanes, as the host's mask registers are best used. */
bool fold_has_lane_halves(const struct emitter *e);
enum { MASK_DEPTH = 2 /* so many operations are repeated on masks */ };

/* Whether logic on masks, of up to so many operations and joins of ways, has made this i32. */
bool fold_is_of_lanes(const struct emitter *e, LLVMValueRef v, unsigned depth);
/* Its lanes, as two <16 x i1>, by as many. */
void fold_lane_halves(struct emitter *e, LLVMValueRef v, unsigned depth, LLVMValueRef out[2]);
/* llvm.smin, smax, umin or umax of constants, or of what they do not change. NULL: another
 * intrinsic, or neither. */
LLVMValueRef fold_limit(struct emitter *e, const char *name, LLVMValueRef a, LLVMValueRef b);
/* For arguments each of which is a constant, or a select between two constants on a condition that
 * all selects share: that condition, and in arms[] the arguments if it is true and if it is not. An
 * operation on such arguments is a select between constants, too. Else NULL. arg[i] is NULL behind
 * the last one. */
LLVMValueRef fold_choice(const LLVMValueRef arg[3], LLVMValueRef arms[2][3]);
/* llvm.fshr: the low 32 bits of hi:lo shifted right by count modulo 32. */
LLVMValueRef fold_funnel(struct emitter *e, LLVMValueRef hi, LLVMValueRef lo, LLVMValueRef count);
/* The halves of <32 x i64> as <32 x i32>, and back. */
void fold_split(struct emitter *e, LLVMValueRef v, LLVMValueRef out[2]);
LLVMValueRef fold_join(struct emitter *e, LLVMValueRef lo, LLVMValueRef hi);
/* The halves of what memory has, v: <16 x i64> each. */
void fold_part(struct emitter *e, const LLVMValueRef v[2], LLVMValueRef out[2]);
/* <n x i64> of halves, from that lane on, as memory has them. */
LLVMValueRef fold_pairs(struct emitter *e, LLVMValueRef lo, LLVMValueRef hi, unsigned from,
                        unsigned n);
/* Whether an instruction does more than to have a value. */
bool fold_has_effect(LLVMValueRef v);

#endif
