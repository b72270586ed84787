/* source.h: the source line of a pc. */
#ifndef SHOAL_ENGINE_SOURCE_H
#define SHOAL_ENGINE_SOURCE_H

#include <stddef.h>
#include <stdint.h>

struct shoal_module;

/* Writes "file:line:column" of a pc to text[size], from the debug information of the module's file;
 * "" if there is none for it. */
void source_find(const struct shoal_module *module, uint64_t pc, char *text, size_t size);

/* A function that a pc is in. */
struct source_frame {
    const char *function;
    const char *file; /* "": the file does not say */
    unsigned line, column;
};

/* The functions of a pc, as they were inlined in each other, the innermost first; the place of that
 * one is the pc's, of each other one the call of the one before. Texts live as long as the module.
 * Returns how many there are in out[most]; 0: the file does not say. */
size_t source_frames(const struct shoal_module *module, uint64_t pc, struct source_frame *out,
                     size_t most);
/* "file:line:column" of a place in a source. */
void source_print(const char *file, unsigned line, unsigned column, char *text, size_t size);

#endif
