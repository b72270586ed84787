/* listing.c: see listing.h. */
#include "jit/listing.h"

#include <llvm-c/Disassembler.h>

bool listing_write(FILE *out, const char *triple, const uint8_t *bytes, uint32_t first,
                   uint32_t count)
{
    LLVMDisasmContextRef d = LLVMCreateDisasm(triple, NULL, 0, NULL, NULL);
    char text[256];
    if (!d)
        return false;
    LLVMSetDisasmOptions(d, LLVMDisassembler_Option_PrintImmHex);
    for (uint32_t at = first; at < count;) {
        uint8_t *here = (uint8_t *)(uintptr_t)(bytes + at); /* LLVM only reads */
        size_t size = LLVMDisasmInstruction(d, here, count - at, at - first, text, sizeof text);
        if (size)
            fprintf(out, "%6x:%s\n", at - first, text);
        else
            fprintf(out, "%6x:\t.byte\t0x%02x\n", at - first, bytes[at]);
        at += size ? (uint32_t)size : 1;
    }
    LLVMDisasmDispose(d);
    return true;
}
