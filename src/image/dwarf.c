/* dwarf.c: see dwarf.h. */
#include "image/dwarf.h"

struct view *dwarf_section(struct dwarf_sections *sections, const char *name)
{
#define FIND_SECTION(member)                                                                       \
    if (strcmp(name, "debug_" #member) == 0)                                                       \
        return &sections->member;
    DWARF_SECTIONS(FIND_SECTION)
#undef FIND_SECTION
    return NULL;
}

uint64_t reader_uleb(struct reader *r)
{
    uint64_t v = 0;
    for (unsigned shift = 0; reader_has(r, 1); shift += 7) {
        uint8_t byte = *r->at++;
        if (shift < 64)
            v |= (uint64_t)(byte & 0x7f) << shift;
        if (!(byte & 0x80))
            break;
    }
    return r->failed ? 0 : v;
}

int64_t reader_sleb(struct reader *r)
{
    uint64_t v = 0;
    unsigned shift = 0;
    while (reader_has(r, 1)) {
        uint8_t byte = *r->at++;
        if (shift < 64)
            v |= (uint64_t)(byte & 0x7f) << shift;
        shift += 7;
        if (byte & 0x80)
            continue;
        if (byte & 0x40 && shift < 64)
            v |= ~UINT64_C(0) << shift;
        break;
    }
    return r->failed ? 0 : (int64_t)v;
}

const char *reader_string(struct reader *r)
{
    const uint8_t *zero = r->failed ? NULL : memchr(r->at, 0, (size_t)(r->end - r->at));
    const char *s = (const char *)r->at;
    if (!zero) {
        r->failed = true;
        return "";
    }
    r->at = zero + 1;
    return s;
}

uint64_t reader_length(struct reader *r, unsigned *offset_bytes)
{
    uint64_t length = reader_fixed(r, 4);
    *offset_bytes = length == 0xffffffff ? 8 : 4;
    return *offset_bytes == 8 ? reader_fixed(r, 8) : length;
}

struct reader reader_of(struct view section, uint64_t at)
{
    const uint8_t *end = section.bytes + section.size;
    return at < section.size ? (struct reader){section.bytes + at, end, false}
                             : (struct reader){end, end, true};
}

const char *dwarf_text_at(struct view table, uint64_t at)
{
    enum { LONGEST = 4096 };
    if (at >= table.size)
        return "";
    uint64_t left = table.size - at;
    const uint8_t *text = table.bytes + at;
    return memchr(text, 0, left < LONGEST ? left : LONGEST) ? (const char *)text : "";
}

static struct view take_block(struct reader *r, uint64_t size)
{
    struct view block = {r->at, size};
    if (!reader_has(r, size))
        return (struct view){0};
    r->at += size;
    return block;
}

/* Bytes of a form whose values all have that many; 0: of another one. */
static unsigned fixed_bytes(uint64_t form, unsigned offset_bytes, unsigned address_bytes)
{
    switch (form) {
    case DW_FORM_DATA1:
    case DW_FORM_FLAG:
    case DW_FORM_REF1:
    case DW_FORM_STRX1:
    case DW_FORM_ADDRX1:
        return 1;
    case DW_FORM_DATA2:
    case DW_FORM_REF2:
    case DW_FORM_STRX2:
    case DW_FORM_ADDRX2:
        return 2;
    case DW_FORM_STRX3:
    case DW_FORM_ADDRX3:
        return 3;
    case DW_FORM_DATA4:
    case DW_FORM_REF4:
    case DW_FORM_STRX4:
    case DW_FORM_ADDRX4:
        return 4;
    case DW_FORM_DATA8:
    case DW_FORM_REF8:
    case DW_FORM_REF_SIG8:
        return 8;
    case DW_FORM_ADDR:
        return address_bytes;
    case DW_FORM_STRP:
    case DW_FORM_LINE_STRP:
    case DW_FORM_SEC_OFFSET:
    case DW_FORM_REF_ADDR:
        return offset_bytes;
    default:
        return 0;
    }
}

struct dwarf_value dwarf_value_read(struct reader *r, uint64_t form, int64_t implicit,
                                    unsigned offset_bytes, unsigned address_bytes)
{
    struct dwarf_value v = {.form = form};
    unsigned bytes = fixed_bytes(form, offset_bytes, address_bytes);
    if (bytes) {
        v.number = reader_fixed(r, bytes);
        return v;
    }
    switch (form) {
    case DW_FORM_STRING:
        v.text = reader_string(r);
        break;
    case DW_FORM_UDATA:
    case DW_FORM_REF_UDATA:
    case DW_FORM_STRX:
    case DW_FORM_ADDRX:
    case DW_FORM_LOCLISTX:
    case DW_FORM_RNGLISTX:
        v.number = reader_uleb(r);
        break;
    case DW_FORM_SDATA:
        v.number = (uint64_t)reader_sleb(r);
        break;
    case DW_FORM_DATA16: /* MD5 */
        v.number = reader_fixed(r, 8);
        reader_fixed(r, 8);
        break;
    case DW_FORM_BLOCK1:
        v.block = take_block(r, reader_fixed(r, 1));
        break;
    case DW_FORM_BLOCK2:
        v.block = take_block(r, reader_fixed(r, 2));
        break;
    case DW_FORM_BLOCK4:
        v.block = take_block(r, reader_fixed(r, 4));
        break;
    case DW_FORM_BLOCK:
    case DW_FORM_EXPRLOC:
        v.block = take_block(r, reader_uleb(r));
        break;
    case DW_FORM_FLAG_PRESENT:
        v.number = 1;
        break;
    case DW_FORM_IMPLICIT_CONST:
        v.number = (uint64_t)implicit;
        break;
    case DW_FORM_INDIRECT:
        form = reader_uleb(r);
        if (form != DW_FORM_INDIRECT && form != DW_FORM_IMPLICIT_CONST)
            return dwarf_value_read(r, form, 0, offset_bytes, address_bytes);
        r->failed = true;
        break;
    default:
        r->failed = true;
        break;
    }
    return v;
}

const char *dwarf_text(const struct dwarf_sections *sections, const struct dwarf_value *value)
{
    if (value->form == DW_FORM_STRP)
        return dwarf_text_at(sections->str, value->number);
    if (value->form == DW_FORM_LINE_STRP)
        return dwarf_text_at(sections->line_str, value->number);
    return value->text ? value->text : "";
}
