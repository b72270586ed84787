/* dis_source.c: see dis_source.h. Source files are read once; one that is missing is no error. */
#include "cli/dis_source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/cli.h"

struct source_file {
    struct source_file *next;
    const char *name; /* the object's string */
    char *text;       /* NULL: cannot be read; else lines end in 0 */
    char **lines;
    size_t count;
};

static char *read_text(const char *name, size_t *size)
{
    struct stat st;
    FILE *in = fopen(name, "rb");
    char *text = NULL;
    if (in && fstat(fileno(in), &st) == 0 && S_ISREG(st.st_mode) && st.st_size < (64 << 20)) {
        text = malloc((size_t)st.st_size + 1);
        *size = text ? fread(text, 1, (size_t)st.st_size, in) : 0;
        if (text)
            text[*size] = 0;
    }
    if (in)
        fclose(in);
    return text;
}

static const struct source_file *find_file(struct source_cursor *c, const char *name)
{
    for (struct source_file *f = c->files; f; f = f->next)
        if (f->name == name)
            return f;
    struct source_file *f = calloc(1, sizeof *f);
    size_t size = 0;
    if (!f)
        return NULL;
    f->name = name;
    f->text = *name ? read_text(name, &size) : NULL;
    if (f->text)
        f->lines = cli_cut_lines(f->text, size, &f->count);
    f->next = c->files;
    c->files = f;
    return f;
}

/* The entry in effect at `address`: the last one that is not behind it. */
static const shoal_object_line *find_line(const shoal_object *o, size_t section, uint64_t address)
{
    size_t low = 0, high = o->line_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const shoal_object_line *l = &o->lines[middle];
        if (l->section < section || (l->section == section && l->address <= address))
            low = middle + 1;
        else
            high = middle;
    }
    return low && o->lines[low - 1].section == section ? &o->lines[low - 1] : NULL;
}

bool source_at(struct source_cursor *c, const shoal_object *object, size_t section,
               uint64_t address, const char **place, const char **text)
{
    const shoal_object_line *line = find_line(object, section, address);
    *text = NULL;
    if (!line || !line->line || (c->last_file == line->file && c->last_line == line->line))
        return false;
    c->last_file = line->file;
    c->last_line = line->line;
    snprintf(c->place, sizeof c->place, "%.4096s:%u", *line->file ? line->file : "?", line->line);
    *place = c->place;
    const struct source_file *f = find_file(c, line->file);
    if (f && f->lines && line->line <= f->count) {
        *text = f->lines[line->line - 1];
        *text += strspn(*text, " \t");
    }
    return true;
}

void source_close(struct source_cursor *c)
{
    for (struct source_file *f = c->files, *next; f; f = next) {
        next = f->next;
        free(f->text);
        free(f->lines);
        free(f);
    }
    c->files = NULL;
}
