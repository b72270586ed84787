/* Fuzzes Ventus's decoder, printer and assembler of single instructions: any bytes are decoded or
 * refused with a reason; what is decoded encodes to the same bytes, and its text assembles to them.
 * The first byte chooses the dialect and whether prefixes are folded. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "isa/ventus/operands.h"
#include "isa/ventus/print.h"
#include "shoal/asm.h"
#include "shoal/isa.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool claim)
{
    if (!claim)
        abort();
}

/* Decoding with folded prefixes, then the words again. */
static void check_words(const uint8_t *code, size_t avail, unsigned how)
{
    struct ventus_insn in;
    uint32_t words[3];
    if (ventus_decode(code, avail, how, &in) != SHOAL_OK) {
        check(in.reason != NULL);
        return;
    }
    check(in.size_bytes <= avail);
    check(!ventus_is_canonical(&in) || ventus_encode(&in, words) == in.size_bytes);
    for (size_t i = 0; ventus_is_canonical(&in) && i < in.size_bytes; i++)
        check(code[i] == (uint8_t)(words[i / 4] >> 8 * (i % 4)) ||
              !(ventus_rows[in.row].mask >> 8 * (i % 4) & 0xff)); /* bits that nothing reads */
    char text[VENTUS_TEXT_BYTES];
    check(ventus_print(&in, NULL, text, sizeof text) < sizeof text);
}

static size_t check_text(const char *isa, const uint8_t *code, size_t avail, bool is_toolchain)
{
    shoal_insn insn;
    shoal_operand operands[SHOAL_INSN_MAX_OPERANDS];
    char text[SHOAL_INSN_TEXT_BYTES], message[SHOAL_ASM_MESSAGE_BYTES];
    uint8_t again[SHOAL_ASM_INSN_BYTES];
    size_t n;
    const shoal_isa *found = shoal_isa_find(isa);
    shoal_status st = shoal_insn_decode(found, code, avail, &insn);
    if (st == SHOAL_E_TRUNCATED)
        return avail;
    if (st != SHOAL_OK) {
        check(insn.reason != NULL);
        return 4;
    }
    check(shoal_insn_operands(found, &insn, false, operands) <= SHOAL_INSN_MAX_OPERANDS);
    check(shoal_insn_format(found, &insn, NULL, text, sizeof text) < sizeof text);
    check(shoal_asm_insn(is_toolchain ? "ventus:toolchain" : "ventus", text, false, again, &n,
                         message) == SHOAL_OK);
    check(n == insn.size_bytes && memcmp(again, code, n) == 0);
    return n;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const names[] = {"ventus", "ventus:toolchain", "ventus:raw",
                                        "ventus:toolchain,raw"};
    if (!size)
        return 0;
    unsigned how = data[0] & 3;
    for (size_t at = 1; at < size;) {
        size_t avail = size - at < 12 ? size - at : 12;
        uint8_t *code = malloc(avail); /* of the exact size, so that ASan sees a byte too many */
        if (!code)
            return 0;
        memcpy(code, data + at, avail);
        check_words(code, avail, how & VENTUS_TOOLCHAIN);
        at += check_text(names[how], code, avail, how & VENTUS_TOOLCHAIN);
        free(code);
    }
    return 0;
}
