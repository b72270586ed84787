/* source.h: the source line of a pc. */
#ifndef SHOAL_ENGINE_SOURCE_H
#define SHOAL_ENGINE_SOURCE_H

#include <stddef.h>
#include <stdint.h>

struct shoal_module;

/* Writes "file:line:column" of a pc to text[size], from the debug information of the module's file;
 * "" if there is none for it. */
void source_find(const struct shoal_module *module, uint64_t pc, char *text, size_t size);

#endif
