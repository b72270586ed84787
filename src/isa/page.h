/* page.h: what `shoal isa` shows of an instruction besides its row, from the tables beside
 * insts.tbl (tools/isa_pages.py). */
#ifndef SHOAL_ISA_PAGE_H
#define SHOAL_ISA_PAGE_H

#include <stdbool.h>
#include <stdint.h>

#include "isa/effects.h"
#include "isa/hazard.h"
#include "shoal/isa.h"

/* "vmcnt", ..: of enum row_counter, by bit. */
enum { ISA_COUNTERS = 5 };
extern const char *const isa_counter_names[ISA_COUNTERS];

/* Where the texts of a row begin in the set's pool (name_page_texts, name_page_pool). */
struct isa_page_text {
    uint16_t precision, fragments;
    uint32_t about, operation;
};

/* Fills what follows from a row's effects: flow, state, counters. */
void isa_page_effects(shoal_isa_page *page, const struct row_effects *effects);

/* Adds a sentence about a modifier. */
void isa_page_modifier(shoal_isa_page *page, const char *text);

/* Adds the hazards whose bits are set in `first` or `second`. */
void isa_page_hazards(shoal_isa_page *page, const struct isa_hazard *hazards, uint32_t first,
                      uint32_t second);

#endif
