/* constant.h: which numbers are inline constants, for printer and parser. */
#ifndef SHOAL_ISA_RDNA3_CONSTANT_H
#define SHOAL_ISA_RDNA3_CONSTANT_H

#include <stdbool.h>
#include <stdint.h>

/* The source value of the integer v (-16..64), or 0. */
uint32_t rdna3_small_integer(int64_t v);

/* The source value of the floating-point constant with these bits as `type`, or 0. */
uint32_t rdna3_inline_float(uint64_t bits, unsigned type);

/* The source value whose operand of `type` (up to 32 bits) is `bits`, or 0. Integers of 16 bits
 * are found by 32-bit value; packed ones have a zero high half, or twice the constant where
 * both_halves is set (V_PK_FMAC_F16 in VOP2). */
uint32_t rdna3_inline_source(unsigned type, bool both_halves, uint32_t bits);

#endif
