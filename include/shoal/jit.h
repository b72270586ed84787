/* jit.h: what the JIT makes of a kernel, as text with the GPU instruction next to each part, and
 * what ran of it. For people who work on the JIT or want to know where the time of a kernel goes;
 * running kernels needs none of this.
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

/* What makes host code: LLVM, or Shoal's own back end, which takes a tenth of the time to make
 * code that is somewhat slower; it needs AVX-512, and leaves to LLVM what it does not know. */
typedef enum shoal_jit_backend {
    SHOAL_JIT_BACKEND_DEFAULT, /* what $SHOAL_JIT_BACKEND says, else LLVM */
    SHOAL_JIT_BACKEND_LLVM,
    SHOAL_JIT_BACKEND_DIRECT,
} shoal_jit_backend;

enum { SHOAL_JIT_UNKNOWN_MAX = 8 };

/* What the direct back end does not know, and in how many parts that was met first. */
struct shoal_jit_unknown {
    char text[60];
    uint32_t parts;
};

/* What compiling took: CPU time. */
typedef struct shoal_jit_stats {
    uint32_t instructions; /* of the GPU */
    uint32_t parts;        /* functions that they are compiled in */
    uint32_t code_bytes;   /* of the host */
    double region_ms;      /* finding the instructions and what they read and write */
    double emit_ms;        /* making IR */
    double passes_ms;      /* removing what nothing uses */
    double codegen_ms;     /* the back end */
    double link_ms;
    /* Of the instructions, those that are left to the interpreter wherever they are met, by name,
     * the most frequent first. */
    uint32_t calls;
    unsigned called_count;
    struct shoal_called called[SHOAL_CALLED_MAX];
    uint32_t direct_parts; /* of `parts`, those that the direct back end did */
    /* Why it did not do the others, the most frequent first; nothing if it was not to. */
    unsigned unknown_count;
    struct shoal_jit_unknown unknown[SHOAL_JIT_UNKNOWN_MAX];
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

/* The same by a back end of one's choice. SHOAL_E_UNSUPPORTED also: the direct back end does not
 * work here. Its assembly stands without the GPU instructions; parts that it does not know are as
 * LLVM makes them. */
SHOAL_API shoal_status shoal_jit_text_by(shoal_kernel *kernel, shoal_jit_backend backend,
                                         shoal_jit_form form, char **text, shoal_jit_stats *stats);

/* NULL is allowed. */
SHOAL_API void shoal_jit_text_free(char *text);

/* What executes a kernel. */
typedef enum shoal_jit_tier {
    SHOAL_JIT_TIER_INTERP,
    SHOAL_JIT_TIER_DIRECT, /* code of which the direct back end made some */
    SHOAL_JIT_TIER_LLVM,
    SHOAL_JIT_TIER_COUNT
} shoal_jit_tier;

/* What a kernel ran in so far. */
typedef struct shoal_jit_run {
    struct shoal_jit_tier_run {
        uint64_t launches; /* that ended there */
        double run_ms;     /* of launches, wall time; those that go on are counted partly */
        /* Of its code. */
        bool is_there, is_from_disk;
        double ready_ms;   /* from the beginning of the first launch on until it was installed */
        double compile_ms; /* CPU time; 0: it is from disk */
        uint32_t parts, direct_parts; /* 0: it is from disk */
    } tiers[SHOAL_JIT_TIER_COUNT];
} shoal_jit_run;

/* May be called at any time. SHOAL_OK, SHOAL_E_ARG. */
SHOAL_API shoal_status shoal_jit_get_run(shoal_kernel *kernel, shoal_jit_run *out);

#ifdef __cplusplus
}
#endif

#endif
