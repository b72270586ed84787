/* fault_place.h: what is at an address that a kernel must not access. */
#ifndef SHOAL_ENGINE_FAULT_PLACE_H
#define SHOAL_ENGINE_FAULT_PLACE_H

#include "engine/launch.h"

/* What is at an address that a kernel must not access: the nearest allocation and the argument that
 * points to it, memory that was freed and where, a null pointer, memory of the program. One or two
 * lines without a newline at the end. */
void fault_place(struct launch *l, uint64_t address, uint32_t bytes, char *text, size_t size);

#endif
