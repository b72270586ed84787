/* hex.c: text files of 32-bit hexadecimal words, one per line: .vmem images of code, and the
 * .metadata and .data files of Ventus test cases. */
#include <stdlib.h>

#include "image/case.h"
#include "image/parts.h"

enum { DIGITS_MAX = 8 };

static int digit_value(uint8_t c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

static bool is_space(uint8_t c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

bool image_is_hex(const void *bytes, size_t size)
{
    const uint8_t *at = bytes;
    size_t length = 0, words = 0;
    for (size_t i = 0; i < size; i++) {
        if (is_space(at[i])) {
            length = 0;
        } else if (digit_value(at[i]) < 0 || ++length > DIGITS_MAX) {
            return false;
        } else {
            words += length == 1;
        }
    }
    return words > 0;
}

static shoal_status bad_word(struct diag *diag, const char *what, size_t line, const uint8_t *at,
                             size_t length)
{
    struct text shown = text_clean((const char *)at, length);
    return diag_fail(diag, SHOAL_E_FORMAT,
                     "%s line %zu: \"%s\" is no 32-bit word of 1 to 8 hexadecimal digits.", what,
                     line, shown.chars);
}

shoal_status image_read_hex(const void *bytes, size_t size, const char *what, struct diag *diag,
                            uint32_t **out, size_t *out_count)
{
    const uint8_t *text = bytes;
    size_t line = 1, count = 0;
    *out = NULL;
    *out_count = 0;
    /* Every word takes a digit and what parts it from the next. */
    uint32_t *words = malloc((size / 2 + 1) * sizeof *words);
    if (!words)
        return fail_memory(diag);
    for (size_t i = 0; i < size;) {
        if (is_space(text[i])) {
            line += text[i++] == '\n';
            continue;
        }
        size_t end = i, at = i;
        while (end < size && !is_space(text[end]))
            end++;
        if (end - at > 2 && text[at] == '0' && (text[at + 1] | 0x20) == 'x')
            at += 2;
        uint32_t value = 0;
        bool is_word = end - at <= DIGITS_MAX;
        for (; is_word && at < end; at++) {
            int digit = digit_value(text[at]);
            is_word = digit >= 0;
            value = value << 4 | (uint32_t)digit;
        }
        if (!is_word) {
            free(words);
            return bad_word(diag, what, line, text + i, end - i);
        }
        words[count++] = value;
        i = end;
    }
    *out = words;
    *out_count = count;
    return SHOAL_OK;
}
