/* describe.h: rows of the table as text, behind the functions of shoal/isa.h. */
#ifndef SHOAL_ISA_VENTUS_DESCRIBE_H
#define SHOAL_ISA_VENTUS_DESCRIBE_H

#include <stdbool.h>
#include <stddef.h>

#include "isa/page.h"
#include "shoal/isa.h"

bool ventus_describe(size_t index, shoal_isa_insn *out);
ptrdiff_t ventus_describe_find(const char *name); /* -1: none */
size_t ventus_describe_fields(const char *format, shoal_isa_field out[SHOAL_ISA_MAX_FIELDS]);

/* The page of instruction `index`, which there is. */
void ventus_page(size_t index, shoal_isa_page *out);

extern const struct isa_page_text ventus_page_texts[]; /* by row */
extern const char ventus_page_pool[];
/* In words, by enum ventus_role and ventus_kind. */
const char *ventus_role_meaning(unsigned role);
const char *ventus_kind_place(unsigned kind);

#endif
