/* assemble.c: reads the text statement by statement; labels, diagnostics, the result. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "isa/asm/asm.h"
#include "isa/asm/assembler.h"

enum { ERROR_LIMIT = 20, DEEPEST_NESTING = 100 };

struct asm_buffer {
    struct asm_buffer *parent; /* that is read on after this one */
    struct asm_buffer *next;   /* of all */
    const char *name;
    const char *text, *end;           /* *end is zero */
    const char *p;                    /* the next statement */
    const char *parent_at;            /* where this was asked for */
    struct asm_condition *conditions; /* open when this began */
    bool is_expansion;
};

/* ---- places ------------------------------------------------------------------------------- */

static const struct asm_buffer *find_buffer(const struct assembler *as, const char *at)
{
    for (const struct asm_buffer *b = as->all_buffers; b; b = b->next)
        if (at >= b->text && at <= b->end)
            return b;
    return NULL;
}

void asm_locate(struct assembler *as, const char *at, const char **file, unsigned *line,
                unsigned *column, const char **source, size_t *source_length)
{
    const struct asm_buffer *b = find_buffer(as, at);
    *file = b ? b->name : "<text>";
    *line = 1;
    *column = 1;
    *source = "";
    *source_length = 0;
    if (!b)
        return;
    const char *start = b->text;
    for (const char *p = b->text; p < at; p++)
        if (*p == '\n') {
            ++*line;
            start = p + 1;
        }
    *column = (unsigned)(at - start) + 1;
    *source = start;
    while (start[*source_length] && start[*source_length] != '\n' && start[*source_length] != '\r')
        ++*source_length;
}

static bool add_diagnostic(struct assembler *as, shoal_asm_severity severity, const char *at,
                           const char *text, const char *hint)
{
    shoal_asm_result *r = as->result;
    const char *file, *source;
    unsigned line, column;
    size_t source_length;
    asm_locate(as, at, &file, &line, &column, &source, &source_length);
    if (r->diagnostic_count == as->diagnostic_room) {
        size_t room = as->diagnostic_room ? 2 * as->diagnostic_room : 8;
        shoal_asm_diagnostic *d = realloc(r->diagnostics, room * sizeof *d);
        if (!d)
            return asm_out_of_memory(as);
        r->diagnostics = d;
        as->diagnostic_room = room;
    }
    if (source_length > 400)
        source_length = 400;
    size_t sizes[4] = {strlen(file), strlen(text), strlen(hint), source_length};
    char *p = malloc(sizes[0] + sizes[1] + sizes[2] + sizes[3] + 4), *parts[4];
    if (!p)
        return asm_out_of_memory(as);
    const char *from[4] = {file, text, hint, source};
    for (int i = 0; i < 4; i++) {
        parts[i] = p;
        memcpy(p, from[i], sizes[i]);
        p += sizes[i];
        *p++ = 0;
    }
    for (char *s = parts[3]; *s; s++) /* no control characters on a terminal */
        if ((unsigned char)*s < ' ' && *s != '\t')
            *s = '?';
    for (char *s = parts[1]; *s; s++)
        if ((unsigned char)*s < ' ')
            *s = '?';
    r->diagnostics[r->diagnostic_count++] =
        (shoal_asm_diagnostic){severity, parts[0], line, column, parts[1], parts[2], parts[3]};
    return true;
}

void asm_report(struct assembler *as, struct asm_cursor *c, shoal_asm_severity severity)
{
    struct asm_error *e = c->error;
    if (!e->at)
        return;
    asm_explain(e);
    shoal_asm_result *r = as->result;
    if (severity == SHOAL_ASM_ERROR)
        r->error_count++;
    else
        r->warning_count++;
    unsigned limit = as->options->error_limit ? as->options->error_limit : ERROR_LIMIT;
    if (severity == SHOAL_ASM_ERROR && r->error_count > limit) {
        r->has_more_errors = true;
        r->error_count = limit;
        as->is_stopped = true;
    } else {
        add_diagnostic(as, severity, e->at, e->text, e->hint);
        /* Where a macro or .rept was asked for */
        const struct asm_buffer *b = find_buffer(as, e->at);
        for (int i = 0; b && b->is_expansion && b->parent_at && i < 3; i++) {
            char note[160];
            snprintf(note, sizeof note, "in the expansion of %s", b->name);
            add_diagnostic(as, SHOAL_ASM_NOTE, b->parent_at, note, "");
            b = find_buffer(as, b->parent_at);
        }
    }
    e->at = NULL;
    e->hint[0] = 0;
}

size_t shoal_asm_format_diagnostic(const shoal_asm_diagnostic *d, char *out, size_t room)
{
    static const char *const severities[] = {"error", "warning", "note"};
    size_t n = 0;
#define PUT(...)                                                                                   \
    do {                                                                                           \
        int put_ = snprintf(n < room ? out + n : NULL, n < room ? room - n : 0, __VA_ARGS__);      \
        n += put_ > 0 ? (size_t)put_ : 0;                                                          \
    } while (0)
    PUT("%s:%u:%u: %s: %s\n", d->file, d->line, d->column, severities[d->severity], d->text);
    PUT("  %s\n  ", d->source);
    size_t length = strlen(d->source);
    for (size_t i = 0; i + 1 < d->column && i < length; i++)
        PUT("%c", d->source[i] == '\t' ? '\t' : ' ');
    PUT("^\n");
    if (d->hint[0])
        PUT("  %s\n", d->hint);
#undef PUT
    return n;
}

/* ---- buffers ------------------------------------------------------------------------------ */

/* Blanks out block comments, which may cover several lines, so that no statement has to look for
 * their ends. One without an end is left for the statement to stumble over. */
static void blank_long_comments(char *text, const char *end)
{
    bool in_string = false, in_comment = false, at_start = true;
    for (char *p = text; p < end; p++) { /* zeros are behind the end */
        if (*p == '\n') {
            in_string = in_comment = false;
            at_start = true;
        } else if (in_string) {
            if (*p == '\\' && p[1] != '\n')
                p++;
            else
                in_string = *p != '"';
        } else if (!in_comment && *p == '/' && p[1] == '*') {
            char *stop = p + 2;
            while (stop < end && !(*stop == '*' && stop[1] == '/'))
                stop++;
            if (stop >= end)
                return;
            for (char *q = p; q < stop + 2; q++)
                if (*q != '\n')
                    *q = ' ';
            p = stop + 1;
        } else if (!in_comment) {
            in_string = *p == '"';
            in_comment = *p == ';' || (*p == '/' && p[1] == '/') || (*p == '#' && at_start);
            at_start &= *p == ' ' || *p == '\t';
        }
    }
}

/* Blanks out comments that begin with #, which are in no string; a # at the start of a line stays.
 */
static void blank_hash_comments(char *text, const char *end)
{
    bool in_string = false;
    for (char *p = text; p < end; p++) {
        if (*p == '\n') {
            in_string = false;
        } else if (in_string && *p == '\\' && p + 1 < end) {
            p++;
        } else if (*p == '"') {
            in_string = !in_string;
        } else if (!in_string && *p == '\'' && p + 2 < end && p[2] == '\'') {
            p += 2;
        } else if (!in_string && *p == '/' && p[1] == '/') {
            while (p + 1 < end && p[1] != '\n')
                p++;
        } else if (!in_string && *p == '#') {
            while (p < end && *p != '\n')
                *p++ = ' ';
            p--;
        }
    }
}

bool asm_push_buffer(struct assembler *as, const char *name, const char *text, size_t length,
                     const char *parent_at, bool is_expansion)
{
    struct asm_buffer *b = asm_alloc(as, sizeof *b);
    char *copy = b ? asm_alloc(as, length + 16) : NULL;
    if (!copy)
        return false;
    memcpy(copy, text, length);
    b->name = name;
    b->text = b->p = copy;
    b->end = copy + length;
    if (!is_expansion && strstr(copy, "/*"))
        blank_long_comments(copy, b->end);
    if (!is_expansion && as->isa->has_hash_comments)
        blank_hash_comments(copy, b->end);
    b->parent = as->buffer;
    b->parent_at = parent_at;
    b->is_expansion = is_expansion;
    b->conditions = as->conditions;
    b->next = as->all_buffers;
    as->all_buffers = b;
    as->buffer = b;
    as->nesting++;
    return true;
}

bool asm_exit_expansion(struct assembler *as)
{
    struct asm_buffer *b = as->buffer;
    if (!b->is_expansion)
        return false;
    b->p = b->end;
    as->conditions = b->conditions;
    return true;
}

const char *asm_next_line(struct assembler *as, size_t *length)
{
    struct asm_buffer *b = as->buffer;
    if (!b || b->p >= b->end)
        return NULL;
    const char *line = b->p, *stop = memchr(line, '\n', (size_t)(b->end - line));
    if (!stop)
        stop = b->end;
    *length = (size_t)(stop - line);
    b->p = stop < b->end ? stop + 1 : stop;
    return line;
}

/* ---- statements --------------------------------------------------------------------------- */

static bool place_label(struct assembler *as, struct asm_cursor *c, struct asm_symbol *s,
                        const char *at)
{
    if (!s)
        return asm_fail(c, at, "out of memory");
    if (s->kind != ASM_SYMBOL_UNDEFINED || s->is_common) {
        const char *file, *source;
        unsigned line, column;
        size_t n;
        asm_locate(as, s->at, &file, &line, &column, &source, &n);
        return asm_fail(c, at, "'%s' is defined already, in line %u", s->name, line);
    }
    s->kind = ASM_SYMBOL_LABEL;
    s->section = as->section;
    s->number = (int64_t)as->section->size;
    s->at = at;
    return true;
}

bool asm_define_label(struct assembler *as, struct asm_cursor *c, const char *name, size_t length)
{
    return place_label(as, c, asm_symbol_get(as, name, length), name);
}

static bool run_word(struct assembler *as, struct asm_cursor *c, const char *word, size_t n)
{
    if (*word == '.') {
        int done = asm_directive(as, c, word, n);
        if (done)
            return done > 0;
    }
    struct asm_macro *m = as->macros ? asm_find_macro(as, word, n) : NULL;
    if (m)
        return asm_expand_macro(as, c, m);
    if (*word == '.') {
        asm_fail(c, word, "unknown directive '%.*s'", (int)(n > 60 ? 60 : n), word);
        const char *near = asm_nearest_directive(word, n);
        if (near)
            asm_hint(c, "did you mean %s?", near);
        return false;
    }
    c->p = word;
    if (as->section->type == ELF_SHT_NOBITS)
        return asm_fail(c, word, "an instruction cannot be in %s, which has no contents",
                        as->section->name);
    return as->isa->instruction(as, c);
}

/* The labels at the head of a statement, then what it does. */
static bool run_statement(struct assembler *as, struct asm_cursor *c)
{
    for (;;) {
        if (asm_at_end(c))
            return true;
        const char *word, *at = c->p;
        if (asm_is(*at, ASM_DIGIT)) {
            struct asm_number number;
            if (!asm_number(c, &number))
                return false;
            if (number.is_float || !asm_eat(c, ':'))
                return asm_fail(c, at, "expected an instruction, a directive or a label");
            if (!place_label(as, c, asm_new_local_label(as, number.integer), at))
                return false;
            continue;
        }
        if (*at == '"') { /* a quoted symbol: its label or its value */
            char name[256];
            ptrdiff_t n = asm_string(c, name, sizeof name);
            if (n < 0)
                return false;
            if (asm_eat(c, ':')) {
                if (!asm_define_label(as, c, name, (size_t)n))
                    return false;
                continue;
            }
            return asm_fail(c, at, "expected ':' after a label in quotes");
        }
        size_t n = asm_word(c, &word);
        if (!n)
            return asm_fail(c, c->p, "expected an instruction, a directive or a label");
        if (*c->p == ':' || *c->p == ' ' || *c->p == '\t' || *c->p == '=') {
            const char *after = c->p;
            asm_skip(c);
            if (*c->p == ':' && c->p[1] != ':') {
                c->p++;
                if (!asm_define_label(as, c, word, n))
                    return false;
                continue;
            }
            if (*c->p == '=' && c->p[1] != '=') {
                c->p++;
                return asm_set_symbol(as, c, word, n, true);
            }
            c->p = after;
        }
        return run_word(as, c, word, n);
    }
}

/* Under a false .if, only the directives that may end it count. */
static bool skip_statement(struct assembler *as, struct asm_cursor *c)
{
    const char *word;
    size_t n = asm_word(c, &word);
    if (n > 2 && word[0] == '.' && (word[1] == 'i' || word[1] == 'e')) {
        int done = asm_macro_directive(as, c, word, n);
        if (done)
            return done > 0;
    }
    while (*c->p && *c->p != '\n')
        c->p++;
    return true;
}

static void next_statement(struct assembler *as, struct asm_cursor *c)
{
    size_t length;
    /* The buffer moves on first: directives with a body read further lines from it. */
    struct asm_buffer *b = as->buffer;
    const char *line = asm_next_line(as, &length), *next = b->p;
    c->p = line;
    if (as->isa->raw_line && as->isa->raw_line(as, c, line, length)) {
        asm_report(as, c, SHOAL_ASM_ERROR);
        return;
    }
    asm_skip(c);
    if (*c->p == '#') /* a line marker or comment of the C preprocessor */
        return;
    bool skipping = asm_is_skipping(as);
    bool ok = skipping ? skip_statement(as, c) : run_statement(as, c);
    if (ok && c->p >= line && c->p <= line + length) {
        if (!skipping && !asm_at_end(c))
            asm_fail(c, c->p, "the statement ends here: this is too much");
        else if (!*c->p && c->p < line + length)
            asm_fail(c, c->p, "a zero byte in the text");
        else if (as->isa->has_hash_comments && *c->p == ';' && b->p == next)
            b->p = c->p + 1; /* another statement on this line */
    }
    asm_report(as, c, SHOAL_ASM_ERROR);
}

static void read_all(struct assembler *as, struct asm_cursor *c)
{
    while (as->buffer && !as->is_stopped) {
        struct asm_buffer *b = as->buffer;
        if (b->p >= b->end) {
            as->buffer = b->parent;
            as->nesting--;
            continue;
        }
        if (as->nesting > DEEPEST_NESTING) {
            asm_fail(c, b->text, "macros or files are nested too deeply");
            asm_report(as, c, SHOAL_ASM_ERROR);
            as->is_stopped = true;
            return;
        }
        next_statement(as, c);
    }
}

static bool set_up(struct assembler *as)
{
    as->last_section = &as->sections;
    as->last_symbol = &as->symbols;
    as->section =
        asm_section_get(as, ".text", 5, ELF_SHT_PROGBITS, ELF_SHF_ALLOC | ELF_SHF_EXECINSTR);
    as->isa_state = asm_alloc(as, as->isa->state_size);
    if (!as->section || !as->isa_state)
        return false;
    for (size_t i = 0; i < as->options->define_count; i++) {
        const shoal_asm_define *d = &as->options->defines[i];
        struct asm_symbol *s = asm_symbol_get(as, d->name, strlen(d->name));
        if (!s)
            return false;
        s->kind = ASM_SYMBOL_NUMBER;
        s->number = d->value;
        s->is_redefinable = true;
    }
    return true;
}

static void write_output(struct assembler *as, struct asm_cursor *c)
{
    shoal_asm_result *r = as->result;
    if (as->options->output == SHOAL_ASM_RELOCATABLE) {
        asm_write_object(as);
    } else if (as->options->output == SHOAL_ASM_CODE_OBJECT) {
        if (as->isa->image_base)
            asm_write_executable(as, c);
        else
            asm_write_image(as, c);
    } else {
        struct asm_section *text = as->sections; /* the first one made */
        if (as->relocation_count) {
            asm_fail(c, as->relocations[0].at,
                     "bare bytes cannot refer to other sections or files");
            asm_report(as, c, SHOAL_ASM_ERROR);
            return;
        }
        r->output = malloc(text->size ? text->size : 1);
        if (!r->output) {
            asm_out_of_memory(as);
            return;
        }
        if (text->size)
            memcpy(r->output, text->data, text->size);
        r->output_size = text->size;
    }
}

shoal_asm_result *asm_assemble(const struct asm_isa *isa, const char *text, size_t length,
                               const shoal_asm_options *options)
{
    static const shoal_asm_options defaults = {0};
    shoal_asm_result *result = calloc(1, sizeof *result);
    if (!result)
        return NULL;
    struct assembler as = {.isa = isa,
                           .options = options ? options : &defaults,
                           .result = result,
                           .text = text,
                           .text_length = length};
    struct asm_error error = {.at = NULL};
    struct asm_cursor c = {NULL, &error};
    as.keeps_symbols = as.options->output == SHOAL_ASM_RELOCATABLE;
    const char *name = as.options->file_name ? as.options->file_name : "<text>";
    if (set_up(&as) && asm_push_buffer(&as, name, text, length, NULL, false)) {
        c.p = as.buffer->text;
        const char *end = as.buffer->end;
        if (isa->begin)
            isa->begin(&as);
        read_all(&as, &c);
        c.p = end;
        if (!as.is_stopped && !asm_check_conditions(&as, &c))
            asm_report(&as, &c, SHOAL_ASM_ERROR);
        if (!as.is_stopped && !isa->finish(&as, &c))
            asm_report(&as, &c, SHOAL_ASM_ERROR);
        if (!as.is_stopped && !asm_write_lines(&as, &c))
            asm_report(&as, &c, SHOAL_ASM_ERROR);
        if (!as.is_stopped)
            asm_resolve(&as, &c);
        if (!as.is_stopped && !result->error_count)
            write_output(&as, &c);
    }
    if (isa->end && as.isa_state)
        isa->end(&as);
    asm_free_arena(&as);
    if (result->error_count || result->out_of_memory) {
        free(result->output);
        result->output = NULL;
        result->output_size = 0;
    }
    return result;
}

void shoal_asm_result_free(shoal_asm_result *result)
{
    if (!result)
        return;
    for (size_t i = 0; i < result->diagnostic_count; i++)
        free((char *)(uintptr_t)result->diagnostics[i].file); /* one block holds all four */
    free(result->diagnostics);
    free(result->output);
    free(result);
}
