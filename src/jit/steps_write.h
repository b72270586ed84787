/* steps_write.h: the part of semlib that turns functions into steps (steps.h). */
#ifndef SHOAL_JIT_STEPS_WRITE_H
#define SHOAL_JIT_STEPS_WRITE_H

#include <stdio.h>

#include <llvm-c/Core.h>

/* Appends the steps of `f`. NULL, or what of it cannot be written so: its list is empty. */
const char *steps_add(LLVMValueRef f);
/* Appends an empty list, for a function that compiled code does not have. Returns why. */
const char *steps_add_none(void);
/* Writes what was added as C arrays, lists in the order of their addition. */
void steps_print(FILE *out);

#endif
