/* encode.h: instructions with physical registers to bytes. */
#ifndef SHOAL_JIT_DIRECT_ENCODE_H
#define SHOAL_JIT_DIRECT_ENCODE_H

#include "jit/direct/machine.h"

/* Which operands are ModRM's reg, vvvv and ModRM's rm. Where a form stores, mem is in the place of
 * d. K: VEX's masks, which are vectors, in vvvv; RVMK: in the immediate. */
enum form { RVM, RM, MR, VM, RMV, RVMK, RMK, MRK, M, MOVI_FORM, O, NOTHING };

enum { MAX_INS_BYTES = 16 };

/* Writes the instruction at p, MAX_INS_BYTES of room; the number of bytes. Of operands in the pool,
 * the displacement is pool - (end of the instruction), where pool is that of mem.disp and
 * everything counts from `here`, the place of p. */
unsigned encode(uint8_t *p, const struct ins *i, int64_t here_to_pool);
enum form op_form(unsigned op);
const char *op_text(unsigned op);
/* The operand b may be in memory, at the width that the instruction has. */
bool can_fold(const struct ins *i);
/* It sets or reads flags. */
bool touches_flags(unsigned op);
/* It exists without AVX-512. */
bool has_vex(unsigned op);
/* The size of the element that operand b may be; 0: it may not. */
unsigned broadcast_bytes(unsigned op);
/* The size of operand b, or of what a store writes, without broadcast; 1: it depends on registers
 * alone. */
unsigned operand_bytes(const struct ins *i);

#endif
