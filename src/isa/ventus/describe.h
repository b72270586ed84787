/* describe.h: rows of the table as text, behind the functions of shoal/isa.h. */
#ifndef SHOAL_ISA_VENTUS_DESCRIBE_H
#define SHOAL_ISA_VENTUS_DESCRIBE_H

#include <stdbool.h>
#include <stddef.h>

#include "shoal/isa.h"

bool ventus_describe(size_t index, shoal_isa_insn *out);
ptrdiff_t ventus_describe_find(const char *name); /* -1: none */
size_t ventus_describe_fields(const char *format, shoal_isa_field out[SHOAL_ISA_MAX_FIELDS]);

#endif
