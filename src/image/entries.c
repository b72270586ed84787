/* entries.c: see entries.h. */
#include "image/entries.h"

#include <stdlib.h>

struct abbreviation {
    uint64_t code, tag;
    bool has_children;
    const uint8_t *attributes; /* pairs of name and form, up to a pair of zeros */
};

/* ---- abbreviations (7.5.3) -------------------------------------------------------------- */

static bool skip_attributes(struct reader *r)
{
    while (!r->failed) {
        uint64_t name = reader_uleb(r), form = reader_uleb(r);
        if (form == DW_FORM_IMPLICIT_CONST)
            reader_sleb(r);
        if (!name && !form)
            return !r->failed;
    }
    return false;
}

static int by_code(const void *a, const void *b)
{
    const struct abbreviation *x = a, *y = b;
    return x->code < y->code ? -1 : x->code > y->code;
}

enum { MOST_ABBREVIATIONS = 1 << 20 }; /* of a file; in damaged ones, tables may share bytes */

/* false: no memory. */
static bool read_abbreviations(struct arena *arena, struct entry_unit *u, uint64_t offset,
                               size_t most)
{
    struct reader r = reader_of(u->sections->abbrev, offset);
    size_t room = 0;
    bool is_sorted = true;
    while (!r.failed && u->abbreviation_count < most) {
        struct abbreviation a = {.code = reader_uleb(&r)};
        if (!a.code)
            break;
        a.tag = reader_uleb(&r);
        a.has_children = reader_fixed(&r, 1) != 0;
        a.attributes = r.at;
        if (!skip_attributes(&r))
            break;
        struct abbreviation *grown =
            arena_grow(arena, u->abbreviations, u->abbreviation_count, &room, sizeof *grown);
        if (!grown)
            return false;
        u->abbreviations = grown;
        is_sorted &= !u->abbreviation_count || grown[u->abbreviation_count - 1].code <= a.code;
        grown[u->abbreviation_count++] = a;
    }
    if (!is_sorted)
        qsort(u->abbreviations, u->abbreviation_count, sizeof *u->abbreviations, by_code);
    return true;
}

static const struct abbreviation *find_abbreviation(const struct entry_unit *u, uint64_t code)
{
    struct abbreviation key = {.code = code};
    return u->abbreviation_count
               ? bsearch(&key, u->abbreviations, u->abbreviation_count, sizeof key, by_code)
               : NULL;
}

/* ---- entries --------------------------------------------------------------------------- */

bool entry_read(const struct entry_unit *unit, uint64_t *offset, struct entry *out)
{
    struct view info = {unit->sections->info.bytes, unit->end};
    struct reader r = reader_of(info, *offset);
    out->unit = unit;
    out->offset = *offset;
    out->count = 0;
    out->tag = 0;
    out->has_children = false;
    uint64_t code = reader_uleb(&r);
    const struct abbreviation *a = code ? find_abbreviation(unit, code) : NULL;
    if (r.failed || (code && !a))
        return false;
    if (a) {
        struct reader list = {a->attributes,
                              unit->sections->abbrev.bytes + unit->sections->abbrev.size, false};
        out->tag = (unsigned)a->tag;
        out->has_children = a->has_children;
        for (;;) {
            uint64_t name = reader_uleb(&list), form = reader_uleb(&list);
            int64_t implicit = form == DW_FORM_IMPLICIT_CONST ? reader_sleb(&list) : 0;
            if (!name && !form)
                break;
            const struct dwarf_value value =
                dwarf_value_read(&r, form, implicit, unit->offset_bytes, unit->address_bytes);
            if (r.failed)
                return false;
            if (out->count < ENTRY_ATTRIBUTES) {
                out->attributes[out->count].name = name;
                out->attributes[out->count++].value = value;
            }
        }
    }
    *offset = (uint64_t)(r.at - info.bytes);
    return true;
}

const struct dwarf_value *entry_find(const struct entry *e, uint64_t attribute)
{
    for (unsigned i = 0; i < e->count; i++)
        if (e->attributes[i].name == attribute)
            return &e->attributes[i].value;
    return NULL;
}

uint64_t entry_number(const struct entry *e, uint64_t attribute)
{
    const struct dwarf_value *value = entry_find(e, attribute);
    return value ? value->number : 0;
}

/* Entry `index` of a table of values of `bytes` each, from `base` of the section on. */
static bool indexed(struct view table, uint64_t base, uint64_t index, unsigned bytes, uint64_t *out)
{
    if (index > table.size / bytes || base > table.size)
        return false;
    struct reader r = reader_of(table, base + index * bytes);
    *out = reader_fixed(&r, bytes);
    return !r.failed;
}

const char *entry_text(const struct entry *e, uint64_t attribute)
{
    const struct dwarf_value *value = entry_find(e, attribute);
    const struct dwarf_sections *s = e->unit->sections;
    uint64_t at;
    if (!value)
        return "";
    if (value->form != DW_FORM_STRX && (value->form < DW_FORM_STRX1 || value->form > DW_FORM_STRX4))
        return dwarf_text(s, value);
    return indexed(s->str_offsets, e->unit->str_offsets_base, value->number, e->unit->offset_bytes,
                   &at)
               ? dwarf_text_at(s->str, at)
               : "";
}

bool entry_address(const struct entry_unit *unit, const struct dwarf_value *value, uint64_t *out)
{
    *out = 0;
    if (value->form == DW_FORM_ADDR)
        *out = value->number;
    else if (value->form == DW_FORM_ADDRX ||
             (value->form >= DW_FORM_ADDRX1 && value->form <= DW_FORM_ADDRX4))
        return indexed(unit->sections->addr, unit->addr_base, value->number, unit->address_bytes,
                       out);
    else
        return false;
    return true;
}

bool entry_reference(const struct entry_units *all, const struct entry *e, uint64_t attribute,
                     struct entry *out)
{
    const struct dwarf_value *value = entry_find(e, attribute);
    if (!value || value->form == DW_FORM_REF_SIG8)
        return false;
    uint64_t at = value->number + (value->form == DW_FORM_REF_ADDR ? 0 : e->unit->offset);
    for (size_t i = 0; i < all->count; i++)
        if (at >= all->units[i].first && at < all->units[i].end)
            return entry_read(&all->units[i], &at, out) && out->tag;
    return false;
}

/* ---- ranges (2.17) --------------------------------------------------------------------- */

enum {
    DW_RLE_END_OF_LIST = 0,
    DW_RLE_BASE_ADDRESSX = 1,
    DW_RLE_STARTX_ENDX = 2,
    DW_RLE_STARTX_LENGTH = 3,
    DW_RLE_OFFSET_PAIR = 4,
    DW_RLE_BASE_ADDRESS = 5,
    DW_RLE_START_END = 6,
    DW_RLE_START_LENGTH = 7,
};

struct range_walk {
    const struct entry_unit *unit;
    struct reader r;
    uint64_t base;
    uint64_t begin, end; /* equal: no range */
};

static uint64_t range_address(struct range_walk *w, bool is_index)
{
    const struct entry_unit *u = w->unit;
    uint64_t address = 0;
    if (!is_index)
        return reader_fixed(&w->r, u->address_bytes);
    if (!indexed(u->sections->addr, u->addr_base, reader_uleb(&w->r), u->address_bytes, &address))
        w->r.failed = true;
    return address;
}

/* The next entry of a list of DWARF 5 (7.25). false: the list ends. */
static bool next_range(struct range_walk *w)
{
    unsigned kind = (unsigned)reader_fixed(&w->r, 1);
    w->begin = w->end = 0;
    switch (kind) {
    case DW_RLE_BASE_ADDRESSX:
    case DW_RLE_BASE_ADDRESS:
        w->base = range_address(w, kind == DW_RLE_BASE_ADDRESSX);
        break;
    case DW_RLE_STARTX_ENDX:
    case DW_RLE_START_END:
        w->begin = range_address(w, kind == DW_RLE_STARTX_ENDX);
        w->end = range_address(w, kind == DW_RLE_STARTX_ENDX);
        break;
    case DW_RLE_STARTX_LENGTH:
    case DW_RLE_START_LENGTH:
        w->begin = range_address(w, kind == DW_RLE_STARTX_LENGTH);
        w->end = w->begin + reader_uleb(&w->r);
        break;
    case DW_RLE_OFFSET_PAIR:
        w->begin = w->base + reader_uleb(&w->r);
        w->end = w->base + reader_uleb(&w->r);
        break;
    default:
        return false;
    }
    return !w->r.failed;
}

/* The same of DWARF 2 to 4. */
static bool next_old_range(struct range_walk *w)
{
    unsigned bytes = w->unit->address_bytes;
    uint64_t begin = reader_fixed(&w->r, bytes), end = reader_fixed(&w->r, bytes);
    w->begin = w->end = 0;
    if (w->r.failed || (!begin && !end))
        return false;
    if (begin == (bytes == 8 ? UINT64_MAX : UINT32_MAX)) {
        w->base = end;
    } else {
        w->begin = w->base + begin;
        w->end = w->base + end;
    }
    return true;
}

enum { MOST_RANGES = 1 << 16 }; /* of an entry; in damaged files, many may share a list */

bool entry_ranges(const struct entry *e, bool (*each)(void *user, uint64_t begin, uint64_t end),
                  void *user)
{
    const struct entry_unit *u = e->unit;
    const struct dwarf_value *low = entry_find(e, DW_AT_LOW_PC);
    const struct dwarf_value *high = entry_find(e, DW_AT_HIGH_PC);
    const struct dwarf_value *list = entry_find(e, DW_AT_RANGES);
    uint64_t begin, end, at;
    if (!list) {
        if (!low || !high || !entry_address(u, low, &begin))
            return true;
        if (!entry_address(u, high, &end))
            end = begin + high->number; /* of class constant: a length */
        return begin >= end || each(user, begin, end);
    }
    bool is_new = u->version >= 5;
    at = list->number;
    if (list->form == DW_FORM_RNGLISTX) {
        if (!indexed(u->sections->rnglists, u->rnglists_base, at, u->offset_bytes, &at))
            return true;
        at += u->rnglists_base;
    }
    struct range_walk w = {.unit = u,
                           .base = u->base_address,
                           .r =
                               reader_of(is_new ? u->sections->rnglists : u->sections->ranges, at)};
    for (unsigned i = 0; i < MOST_RANGES && (is_new ? next_range(&w) : next_old_range(&w)); i++)
        if (w.begin < w.end && !each(user, w.begin, w.end))
            return false;
    return true;
}

/* ---- units (7.5.1) --------------------------------------------------------------------- */

enum { DW_UT_TYPE = 2, DW_UT_SKELETON = 4, DW_UT_SPLIT_COMPILE = 5, DW_UT_SPLIT_TYPE = 6 };

/* What follows the length. false: nothing that can be read. */
static bool read_header(struct entry_unit *u, struct reader *r, uint64_t *abbreviations)
{
    unsigned type = 0;
    u->version = (unsigned)reader_fixed(r, 2);
    if (u->version < 2 || u->version > 5)
        return false;
    if (u->version == 5) {
        type = (unsigned)reader_fixed(r, 1);
        u->address_bytes = (unsigned)reader_fixed(r, 1);
    }
    *abbreviations = reader_fixed(r, u->offset_bytes);
    if (u->version < 5)
        u->address_bytes = (unsigned)reader_fixed(r, 1);
    bool is_type = type == DW_UT_TYPE || type == DW_UT_SPLIT_TYPE;
    if (is_type || type == DW_UT_SKELETON || type == DW_UT_SPLIT_COMPILE)
        reader_fixed(r, 8); /* its signature */
    if (is_type)
        reader_fixed(r, u->offset_bytes);
    return !r->failed && (u->address_bytes == 4 || u->address_bytes == 8);
}

/* What the unit's first entry says of all. */
static void read_first(struct entry_unit *u)
{
    struct entry e;
    uint64_t at = u->first;
    u->line_table = UINT64_MAX;
    if (!entry_read(u, &at, &e))
        return;
    u->str_offsets_base = entry_number(&e, DW_AT_STR_OFFSETS_BASE);
    u->addr_base = entry_number(&e, DW_AT_ADDR_BASE);
    u->rnglists_base = entry_number(&e, DW_AT_RNGLISTS_BASE);
    u->language = entry_number(&e, DW_AT_LANGUAGE);
    if (entry_find(&e, DW_AT_STMT_LIST))
        u->line_table = entry_number(&e, DW_AT_STMT_LIST);
    const struct dwarf_value *low = entry_find(&e, DW_AT_LOW_PC);
    if (low)
        entry_address(u, low, &u->base_address);
}

shoal_status entry_units_read(struct arena *arena, const struct dwarf_sections *sections,
                              struct entry_units *out, struct diag *diag)
{
    struct reader all = reader_of(sections->info, 0);
    size_t room = 0, left = MOST_ABBREVIATIONS;
    *out = (struct entry_units){0};
    while (sections->info.size && all.at < all.end) {
        struct entry_unit u = {.sections = sections,
                               .offset = (uint64_t)(all.at - sections->info.bytes)};
        uint64_t abbreviations, length = reader_length(&all, &u.offset_bytes);
        if (!reader_has(&all, length))
            break;
        struct reader r = {all.at, all.at + length, false};
        all.at += length;
        u.end = (uint64_t)(all.at - sections->info.bytes);
        if (!read_header(&u, &r, &abbreviations))
            continue;
        u.first = (uint64_t)(r.at - sections->info.bytes);
        struct entry_unit *grown = arena_grow(arena, out->units, out->count, &room, sizeof *grown);
        if (!grown || !read_abbreviations(arena, &u, abbreviations, left))
            return fail_memory(diag);
        left -= u.abbreviation_count;
        read_first(&u);
        out->units = grown;
        grown[out->count++] = u;
    }
    return SHOAL_OK;
}
