/* quotient.h: divisions, and square roots, that programs make in many steps, as one of the host
 * where that comes to the same: where all active lanes have normal numbers. Else waves go the long
 * way, which is a block of its own.
 *
 * Of exact divisions and roots, the instruction set says where they end (jit/isa.h, is_division,
 * find_root). To 2.5 ulp,
 * compilers divide floats by a reciprocal, of numbers taken apart so that nothing is too large or
 * too small in between: significand(x) * (1 / significand(y)) * 2^(exponent(x) - exponent(y)).
 * Powers of 2 change nothing as long as all are normal numbers, so x * (1 / y) is the same then.
 * AVX-512 has instructions for these steps.
 * (RDNA3 16.8, V_FREXP_MANT_F32, V_FREXP_EXP_I32_F32, V_RCP_F32, V_LDEXP_F32) */
#ifndef SHOAL_JIT_QUOTIENT_H
#define SHOAL_JIT_QUOTIENT_H

#include "jit/emitter.h"

enum { MAX_NUMBER_PARTS = 16 };

struct quotients {
    struct number_part {
        LLVMValueRef x, made; /* <32 x i32>: a float, and its significand or exponent */
        bool is_exponent;
    } parts[MAX_NUMBER_PARTS]; /* the latest */
    unsigned part_count;       /* of all that there ever were */
};

/* Notes what `made` is of x. */
void note_number_part(struct emitter *e, bool is_exponent, LLVMValueRef x, LLVMValueRef made);
/* Whether a float is such a significand, or its reciprocal, and so no denormal. */
bool is_made_of_significand(struct emitter *e, LLVMValueRef v);
/* a * 2^n, which is `value`, if that is a quotient; else `value`. All <32 x i32>. */
LLVMValueRef fold_quotient(struct emitter *e, LLVMValueRef a, LLVMValueRef n, LLVMValueRef value);
/* n / d rounded once, which is `value` where all three are normal numbers; f32 or f64, as integers
 * of that width. */
LLVMValueRef fold_division(struct emitter *e, LLVMValueRef n, LLVMValueRef d, LLVMValueRef value);
/* The root of x, rounded once, and where x is 0 or +infinity, x. scaled: the halves of x * 2^n,
 * where n is 0 but in lanes where x is less than 2^-767; value: what has been computed of these,
 * its root (jit/isa.h, find_root) scaled back in those lanes. NULL: they are nothing of the kind.
 */
LLVMValueRef fold_root(struct emitter *e, const LLVMValueRef scaled[2], LLVMValueRef value);

#endif
