/* source.h: the source line of a pc. */
#ifndef SHOAL_ENGINE_SOURCE_H
#define SHOAL_ENGINE_SOURCE_H

#include <stddef.h>
#include <stdint.h>

struct shoal_module;

/* "file:line:column" of a pc, from the debug information of the module's file; "" if that does not
 * tell. */
void source_find(const struct shoal_module *module, uint64_t pc, char *text, size_t size);

#endif
