/* suppress.c: files that say which findings are known. A line is
 *
 *   mem:out-of-bounds kernel=scale source=*kernels.cl:12:*
 *
 * with the kind and rule, and what else must hold: patterns of a shell. What comes after # is a
 * comment. Findings without a source line have source=+0x1c, the bytes from the kernel's start.
 * Where functions were inlined, source is the innermost line, and call= one of the calls. */
#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/checker.h"

static void source_of(const shoal_check_place *p, char *text, size_t size)
{
    if (p->source[0])
        snprintf(text, size, "%s", p->source);
    else
        place_offset(p, text, size);
}

static bool read_words(char *line, struct suppression *s)
{
    char *rest;
    line[strcspn(line, "#\n")] = 0;
    for (char *word = strtok_r(line, " \t\r", &rest); word; word = strtok_r(NULL, " \t\r", &rest)) {
        char **field = strncmp(word, "kernel=", 7) == 0   ? &s->kernel
                       : strncmp(word, "source=", 7) == 0 ? &s->source
                       : strncmp(word, "call=", 5) == 0   ? &s->call
                                                          : &s->rule;
        bool is_rule = field == &s->rule;
        if (*field || (is_rule && (!strchr(word, ':') || s->kernel || s->source || s->call)))
            return false;
        *field = strdup(is_rule ? word : strchr(word, '=') + 1);
    }
    return s->rule || !(s->kernel || s->source || s->call);
}

static void suppression_free(struct suppression *s)
{
    free(s->rule);
    free(s->kernel);
    free(s->source);
    free(s->call);
}

shoal_status suppressions_read(const char *path, struct suppressions *out, char *why)
{
    FILE *file = fopen(path, "re");
    char line[1024];
    shoal_status st = SHOAL_OK;
    if (!file) {
        snprintf(why, SHOAL_CHECK_WHY_BYTES, "cannot read '%s': %s", path, strerror(errno));
        return SHOAL_E_IO;
    }
    for (unsigned number = 1; st == SHOAL_OK && fgets(line, sizeof line, file); number++) {
        struct suppression s = {0};
        if (!read_words(line, &s)) {
            snprintf(why, SHOAL_CHECK_WHY_BYTES,
                     "%s:%u: expected KIND:RULE [kernel=PATTERN] [source=PATTERN] [call=PATTERN]",
                     path, number);
            st = SHOAL_E_ARG;
        }
        struct suppression *items =
            s.rule && st == SHOAL_OK ? realloc(out->items, (out->count + 1) * sizeof *items) : NULL;
        if (!items) {
            suppression_free(&s);
            continue;
        }
        out->items = items;
        out->items[out->count++] = s;
    }
    fclose(file);
    return st;
}

/* Whether the pattern holds for one of the calls that were inlined. */
static bool has_call(const shoal_check_place *p, const char *pattern)
{
    for (size_t i = 1; i < p->frame_count; i++)
        if (fnmatch(pattern, p->frames[i].source, 0) == 0)
            return true;
    return false;
}

bool suppressions_have(const struct suppressions *s, const shoal_check_report *r)
{
    char rule[64], source[256];
    snprintf(rule, sizeof rule, "%s:%s", shoal_check_kind_name(r->kind), r->rule);
    source_of(&r->place, source, sizeof source);
    for (size_t i = 0; i < s->count; i++) {
        const struct suppression *p = &s->items[i];
        if (fnmatch(p->rule, rule, 0) == 0 &&
            (!p->kernel || fnmatch(p->kernel, r->place.kernel, 0) == 0) &&
            (!p->source || fnmatch(p->source, source, 0) == 0) &&
            (!p->call || has_call(&r->place, p->call)))
            return true;
    }
    return false;
}

/* Text as a pattern that only matches it; spaces, which part words, become a pattern for any
 * character. */
static void put_pattern(FILE *out, const char *text)
{
    for (; *text; text++) {
        if (strchr("*?[\\#", *text))
            fputc('\\', out);
        fputc(*text == ' ' || *text == '\t' || *text == '#' ? '?' : *text, out);
    }
}

/* " source=PATTERN": of a path below the working folder whatever that is, as others have it at
 * another place. */
static void put_source(FILE *out, const char *word, const char *source)
{
    const char *relative = place_relative(source);
    fprintf(out, relative == source ? " %s=" : " %s=*", word);
    put_pattern(out, relative);
}

shoal_status suppressions_write(const char *path, struct finding *const *list, size_t count,
                                char *why)
{
    FILE *file = fopen(path, "we");
    for (size_t i = 0; file && i < count; i++) {
        const shoal_check_report *r = &list[i]->report;
        char source[256];
        source_of(&r->place, source, sizeof source);
        fprintf(file, "%s:%s", shoal_check_kind_name(r->kind), r->rule);
        if (r->place.kernel[0]) {
            fputs(" kernel=", file);
            put_pattern(file, r->place.kernel);
        }
        put_source(file, "source", source);
        if (r->place.frame_count > 1)
            put_source(file, "call", r->place.frames[r->place.frame_count - 1].source);
        fprintf(file, "  # %s\n", r->message);
    }
    bool is_written = file && !ferror(file);
    if (file && fclose(file) == 0 && is_written)
        return SHOAL_OK;
    snprintf(why, SHOAL_CHECK_WHY_BYTES, "cannot write '%s': %s", path, strerror(errno));
    return SHOAL_E_IO;
}

void suppressions_free(struct suppressions *s)
{
    for (size_t i = 0; i < s->count; i++)
        suppression_free(&s->items[i]);
    free(s->items);
    *s = (struct suppressions){0};
}
