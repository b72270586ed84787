/* asm.h: the assembler: text in LLVM's syntax to a code object, a relocatable file or bytes.
 *
 *   shoal_asm_options options = shoal_asm_options_default();
 *   shoal_asm_result *r;
 *   if (shoal_asm_text("rdna3", text, strlen(text), &options, &r) == SHOAL_OK)
 *       fwrite(r->output, 1, r->output_size, file);
 *   for (size_t i = 0; r && i < r->diagnostic_count; i++) {
 *       shoal_asm_format_diagnostic(&r->diagnostics[i], line, sizeof line);
 *       fputs(line, stderr);
 *   }
 *   shoal_asm_result_free(r);
 *
 * Depends on libc only and keeps no state between calls. Threads: any function from any thread
 * at any time. */
#ifndef SHOAL_ASM_H
#define SHOAL_ASM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum shoal_asm_output {
    SHOAL_ASM_CODE_OBJECT, /* ELF that a loader takes: addresses given, symbols resolved */
    SHOAL_ASM_RELOCATABLE, /* ELF for a linker */
    SHOAL_ASM_RAW,         /* the bytes of .text */
} shoal_asm_output;

typedef struct shoal_asm_define {
    const char *name;
    int64_t value;
} shoal_asm_define;

typedef struct shoal_asm_options {
    const char *file_name; /* for messages; NULL: "<text>" */
    shoal_asm_output output;
    const char *chip;     /* that the code is for (chip.h): of the instruction set's form that is
                           * assembled; NULL: the first one */
    bool wave64;          /* lane masks are SGPR pairs; else the first kernel descriptor says */
    unsigned error_limit; /* 0: 20 */
    const shoal_asm_define *defines; /* [define_count]: symbols set before the first line */
    size_t define_count;
    /* Reads a file for .include and .incbin: bytes from malloc, or NULL if it cannot be
     * read. NULL: all files are refused. */
    char *(*read_file)(void *context, const char *name, size_t *size);
    void *context;
} shoal_asm_options;

typedef enum shoal_asm_severity {
    SHOAL_ASM_ERROR,
    SHOAL_ASM_WARNING,
    SHOAL_ASM_NOTE,
} shoal_asm_severity;

typedef struct shoal_asm_diagnostic {
    shoal_asm_severity severity;
    const char *file;
    unsigned line, column; /* from 1 */
    const char *text;      /* what is wrong */
    const char *hint;      /* what would be right; may be empty */
    const char *source;    /* the line, without its end */
} shoal_asm_diagnostic;

typedef struct shoal_asm_result {
    uint8_t *output; /* [output_size]; NULL after errors */
    size_t output_size;
    shoal_asm_diagnostic *diagnostics; /* in the order in which they were found */
    size_t diagnostic_count;
    unsigned error_count, warning_count;
    bool has_more_errors; /* the limit was reached */
    bool out_of_memory;
} shoal_asm_result;

/* Code object for wave32, 20 errors, no files. */
SHOAL_API shoal_asm_options shoal_asm_options_default(void);

/* Assembles text[length].
 *
 * isa      "rdna3", "ventus" (the manual's dialect), "ventus:toolchain"
 * options  NULL: the defaults
 * out      result, which the caller frees with shoal_asm_result_free; set in every case but
 *          SHOAL_E_NOMEM and SHOAL_E_ARG
 *
 * SHOAL_OK
 * SHOAL_E_FORMAT     the text has errors; out->diagnostics says which
 * SHOAL_E_NOT_FOUND  no such instruction set
 * SHOAL_E_NOMEM */
SHOAL_API shoal_status shoal_asm_text(const char *isa, const char *text, size_t length,
                                      const shoal_asm_options *options, shoal_asm_result **out);

SHOAL_API void shoal_asm_result_free(shoal_asm_result *result);

/* The diagnostic as people read it, with the line and a caret, to out[room], always with a final
 * zero if room > 0. Returns the length of the whole text without it. */
SHOAL_API size_t shoal_asm_format_diagnostic(const shoal_asm_diagnostic *diagnostic, char *out,
                                             size_t room);

enum { SHOAL_ASM_INSN_BYTES = 20, SHOAL_ASM_MESSAGE_BYTES = 640 };

/* One instruction. Allocates nothing.
 *
 * text     one statement, zero-terminated; symbols are refused
 * code     its bytes, in memory order
 * message  "COLUMN: what is wrong" if there is an error; may be NULL
 *
 * SHOAL_OK, SHOAL_E_FORMAT, SHOAL_E_NOT_FOUND (no such instruction set) */
SHOAL_API shoal_status shoal_asm_insn(const char *isa, const char *text, bool wave64,
                                      uint8_t code[SHOAL_ASM_INSN_BYTES], size_t *size_bytes,
                                      char message[SHOAL_ASM_MESSAGE_BYTES]);

#ifdef __cplusplus
}
#endif
#endif
