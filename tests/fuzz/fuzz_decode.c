/* Fuzzes decoder, encoder and printer: any bytes are decoded or refused, what is decoded
 * encodes to an instruction that decodes alike and prints the same text. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "isa/rdna3/print.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!size)
        return 0;
    struct rdna3_print_options opt = {.wave64 = data[0] & 1};
    for (size_t at = 1; at < size;) {
        /* A copy of the exact size, so that ASan sees a byte too many. */
        size_t avail = size - at < 20 ? size - at : 20;
        uint8_t *code = malloc(avail);
        struct rdna3_insn in, again;
        char text[RDNA3_TEXT_BYTES], other[RDNA3_TEXT_BYTES];
        uint32_t words[5];
        if (!code)
            return 0;
        memcpy(code, data + at, avail);
        shoal_status st = rdna3_decode(code, avail, &in);
        free(code);
        if (st == SHOAL_E_TRUNCATED)
            break;
        if (st == SHOAL_OK) {
            size_t bytes = rdna3_encode(&in, words);
            if (bytes != in.size_bytes || rdna3_decode(words, bytes, &again) != SHOAL_OK)
                abort();
            size_t n = rdna3_print(&in, &opt, text, sizeof text);
            if (n >= sizeof text || n != rdna3_print(&again, &opt, other, sizeof other) ||
                strcmp(text, other) != 0)
                abort();
        } else if (!in.reason) {
            abort();
        }
        at += st == SHOAL_OK ? in.size_bytes : 4;
    }
    return 0;
}
