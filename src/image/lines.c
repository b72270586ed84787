/* lines.c: see lines.h. Reference: DWARF 5, section 6.2 "Line Number Information". */
#include "image/lines.h"

#include <stdlib.h>
#include <string.h>

/* ---- bytes ----------------------------------------------------------------------------------- */

/* Reads forward; `failed` sticks and every later read gives 0. */
struct reader {
    const uint8_t *at, *end;
    bool failed;
};

static bool has(struct reader *r, uint64_t n)
{
    if (r->failed || n > (uint64_t)(r->end - r->at))
        r->failed = true;
    return !r->failed;
}

static uint64_t fixed(struct reader *r, unsigned n)
{
    uint64_t v = 0;
    if (!has(r, n))
        return 0;
    memcpy(&v, r->at, n);
    r->at += n;
    return v;
}

static uint64_t uleb(struct reader *r)
{
    uint64_t v = 0;
    for (unsigned shift = 0; has(r, 1); shift += 7) {
        uint8_t byte = *r->at++;
        if (shift < 64)
            v |= (uint64_t)(byte & 0x7f) << shift;
        if (!(byte & 0x80))
            break;
    }
    return r->failed ? 0 : v;
}

static int64_t sleb(struct reader *r)
{
    uint64_t v = 0;
    unsigned shift = 0;
    while (has(r, 1)) {
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

static const char *string(struct reader *r)
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

/* Absurdly long ones are left out: many entries may share the end of one. */
static const char *string_at(struct view table, uint64_t at)
{
    enum { LONGEST = 4096 };
    if (at >= table.size)
        return "";
    uint64_t left = table.size - at;
    const uint8_t *text = table.bytes + at;
    return memchr(text, 0, left < LONGEST ? left : LONGEST) ? (const char *)text : "";
}

/* ---- one unit -------------------------------------------------------------------------------- */

struct file {
    const char *name;
    uint64_t folder;
    const char *path; /* in the arena, once it is used */
};

struct unit {
    const struct line_sections *sections;
    struct arena *arena;
    struct reader in; /* of this unit only */
    unsigned version, offset_bytes, address_bytes;
    unsigned min_length, line_range, opcode_base;
    int line_base;
    const uint8_t *opcode_lengths;
    const char **folders;
    size_t folder_count, folder_room;
    struct file *files; /* DWARF 5: from 0; before: files[0] is not used */
    size_t file_count, file_room;
};

struct table {
    shoal_object_line *lines;
    size_t count, room;
};

static bool add_folder(struct unit *u, const char *name)
{
    const char **grown =
        arena_grow(u->arena, u->folders, u->folder_count, &u->folder_room, sizeof *grown);
    if (!grown)
        return false;
    u->folders = grown;
    u->folders[u->folder_count++] = name;
    return true;
}

static bool add_file(struct unit *u, const char *name, uint64_t folder)
{
    struct file *grown =
        arena_grow(u->arena, u->files, u->file_count, &u->file_room, sizeof *grown);
    if (!grown)
        return false;
    u->files = grown;
    u->files[u->file_count++] = (struct file){name, folder, NULL};
    return true;
}

enum { DW_LNCT_PATH = 1, DW_LNCT_DIRECTORY_INDEX = 2 };
enum {
    DW_FORM_BLOCK2 = 0x03,
    DW_FORM_DATA2 = 0x05,
    DW_FORM_DATA4 = 0x06,
    DW_FORM_DATA8 = 0x07,
    DW_FORM_STRING = 0x08,
    DW_FORM_BLOCK = 0x09,
    DW_FORM_DATA1 = 0x0b,
    DW_FORM_STRP = 0x0e,
    DW_FORM_UDATA = 0x0f,
    DW_FORM_DATA16 = 0x1e,
    DW_FORM_LINE_STRP = 0x1f,
};

static void read_form(struct unit *u, uint64_t form, const char **text, uint64_t *number)
{
    struct reader *r = &u->in;
    *text = "";
    *number = 0;
    switch (form) {
    case DW_FORM_STRING:
        *text = string(r);
        break;
    case DW_FORM_LINE_STRP:
        *text = string_at(u->sections->line_str, fixed(r, u->offset_bytes));
        break;
    case DW_FORM_STRP:
        *text = string_at(u->sections->str, fixed(r, u->offset_bytes));
        break;
    case DW_FORM_UDATA:
        *number = uleb(r);
        break;
    case DW_FORM_DATA1:
        *number = fixed(r, 1);
        break;
    case DW_FORM_DATA2:
        *number = fixed(r, 2);
        break;
    case DW_FORM_DATA4:
        *number = fixed(r, 4);
        break;
    case DW_FORM_DATA8:
        *number = fixed(r, 8);
        break;
    case DW_FORM_DATA16: /* MD5 */
        fixed(r, 8);
        fixed(r, 8);
        break;
    case DW_FORM_BLOCK: {
        uint64_t n = uleb(r);
        if (has(r, n))
            r->at += n;
        break;
    }
    default:
        r->failed = true; /* of unknown length: nothing behind it can be read */
        break;
    }
}

/* DWARF 5: a list of (content, form) pairs, then that many values per entry. */
static bool read_entries(struct unit *u, bool are_files)
{
    struct reader *r = &u->in;
    uint64_t contents[16], forms[16];
    unsigned pairs = (unsigned)fixed(r, 1);
    if (pairs > 16)
        r->failed = true;
    for (unsigned i = 0; i < pairs && !r->failed; i++) {
        contents[i] = uleb(r);
        forms[i] = uleb(r);
    }
    uint64_t count = uleb(r);
    for (uint64_t i = 0; i < count && pairs && !r->failed; i++) {
        const char *name = "";
        uint64_t folder = 0;
        for (unsigned k = 0; k < pairs; k++) {
            const char *text;
            uint64_t number;
            read_form(u, forms[k], &text, &number);
            if (contents[k] == DW_LNCT_PATH)
                name = text;
            else if (contents[k] == DW_LNCT_DIRECTORY_INDEX)
                folder = number;
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
    for (const char *name; *(name = string(r));)
        if (!add_folder(u, name))
            return false;
    if (!add_file(u, "", 0))
        return false;
    for (const char *name; *(name = string(r));) {
        uint64_t folder = uleb(r);
        uleb(r); /* time, size */
        uleb(r);
        if (!add_file(u, name, folder))
            return false;
    }
    return true;
}

/* "folder/name", made once per file. NULL: no memory. */
static const char *file_path(struct unit *u, uint64_t index)
{
    if (index >= u->file_count)
        return "";
    struct file *f = &u->files[index];
    if (f->path)
        return f->path;
    const char *folder =
        *f->name != '/' && f->folder < u->folder_count ? u->folders[f->folder] : "";
    size_t a = strlen(folder), b = strlen(f->name);
    char *path = arena_alloc(u->arena, a + b + 2, 1);
    if (!path)
        return NULL;
    memcpy(path, folder, a);
    if (a)
        path[a++] = '/';
    memcpy(path + a, f->name, b);
    return f->path = path;
}

/* ---- the program ----------------------------------------------------------------------------- */

struct registers {
    size_t section;
    uint64_t address, file;
    int64_t line;
    uint64_t column;
};

static const struct registers initial = {.file = 1, .line = 1};

static bool add_line(struct unit *u, struct table *t, const struct registers *s, bool is_end)
{
    const char *path = is_end ? "" : file_path(u, s->file);
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

/* The section that a sequence is in: what the relocation of its address names, or where the address
 * is. The number of sections: none of code. */
static size_t section_of(const struct line_sections *d, uint64_t offset, uint64_t address)
{
    if (!d->is_relocatable) {
        for (size_t i = 0; i < d->code_count && i < MOST_SECTIONS; i++)
            if (address - d->code[i].address < d->code[i].size_bytes)
                return i;
        return d->code_count;
    }
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
static bool run_extended(struct unit *u, struct table *t, struct registers *s)
{
    struct reader *r = &u->in;
    uint64_t length = uleb(r);
    if (!length || !has(r, length)) {
        r->failed = true;
        return true;
    }
    const uint8_t *next = r->at + length;
    unsigned opcode = (unsigned)fixed(r, 1);
    if (opcode == DW_LNE_END_SEQUENCE) {
        if (!add_line(u, t, s, true))
            return false;
        *s = initial;
        s->section = u->sections->code_count;
    } else if (opcode == DW_LNE_SET_ADDRESS && length <= 9) {
        uint64_t offset = (uint64_t)(r->at - u->sections->line.bytes);
        s->address = fixed(r, (unsigned)length - 1);
        s->section = section_of(u->sections, offset, s->address);
    }
    r->at = next;
    return true;
}

static bool run_program(struct unit *u, struct table *t)
{
    struct reader *r = &u->in;
    struct registers s = initial;
    s.section = u->sections->code_count;
    while (!r->failed && r->at < r->end) {
        unsigned opcode = (unsigned)fixed(r, 1);
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
            s.address += uleb(r) * u->min_length;
            break;
        case DW_LNS_ADVANCE_LINE:
            s.line += sleb(r);
            break;
        case DW_LNS_SET_FILE:
            s.file = uleb(r);
            break;
        case DW_LNS_SET_COLUMN:
            s.column = uleb(r);
            break;
        case DW_LNS_CONST_ADD_PC:
            s.address += (uint64_t)((255 - u->opcode_base) / u->line_range) * u->min_length;
            break;
        case DW_LNS_FIXED_ADVANCE_PC:
            s.address += fixed(r, 2);
            break;
        default: /* negate_stmt, basic_block, prologue_end, ... */
            for (unsigned i = 0; i < u->opcode_lengths[opcode - 1]; i++)
                uleb(r);
            break;
        }
    }
    return true;
}

/* false: no memory. Damage ends the unit. */
static bool read_unit(struct unit *u, struct table *t)
{
    struct reader *r = &u->in;
    u->version = (unsigned)fixed(r, 2);
    if (u->version < 2 || u->version > 5)
        return true;
    if (u->version == 5)
        fixed(r, 2); /* address and segment selector size */
    uint64_t header = fixed(r, u->offset_bytes);
    if (!has(r, header))
        return true;
    const uint8_t *program = r->at + header;
    u->min_length = (unsigned)fixed(r, 1);
    if (u->version >= 4)
        fixed(r, 1); /* operations per instruction: 1, no VLIW */
    fixed(r, 1);     /* default_is_stmt */
    u->line_base = (int8_t)fixed(r, 1);
    u->line_range = (unsigned)fixed(r, 1);
    u->opcode_base = (unsigned)fixed(r, 1);
    u->opcode_lengths = r->at;
    if (r->failed || !u->line_range || !u->opcode_base || !has(r, u->opcode_base - 1))
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

static bool sort_lines(struct table *t)
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
                        const shoal_object_line **out, size_t *out_count, struct diag *diag)
{
    struct table t = {0};
    struct reader all = {sections->line.bytes, sections->line.bytes + sections->line.size, false};
    while (sections->line.size && all.at < all.end) {
        struct unit u = {.sections = sections, .arena = arena, .offset_bytes = 4};
        uint64_t length = fixed(&all, 4);
        if (length == 0xffffffff) {
            length = fixed(&all, 8);
            u.offset_bytes = 8;
        }
        if (!has(&all, length))
            break;
        u.in = (struct reader){all.at, all.at + length, false};
        all.at += length;
        if (!read_unit(&u, &t))
            return fail_memory(diag);
    }
    if (!sort_lines(&t))
        return fail_memory(diag);
    *out = t.lines;
    *out_count = t.count;
    return SHOAL_OK;
}
