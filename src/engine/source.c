/* source.c: the source line of a pc, from the debug information of the file it was loaded from.
 * Read when a report needs it, not before. */
#include <stdio.h>

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

void source_find(const struct shoal_module *m, uint64_t pc, char *text, size_t size)
{
    shoal_objects *objects;
    text[0] = 0;
    if (!m->file || shoal_objects_open_bytes(m->file, m->file_size, &objects, NULL) != SHOAL_OK)
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
    shoal_objects_close(objects);
}
