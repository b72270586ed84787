/* dis_lines: hex bytes in, one line of text per line out; a filter for the tests.
 *
 *   dis_lines [--wave64] [--size] < lines-of-hex
 *
 * Bytes are in memory order, spaces are ignored. A line that is not exactly one instruction
 * gives `invalid: REASON`. --size puts the instruction's length in bytes and a tab first. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "isa/rdna3/print.h"
#include "shoal/chip.h"

static int hex_digit(int c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

static size_t read_bytes(const char *line, unsigned char *out, size_t room)
{
    size_t n = 0;
    for (const char *s = line; *s && n < room; s++) {
        int high = hex_digit(s[0]), low = high < 0 ? -1 : hex_digit(s[1]);
        if (low < 0)
            continue;
        out[n++] = (unsigned char)(high << 4 | low);
        s++;
    }
    return n;
}

int main(int argc, char **argv)
{
    struct rdna3_print_options opt = {0};
    bool show_size = false;
    unsigned generation = RDNA3_GFX1100;
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--wave64")) {
            opt.wave64 = true;
        } else if (!strcmp(argv[i], "--mcpu") && i + 1 < argc && shoal_chip_find(argv[i + 1])) {
            generation = rdna3_generation_of(shoal_chip_find(argv[++i])->form);
        } else if (!strcmp(argv[i], "--size")) {
            show_size = true;
        } else {
            fprintf(stderr, "usage: dis_lines [--wave64] [--size] [--mcpu CHIP] < lines-of-hex\n");
            return 2;
        }
    }
    char line[256];
    while (fgets(line, sizeof line, stdin)) {
        unsigned char bytes[32];
        struct rdna3_insn in;
        char text[RDNA3_TEXT_BYTES];
        size_t n = read_bytes(line, bytes, sizeof bytes);
        shoal_status st = rdna3_decode_of(generation, bytes, n, &in);
        const char *why = st == SHOAL_OK && opt.wave64 ? rdna3_wave64_refusal(&in) : NULL;
        if (why) {
            st = SHOAL_E_RESERVED;
            in.reason = why;
        }
        if (show_size)
            printf("%u\t", in.size_bytes);
        if (st == SHOAL_E_TRUNCATED) {
            printf("invalid: needs %u bytes\n", in.size_bytes);
        } else if (st != SHOAL_OK) {
            printf("invalid: %s\n", in.reason);
        } else if (in.size_bytes != n && !show_size) {
            printf("invalid: %u bytes follow the instruction\n", (unsigned)(n - in.size_bytes));
        } else {
            rdna3_print(&in, &opt, text, sizeof text);
            puts(text);
        }
    }
    return 0;
}
