/* direct.h: a back end of our own: LLVM IR, as emit.c makes it, to machine code of x86-64-v4
 * or v3.
 *
 *     struct direct_code code;
 *     if (direct_compile(function, cpu, &code, why, sizeof why))
 *         linker_add_code(linker, &code, &entry);
 *     direct_free(&code);
 */
#ifndef SHOAL_JIT_DIRECT_DIRECT_H
#define SHOAL_JIT_DIRECT_DIRECT_H

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* An aligned place of 8 bytes that is to have the address of a symbol. */
struct direct_fixup {
    uint32_t at;
    const char *name; /* the module's */
    int64_t addend;
};

/* Position-independent, aligned to 64 bytes. */
struct direct_code {
    uint8_t *bytes;
    uint32_t count, entry, instructions;
    struct direct_fixup *fixups;
    uint32_t fixup_count;
};

/* What the CPU has beyond x86-64-v3, and beyond v4. */
struct direct_cpu {
    bool has_avx512, has_vpopcnt, has_f16;
};

/* false: something in the function is not known here; why[size] says what. */
bool direct_compile(LLVMValueRef function, struct direct_cpu cpu, struct direct_code *out,
                    char *why, size_t size);
void direct_free(struct direct_code *code);

#endif
