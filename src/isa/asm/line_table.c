/* line_table.c: .file and .loc, and the DWARF line table made of them: version 5 if there is a
 * file 0, else 4. Call frame directives are read and left out: no loader of GPU code uses them.
 *
 * DWARF 5, section 6.2. */
#include <stdlib.h>
#include <string.h>

#include "isa/asm/assembler.h"

struct file {
    const char *directory, *name;
    uint8_t md5[16];
    bool is_set, has_md5;
};

enum { ROW_STATEMENT = 1, ROW_BASIC_BLOCK = 2, ROW_PROLOGUE_END = 4, ROW_EPILOGUE_BEGIN = 8 };

struct row {
    struct asm_section *section;
    uint64_t offset;
    uint32_t file, line, column, discriminator, isa;
    uint8_t flags;
};

struct asm_lines {
    struct file *files; /* by number */
    size_t file_count;
    struct row *rows;
    size_t row_count, row_room;
    struct row pending; /* of the last .loc, for the next instruction */
    bool is_pending;
};

enum { MOST_FILES = 100000, MIN_VERSION = 4, LINE_BASE = -5, LINE_RANGE = 14, OPCODE_BASE = 13 };

static struct asm_lines *get_lines(struct assembler *as)
{
    if (!as->lines && (as->lines = asm_alloc(as, sizeof *as->lines)) != NULL)
        as->lines->pending.flags = ROW_STATEMENT;
    return as->lines;
}

void asm_free_lines(struct assembler *as)
{
    if (!as->lines)
        return;
    free(as->lines->files);
    free(as->lines->rows);
    as->lines = NULL;
}

/* ---- directives --------------------------------------------------------------------------- */

static bool read_name(struct assembler *as, struct asm_cursor *c, const char **name)
{
    char text[4096];
    ptrdiff_t n = asm_string(c, text, sizeof text);
    if (n < 0)
        return false;
    if (memchr(text, 0, (size_t)n))
        return asm_fail(c, c->p, "a file name has no zero bytes");
    *name = asm_copy(as, text, (size_t)n);
    return *name || asm_fail(c, c->p, "out of memory");
}

static bool read_md5(struct asm_cursor *c, uint8_t md5[16])
{
    asm_skip(c);
    const char *at = c->p, *p = at;
    if (p[0] != '0' || p[1] != 'x')
        return asm_fail(c, at, "expected 0x and 32 hexadecimal digits");
    p += 2;
    for (int i = 0; i < 32; i++, p++) {
        if (!asm_is(*p, ASM_HEX))
            return asm_fail(c, at, "expected 0x and 32 hexadecimal digits");
        unsigned d = *p <= '9' ? (unsigned)(*p - '0') : ((unsigned)*p | 32) - 'a' + 10;
        md5[i / 2] = (uint8_t)(md5[i / 2] << 4 | d);
    }
    c->p = p;
    return true;
}

/* .file "NAME", or .file N ["DIRECTORY"] "NAME" [md5 0x...] [source "..."] */
static bool file_directive(struct assembler *as, struct asm_cursor *c)
{
    asm_skip(c);
    const char *at = c->p, *name, *word;
    if (*at == '"') { /* the source's name, as a symbol */
        if (!read_name(as, c, &name))
            return false;
        if (asm_eat(c, ',')) /* compiler's version and the like */
            while (*c->p && *c->p != '\n')
                c->p++;
        return true;
    }
    int64_t number;
    struct file f = {.is_set = true};
    struct asm_lines *l = get_lines(as);
    if (!l)
        return asm_fail(c, at, "out of memory");
    if (!asm_parse_number(as, c, "a file number", &number))
        return false;
    if (number < 0 || number >= MOST_FILES)
        return asm_fail(c, at, "a file number is 0 to %d", MOST_FILES - 1);
    asm_skip(c);
    if (!read_name(as, c, &f.name))
        return false;
    asm_skip(c);
    if (*c->p == '"') {
        f.directory = f.name;
        if (!read_name(as, c, &f.name))
            return false;
    }
    for (size_t n; (n = asm_word(c, &word)) != 0;) {
        if (asm_word_is(word, n, "md5")) {
            f.has_md5 = true;
            if (!read_md5(c, f.md5))
                return false;
        } else if (asm_word_is(word, n, "source")) {
            const char *source;
            if (!read_name(as, c, &source))
                return false;
        } else {
            return asm_fail(c, word, "expected md5 or source");
        }
    }
    if ((size_t)number >= l->file_count) {
        struct file *files = realloc(l->files, ((size_t)number + 1) * sizeof *files);
        if (!files)
            return asm_fail(c, at, "out of memory");
        memset(files + l->file_count, 0, ((size_t)number + 1 - l->file_count) * sizeof *files);
        l->files = files;
        l->file_count = (size_t)number + 1;
    }
    if (l->files[number].is_set && strcmp(l->files[number].name, f.name) != 0)
        return asm_fail(c, at, "file %d has another name already", (int)number);
    l->files[number] = f;
    return true;
}

static bool read_small(struct assembler *as, struct asm_cursor *c, const char *what, uint32_t *out)
{
    int64_t v;
    asm_skip(c);
    const char *at = c->p;
    if (!asm_parse_number(as, c, what, &v))
        return false;
    if (v < 0 || v > INT32_MAX)
        return asm_fail(c, at, "%s must not be negative or huge", what);
    *out = (uint32_t)v;
    return true;
}

/* .loc FILE LINE [COLUMN] [basic_block] [prologue_end] [epilogue_begin] [is_stmt N] [isa N]
 *   [discriminator N] [view N] */
static bool loc_directive(struct assembler *as, struct asm_cursor *c)
{
    struct asm_lines *l = get_lines(as);
    asm_skip(c);
    const char *at = c->p, *word;
    if (!l)
        return asm_fail(c, at, "out of memory");
    struct row r = {.flags = l->pending.flags & ROW_STATEMENT};
    if (!read_small(as, c, "a file number", &r.file))
        return false;
    if (r.file >= l->file_count || !l->files[r.file].is_set)
        return asm_fail(c, at, "there is no .file %u before this", r.file);
    if (!asm_at_end(c) && asm_is(*c->p, ASM_DIGIT) && !read_small(as, c, "a line", &r.line))
        return false;
    if (!asm_at_end(c) && asm_is(*c->p, ASM_DIGIT) && !read_small(as, c, "a column", &r.column))
        return false;
    for (size_t n; (n = asm_word(c, &word)) != 0;) {
        uint32_t v;
        if (asm_word_is(word, n, "basic_block")) {
            r.flags |= ROW_BASIC_BLOCK;
        } else if (asm_word_is(word, n, "prologue_end")) {
            r.flags |= ROW_PROLOGUE_END;
        } else if (asm_word_is(word, n, "epilogue_begin")) {
            r.flags |= ROW_EPILOGUE_BEGIN;
        } else if (asm_word_is(word, n, "is_stmt")) {
            if (!read_small(as, c, "is_stmt", &v))
                return false;
            r.flags = (uint8_t)((r.flags & ~ROW_STATEMENT) | (v ? ROW_STATEMENT : 0));
        } else if (asm_word_is(word, n, "isa")) {
            if (!read_small(as, c, "isa", &r.isa))
                return false;
        } else if (asm_word_is(word, n, "discriminator")) {
            if (!read_small(as, c, "a discriminator", &r.discriminator))
                return false;
        } else if (asm_word_is(word, n, "view")) {
            asm_skip(c);
            struct asm_value view;
            if (!asm_parse_expr(as, c, &view))
                return false;
        } else {
            return asm_fail(c, word, "unknown option of .loc");
        }
    }
    l->pending = r;
    l->is_pending = true;
    return true;
}

static bool skip_statement(struct asm_cursor *c)
{
    while (*c->p && *c->p != '\n')
        c->p++;
    return true;
}

int asm_line_directive(struct assembler *as, struct asm_cursor *c, const char *word, size_t length)
{
    if (asm_word_is(word, length, ".file"))
        return file_directive(as, c) ? 1 : -1;
    if (asm_word_is(word, length, ".loc"))
        return loc_directive(as, c) ? 1 : -1;
    if (length > 5 && !memcmp(word, ".cfi_", 5))
        return skip_statement(c) ? 1 : -1;
    return 0;
}

void asm_note_line(struct assembler *as)
{
    struct asm_lines *l = as->lines;
    if (!l || !l->is_pending)
        return;
    l->is_pending = false;
    if (l->row_count == l->row_room) {
        size_t room = l->row_room ? 2 * l->row_room : 256;
        struct row *rows = realloc(l->rows, room * sizeof *rows);
        if (!rows) {
            asm_out_of_memory(as);
            return;
        }
        l->rows = rows;
        l->row_room = room;
    }
    struct row *r = &l->rows[l->row_count++];
    *r = l->pending;
    r->section = as->section;
    r->offset = as->section->size;
}

/* ---- the table ----------------------------------------------------------------------------- */

struct writer {
    struct assembler *as;
    struct asm_section *s;
    bool ok;
};

static void put(struct writer *w, const void *bytes, size_t n)
{
    uint8_t *to = w->ok ? asm_reserve(w->as, w->s, n) : NULL;
    if (to && n)
        memcpy(to, bytes, n);
    w->ok = w->ok && to;
}

static void put_int(struct writer *w, uint64_t v, unsigned size)
{
    uint8_t bytes[8];
    for (unsigned i = 0; i < size; i++)
        bytes[i] = (uint8_t)(v >> 8 * i);
    put(w, bytes, size);
}

static void put_uleb(struct writer *w, uint64_t v)
{
    do {
        put_int(w, (v & 0x7f) | (v >> 7 ? 0x80 : 0), 1);
        v >>= 7;
    } while (v);
}

static void put_sleb(struct writer *w, int64_t v)
{
    for (bool more = true; more;) {
        uint8_t byte = v & 0x7f;
        v >>= 7;
        more = !((v == 0 && !(byte & 0x40)) || (v == -1 && byte & 0x40));
        put_int(w, byte | (more ? 0x80u : 0u), 1);
    }
}

static void put_string(struct writer *w, const char *s) { put(w, s, strlen(s) + 1); }

/* The directories, each once; [0] is the compilation's. */
static size_t list_directories(const struct asm_lines *l, const char **out, size_t *of_file)
{
    size_t count = 1;
    out[0] = l->files[0].is_set && l->files[0].directory ? l->files[0].directory : ".";
    for (size_t i = 0; i < l->file_count; i++) {
        const char *d = l->files[i].directory ? l->files[i].directory : out[0];
        size_t k = 0;
        while (k < count && strcmp(out[k], d) != 0)
            k++;
        if (k == count)
            out[count++] = d;
        of_file[i] = k;
    }
    return count;
}

static void put_files_5(struct writer *w, const struct asm_lines *l, const char **directories,
                        size_t directory_count, const size_t *of_file)
{
    enum { PATH = 1, DIRECTORY = 2, MD5 = 5, FORM_STRING = 8, FORM_UDATA = 15, FORM_DATA16 = 30 };
    bool md5 = true;
    for (size_t i = 0; i < l->file_count; i++)
        md5 = md5 && l->files[i].has_md5;
    put_int(w, 1, 1);
    put_uleb(w, PATH);
    put_uleb(w, FORM_STRING);
    put_uleb(w, directory_count);
    for (size_t i = 0; i < directory_count; i++)
        put_string(w, directories[i]);
    put_int(w, md5 ? 3 : 2, 1);
    put_uleb(w, PATH);
    put_uleb(w, FORM_STRING);
    put_uleb(w, DIRECTORY);
    put_uleb(w, FORM_UDATA);
    if (md5) {
        put_uleb(w, MD5);
        put_uleb(w, FORM_DATA16);
    }
    put_uleb(w, l->file_count);
    for (size_t i = 0; i < l->file_count; i++) {
        put_string(w, l->files[i].name ? l->files[i].name : "");
        put_uleb(w, of_file[i]);
        if (md5)
            put(w, l->files[i].md5, 16);
    }
}

static void put_files_4(struct writer *w, const struct asm_lines *l, const char **directories,
                        size_t directory_count, const size_t *of_file)
{
    for (size_t i = 1; i < directory_count; i++)
        put_string(w, directories[i]);
    put_int(w, 0, 1);
    for (size_t i = 1; i < l->file_count; i++) {
        put_string(w, l->files[i].name ? l->files[i].name : "-");
        put_uleb(w, of_file[i]);
        put_uleb(w, 0); /* time */
        put_uleb(w, 0); /* size */
    }
    put_int(w, 0, 1);
}

enum {
    LNS_COPY = 1,
    LNS_ADVANCE_PC,
    LNS_ADVANCE_LINE,
    LNS_SET_FILE,
    LNS_SET_COLUMN,
    LNS_NEGATE_STMT,
    LNS_SET_BASIC_BLOCK,
    LNS_SET_PROLOGUE_END = 10,
    LNS_SET_EPILOGUE_BEGIN,
    LNS_SET_ISA
};
enum { LNE_END_SEQUENCE = 1, LNE_SET_ADDRESS, LNE_SET_DISCRIMINATOR = 4 };

struct state {
    uint64_t offset;
    uint32_t file, line, column, isa;
    bool is_statement;
};

static void put_address(struct writer *w, struct asm_section *section, uint64_t offset)
{
    put_int(w, 0, 1);
    put_uleb(w, 9);
    put_int(w, LNE_SET_ADDRESS, 1);
    struct asm_expr *e = asm_alloc(w->as, sizeof *e);
    if (!e) {
        w->ok = false;
        return;
    }
    *e = (struct asm_expr){
        .op = ASM_OP_HERE, .section = section, .number = (int64_t)offset, .at = w->as->text};
    w->ok = w->ok && asm_add_fixup(w->as, w->s, w->s->size, ASM_FIXUP_DATA, 8, e);
    put_int(w, 0, 8);
}

static void put_row(struct writer *w, struct state *st, const struct row *r)
{
    if (r->file != st->file) {
        put_int(w, LNS_SET_FILE, 1);
        put_uleb(w, r->file);
    }
    if (r->column != st->column) {
        put_int(w, LNS_SET_COLUMN, 1);
        put_uleb(w, r->column);
    }
    if (r->discriminator) {
        put_int(w, 0, 1);
        uint32_t v = r->discriminator, n = 1;
        for (uint32_t x = v; x >>= 7;)
            n++;
        put_uleb(w, n + 1);
        put_int(w, LNE_SET_DISCRIMINATOR, 1);
        put_uleb(w, v);
    }
    if (r->isa != st->isa) {
        put_int(w, LNS_SET_ISA, 1);
        put_uleb(w, r->isa);
    }
    if (!!(r->flags & ROW_STATEMENT) != st->is_statement)
        put_int(w, LNS_NEGATE_STMT, 1);
    if (r->flags & ROW_BASIC_BLOCK)
        put_int(w, LNS_SET_BASIC_BLOCK, 1);
    if (r->flags & ROW_PROLOGUE_END)
        put_int(w, LNS_SET_PROLOGUE_END, 1);
    if (r->flags & ROW_EPILOGUE_BEGIN)
        put_int(w, LNS_SET_EPILOGUE_BEGIN, 1);
    int64_t line = (int64_t)r->line - st->line;
    uint64_t advance = r->offset - st->offset;
    uint64_t special = (uint64_t)(line - LINE_BASE) + LINE_RANGE * advance + OPCODE_BASE;
    if (line >= LINE_BASE && line < LINE_BASE + LINE_RANGE && advance < 32 && special < 256) {
        put_int(w, special, 1);
    } else {
        if (line) {
            put_int(w, LNS_ADVANCE_LINE, 1);
            put_sleb(w, line);
        }
        if (advance) {
            put_int(w, LNS_ADVANCE_PC, 1);
            put_uleb(w, advance);
        }
        put_int(w, LNS_COPY, 1);
    }
    *st = (struct state){r->offset, r->file, r->line,
                         r->column, r->isa,  (r->flags & ROW_STATEMENT) != 0};
}

static void put_sequences(struct writer *w, const struct asm_lines *l)
{
    for (struct asm_section *s = w->as->sections; s; s = s->next) {
        struct state st = {.file = 1, .line = 1, .is_statement = true};
        bool begun = false;
        for (size_t i = 0; i < l->row_count && w->ok; i++) {
            const struct row *r = &l->rows[i];
            if (r->section != s)
                continue;
            if (!begun) {
                put_address(w, s, r->offset);
                st.offset = r->offset;
            }
            begun = true;
            put_row(w, &st, r);
        }
        if (begun) {
            put_int(w, LNS_ADVANCE_PC, 1);
            put_uleb(w, s->size - st.offset);
            put_int(w, 0, 1);
            put_uleb(w, 1);
            put_int(w, LNE_END_SEQUENCE, 1);
        }
    }
}

static void patch(struct writer *w, uint64_t at, uint64_t v)
{
    for (unsigned i = 0; i < 4 && w->ok; i++)
        w->s->data[at + i] = (uint8_t)(v >> 8 * i);
}

bool asm_write_lines(struct assembler *as, struct asm_cursor *c)
{
    static const uint8_t operands[OPCODE_BASE - 1] = {0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1};
    struct asm_lines *l = as->lines;
    if (!l || !l->file_count)
        return true;
    struct writer w = {as, asm_section_get(as, ".debug_line", 11, ELF_SHT_PROGBITS, 0), true};
    const char **directories = asm_alloc(as, (l->file_count + 1) * sizeof *directories);
    size_t *of_file = asm_alloc(as, l->file_count * sizeof *of_file);
    if (!w.s || !directories || !of_file)
        return asm_fail(c, c->p, "out of memory");
    bool five = l->files[0].is_set;
    size_t directory_count = list_directories(l, directories, of_file);
    put_int(&w, 0, 4);
    uint64_t start = w.s->size;
    put_int(&w, five ? 5 : MIN_VERSION, 2);
    if (five) {
        put_int(&w, 8, 1); /* address size */
        put_int(&w, 0, 1); /* segment selector size */
    }
    put_int(&w, 0, 4);
    uint64_t header = w.s->size;
    put_int(&w, 1, 1); /* smallest instruction: data can be at any address */
    put_int(&w, 1, 1); /* operations per instruction */
    put_int(&w, 1, 1); /* is_stmt at first */
    put_int(&w, (uint8_t)LINE_BASE, 1);
    put_int(&w, LINE_RANGE, 1);
    put_int(&w, OPCODE_BASE, 1);
    put(&w, operands, sizeof operands);
    if (five)
        put_files_5(&w, l, directories, directory_count, of_file);
    else
        put_files_4(&w, l, directories, directory_count, of_file);
    patch(&w, header - 4, w.s->size - header);
    put_sequences(&w, l);
    patch(&w, start - 4, w.s->size - start);
    return w.ok || asm_fail(c, c->p, "out of memory");
}
