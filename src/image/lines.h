/* lines.h: the line table of DWARF 2 to 5: which address comes from which source line. */
#ifndef SHOAL_IMAGE_LINES_H
#define SHOAL_IMAGE_LINES_H

#include "image/parts.h"
#include "shoal/object.h"

/* Sections; those that the file lacks are empty. */
struct line_sections {
    struct view line, line_str, str; /* .debug_line, .debug_line_str, .debug_str */
};

/* Reads all units. Lines, by address, and file names live in the arena. A damaged table ends
 * where the damage is: debug information never keeps a file from opening. SHOAL_E_NOMEM. */
shoal_status lines_read(struct arena *arena, const struct line_sections *sections,
                        const shoal_object_line **out, size_t *out_count, struct diag *diag);

#endif
