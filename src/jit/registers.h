/* registers.h: the wave's variables (varset.h) as SSA values.
 *
 * emitter.now has the value of each variable that is known. Others are in the wave's struct in
 * memory, and are loaded when they are asked for. */
#ifndef SHOAL_JIT_REGISTERS_H
#define SHOAL_JIT_REGISTERS_H

#include "jit/build.h"
#include "jit/isa.h"

enum { VECTOR_BYTES = 128 }; /* of a variable that is a vector, which is also its alignment */

/* <32 x i32>, i32, or i8 of a flag. */
LLVMTypeRef var_type(const struct emitter *e, unsigned var);
unsigned var_alignment(const struct emitter *e, unsigned var);
/* The variable with EXEC of a pass; the first one that is a flag. */
unsigned exec_var(const struct emitter *e, unsigned half);
unsigned first_flag(const struct emitter *e);

LLVMValueRef get_var(struct emitter *e, unsigned var);
/* The variable's value from here on, which is newer than the wave's copy. */
void set_var(struct emitter *e, unsigned var, LLVMValueRef value);
/* The i64 of scalars var and var + 1. */
LLVMValueRef get_scalars(struct emitter *e, unsigned var);
void set_scalars(struct emitter *e, unsigned var, LLVMValueRef value);
/* An i64 of two i32. */
LLVMValueRef join_s64(struct emitter *e, LLVMValueRef lo, LLVMValueRef hi);

/* The address of the variable in the wave's struct, and its value there. */
LLVMValueRef var_address(const struct emitter *e, unsigned var);
LLVMValueRef load_var(const struct emitter *e, unsigned var);
void load_vars(struct emitter *e, const varset *vars);

/* EXEC of a pass as <32 x i1>. */
LLVMValueRef exec_bools(struct emitter *e, unsigned half);
/* i1: all lanes of a pass are active. */
LLVMValueRef has_full_exec(struct emitter *e, unsigned half);
/* All lanes of the wave that is emitted are active, since those of waves that run together are; but
 * not where LDS is held (held.h). */
bool are_all_active(const struct emitter *e);
/* Whether the op being emitted must keep inactive lanes of a vector register that it writes. If
 * not, these lanes may become anything, and the register's old value need not be known. */
bool is_kept(const struct emitter *e, unsigned var);
/* A vector register whose inactive lanes do not matter: what was written under this EXEC, as it was
 * before the others' old values were put beside it, which need not be waited for. */
LLVMValueRef active_lanes(const struct emitter *e, LLVMValueRef v, unsigned half);
/* What a vector register becomes if active lanes get `value`. */
LLVMValueRef under_exec(struct emitter *e, unsigned var, unsigned half, LLVMValueRef value);

/* The wave that is emitted accesses memory, or it does not. */
void set_faulting(struct emitter *e, bool on);
void set_stop(struct emitter *e, enum stop why);
/* Compiled code does not access memory any more. */
void end_access(struct emitter *e);
/* The wave gives way to others and goes on with `next`: it has stored what it needs there. */
void stop_wave(struct emitter *e, enum stop why, LLVMValueRef next);

#endif
