/* seek.h: loops in which each lane looks for something in memory, as
 *
 *     do
 *         v = load from p
 *         p = p + 4              or - 4
 *     while v < key
 *
 * A wave goes on until its slowest lane has found it, mostly with few lanes left. What an iteration
 * decides needs nothing of those before it: registers have grown by constants, and what is loaded
 * is the next dword of a row. So iterations of one lane can be done as the lanes of a vector
 * (emit_seek.c), which says how many of them the lane stays for. */
#ifndef SHOAL_JIT_SEEK_H
#define SHOAL_JIT_SEEK_H

#include "jit/region.h"

/* Of a loop of lanes.h, with what it reads before it writes it: sets *out. false: it is another
 * loop. */
bool find_seek(const struct region *r, const struct ragged *loop, const varset *exposed,
               struct seek *out);

/* The loop that begins with this block; NULL: it is none such. */
const struct seek *seek_of(const struct region *r, unsigned head);

#endif
