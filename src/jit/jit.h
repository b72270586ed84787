/* jit.h: compiled code for kernels. The compiler is a module of its own (libshoal-jit.so), so
 * that only runs that compile load LLVM; the engine finds the one symbol below with dlopen.
 * What it makes is a struct jit_image: position-independent machine code with a list of what
 * it needs, which the engine places (engine/jit_code.c) and keeps on disk without LLVM. No
 * LLVM types here. */
#ifndef SHOAL_JIT_JIT_H
#define SHOAL_JIT_JIT_H

#include "isa/machine.h"

struct jit;
struct shadow_api;

/* Version of this interface and of the image; the module's must be equal. */
enum { JIT_ABI = 38 }; /* layout: b4747d3d98ef */

/* An aligned address that the code needs: add the symbol's address to the 64 bits at
 * `offset`. */
struct jit_fixup {
    uint32_t offset; /* from the start of the code */
    uint32_t symbol; /* offset of its name in the names; JIT_SELF: the code itself */
    int64_t addend;
};
#define JIT_SELF UINT32_MAX

/* Ops [first, last] that the code stands for, in slots of 4 bytes from code->base. All are to
 * be decoded before the code runs. */
struct jit_block {
    uint32_t first, last;
    uint32_t entry; /* the code that the op at `first` may run, from the start of the code;
                     * JIT_NO_ENTRY: code is not entered here */
};
#define JIT_NO_ENTRY UINT32_MAX

/* Machine code of functions with the type of an op's executor. Flat: behind the header
 * follow fixups, blocks, preloads, names and code; each part starts at a multiple of 16 bytes.
 *
 * Names: "shoal_ops" is the address of the op at code->base, "shoal_window" is
 * the host's address of machine->window_base; other names with "shoal_" are functions of the
 * instruction set (isa->jit_function), the rest are those of the C library. */
struct jit_image {
    uint64_t size_bytes; /* of everything */
    uint32_t fixup_count, block_count, preload_count;
    uint32_t fixups, blocks, preloads, names, code; /* offsets from the start of the image */
    uint32_t name_bytes, code_bytes;
    uint32_t start;    /* the code that new waves begin with (isa/machine.h, struct turns), from the
                        * start of the code */
    uint32_t op_count; /* GPU instructions */
};

/* What makes machine code of IR: LLVM, or, where the CPU has AVX-512, our own back end of the parts
 * that it knows all of (direct/direct.h). */
enum jit_backend { JIT_BACKEND_LLVM, JIT_BACKEND_DIRECT };

/* LLVM takes long for a part, cannot be stopped, and uses nothing but IR meanwhile. */
enum jit_stage {
    JIT_STAGE_USES,      /* the compilation uses what the request names */
    JIT_STAGE_APART,     /* it does not: LLVM works */
    JIT_STAGE_ABANDONED, /* it never will again: set by who wants to free all that */
};

/* Of jit_request.row_lanes. */
enum { JIT_LEAST_ROW = 16, JIT_ODD_ROWS = 3 };

/* What is to be compiled. */
struct jit_request {
    const struct isa_exec *isa;
    struct machine *machine;
    struct code *code;     /* decoded for the JIT alone: a variant of its own */
    uint64_t entry_offset; /* of the kernel, from code->base */
    uint32_t mode;         /* MODE at the kernel's start */
    uint32_t rsrc2;        /* of the kernel: which SGPRs waves begin with */
    enum jit_backend backend;
    /* Guesses that decide which waves run together (teams.h, batch.h): how many a work-group has,
     * and how many work-items a row in x: a power of two, or JIT_ODD_ROWS, which is none. Below
     * JIT_LEAST_ROW, lanes 0 to 15 are not in one row. 0: 8; and for loops 32, for batches as many
     * as a batch has. */
    uint32_t group_waves, row_lanes;
    uint32_t part_ops; /* about how many instructions share a function; 0: the default */
    uint32_t guess;    /* not 0: how memory is accessed is guessed at random, with this seed:
                        * for tests, since it must not matter */
    uint8_t *called; /* [code->size_bytes / 4] NULL, or becomes 1 for each instruction, by its first
                      * 4 bytes, that compiled code leaves to its executor wherever it is met */
    atomic_bool *is_cancelled; /* looked at now and then; may be NULL */
    /* May be NULL. Who changes JIT_STAGE_APART to JIT_STAGE_ABANDONED need not wait for the
     * compilation, which ends with SHOAL_E_BUSY. */
    _Atomic(enum jit_stage) *stage;
};

/* Where the time of a compilation went. */
struct jit_times {
    uint64_t region_ns, emit_ns, passes_ns, codegen_ns, link_ns;
    uint32_t op_count, code_bytes, part_count, direct_parts;
    /* Why the direct back end, if it was asked for, did not do the other parts; different texts. */
    struct jit_unknown {
        char text[60];
        uint32_t parts;
    } unknown[8];
    uint32_t unknown_count;
};

/* In the order of shoal_jit_form. */
enum jit_text { JIT_TEXT_ASM, JIT_TEXT_IR, JIT_TEXT_OPT_IR };

struct jit_api {
    /* host_cpu: "sse2", "avx2", "avx512", or NULL: all that this CPU has. NULL: LLVM cannot
     * compile for this host; message[size] says why. */
    struct jit *(*create)(const char *host_cpu, char *message, size_t size);
    void (*destroy)(struct jit *);
    /* Compiles what direct control flow reaches from the entry. Ops that are not compiled run
     * in the interpreter as before. Thread-safe. times may be NULL. *out: caller frees with
     * free(). SHOAL_E_UNSUPPORTED, SHOAL_E_LIMIT, SHOAL_E_NOMEM: not compiled; message[size]
     * says why. */
    shoal_status (*compile)(struct jit *, const struct jit_request *, struct jit_times *times,
                            struct jit_image **out, char *message, size_t size);
    /* The same as text. *out: caller frees with free(). */
    shoal_status (*text)(struct jit *, const struct jit_request *, enum jit_text form, char **out,
                         char *message, size_t size);
    const struct shadow_api *shadow; /* shadow.h */
};

/* Exported by the module as shoal_jit_api. NULL: another version was asked for. */
SHOAL_API const struct jit_api *shoal_jit_api(int abi);

#endif
