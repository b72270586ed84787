/* inspect.h: which GPU instruction emitted code belongs to, and compilations as text.
 *
 * Lines of a made-up source file stand for instructions: line n + 1 is the one at dword n. */
#ifndef SHOAL_JIT_INSPECT_H
#define SHOAL_JIT_INSPECT_H

#include <stdio.h>

#include "jit/emitter.h"
#include "jit/jit.h"

/* Starts and ends what LLVM needs to keep lines through a compilation. */
void inspect_begin(struct emitter *e);
void inspect_end(struct emitter *e);

/* What is emitted from here on belongs to the op at `slot`. */
void inspect_line(struct emitter *e, uint32_t slot);

/* Writes LLVM's text with the GPU instructions as comments, and without the traces of the
 * lines. */
void inspect_write(FILE *out, const char *text, enum jit_text form, const struct jit_request *q);

#endif
