/* scan.h: the quick way through the decoder: what an instruction is and how long, and whether
 * it is one, without its fields.
 *
 * Most instructions use operands of ordinary kinds. For those a table entry per opcode says
 * all that has to be checked; whatever it does not vouch for goes through rdna3_decode. The
 * entries are filled in when an opcode is met for the first time. */
#ifndef SHOAL_ISA_RDNA3_SCAN_H
#define SHOAL_ISA_RDNA3_SCAN_H

#include "isa/rdna3/rdna3.h"
#include "shoal/isa.h"

/* As shoal_insn_decode: rdna3_scan_gfx1100 and so on, one per generation. */
#define RDNA3_SCAN_DECLARED(index, chip, name)                                                     \
    shoal_status rdna3_scan_##chip(const void *code, size_t avail, shoal_insn *out);
RDNA3_GENERATIONS(RDNA3_SCAN_DECLARED)

/* The fields of a scanned instruction: as rdna3_decode leaves them. */
void rdna3_expand(const shoal_insn *insn, struct rdna3_insn *in);

#endif
