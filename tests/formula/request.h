/* request.h: the lines that formula_test.py sends to a wave, and the answers.
 *
 *     v_add_f32 v0, v1, v2; s_nop 0 | wave=32 mode=0xf0 v1=3f800000,40000000 v2=0 | v0 scc
 *
 * Instructions, separated by ;, then state to set (everything else is 0, EXEC all lanes), then what
 * to print. A register's value is one hexadecimal dword for each lane, or one for all; of a name
 * that is not a vector, dwords from the first register on. `mem@OFFSET=BYTES` and
 * `lds@OFFSET=BYTES` set memory, in hexadecimal, `mem@OFFSET:LENGTH` asks for it. The answer is a
 * line with the values in the same form, or `fault: TEXT`, or `error: TEXT` where a line cannot be
 * used. */
#ifndef SHOAL_TESTS_REQUEST_H
#define SHOAL_TESTS_REQUEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shoal/asm.h"

enum { REQUEST_CODE_BYTES = 4096 };

struct request {
    char *code, *state, *wanted;
};

/* Cuts a line at its bars. */
static inline bool request_cut(char *line, struct request *r)
{
    line[strcspn(line, "\n")] = 0;
    r->code = line;
    r->state = strchr(line, '|');
    if (!r->state)
        return false;
    *r->state++ = 0;
    r->wanted = strchr(r->state, '|');
    if (!r->wanted)
        return false;
    *r->wanted++ = 0;
    for (char *c = r->code; *c; c++)
        if (*c == ';')
            *c = '\n';
    return true;
}

/* Assembles the request's code; prints what is wrong. Returns its bytes, 0 after an error. */
static inline size_t request_assemble(const struct request *r, const char *isa, bool wave64,
                                      uint8_t code[REQUEST_CODE_BYTES])
{
    shoal_asm_options options = shoal_asm_options_default();
    shoal_asm_result *result = NULL;
    options.output = SHOAL_ASM_RAW;
    options.wave64 = wave64;
    size_t size = 0;
    if (shoal_asm_text(isa, r->code, strlen(r->code), &options, &result) == SHOAL_OK &&
        result->output_size <= REQUEST_CODE_BYTES) {
        size = result->output_size;
        memcpy(code, result->output, size);
    }
    if (!size)
        printf("error: %s\n",
               result && result->diagnostic_count ? result->diagnostics[0].text : "no code");
    shoal_asm_result_free(result);
    return size;
}

/* Reads dwords separated by commas. Returns how many of out[room] are set. */
static inline size_t request_dwords(const char *text, uint32_t *out, size_t room)
{
    size_t n = 0;
    for (char *end; *text && n < room; text = *end == ',' ? end + 1 : end) {
        out[n++] = (uint32_t)strtoul(text, &end, 16);
        if (end == text)
            return 0;
    }
    return n;
}

static inline size_t request_bytes(const char *text, uint8_t *out, size_t room)
{
    size_t n = 0;
    for (unsigned byte; n < room && sscanf(text, "%2x", &byte) == 1; text += 2)
        out[n++] = (uint8_t)byte;
    return n;
}

static inline void request_print_dwords(const uint32_t *x, size_t n)
{
    for (size_t i = 0; i < n; i++)
        printf("%s%x", i ? "," : "", x[i]);
    putchar(' ');
}

static inline void request_print_bytes(const uint8_t *x, size_t n)
{
    for (size_t i = 0; i < n; i++)
        printf("%02x", x[i]);
    putchar(' ');
}

#endif
