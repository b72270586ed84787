/* jit_tree.c: where the build tree has the JIT. Linked with what has the library in it and is not
 * installed: tests and benchmarks. Their own places say nothing about the JIT's. */
#include "engine/jit_module.h"

const char *const jit_tree_path = SHOAL_JIT_PATH;
