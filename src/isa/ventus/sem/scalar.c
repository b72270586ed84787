/* scalar.c: integer arithmetic of the scalar base, in 32 bits and, for register pairs, 64.
 *
 * RV32I, RV32M; spec isa.md 5 and 7.1. A 64-bit form serves the OP-32 rows (ADDW: pairs)
 * and PREFIX with pair. */
#include "isa/ventus/sem/sem.h"

SCALAR(add, U, a + b)
SCALAR(sub, U, a - b)
SCALAR(sll, U, a << (b & (BITS - 1)))
SCALAR(slt, I, a < b)
SCALAR(sltu, U, a < b)
SCALAR(xor, U, a ^ b)
SCALAR(srl, U, a >> (b & (BITS - 1)))
SCALAR(sra, I, a >> (b & (BITS - 1)))
SCALAR(or, U, a | b)
SCALAR(and, U, (U)(a &b))
SCALAR(lui, U, b)
SCALAR(auipc, U, env->pc + b)

__extension__ typedef unsigned __int128 wide;
__extension__ typedef __int128 wide_signed;
SCALAR(mul, U, (U)(a *b))
SCALAR(mulh, I, ((wide_signed)a * b) >> BITS)
SCALAR(mulhsu, U, ((wide_signed)(I)a * (wide_signed)b) >> BITS)
SCALAR(mulhu, U, ((wide)a * b) >> BITS)

/* Division by zero gives all ones and the dividend; the one overflow gives the dividend, 0. */
#define LEAST     ((I)((U)1 << (BITS - 1)))
#define OVERFLOWS (a == LEAST && b == -1)
SCALAR(div, I, b == 0 ? -1 : OVERFLOWS ? a : a / b)
SCALAR(divu, U, b == 0 ? ~(U)0 : a / b)
SCALAR(rem, I, b == 0 ? a : OVERFLOWS ? 0 : a % b)
SCALAR(remu, U, b == 0 ? a : a % b)
