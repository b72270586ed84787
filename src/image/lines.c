/* lines.c: see lines.h. Reference: DWARF 5, section 6.2 "Line Number Information". */
#include "image/lines.h"

#include <stdlib.h>
#include <string.h>

/* ---- one unit -------------------------------------------------------------------------------- */

struct line_file {
    const char *name;
    uint64_t folder;
    const char *path; /* in the arena, once it is used */
};

struct unit {
    const struct line_sections *sections;
    struct arena *arena;
    struct reader in; /* of this unit only */
    unsigned version, offset_bytes;
    unsigned min_length, line_range, opcode_base;
    int line_base;
    const uint8_t *opcode_lengths;
    struct line_files names;
};

static bool add_folder(struct unit *u, const char *name)
{
    struct line_files *n = &u->names;
    const char **grown =
        arena_grow(u->arena, n->folders, n->folder_count, &n->folder_room, sizeof *grown);
    if (!grown)
        return false;
    n->folders = grown;
    n->folders[n->folder_count++] = name;
    return true;
}

static bool add_file(struct unit *u, const char *name, uint64_t folder)
{
    struct line_files *n = &u->names;
    struct line_file *grown =
        arena_grow(u->arena, n->files, n->file_count, &n->file_room, sizeof *grown);
    if (!grown)
        return false;
    n->files = grown;
    n->files[n->file_count++] = (struct line_file){name, folder, NULL};
    return true;
}

enum { DW_LNCT_PATH = 1, DW_LNCT_DIRECTORY_INDEX = 2 };

/* DWARF 5: a list of (content, form) pairs, then that many values per entry. */
static bool read_entries(struct unit *u, bool are_files)
{
    struct reader *r = &u->in;
    uint64_t contents[16], forms[16];
    unsigned pairs = (unsigned)reader_fixed(r, 1);
    if (pairs > 16)
        r->failed = true;
    for (unsigned i = 0; i < pairs && !r->failed; i++) {
        contents[i] = reader_uleb(r);
        forms[i] = reader_uleb(r);
    }
    uint64_t count = reader_uleb(r);
    for (uint64_t i = 0; i < count && pairs && !r->failed; i++) {
        const char *name = "";
        uint64_t folder = 0;
        for (unsigned k = 0; k < pairs; k++) {
            const struct dwarf_value value = dwarf_value_read(r, forms[k], 0, u->offset_bytes, 8);
            if (contents[k] == DW_LNCT_PATH)
                name = dwarf_text(&u->sections->dwarf, &value);
            else if (contents[k] == DW_LNCT_DIRECTORY_INDEX)
                folder = value.number;
        }
        if (!r->failed && !(are_files ? add_file(u, name, folder) : add_folder(u, name)))
            return false;
    }
    return true;
}

/* DWARF 2 to 4: lists that end with an empty name; folder 0 is the compiler's. */
static bool read_old_entries(struct unit *u)
{
    struct reader *r = &u->in;
    if (!add_folder(u, ""))
        return false;
    for (const char *name; *(name = reader_string(r));)
        if (!add_folder(u, name))
            return false;
    if (!add_file(u, "", 0))
        return false;
    for (const char *name; *(name = reader_string(r));) {
        uint64_t folder = reader_uleb(r);
        reader_uleb(r); /* time, size */
        reader_uleb(r);
        if (!add_file(u, name, folder))
            return false;
    }
    return true;
}

/* "folder/name", made once per file. NULL: no memory. */
static const char *file_path(struct arena *arena, const struct line_files *n, uint64_t index)
{
    if (index >= n->file_count)
        return "";
    struct line_file *f = &n->files[index];
    if (f->path)
        return f->path;
    const char *folder =
        *f->name != '/' && f->folder < n->folder_count ? n->folders[f->folder] : "";
    size_t a = strlen(folder), b = strlen(f->name);
    char *path = arena_alloc(arena, a + b + 2, 1);
    if (!path)
        return NULL;
    memcpy(path, folder, a);
    if (a)
        path[a++] = '/';
    memcpy(path + a, f->name, b);
    return f->path = path;
}

const char *lines_file(struct arena *arena, const struct line_tables *t, uint64_t offset,
                       uint64_t index)
{
    for (size_t i = 0; i < t->unit_count; i++)
        if (t->units[i].offset == offset)
            return file_path(arena, &t->units[i], index);
    return "";
}

/* ---- the program ----------------------------------------------------------------------------- */

struct registers {
    size_t section;
    uint64_t address, file;
    int64_t line;
    uint64_t column;
};

static const struct registers initial = {.file = 1, .line = 1};

static bool add_line(struct unit *u, struct line_tables *t, const struct registers *s, bool is_end)
{
    const char *path = is_end ? "" : file_path(u->arena, &u->names, s->file);
    shoal_object_line *grown = arena_grow(u->arena, t->lines, t->count, &t->room, sizeof *grown);
    if (!grown || !path)
        return false;
    t->lines = grown;
    t->lines[t->count++] =
        (shoal_object_line){s->address, path, is_end || s->line < 0 ? 0 : (unsigned)s->line,
                            is_end ? 0 : (unsigned)s->column, s->section};
    return true;
}

enum { MOST_SECTIONS = 256 }; /* of code with addresses; a linker makes one */

size_t lines_section(const struct line_sections *d, uint64_t address)
{
    for (size_t i = 0; i < d->code_count && i < MOST_SECTIONS; i++)
        if (address - d->code[i].address < d->code[i].size_bytes)
            return i;
    return d->code_count;
}

/* The section that a sequence is in: what the relocation of its address names, or where the address
 * is. The number of sections: none of code. */
static size_t section_of(const struct line_sections *d, uint64_t offset, uint64_t address)
{
    if (!d->is_relocatable)
        return lines_section(d, address);
    size_t low = 0, high = d->place_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (d->places[middle].offset < offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low < d->place_count && d->places[low].offset == offset ? d->places[low].section
                                                                   : d->code_count;
}

enum { DW_LNE_END_SEQUENCE = 1, DW_LNE_SET_ADDRESS = 2 };
enum {
    DW_LNS_COPY = 1,
    DW_LNS_ADVANCE_PC = 2,
    DW_LNS_ADVANCE_LINE = 3,
    DW_LNS_SET_FILE = 4,
    DW_LNS_SET_COLUMN = 5,
    DW_LNS_CONST_ADD_PC = 8,
    DW_LNS_FIXED_ADVANCE_PC = 9,
};

/* 6.2.5.3. false: no memory. */
static bool run_extended(struct unit *u, struct line_tables *t, struct registers *s)
{
    struct reader *r = &u->in;
    uint64_t length = reader_uleb(r);
    if (!length || !reader_has(r, length)) {
        r->failed = true;
        return true;
    }
    const uint8_t *next = r->at + length;
    unsigned opcode = (unsigned)reader_fixed(r, 1);
    if (opcode == DW_LNE_END_SEQUENCE) {
        if (!add_line(u, t, s, true))
            return false;
        *s = initial;
        s->section = u->sections->code_count;
    } else if (opcode == DW_LNE_SET_ADDRESS && length <= 9) {
        uint64_t offset = (uint64_t)(r->at - u->sections->dwarf.line.bytes);
        s->address = reader_fixed(r, (unsigned)length - 1);
        s->section = section_of(u->sections, offset, s->address);
    }
    r->at = next;
    return true;
}

static bool run_program(struct unit *u, struct line_tables *t)
{
    struct reader *r = &u->in;
    struct registers s = initial;
    s.section = u->sections->code_count;
    while (!r->failed && r->at < r->end) {
        unsigned opcode = (unsigned)reader_fixed(r, 1);
        if (opcode >= u->opcode_base) {
            unsigned step = opcode - u->opcode_base;
            s.address += (uint64_t)(step / u->line_range) * u->min_length;
            s.line += u->line_base + (int)(step % u->line_range);
            if (!add_line(u, t, &s, false))
                return false;
            continue;
        }
        switch (opcode) {
        case 0:
            if (!run_extended(u, t, &s))
                return false;
            break;
        case DW_LNS_COPY:
            if (!add_line(u, t, &s, false))
                return false;
            break;
        case DW_LNS_ADVANCE_PC:
            s.address += reader_uleb(r) * u->min_length;
            break;
        case DW_LNS_ADVANCE_LINE:
            s.line += reader_sleb(r);
            break;
        case DW_LNS_SET_FILE:
            s.file = reader_uleb(r);
            break;
        case DW_LNS_SET_COLUMN:
            s.column = reader_uleb(r);
            break;
        case DW_LNS_CONST_ADD_PC:
            s.address += (uint64_t)((255 - u->opcode_base) / u->line_range) * u->min_length;
            break;
        case DW_LNS_FIXED_ADVANCE_PC:
            s.address += reader_fixed(r, 2);
            break;
        default: /* negate_stmt, basic_block, prologue_end, ... */
            for (unsigned i = 0; i < u->opcode_lengths[opcode - 1]; i++)
                reader_uleb(r);
            break;
        }
    }
    return true;
}

/* false: no memory. Damage ends the unit. */
static bool read_unit(struct unit *u, struct line_tables *t)
{
    struct reader *r = &u->in;
    u->version = (unsigned)reader_fixed(r, 2);
    if (u->version < 2 || u->version > 5)
        return true;
    if (u->version == 5)
        reader_fixed(r, 2); /* address and segment selector size */
    uint64_t header = reader_fixed(r, u->offset_bytes);
    if (!reader_has(r, header))
        return true;
    const uint8_t *program = r->at + header;
    u->min_length = (unsigned)reader_fixed(r, 1);
    if (u->version >= 4)
        reader_fixed(r, 1); /* operations per instruction: 1, no VLIW */
    reader_fixed(r, 1);     /* default_is_stmt */
    u->line_base = (int8_t)reader_fixed(r, 1);
    u->line_range = (unsigned)reader_fixed(r, 1);
    u->opcode_base = (unsigned)reader_fixed(r, 1);
    u->opcode_lengths = r->at;
    if (r->failed || !u->line_range || !u->opcode_base || !reader_has(r, u->opcode_base - 1))
        return true;
    r->at += u->opcode_base - 1;
    bool ok =
        u->version == 5 ? read_entries(u, false) && read_entries(u, true) : read_old_entries(u);
    if (!ok || r->failed || r->at > program)
        return ok;
    r->at = program;
    return run_program(u, t);
}

/* ---- all units --------------------------------------------------------------------------------
 */

struct numbered {
    shoal_object_line line;
    size_t index;
};

/* Equal addresses keep their order: the last one is the one in effect. An end comes first, where
 * another sequence begins. */
static int by_address(const void *a, const void *b)
{
    const struct numbered *x = a, *y = b;
    if (x->line.section != y->line.section)
        return x->line.section < y->line.section ? -1 : 1;
    if (x->line.address != y->line.address)
        return x->line.address < y->line.address ? -1 : 1;
    if (!x->line.line != !y->line.line)
        return x->line.line ? 1 : -1;
    return x->index < y->index ? -1 : x->index > y->index;
}

static bool sort_lines(struct line_tables *t)
{
    struct numbered *all = calloc(t->count + 1, sizeof *all);
    if (!all)
        return false;
    for (size_t i = 0; i < t->count; i++)
        all[i] = (struct numbered){t->lines[i], i};
    qsort(all, t->count, sizeof *all, by_address);
    for (size_t i = 0; i < t->count; i++)
        t->lines[i] = all[i].line;
    free(all);
    return true;
}

shoal_status lines_read(struct arena *arena, const struct line_sections *sections,
                        struct line_tables *out, struct diag *diag)
{
    struct view table = sections->dwarf.line;
    struct reader all = reader_of(table, 0);
    *out = (struct line_tables){0};
    while (table.size && all.at < all.end) {
        struct unit u = {.sections = sections, .arena = arena};
        u.names.offset = (uint64_t)(all.at - table.bytes);
        uint64_t length = reader_length(&all, &u.offset_bytes);
        if (!reader_has(&all, length))
            break;
        u.in = (struct reader){all.at, all.at + length, false};
        all.at += length;
        bool is_read = read_unit(&u, out);
        struct line_files *grown =
            arena_grow(arena, out->units, out->unit_count, &out->unit_room, sizeof *grown);
        if (!is_read || !grown)
            return fail_memory(diag);
        out->units = grown;
        grown[out->unit_count++] = u.names;
    }
    return sort_lines(out) ? SHOAL_OK : fail_memory(diag);
}
