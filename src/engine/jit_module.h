/* jit_module.h: finding and loading libshoal-jit.so, the compiler. */
#ifndef SHOAL_ENGINE_JIT_MODULE_H
#define SHOAL_ENGINE_JIT_MODULE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/diag.h"
#include "jit/jit.h"

/* Where the module is; NULL: this build or installation has none. Caller frees with free().
 * Does not load it. */
char *jit_module_path(void);

/* Defined by programs of the build tree that have the library in them (jit_tree.c). */
extern const char *const jit_tree_path;

/* Whether this library was built with the module, and it is not where it is looked for; text[size]
 * then says where that is, in a sentence. */
bool jit_module_lacks(char *text, size_t size);

/* What differs between two builds of the module: the linker's build id in the file.
 * Returns its bytes written to id[size]; 0: it has none. */
size_t jit_module_id(const char *path, void *id, size_t size);

/* Loads the module, and LLVM with it. It stays. */
const struct jit_api *jit_module_open(const char *path, struct diag *diag);

#endif
