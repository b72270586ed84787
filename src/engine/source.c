/* source.c: the source line of a pc, from the debug information of the file it was loaded from.
 * Read when a report needs it, not before. */
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

void source_find(const struct shoal_module *m, uint64_t pc, char *text, size_t size)
{
    text[0] = 0;
    shoal_objects *objects = m->lines ? objects_of(m) : NULL;
    if (!objects)
        return;
    for (size_t i = 0; i < m->part_count && i < shoal_objects_count(objects); i++) {
        const struct module_part *part = &m->parts[i];
        uint64_t at = pc - part->base;
        if (!part->image->is_absolute && at >= part->image->span_bytes)
            continue;
        const shoal_object_line *line = line_at(shoal_objects_at(objects, i), at);
        if (line)
            snprintf(text, size, line->column ? "%s:%u:%u" : "%s:%u", line->file, line->line,
                     line->column);
    }
}
