/* isa_page.h: one instruction, as `shoal isa` prints it. */
#ifndef SHOAL_CLI_ISA_PAGE_H
#define SHOAL_CLI_ISA_PAGE_H

#include "base/json.h"
#include "shoal/isa.h"

/* A line of the list. */
void isa_print_line(const shoal_isa_insn *d);
/* All there is to know. */
void isa_print_page(const char *isa_name, const shoal_isa_insn *d);
/* The same, as an object. */
void isa_print_json(struct json *json, const char *isa_name, const shoal_isa_insn *d);

#endif
