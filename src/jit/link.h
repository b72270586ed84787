/* link.h: an object file of LLVM's code generator to a jit_image. */
#ifndef SHOAL_JIT_LINK_H
#define SHOAL_JIT_LINK_H

#include "jit/jit.h"

/* Makes the image of function `name` in the relocatable object [size]. blocks are copied.
 * NULL: message[message_size] says why. Caller frees with free(). */
struct jit_image *link_object(const void *object, size_t size, const char *name,
                              const struct jit_block *blocks, uint32_t block_count, char *message,
                              size_t message_size);

#endif
