/* operands.h: operands of decoded instructions: as a list for shoal_insn_operands, and set from
 * numbers, with the prefix that they need. */
#ifndef SHOAL_ISA_VENTUS_OPERANDS_H
#define SHOAL_ISA_VENTUS_OPERANDS_H

#include "isa/ventus/ventus.h"
#include "shoal/isa.h"

size_t ventus_operands(const struct ventus_insn *in, shoal_operand out[SHOAL_INSN_MAX_OPERANDS]);

/* An instruction of `row` with all fields zero, vm and rm as usual, and no prefix. */
void ventus_blank(unsigned row, bool is_toolchain, struct ventus_insn *out);

/* Sets the register or immediate of a role: the inverse of ventus_reg and ventus_imm. Bits that
 * only a prefix can hold go to the members for them. false: out of range. */
bool ventus_set_reg(struct ventus_insn *in, unsigned role, unsigned number);
bool ventus_set_imm(struct ventus_insn *in, unsigned role, int64_t value);
/* The range of ventus_set_imm. */
void ventus_imm_range(const struct ventus_insn *in, unsigned role, int64_t *low, int64_t *high);

/* The memory prefix of a space (enum ventus_space) and width (as in ventus_insn). */
unsigned ventus_memory_prefix(unsigned space, unsigned width);
/* Chooses the prefix that the operands and modifiers need (none, regext, regexti, prefix, prefixi,
 * or the memory prefix that in->prefix_row names), and the instruction's size. */
void ventus_settle_prefix(struct ventus_insn *in);

/* Is the prefix the one that ventus_settle_prefix would choose? Else text without the prefix would
 * not become the same bytes again. */
bool ventus_is_canonical(const struct ventus_insn *in);

#endif
