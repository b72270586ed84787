/* describe.h: the table's rows as plain text and numbers, in the types of shoal/isa.h.
 *
 * Needs none of the generated headers. All text has static storage. */
#ifndef SHOAL_ISA_RDNA3_DESCRIBE_H
#define SHOAL_ISA_RDNA3_DESCRIBE_H

#include "shoal/isa.h"

/* Describes instruction `index` in table order. false: there is none. */
bool rdna3_describe(size_t index, shoal_isa_insn *out);

/* The index of a mnemonic, with or without _e32, _e64, _dpp and v_dual_; -1: none. */
ptrdiff_t rdna3_describe_find(const char *name);

/* The bits of a format from the lowest to the highest; returns how many fields. */
size_t rdna3_describe_fields(const char *format, shoal_isa_field out[SHOAL_ISA_MAX_FIELDS]);

#endif
