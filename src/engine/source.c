/* source.c: the source line of a pc, from the debug information of the file it was loaded from.
 * Read when a report needs it, not before. */
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/source.h"

#include "engine/module.h"
#include "shoal/object.h"

static const shoal_object_line *line_at(const shoal_object *o, uint64_t address)
{
    const shoal_object_line *found = NULL;
    for (size_t i = 0; i < o->line_count && o->lines[i].address <= address; i++)
        if (i + 1 == o->line_count || o->lines[i + 1].address > address)
            found = &o->lines[i];
    return found && found->line ? found : NULL;
}

/* The file's tables, read by who asks first. NULL: it cannot be read. */
static shoal_objects *objects_of(const struct shoal_module *m)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    struct module_lines *lines = m->lines;
    pthread_mutex_lock(&lock);
    if (!lines->objects && !lines->is_tried)
        shoal_objects_open_bytes(m->file, m->file_size, &lines->objects, NULL);
    lines->is_tried = true;
    shoal_objects *objects = lines->objects;
    pthread_mutex_unlock(&lock);
    return objects;
}

/* What is known of the code at a pc, and its address in the file. NULL: nothing. */
static const shoal_object *object_at(const struct shoal_module *m, uint64_t pc, uint64_t *at)
{
    shoal_objects *objects = m->lines ? objects_of(m) : NULL;
    for (size_t i = 0; objects && i < m->part_count && i < shoal_objects_count(objects); i++) {
        const struct module_part *part = &m->parts[i];
        *at = pc - part->base;
        if (part->image->is_absolute || *at < part->image->span_bytes)
            return shoal_objects_at(objects, i);
    }
    return NULL;
}

void source_print(const char *file, unsigned line, unsigned column, char *text, size_t size)
{
    snprintf(text, size, column ? "%s:%u:%u" : "%s:%u", file, line, column);
}

void source_find(const struct shoal_module *m, uint64_t pc, char *text, size_t size)
{
    uint64_t at;
    const shoal_object *o = object_at(m, pc, &at);
    const shoal_object_line *line = o ? line_at(o, at) : NULL;
    text[0] = 0;
    if (line)
        source_print(line->file, line->line, line->column, text, size);
}

/* The scope of that depth that an address is in; depth UINT_MAX: the innermost. */
static const shoal_object_scope *scope_at(const shoal_object *o, uint64_t at, unsigned depth)
{
    const shoal_object_scope *found = NULL;
    for (size_t i = 0; i < o->scope_count && o->scopes[i].address <= at; i++) {
        const shoal_object_scope *s = &o->scopes[i];
        bool is_wanted = depth == UINT_MAX ? !found || s->depth >= found->depth : s->depth == depth;
        if (at < s->end && is_wanted)
            found = s;
    }
    return found;
}

size_t source_frames(const struct shoal_module *m, uint64_t pc, struct source_frame *out,
                     size_t most)
{
    uint64_t at;
    size_t count = 0;
    const shoal_object *o = object_at(m, pc, &at);
    const shoal_object_line *line = o ? line_at(o, at) : NULL;
    const shoal_object_scope *scope = o ? scope_at(o, at, UINT_MAX) : NULL;
    struct source_frame place = {.file = ""};
    if (line)
        place =
            (struct source_frame){.file = line->file, .line = line->line, .column = line->column};
    while (scope && count < most) {
        place.function = scope->function;
        out[count++] = place;
        place = (struct source_frame){
            .file = scope->call_file, .line = scope->call_line, .column = scope->call_column};
        scope = scope->depth ? scope_at(o, at, scope->depth - 1) : NULL;
    }
    return count;
}
