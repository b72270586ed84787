/* process.h: what happens to the process that the library lives in.
 *
 * Its end: nothing has to be done. Threads of the library run on until the system ends them; no
 * handler waits for them, and nothing that they use is destroyed before (docs/jit.md).
 * Unloading: the library stays, once it has a device, since its threads run its code.
 * fork: the child has the parent's devices without their threads, so it cannot use them. */
#ifndef SHOAL_ENGINE_PROCESS_H
#define SHOAL_ENGINE_PROCESS_H

#include <stdbool.h>

/* Before the first thread of the library starts, and whenever a device is made. */
void process_prepare(void);
/* How often the process is a child of one that had called process_prepare. */
unsigned process_generation(void);

/* Around what other threads of a child could not go on with, nor begin, if it is cut off by a
 * fork: LLVM. */
void process_begin_compiling(void);
void process_end_compiling(void);
/* A fork has cut a compilation off in this process: its memory has LLVM in the middle of it. */
bool process_lost_compiler(void);

#endif
