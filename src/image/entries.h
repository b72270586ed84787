/* entries.h: the entries of DWARF 2 to 5 (.debug_info): functions, variables, types and what they
 * say of themselves. Reference: DWARF 5, sections 2, 3 and 7.5. */
#ifndef SHOAL_IMAGE_ENTRIES_H
#define SHOAL_IMAGE_ENTRIES_H

#include "image/dwarf.h"

/* A unit (3.1), as a rule of one source file. */
struct entry_unit {
    const struct dwarf_sections *sections;
    uint64_t offset, end; /* in .debug_info, with its header */
    uint64_t first;       /* offset of the first entry */
    unsigned version, offset_bytes, address_bytes;
    struct abbreviation *abbreviations; /* [abbreviation_count], by code */
    size_t abbreviation_count;
    /* What its first entry says. */
    uint64_t base_address, str_offsets_base, addr_base, rnglists_base;
    uint64_t language;   /* DW_LANG_* */
    uint64_t line_table; /* offset in .debug_line; UINT64_MAX: it has none */
};

struct entry_units {
    struct entry_unit *units; /* [count] */
    size_t count;
};

enum { ENTRY_ATTRIBUTES = 48 };

struct entry {
    const struct entry_unit *unit;
    uint64_t offset; /* in .debug_info */
    unsigned tag;    /* DW_TAG_*; 0: the end of a list of children */
    bool has_children;
    unsigned count;
    struct {
        uint64_t name; /* DW_AT_* */
        struct dwarf_value value;
    } attributes[ENTRY_ATTRIBUTES]; /* [count]; more are left out */
};

/* Damage ends the list of units: debug information never keeps a file from opening. SHOAL_E_NOMEM.
 * `sections` must live as long as the units. */
shoal_status entry_units_read(struct arena *arena, const struct dwarf_sections *sections,
                              struct entry_units *out, struct diag *diag);

/* Reads the entry at *offset, and moves it behind: to its first child, if it has any. false: the
 * unit ends, or is damaged. */
bool entry_read(const struct entry_unit *unit, uint64_t *offset, struct entry *out);

/* NULL: it does not say. */
const struct dwarf_value *entry_find(const struct entry *e, uint64_t attribute);
/* 0: it does not say. */
uint64_t entry_number(const struct entry *e, uint64_t attribute);
/* "": it does not say. */
const char *entry_text(const struct entry *e, uint64_t attribute);
/* Of an attribute that is one; false: it is none, or leads outside of the file. */
bool entry_address(const struct entry_unit *unit, const struct dwarf_value *value, uint64_t *out);
/* The entry that an attribute names. */
bool entry_reference(const struct entry_units *all, const struct entry *e, uint64_t attribute,
                     struct entry *out);
/* Calls `each` for the ranges of addresses of an entry (2.17) that are not empty. false: `each` has
 * returned false. */
bool entry_ranges(const struct entry *e, bool (*each)(void *user, uint64_t begin, uint64_t end),
                  void *user);

enum dwarf_tag {
    DW_TAG_LEXICAL_BLOCK = 0x0b,
    DW_TAG_COMPILE_UNIT = 0x11,
    DW_TAG_INLINED_SUBROUTINE = 0x1d,
    DW_TAG_SUBPROGRAM = 0x2e,
};

enum dwarf_language { DW_LANG_OPENCL = 0x15 };

enum dwarf_attribute {
    DW_AT_NAME = 0x03,
    DW_AT_STMT_LIST = 0x10,
    DW_AT_LOW_PC = 0x11,
    DW_AT_HIGH_PC = 0x12,
    DW_AT_LANGUAGE = 0x13,
    DW_AT_ABSTRACT_ORIGIN = 0x31,
    DW_AT_SPECIFICATION = 0x47,
    DW_AT_RANGES = 0x55,
    DW_AT_CALL_COLUMN = 0x57,
    DW_AT_CALL_FILE = 0x58,
    DW_AT_CALL_LINE = 0x59,
    DW_AT_STR_OFFSETS_BASE = 0x72,
    DW_AT_ADDR_BASE = 0x73,
    DW_AT_RNGLISTS_BASE = 0x74,
};

#endif
