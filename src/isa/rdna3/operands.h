/* operands.h: the operands of one instruction as shoal/isa.h shows them. */
#ifndef SHOAL_ISA_RDNA3_OPERANDS_H
#define SHOAL_ISA_RDNA3_OPERANDS_H

#include "isa/rdna3/rdna3.h"
#include "shoal/isa.h"

/* Writes at most SHOAL_INSN_MAX_OPERANDS and returns how many. */
size_t rdna3_operands(const struct rdna3_insn *in, bool wave64, shoal_operand *out);

#endif
