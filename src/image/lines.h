/* lines.h: the line table of DWARF 2 to 5: which address comes from which source line. */
#ifndef SHOAL_IMAGE_LINES_H
#define SHOAL_IMAGE_LINES_H

#include "image/dwarf.h"
#include "shoal/object.h"

struct line_sections {
    struct dwarf_sections dwarf;
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

/* The files that a unit names. */
struct line_files {
    uint64_t offset; /* of the unit, in .debug_line */
    const char **folders;
    size_t folder_count, folder_room;
    struct line_file *files; /* DWARF 5: from 0; before: files[0] is not used */
    size_t file_count, file_room;
};

struct line_tables {
    shoal_object_line *lines; /* [count], by section and address */
    size_t count, room;
    struct line_files *units; /* [unit_count], by offset */
    size_t unit_count, unit_room;
};

/* Reads all units. Lines and file names live in the arena. A damaged table ends where the damage
 * is: debug information never keeps a file from opening. SHOAL_E_NOMEM. */
shoal_status lines_read(struct arena *arena, const struct line_sections *sections,
                        struct line_tables *out, struct diag *diag);

/* "folder/name" of a file that the unit at `offset` of .debug_line names; "": it names none. NULL:
 * no memory. */
const char *lines_file(struct arena *arena, const struct line_tables *t, uint64_t offset,
                       uint64_t index);

/* The index of the section of code that an address is in; code_count: of none. */
size_t lines_section(const struct line_sections *sections, uint64_t address);

#endif
