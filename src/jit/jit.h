/* jit.h: compiled code for kernels. The implementation is a module of its own
 * (libshoal-jit.so), so that only runs that use it load LLVM; the engine finds the one
 * symbol below with dlopen. No LLVM types here. */
#ifndef SHOAL_JIT_JIT_H
#define SHOAL_JIT_JIT_H

#include "isa/machine.h"

struct jit;

struct jit_api {
    /* NULL: LLVM cannot compile for this host; message[size] says why. */
    struct jit *(*create)(char *message, size_t size);
    void (*destroy)(struct jit *);
    /* Compiles what direct control flow reaches from the op at byte `entry_offset` of
     * `code` and makes the ops at its labels run the compiled code. `mode`: MODE at the
     * kernel's start. Ops that are not compiled run in the interpreter as before.
     *
     * code must be decoded for the JIT alone (a variant of its own). Thread-safe.
     * SHOAL_E_UNSUPPORTED, SHOAL_E_LIMIT: not compiled; message[size] says why. */
    shoal_status (*compile)(struct jit *, const struct isa_exec *, struct machine *,
                            struct code *code, uint64_t entry_offset, uint32_t mode, char *message,
                            size_t size);
};

/* Version of this interface; the module's must be equal. */
enum { JIT_ABI = 1 };

/* Exported by the module as shoal_jit_api. NULL: another version was asked for. */
SHOAL_API const struct jit_api *shoal_jit_api(int abi);

#endif
