/* scopes.h: which function an address is in, and into which others that one was inlined, from DWARF
 * 2 to 5. */
#ifndef SHOAL_IMAGE_SCOPES_H
#define SHOAL_IMAGE_SCOPES_H

#include "image/lines.h"

/* For shoal_object: by section, address and depth, in the arena. lines: of the same file. Damage
 * ends the unit that it is in. SHOAL_E_NOMEM. */
shoal_status scopes_read(struct arena *arena, const struct line_sections *sections,
                         const struct line_tables *lines, const shoal_object_scope **out,
                         size_t *out_count, struct diag *diag);

#endif
