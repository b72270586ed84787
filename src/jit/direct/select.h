/* select.h: LLVM IR to host instructions.
 *
 * What an IR instruction becomes is known where it stands, but for what its only user takes into
 * itself: addresses, comparisons that are branched on, tests of masks, logic of three operands. */
#ifndef SHOAL_JIT_DIRECT_SELECT_H
#define SHOAL_JIT_DIRECT_SELECT_H

#include <llvm-c/Core.h>

#include "jit/direct/machine.h"

/* What of a type matters. */
struct shape {
    enum { SHAPE_NONE, SHAPE_SCALAR, SHAPE_VECTOR, SHAPE_MASK } kind;
    unsigned bits, lanes, pieces; /* of an element; how many registers */
    uint8_t vl;
    bool is_float;
};

enum { MAX_PIECES = 4 };
enum val_kind { VAL_REGS, VAL_ADDRESS, VAL_LATER, VAL_CONST };

struct val {
    LLVMValueRef v;
    uint8_t kind;
    /* Where a VAL_ADDRESS or a constant has been put into r[0]: the block + 1, the instruction */
    uint32_t block, made;
    bool is_splat;   /* all pieces are the same register; constants: all elements are equal */
    bool is_address; /* all elements are a constant that is an address: made in each block */
    reg r[MAX_PIECES];
    struct mem mem;          /* VAL_ADDRESS */
    uint64_t bits;           /* VAL_CONST: of an element of a splat */
    uint32_t at[MAX_PIECES]; /* VAL_CONST: in the pool */
};

struct select {
    struct mfunction *f;
    LLVMValueRef function;
    struct val *vals;
    uint32_t val_count, val_capacity;
    uint32_t *hash, hash_size; /* of values and blocks: index + 1 */
    struct {
        LLVMTypeRef type;
        struct shape shape;
    } types[64];
    unsigned type_count;
    uint32_t block; /* being selected */
    LLVMBasicBlockRef llvm_block;
    bool has_vpopcnt, has_f16;
    unsigned nontemporal; /* the kind of metadata */
    struct {              /* registers made of two halves of 256 bits, the latest ones, and where */
        reg whole, half[2];
        uint32_t block;
    } joined[16];
    unsigned joined_count;
    struct { /* what the block has computed, by a hash of operands */
        LLVMValueRef v;
        uint32_t block;
    } made[256];
};

/* Selects all of s->function. false: f->why says what is not known. */
bool select_function(struct select *s);

/* ---- what the files of the selection share ---- */

struct ins *put(struct select *s, unsigned op);
struct shape shape_of(struct select *s, LLVMTypeRef t);
static inline struct shape shape(struct select *s, LLVMValueRef v)
{
    return shape_of(s, LLVMTypeOf(v));
}
struct val *val_of(struct select *s, LLVMValueRef v);
/* NULL: it is not known yet. */
struct val *known_val(struct select *s, LLVMValueRef v);
struct val *new_val(struct select *s, LLVMValueRef v, enum val_kind kind);
void give_up(struct select *s, const char *why);

/* Its only user, in the same block; NULL: there is another or none. */
LLVMValueRef only_user(struct select *s, LLVMValueRef v);
/* A number, or as many bits of another kind. */
bool const_int(LLVMValueRef v, uint64_t *out);
struct constant {
    uint8_t bytes[MAX_PIECES * 64];
};
bool read_constant(LLVMValueRef v, struct constant *out);

/* The value as a general register. */
reg general(struct select *s, LLVMValueRef v);
/* It is a constant that instructions can have. */
bool immediate(LLVMValueRef v, int64_t *out);
/* Piece p as a register. */
reg piece(struct select *s, LLVMValueRef v, unsigned p);
/* Piece p as operand b of i, in memory if it is a constant; bits: of the elements that it counts
 * in. */
void operand_b(struct select *s, struct ins *i, LLVMValueRef v, unsigned p);
bool is_constant(LLVMValueRef v);
/* The address v, for an operand of n more bytes behind it. */
struct mem address(struct select *s, LLVMValueRef v);
/* Registers for a result; d[i] belongs to piece i. */
struct val *result(struct select *s, LLVMValueRef v);
/* All pieces of v are the same register or constant: what is made of such values alone is made
 * once. */
bool is_uniform(struct select *s, LLVMValueRef v);
/* result(), whose pieces are to be the first one if `uniform`; *count: how many are to be made. */
struct val result_of(struct select *s, LLVMValueRef v, bool uniform, unsigned *count);
/* b as it is, in a register of its own that may be changed. */
reg copy_of(struct select *s, reg r);
/* r becomes piece p of the result v. */
void move_to(struct select *s, LLVMValueRef v, unsigned p, reg r);
/* 0 or 1: whether the condition, a CC_, holds of the flags. */
reg flag_value(struct select *s, unsigned cc);
struct mem pool_mem(uint32_t at);
/* mov reg, [pool] */
reg load_address(struct select *s, const char *name, int64_t addend);
/* Compares; cc: what is true if v is. v: an icmp. */
unsigned compare(struct select *s, LLVMValueRef v);
/* Its lanes for piece p of a vector of elements of `bits`, as an instruction wants them. */
reg mask_for(struct select *s, LLVMValueRef mask, unsigned p, unsigned bits);
uint32_t block_index(struct select *s, LLVMBasicBlockRef b);
/* d has been made of these two; 0 or the one of them that is the lower or upper half of r. */
void join_halves(struct select *s, reg d, reg low, reg high);
reg joined_half(const struct select *s, reg r, unsigned upper);
/* The source of a copy with the value's piece p. */
struct copy copy_source(struct select *s, LLVMValueRef v, unsigned p);

/* Of halves, on CPUs that do not compute with them. v: the result; a, b: what is compared. */
bool half_compare(struct select *s, LLVMValueRef v, LLVMValueRef a, LLVMValueRef b,
                  unsigned predicate);
bool half_from_words(struct select *s, LLVMValueRef v, LLVMValueRef a, bool is_signed);
bool half_round(struct select *s, LLVMValueRef v, LLVMValueRef a, unsigned mode);

bool select_scalar(struct select *s, LLVMValueRef v, LLVMOpcode op);
bool select_vector(struct select *s, LLVMValueRef v, LLVMOpcode op);
bool select_shuffle(struct select *s, LLVMValueRef v);
bool select_memory(struct select *s, LLVMValueRef v, LLVMOpcode op);
bool select_call(struct select *s, LLVMValueRef v);
/* Of them, what calls an instruction by its name. */
bool select_host(struct select *s, LLVMValueRef v, const char *name);
bool select_flow(struct select *s, LLVMValueRef v, LLVMOpcode op);
/* After all blocks: copies for phis. */
void select_phis(struct select *s);

#endif
