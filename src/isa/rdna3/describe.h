/* describe.h: the table's rows as plain text and numbers, in the types of shoal/isa.h.
 *
 * Needs none of the generated headers. All text has static storage. */
#ifndef SHOAL_ISA_RDNA3_DESCRIBE_H
#define SHOAL_ISA_RDNA3_DESCRIBE_H

#include "isa/page.h"
#include "shoal/isa.h"

/* Describes instruction `index` in table order. false: there is none. */
bool rdna3_describe(size_t index, shoal_isa_insn *out);

/* The index of a mnemonic, with or without _e32, _e64, _dpp and v_dual_; -1: none. */
ptrdiff_t rdna3_describe_find(const char *name);

/* The bits of a format from the lowest to the highest; returns how many fields. */
size_t rdna3_describe_fields(const char *format, shoal_isa_field out[SHOAL_ISA_MAX_FIELDS]);

/* The page of instruction `index`, which there is. */
void rdna3_page(size_t index, shoal_isa_page *out);

extern const struct isa_page_text rdna3_page_texts[]; /* by row */
extern const char rdna3_page_pool[];
extern const struct isa_hazard rdna3_hazards[]; /* up to one without a name */
extern const uint16_t rdna3_hazard_first[];     /* by row: bit n for rdna3_hazards[n] */
extern const uint16_t rdna3_hazard_then[];
/* In words, by enum rdna3_role and rdna3_kind. */
const char *rdna3_role_meaning(unsigned role);
const char *rdna3_kind_place(unsigned kind);

#endif
