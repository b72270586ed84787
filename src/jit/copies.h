/* copies.h: functions that are compiled once for each call, or behind their only call.
 *
 * A small function without loops, whose address the calling code makes of the pc whatever happens,
 * and which certainly returns behind the call, need not be reached by edges of several callers: its
 * blocks are copied behind the call, calls and returns become OP_JUMP, and blocks that only follow
 * each other one block. One that a single call leads to may be of any size and have loops: it moves
 * there. So no values of several callers meet there, and nothing is left at the call that other
 * code may read. What nothing leads to any more is no part of the region; waves that are there, in
 * the interpreter, come back at the next label. */
#ifndef SHOAL_JIT_COPIES_H
#define SHOAL_JIT_COPIES_H

#include "jit/jumps.h"

/* calls: slots of calls and where they are thought to lead. Before region->jumps is made. false: no
 * memory. */
bool copy_functions(struct region *r, const struct jump_list *calls);

#endif
