/* listing.h: machine code as text. */
#ifndef SHOAL_JIT_LISTING_H
#define SHOAL_JIT_LISTING_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* Writes the instructions from bytes[first] on, one a line, with their offsets from there; what no
 * instruction begins with as a byte. false: LLVM has no disassembler for the triple. */
bool listing_write(FILE *out, const char *triple, const uint8_t *bytes, uint32_t first,
                   uint32_t count);

#endif
