/* link.h: object files of LLVM's code generator to a jit_image.
 *
 *     struct linker *l = linker_create(message, size);
 *     linker_add(l, object, size, "function", &entry);      // for each part
 *     image = linker_finish(l, blocks, count);              // NULL: message says why
 *     linker_destroy(l);
 */
#ifndef SHOAL_JIT_LINK_H
#define SHOAL_JIT_LINK_H

#include "jit/jit.h"

struct direct_code;
struct linker;

/* NULL: no memory. */
struct linker *linker_create(char *message, size_t message_size);
void linker_destroy(struct linker *l);
/* Adds the code of a relocatable object; *entry: where `function` is in the image's code. */
bool linker_add(struct linker *l, const void *object, size_t size, const char *function,
                uint32_t *entry);
/* The same with code of the direct back end. */
bool linker_add_code(struct linker *l, const struct direct_code *c, uint32_t *entry);
/* The image with these blocks and preloads. Caller frees with free(). */
struct jit_image *linker_finish(struct linker *l, const struct jit_block *blocks, uint32_t count,
                                const struct preload *preloads, uint32_t preload_count);

#endif
