/* fault_place.h: what is at an address that a kernel must not access. */
#ifndef SHOAL_ENGINE_FAULT_PLACE_H
#define SHOAL_ENGINE_FAULT_PLACE_H

#include "engine/launch.h"

/* What is at an address that a kernel must not access: the nearest allocation and the argument that
 * points to it, memory that was freed and where, a null pointer, memory of the program. One or two
 * lines without a newline at the end. */
void fault_place(struct launch *l, uint64_t address, uint32_t bytes, char *text, size_t size);

/* The first argument that points into [base, base + bytes], as "argument 2 (y)"; "" if none does.
 */
void fault_argument(const struct launch *l, uint64_t base, uint64_t bytes, char *text, size_t size);

/* Where in the program `caller`, a return address, is: "main.cc:12:3", or the symbol or offset and
 * the file, if there are no lines; "" if nothing is known. */
void fault_caller(const void *caller, char *text, size_t size);

#endif
