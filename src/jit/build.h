/* build.h: short ways to build the IR that everything needs: constants, fields of structs, calls.
 *
 * Emitted code contains no address of this process, since images are kept on disk: what it refers
 * to is a symbol (jit.h), or is loaded from the wave. */
#ifndef SHOAL_JIT_BUILD_H
#define SHOAL_JIT_BUILD_H

#include "jit/emitter.h"

static inline LLVMValueRef const_i32(const struct emitter *e, uint32_t v)
{
    return LLVMConstInt(e->i32, v, 0);
}
static inline LLVMValueRef const_i64(const struct emitter *e, uint64_t v)
{
    return LLVMConstInt(e->i64, v, 0);
}
/* What v was cast from, bit by bit; v, if it was not. */
static inline LLVMValueRef without_casts(LLVMValueRef v)
{
    while (LLVMIsABitCastInst(v))
        v = LLVMGetOperand(v, 0);
    return v;
}

static inline bool is_instruction(LLVMValueRef v, LLVMOpcode op)
{
    return LLVMIsAInstruction(v) && LLVMGetInstructionOpcode(v) == op;
}
/* Whether v is a call of a function whose name begins so. */
bool is_call_of(LLVMValueRef v, const char *name);
/* Likewise, of one of `count` names. */
bool is_call_of_any(LLVMValueRef v, const char *const *names, size_t count);
/* Whether it is a float that an instruction has made a whole number. */
bool is_rounded_to_whole(LLVMValueRef v);
/* Whether v computes something of nothing but its operands, and is no call. */
bool is_computation(LLVMValueRef v);
/* A constant 0, of vectors in all lanes; not NULL. */
static inline bool is_const_zero(LLVMValueRef v) { return v && LLVMIsConstant(v) && LLVMIsNull(v); }
/* i1, or a vector of them */
static inline LLVMValueRef is_equal(const struct emitter *e, LLVMValueRef a, LLVMValueRef b)
{
    return LLVMBuildICmp(e->b, LLVMIntEQ, a, b, "");
}
static inline LLVMValueRef zext64(struct emitter *e, LLVMValueRef v)
{
    return LLVMBuildZExt(e->b, v, e->i64, "");
}

/* `count` vectors of n lanes, a power of two, as one; they are overwritten. */
LLVMValueRef joined(struct emitter *e, LLVMValueRef *v, unsigned count, unsigned n);

/* Whether it is, casts apart, one element in all lanes: then all its parts are alike. */
bool has_like_parts(LLVMValueRef v);

/* The type of an element of a KIND_ (steps.h). */
LLVMTypeRef type_of_kind(const struct emitter *e, unsigned kind);

/* A vector of 32 lanes that all have this value. */
LLVMValueRef splat(struct emitter *e, LLVMValueRef scalar, LLVMTypeRef vector);
/* The value without the constants that are added to it. */
LLVMValueRef without_sum(LLVMValueRef v, int64_t *sum);
/* What splat has made a vector of; NULL: it was made otherwise. */
LLVMValueRef splatted(LLVMValueRef v);
LLVMValueRef const_splat(struct emitter *e, LLVMTypeRef vector, uint64_t value);
/* The values of 32 lanes of integers of up to 32 bits, if they are constants. */
bool constant_lanes(LLVMValueRef v, uint32_t out[32]);
/* Whether v is a constant that has *out in all of its 32 lanes. */
bool is_const_splat(struct emitter *e, LLVMValueRef v, uint64_t *out);
/* Whether v is a constant of f32, of which all lanes have these bits. */
bool is_float_constant(struct emitter *e, LLVMValueRef v, uint32_t bits);
/* Likewise of f64. */
bool is_double_constant(struct emitter *e, LLVMValueRef v, uint64_t bits);
/* The value in all elements, which are as many and of the type that `like` has. */
LLVMValueRef const_like(LLVMValueRef like, uint64_t value);

/* The value that lo is truncated from, and hi, too, behind a shift right by the constant `by`.
 * NULL: there is none. */
LLVMValueRef whole_of(LLVMValueRef lo, LLVMValueRef hi, LLVMValueRef by);
/* Lane n of a vector. */
LLVMValueRef lane(struct emitter *e, LLVMValueRef v, unsigned n);
/* i32: the number of the first lane in a mask, an i32 that has some; and the mask without it. */
LLVMValueRef first_lane(struct emitter *e, LLVMValueRef lanes);
LLVMValueRef without_first_lane(struct emitter *e, LLVMValueRef lanes);
/* n lanes: lane i of the result is lane index[i] of the lanes of a and b. b NULL: of a. */
LLVMValueRef shuffle(struct emitter *e, LLVMValueRef a, LLVMValueRef b, const uint8_t *index,
                     unsigned n);
/* The same with lanes from, from + step, ... */
LLVMValueRef pick(struct emitter *e, LLVMValueRef a, LLVMValueRef b, unsigned from, unsigned step,
                  unsigned n);
/* n lanes of two <32 x t> in turn, from lane `from` of each on. */
LLVMValueRef in_turn(struct emitter *e, LLVMValueRef a, LLVMValueRef b, unsigned from, unsigned n);

/* The elements of 1 or 2 bytes that are so many bits above the start of dwords, as dwords. */
LLVMValueRef element_of_dwords(struct emitter *e, LLVMValueRef v, LLVMValueRef bits,
                               unsigned bytes);

/* The address `offset` bytes behind p, and a load from and a store to there. */
LLVMValueRef at_offset(const struct emitter *e, LLVMValueRef p, size_t offset);
LLVMValueRef load_at(const struct emitter *e, LLVMTypeRef t, LLVMValueRef p, size_t offset);
void store_at(struct emitter *e, LLVMValueRef value, LLVMValueRef p, size_t offset);
/* The address of the wave's byte `offset`, and a store of a byte there. */
LLVMValueRef wave_field(const struct emitter *e, size_t offset);
void store_wave_byte(struct emitter *e, size_t offset, unsigned value);

/* Fetches a cache line to the level. */
void prefetch(struct emitter *e, LLVMValueRef p, unsigned level, bool is_store);
/* Calls an intrinsic that is overloaded on the types over[]. */
LLVMValueRef call_intrinsic(struct emitter *e, const char *name, LLVMTypeRef *over,
                            unsigned over_count, LLVMValueRef *args, unsigned count);
/* Calls llvm.masked.load or store at p, of any alignment. value: of stores what is stored, of loads
 * what lanes get that are not loaded. */
LLVMValueRef call_masked(struct emitter *e, bool is_store, LLVMValueRef p, LLVMValueRef mask,
                         LLVMValueRef value);
/* The instruction set's function shoal_NAME, which the engine finds by name. Where code is rare,
 * its twin shoal_rare_NAME, which keeps all registers, so that the hot code around the call need
 * not spill any (isa/exec/keep_registers.h). */
LLVMValueRef c_function(struct emitter *e, const char *name, LLVMTypeRef type);

/* The address that the engine gives to this symbol, as a pointer. */
LLVMValueRef symbol_address(const struct emitter *e, const char *name);
/* The address of an op of the region. */
LLVMValueRef op_pointer(const struct emitter *e, const struct op *o);
/* The address of the op at byte `offset` of the code, an i32. */
LLVMValueRef op_at(struct emitter *e, LLVMValueRef offset);
/* machine->window_base, an i64. */
LLVMValueRef window_base(const struct emitter *e);
/* The device's address of the code's byte `offset`, an i64. */
LLVMValueRef code_address(struct emitter *e, uint64_t offset);

/* What is noted of an instruction, as metadata of ours. */
enum mark {
    MARK_DEVICE_LOAD, /* it loads device memory (dead.h) */
    MARK_QUIET,       /* no lane of it is a signalling NaN of 32 bits */
    MARK_STRANGE,     /* it may be no float where lanes are not active (inactive.c) */
    MARK_PRODUCT,     /* what a product is to become, used by nothing (inactive.h) */
};
void mark(const struct emitter *e, LLVMValueRef instruction, enum mark m);
void unmark(const struct emitter *e, LLVMValueRef instruction, enum mark m);
bool is_marked(const struct emitter *e, LLVMValueRef v, enum mark m);
/* The instruction behind v, if that is marked; NULL: it is not. */
LLVMValueRef marked_behind(const struct emitter *e, LLVMValueRef v, enum mark m);

/* Moves an instruction to where `before` is. */
void move_before(struct emitter *e, LLVMValueRef v, LLVMValueRef before);

#endif
