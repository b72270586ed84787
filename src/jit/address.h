/* address.h: 64-bit addresses of lanes as what they were made of.
 *
 *     address = (extend(root + by) << shift) + plus        root: by lane; the rest: the same
 *     address = root_hi:root + plus
 *
 * Code for a GPU computes the addresses of an array's elements lane by lane with 64 bits. As
 * far as that can be followed through the ops, accesses test the 32-bit root instead, once for
 * all arrays, and compute with scalars; the lanes' addresses are computed only where the
 * registers are needed, which often is on rare paths alone. */
#ifndef SHOAL_JIT_ADDRESS_H
#define SHOAL_JIT_ADDRESS_H

#include <llvm-c/Core.h>

#include "jit/region.h"

enum { MAX_ADDRESSES = 48, MAX_CARRIES = 8 };

struct emitter;

/* True of the lanes that were active when it was computed. */
struct address {
    LLVMValueRef lo, hi;  /* the registers' values; hi NULL: a 32-bit value, root + by */
    LLVMValueRef root;    /* <32 x i32> */
    LLVMValueRef root_hi; /* NULL: the root is of 32 bits */
    LLVMValueRef by;      /* i32, NULL: 0 */
    LLVMValueRef plus;    /* i64, NULL: 0, and lo is root + by */
    unsigned shift;
    bool is_signed; /* how it is extended */
};

/* A source of an op as a value. */
struct operand {
    enum { UNKNOWN, UNIFORM, LANES } kind;
    LLVMValueRef lo, hi; /* UNIFORM: i32, or i64 in lo; LANES: <32 x i32>, hi of 64-bit ones */
};

/* What a computation is, as far as addresses are made so. */
enum form_kind {
    FORM_OTHER,
    FORM_SUM, /* sources `plus` less sources `minus` (bit i: source[i]), and perhaps a carry */
    FORM_SHIFT_LEFT,  /* of source `shifted` by a constant */
    FORM_SHIFT_RIGHT, /* likewise */
    FORM_SHIFT_SIGNED,
};
struct form {
    enum form_kind kind;
    uint8_t plus, minus;
    bool takes_carry; /* one of a mask's bit is added, too */
    bool gives_carry; /* of the sum; a mask that the computation writes */
    uint8_t shifted, shift, bits;
};

/* An addition whose carry another one may take. */
struct carry {
    LLVMValueRef out, exec, result;
    struct operand in[2];
};

/* The last ones. */
struct addresses {
    struct address known[MAX_ADDRESSES];
    struct carry carries[MAX_CARRIES];
    unsigned count, carry_count; /* ever */
};

/* Operands of a computation before its result is written. */
struct noted {
    struct form form;
    struct operand x[MAX_SOURCES]; /* by source */
    LLVMValueRef carry;
};

/* How an op writes a VGPR: by adding the same to all lanes, maybe with a carry out or in? */
enum steps { STEPS_NEVER, STEPS_ALONE, STEPS_LOW, STEPS_HIGH, STEPS_OTHERWISE };
enum steps step_of(const struct region *r, const struct region_op *at, unsigned var);

void note_operands(struct emitter *e, const struct computation *c, unsigned half,
                   struct noted *out);
/* The result of a pass under `exec`; hi: of 64 bits. */
void note_result(struct emitter *e, const struct noted *n, LLVMValueRef exec, LLVMValueRef lo,
                 LLVMValueRef hi);
void note_carry(struct emitter *e, const struct noted *n, LLVMValueRef result, LLVMValueRef co,
                LLVMValueRef exec);

/* What a pair of registers is: at least itself. */
struct address find_address(const struct emitter *e, LLVMValueRef lo, LLVMValueRef hi);
/* What a 32-bit value is: at least itself + nothing. */
struct address find_offset(const struct emitter *e, LLVMValueRef v);
/* The address that v is half of, if it is cheaper to make it of that than to keep it. */
const struct address *find_half(const struct emitter *e, LLVMValueRef v, bool *is_high);

#endif
