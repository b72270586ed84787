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

/* Around the use of LLVM: if another thread forks in the middle of it, the child has LLVM's memory
 * in a state that it can neither go on from nor begin again with. */
void process_begin_compiling(void);
void process_end_compiling(void);
/* Whether this process is such a child. */
bool process_lost_compiler(void);

#endif
