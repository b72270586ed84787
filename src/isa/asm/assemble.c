/* assemble.c: reads the text statement by statement; labels, the result. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "isa/asm/asm.h"
#include "isa/asm/assembler.h"
#include "isa/asm/buffer.h"

enum { DEEPEST_NESTING = 100 };

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
