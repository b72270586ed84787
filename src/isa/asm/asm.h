/* asm.h: the assembler's entry for one instruction set; the public functions (shoal/asm.h) are
 * over it. What is the same for all instruction sets is in this folder; struct asm_isa
 * (assembler.h) is what one brings: instructions, its own directives, relocations. */
#ifndef SHOAL_ISA_ASM_ASM_H
#define SHOAL_ISA_ASM_ASM_H

#include "shoal/asm.h"

struct asm_isa;
extern const struct asm_isa ventus_asm_manual, ventus_asm_toolchain;

/* As shoal_asm_text; NULL: out of memory. */
shoal_asm_result *asm_assemble(const struct asm_isa *isa, const char *text, size_t length,
                               const shoal_asm_options *options);

#endif
