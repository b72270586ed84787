/* jit.h: what the JIT makes of a kernel, as text with the GPU instruction next to each part.
 * For people who work on the JIT or want to know where the time of a kernel goes; running
 * kernels needs none of this.
 *
 *     char *text;
 *     if (shoal_jit_text(kernel, SHOAL_JIT_ASM, &text, NULL) == SHOAL_OK)
 *         puts(text), shoal_jit_text_free(text);
 */
#ifndef SHOAL_JIT_H
#define SHOAL_JIT_H

#include "shoal/shoal.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum shoal_jit_form {
    SHOAL_JIT_ASM,    /* assembly of the host */
    SHOAL_JIT_IR,     /* LLVM IR, as it is made */
    SHOAL_JIT_OPT_IR, /* the same without what nothing uses, as it goes to the code generator */
} shoal_jit_form;

/* What compiling took: CPU time. */
typedef struct shoal_jit_stats {
    uint32_t instructions; /* of the GPU */
    uint32_t parts;        /* functions that they are compiled in */
    uint32_t code_bytes;   /* of the host */
    double region_ms;      /* finding the instructions and what they read and write */
    double emit_ms;        /* making IR */
    double passes_ms;      /* removing what nothing uses */
    double codegen_ms;     /* LLVM's code generator */
    double link_ms;
    /* Of the instructions, those that are left to the interpreter wherever they are met, by name,
     * the most frequent first. */
    uint32_t calls;
    unsigned called_count;
    struct shoal_called called[SHOAL_CALLED_MAX];
} shoal_jit_stats;

/* Compiles the kernel, whether it is compiled already or not, and without the cache.
 *
 * form   which text
 * text   zero-terminated; the caller frees it with shoal_jit_text_free. NULL: none is wanted
 * stats  of a compilation without text; may be NULL
 *
 * SHOAL_OK
 * SHOAL_E_UNSUPPORTED  this build or installation has no JIT, or it cannot compile the kernel
 * SHOAL_E_LIMIT        the kernel is too large for it
 * SHOAL_E_ARG, SHOAL_E_NOMEM
 *
 * May be called from any thread, also while launches run. */
SHOAL_API shoal_status shoal_jit_text(shoal_kernel *kernel, shoal_jit_form form, char **text,
                                      shoal_jit_stats *stats);

/* NULL is allowed. */
SHOAL_API void shoal_jit_text_free(char *text);

#ifdef __cplusplus
}
#endif

#endif
