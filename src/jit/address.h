/* address.h: addresses of lanes as what they were made of.
 *
 *     address = (extend(root + by) << shift) * (1 + more) + plus     root: by lane; the rest: the
 * same address = root_hi:root + plus
 *
 * GPU code computes the addresses of an array's elements lane by lane, with 64 bits. As far as that
 * can be followed through the ops (form.h), accesses test the 32-bit root instead, once for all
 * arrays, and compute with scalars. The lanes' own addresses are computed only where the registers
 * are needed, which often is on rare paths alone. */
#ifndef SHOAL_JIT_ADDRESS_H
#define SHOAL_JIT_ADDRESS_H

#include "jit/emitter.h"
#include "jit/form.h"

enum { MAX_ADDRESSES = 192, MAX_LASTING = 32, MAX_CARRIES = 64, MAX_MORE = 7 };

/* What a value of 32 or 64 bits was made of; true of the lanes that were active then. */
struct address {
    LLVMValueRef lo, hi;  /* the registers' values; hi NULL: a 32-bit value, root + by */
    LLVMValueRef root;    /* <32 x i32> */
    LLVMValueRef root_hi; /* NULL: the root has 32 bits */
    LLVMValueRef by;      /* i32; NULL: 0 */
    LLVMValueRef plus;    /* i64; NULL: 0, and lo is root + by */
    unsigned shift;
    unsigned more;  /* an address at a multiple of the root, as of twiddle[3 * k] */
    bool is_signed; /* root + by is sign-extended, else zero-extended */
};

/* A source of an op as a value. */
struct operand {
    enum { UNKNOWN, UNIFORM, LANES } kind;
    LLVMValueRef lo, hi; /* UNIFORM: i32, or i64 in lo; LANES: <32 x i32>, hi of 64-bit ones */
};

/* An addition whose carry another one may take: together they are a 64-bit sum. */
struct carry {
    LLVMValueRef out, exec, result;
    struct operand in[2];
};

/* What is known in the function so far. Values are compared by identity, so nothing here can become
 * wrong; only the latest entries are kept. */
struct addresses {
    struct address known[MAX_ADDRESSES];
    struct carry carries[MAX_CARRIES];
    unsigned count, carry_count;         /* of all that there ever were */
    struct address lasting[MAX_LASTING]; /* whose roots are variables of loops (loop.h) */
    unsigned lasting_count;
};

/* A computation's operands, taken before its result is written. */
struct noted {
    struct form form;
    struct operand x[MAX_SOURCES]; /* by source */
    LLVMValueRef carry;            /* the mask that it adds; NULL: none */
};

/* Around each pass of a computation: first its operands, then its results under `exec`. */
void note_operands(struct emitter *e, const struct computation *c, unsigned half,
                   struct noted *out);
/* lo, hi: the registers' new values; hi: of 64 bits. */
void note_result(struct emitter *e, const struct noted *n, LLVMValueRef exec, LLVMValueRef lo,
                 LLVMValueRef hi);
/* co: the carry, a mask. */
void note_carry(struct emitter *e, const struct noted *n, LLVMValueRef result, LLVMValueRef co,
                LLVMValueRef exec);

/* Keeps an address whose root is a loop's variable. NULL: there are MAX_LASTING already. */
const struct address *add_lasting(struct emitter *e, struct address a);
bool is_lasting_root(const struct emitter *e, LLVMValueRef root);

/* What a pair of registers is made of; at least itself. */
struct address find_multiple(struct emitter *e, LLVMValueRef lo, LLVMValueRef hi);
/* The same without multiples of roots. */
struct address find_address(struct emitter *e, LLVMValueRef lo, LLVMValueRef hi);
/* What a 32-bit value is made of; at least itself + nothing. */
struct address find_offset(struct emitter *e, LLVMValueRef v);
/* The address that v is half of, if v is cheaper to make of that than to keep; NULL: of none. */
const struct address *find_half(const struct emitter *e, LLVMValueRef v, bool *is_high);

/* Stores half of an address to a register in the wave's struct: a call of a function that computes
 * it, for rare paths. */
void store_address(struct emitter *e, unsigned var, const struct address *a, bool is_high);

#endif
