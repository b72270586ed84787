/* phis.h: removes phis that have only one value. */
#ifndef SHOAL_JIT_PHIS_H
#define SHOAL_JIT_PHIS_H

#include <llvm-c/Core.h>

/* Without memory for it, phis stay. */
void phis_remove(LLVMValueRef function);

#endif
