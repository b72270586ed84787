/* lines.h: the line table of DWARF 2 to 5: which address comes from which source line. */
#ifndef SHOAL_IMAGE_LINES_H
#define SHOAL_IMAGE_LINES_H

#include "image/parts.h"
#include "shoal/object.h"

/* Sections; those that the file lacks are empty. */
struct line_sections {
    struct view line, line_str, str; /* .debug_line, .debug_line_str, .debug_str */
    /* Of code: as in shoal_object. */
    const shoal_object_section *code;
    size_t code_count;
    /* Relocatable files: which section an address in .debug_line is in, by offset there. */
    const struct line_place *places;
    size_t place_count;
    bool is_relocatable;
};

struct line_place {
    uint64_t offset;
    size_t section;
};

/* Reads all units. Lines, by section and address, and file names live in the arena. A damaged table
 * ends where the damage is: debug information never keeps a file from opening. SHOAL_E_NOMEM. */
shoal_status lines_read(struct arena *arena, const struct line_sections *sections,
                        const shoal_object_line **out, size_t *out_count, struct diag *diag);

#endif
