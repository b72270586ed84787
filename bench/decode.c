/* decode.c: how many instructions per second one core decodes and prints through the public API.
 *
 *     build/bench/decode CODE        bare machine code, see bench/isa
 *
 * The best of 9 passes, so that other work on the machine counts little. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "shoal/isa.h"

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

enum { PASSES = 9 };

int main(int argc, char **argv)
{
    FILE *in = argc == 2 ? fopen(argv[1], "rb") : NULL;
    if (!in) {
        fprintf(stderr, "usage: decode CODE\n");
        return 2;
    }
    enum { ROOM = 64 << 20 };
    unsigned char *code = malloc(ROOM);
    size_t size = code ? fread(code, 1, ROOM, in) : 0;
    fclose(in);
    const shoal_isa *isa = shoal_isa_find("rdna3");
    double decode = 1e9, print = 1e9;
    size_t count = 0, refused = 0, characters = 0;
    for (int pass = 0; pass < PASSES; pass++) {
        shoal_insn insn;
        char text[SHOAL_INSN_TEXT_BYTES];
        double start = seconds();
        count = refused = 0;
        for (size_t at = 0; at < size; at += insn.size_bytes, count++)
            refused += shoal_insn_decode(isa, code + at, size - at, &insn) != SHOAL_OK;
        double middle = seconds();
        for (size_t at = 0; at < size; at += insn.size_bytes)
            if (shoal_insn_decode(isa, code + at, size - at, &insn) == SHOAL_OK)
                characters += shoal_insn_format(isa, &insn, NULL, text, sizeof text);
        double end = seconds();
        decode = middle - start < decode ? middle - start : decode;
        print = end - middle < print ? end - middle : print;
    }
    printf("%zu instructions, %zu refused: decoding %.1f million/s, with text %.1f million/s "
           "(%.0f MB/s of text)\n",
           count, refused, (double)count / decode * 1e-6, (double)count / print * 1e-6,
           (double)characters / PASSES / print * 1e-6);
    free(code);
    return 0;
}
