/* decode.h: parts of the decoder that the quick scan (scan.c) shares. */
#ifndef SHOAL_ISA_RDNA3_DECODE_H
#define SHOAL_ISA_RDNA3_DECODE_H

#include "isa/rdna3/rdna3.h"

/* The format of an instruction by its first dword; FMT_COUNT: none. Of the bits below 23, only
 * FLAT's segment counts. */
unsigned rdna3_format_of(uint32_t w);

/* NULL, or why this operand of the row cannot have `value` in a field of this kind; DPP and
 * literals apart. `in`: its format counts. */
const char *rdna3_refused_value(const struct rdna3_insn *in, const struct rdna3_row *row,
                                const struct rdna3_operand_desc *o, unsigned kind, uint32_t value);

#endif
