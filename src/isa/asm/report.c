/* report.c: diagnostics: where they point to, and as text. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "isa/asm/buffer.h"

enum { ERROR_LIMIT = 20 };

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
