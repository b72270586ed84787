/* fold.h: building instructions that are simplified where that is easy.
 *
 * Constants fold in the builder already; here are identities, lane masks that stay <32 x i1>
 * instead of going through an i32, conditions that need not go through a byte, and 64-bit lanes as
 * pairs of 32-bit ones: shifts by constants, logic and changes of width are cheaper on the halves,
 * which most 64-bit values come from and end in. What such an instruction would have been is built,
 * too, and removed if nothing comes to use it (fold_remove_dead). */
#ifndef SHOAL_JIT_FOLD_H
#define SHOAL_JIT_FOLD_H

#include "jit/emit.h"

LLVMValueRef fold_binary(struct emitter *e, LLVMOpcode op, LLVMValueRef a, LLVMValueRef b);
LLVMValueRef fold_cast(struct emitter *e, LLVMOpcode op, LLVMValueRef v, LLVMTypeRef to);
/* Not c: the comparisons that it is made of are made again, the other way round. */
LLVMValueRef fold_not(struct emitter *e, LLVMValueRef c);
LLVMValueRef fold_icmp(struct emitter *e, LLVMIntPredicate p, LLVMValueRef a, LLVMValueRef b);
LLVMValueRef fold_select(struct emitter *e, LLVMValueRef c, LLVMValueRef a, LLVMValueRef b);
/* Minimum or maximum, by the intrinsic's name, of constants; NULL: it is neither, or they are not.
 */
LLVMValueRef fold_limit(struct emitter *e, const char *name, LLVMValueRef a, LLVMValueRef b);
/* The condition of selects between constants, if of these and constants is all that `arg` has (NULL
 * behind the last), and the arguments of either case; else NULL. */
LLVMValueRef fold_choice(const LLVMValueRef arg[3], LLVMValueRef arms[2][3]);
/* llvm.fshr: the low 32 bits of hi:lo shifted right by count modulo 32. */
LLVMValueRef fold_funnel(struct emitter *e, LLVMValueRef hi, LLVMValueRef lo, LLVMValueRef count);
/* Halves of <32 x i64>, and back. */
void fold_split(struct emitter *e, LLVMValueRef v, LLVMValueRef out[2]);
LLVMValueRef fold_join(struct emitter *e, LLVMValueRef lo, LLVMValueRef hi);
/* Whether an instruction does more than to have a value. */
bool fold_has_effect(LLVMValueRef v);
/* Marks a load of device memory: it may fault, so it is made even if nothing uses its result. */
void fold_mark_load(struct emitter *e, LLVMValueRef load);
/* Removes the function's instructions that have no use and no effect. Needs no builder in e->b. */
void fold_remove_dead(struct emitter *e);

#endif
