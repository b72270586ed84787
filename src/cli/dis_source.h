/* dis_source.h: source lines for `shoal dis --source`. */
#ifndef SHOAL_CLI_DIS_SOURCE_H
#define SHOAL_CLI_DIS_SOURCE_H

#include "shoal/object.h"

struct source_file;

/* Zero to begin with. Holds the files read so far and the line shown last. */
struct source_cursor {
    struct source_file *files;
    const char *last_file;
    unsigned last_line;
    char place[4096 + 32];
};

/* Does another source line begin at `address`? *place: "file:line"; *text: the line without its
 * indentation, NULL if the file cannot be read. Borrowed until the next call. */
bool source_at(struct source_cursor *c, const shoal_object *object, size_t section,
               uint64_t address, const char **place, const char **text);

void source_close(struct source_cursor *c);

#endif
