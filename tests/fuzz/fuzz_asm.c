/* Fuzzes the assembler: any text gives a result or diagnostics, never both an output and an
 * error; places of diagnostics are in the text; an instruction that is taken decodes, and decodes
 * to itself. The first byte chooses the instruction set, the output, the wave size and whether
 * single lines are read. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "isa/asm/asm.h"
#include "isa/rdna3/rdna3.h"
#include "shoal/isa.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool claim)
{
    if (!claim)
        abort();
}

static void fuzz_line(const char *text, bool wave64)
{
    uint8_t code[SHOAL_ASM_INSN_BYTES];
    char message[SHOAL_ASM_MESSAGE_BYTES];
    size_t bytes;
    if (shoal_asm_insn("rdna3", text, wave64, code, &bytes, message) != SHOAL_OK)
        return;
    struct rdna3_insn in;
    uint32_t words[5];
    check(rdna3_decode(code, bytes, &in) == SHOAL_OK);
    check(rdna3_encode(&in, words) == bytes);
    for (size_t i = 0; i < bytes; i++)
        check(code[i] == (uint8_t)(words[i / 4] >> 8 * (i % 4)));
}

/* What is taken is one or two instructions, and decodes. */
static void fuzz_ventus_line(const char *isa, const char *text)
{
    uint8_t code[SHOAL_ASM_INSN_BYTES];
    char message[SHOAL_ASM_MESSAGE_BYTES];
    size_t bytes;
    if (shoal_asm_insn(isa, text, false, code, &bytes, message) != SHOAL_OK)
        return;
    shoal_insn insn;
    for (size_t at = 0; at < bytes; at += insn.size_bytes)
        check(shoal_insn_decode(shoal_isa_find(isa), code + at, bytes - at, &insn) == SHOAL_OK);
}

static void fuzz_text(const char *isa, const char *text, size_t size, unsigned output, bool wave64)
{
    static const shoal_asm_define defines[] = {{"DEFINED", 3}};
    shoal_asm_options options = shoal_asm_options_default();
    options.output = (shoal_asm_output)(output % 3);
    options.wave64 = wave64;
    options.defines = defines;
    options.define_count = 1;
    shoal_asm_result *r;
    shoal_status st = shoal_asm_text(isa, text, size, &options, &r);
    if (st == SHOAL_E_NOMEM)
        return;
    check(r && (st == SHOAL_OK) == !r->error_count);
    check((r->output != NULL) == (st == SHOAL_OK));
    check(st == SHOAL_OK || r->diagnostic_count);
    for (size_t i = 0; i < r->diagnostic_count; i++) {
        char line[512];
        check(r->diagnostics[i].line >= 1 && r->diagnostics[i].column >= 1);
        shoal_asm_format_diagnostic(&r->diagnostics[i], line, sizeof line);
    }
    shoal_asm_result_free(r);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!size)
        return 0;
    char *text = malloc(size); /* exactly as long as it is, for ASan */
    if (!text)
        return 0;
    memcpy(text, data + 1, size - 1);
    text[size - 1] = 0;
    const char *isa = data[0] & 32 ? "ventus:toolchain" : data[0] & 16 ? "ventus" : "rdna3";
    if (data[0] & 8 && data[0] & 48)
        fuzz_ventus_line(isa, text);
    else if (data[0] & 8)
        fuzz_line(text, data[0] & 4);
    else
        fuzz_text(isa, text, size - 1, data[0] & 3, data[0] & 4);
    free(text);
    return 0;
}
