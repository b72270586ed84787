/* dwarf.h: the bytes of DWARF 2 to 5 (debug information): numbers, texts, and values by their
 * forms. What tables are made of them: lines.h, entries.h. Reference: DWARF 5, chapter 7. */
#ifndef SHOAL_IMAGE_DWARF_H
#define SHOAL_IMAGE_DWARF_H

#include <string.h>

#include "image/parts.h"

/* Sections .debug_NAME; those that the file lacks are empty. */
#define DWARF_SECTIONS(X)                                                                          \
    X(line) X(line_str) X(str) X(info) X(abbrev) X(str_offsets) X(addr) X(ranges) X(rnglists)
struct dwarf_sections {
#define DWARF_SECTION(name) struct view name;
    DWARF_SECTIONS(DWARF_SECTION)
#undef DWARF_SECTION
};

/* The view of section "debug_NAME"; NULL: nobody reads it. */
struct view *dwarf_section(struct dwarf_sections *sections, const char *name);

/* Reads forward; `failed` sticks and every later read gives 0. */
struct reader {
    const uint8_t *at, *end;
    bool failed;
};

static inline bool reader_has(struct reader *r, uint64_t n)
{
    if (r->failed || n > (uint64_t)(r->end - r->at))
        r->failed = true;
    return !r->failed;
}

static inline uint64_t reader_fixed(struct reader *r, unsigned n)
{
    uint64_t v = 0;
    if (!reader_has(r, n))
        return 0;
    memcpy(&v, r->at, n);
    r->at += n;
    return v;
}

uint64_t reader_uleb(struct reader *r);
int64_t reader_sleb(struct reader *r);
/* Up to its final zero; "": there is none. */
const char *reader_string(struct reader *r);
/* The length that a unit begins with; *offset_bytes: 4, or 8 for the 64-bit format. */
uint64_t reader_length(struct reader *r, unsigned *offset_bytes);
/* From `at` of the section to its end; failed: outside of it. */
struct reader reader_of(struct view section, uint64_t at);

/* A value as the file has it. What it means may need the unit that it is in: dwarf_text,
 * entry_address (entries.h). */
struct dwarf_value {
    uint64_t form;
    uint64_t number;   /* also offset or index; data16: its lower half */
    const char *text;  /* of DW_FORM_string; else NULL */
    struct view block; /* of blocks and expressions */
};

/* implicit: of DW_FORM_implicit_const. An unknown form fails the reader, as nothing behind it can
 * be read. */
struct dwarf_value dwarf_value_read(struct reader *r, uint64_t form, int64_t implicit,
                                    unsigned offset_bytes, unsigned address_bytes);

/* The text of a value that needs no unit for it; "" if it is none. */
const char *dwarf_text(const struct dwarf_sections *sections, const struct dwarf_value *value);
/* The text at an offset of a table; "" if there is none, or an absurdly long one: many entries may
 * share the end of one. */
const char *dwarf_text_at(struct view table, uint64_t at);

enum dwarf_form {
    DW_FORM_ADDR = 0x01,
    DW_FORM_BLOCK2 = 0x03,
    DW_FORM_BLOCK4 = 0x04,
    DW_FORM_DATA2 = 0x05,
    DW_FORM_DATA4 = 0x06,
    DW_FORM_DATA8 = 0x07,
    DW_FORM_STRING = 0x08,
    DW_FORM_BLOCK = 0x09,
    DW_FORM_BLOCK1 = 0x0a,
    DW_FORM_DATA1 = 0x0b,
    DW_FORM_FLAG = 0x0c,
    DW_FORM_SDATA = 0x0d,
    DW_FORM_STRP = 0x0e,
    DW_FORM_UDATA = 0x0f,
    DW_FORM_REF_ADDR = 0x10,
    DW_FORM_REF1 = 0x11,
    DW_FORM_REF2 = 0x12,
    DW_FORM_REF4 = 0x13,
    DW_FORM_REF8 = 0x14,
    DW_FORM_REF_UDATA = 0x15,
    DW_FORM_INDIRECT = 0x16,
    DW_FORM_SEC_OFFSET = 0x17,
    DW_FORM_EXPRLOC = 0x18,
    DW_FORM_FLAG_PRESENT = 0x19,
    DW_FORM_STRX = 0x1a,
    DW_FORM_ADDRX = 0x1b,
    DW_FORM_DATA16 = 0x1e,
    DW_FORM_LINE_STRP = 0x1f,
    DW_FORM_REF_SIG8 = 0x20,
    DW_FORM_IMPLICIT_CONST = 0x21,
    DW_FORM_LOCLISTX = 0x22,
    DW_FORM_RNGLISTX = 0x23,
    DW_FORM_STRX1 = 0x25,
    DW_FORM_STRX2 = 0x26,
    DW_FORM_STRX3 = 0x27,
    DW_FORM_STRX4 = 0x28,
    DW_FORM_ADDRX1 = 0x29,
    DW_FORM_ADDRX2 = 0x2a,
    DW_FORM_ADDRX3 = 0x2b,
    DW_FORM_ADDRX4 = 0x2c,
};

#endif
