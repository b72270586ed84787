/* jit_code.h: places images (jit/jit.h) in executable memory. Needs no LLVM. */
#ifndef SHOAL_ENGINE_JIT_CODE_H
#define SHOAL_ENGINE_JIT_CODE_H

#include "base/diag.h"
#include "jit/jit.h"

/* Owned by the region whose code it is (code_map.h). */
struct jit_code {
    struct jit_code *next;
    void *memory;
    size_t bytes;
    op_exec_fn start; /* runs new waves of the kernel: struct turns, isa/machine.h */
    struct preload
        preloads[MAX_PRELOADS]; /* loads whose results it expects in launch_state.start */
    uint32_t preload_count;
    uint32_t op_count; /* GPU instructions; so many at most run between two backward branches */
};

/* Whether an executor is a function of this code. */
static inline bool jit_code_has(const struct jit_code *c, op_exec_fn exec)
{
    return (uintptr_t)exec - (uintptr_t)c->memory < c->bytes;
}

/* Whether an image of [size] bytes, as from a file, is safe to read: no offset leads out of it. */
bool jit_image_is_sound(const struct jit_image *image, uint64_t size);

/* Places the image, decodes the ops it stands for, and makes those at its labels run it.
 * wave_bytes: size of a wave that `code` is decoded for. Ops that other threads are about to
 * run may change to compiled code at any time. SHOAL_E_FORMAT: the image does not fit `code`;
 * SHOAL_E_UNSUPPORTED: a function is missing here; SHOAL_E_NOMEM. */
shoal_status jit_code_install(const struct jit_image *image, const struct isa_exec *isa,
                              struct machine *machine, struct code *code, size_t wave_bytes,
                              struct diag *diag, struct jit_code **out);
/* Whether new waves begin in the image as in the code, with the same loads: always so of images of
 * the same request. */
bool jit_code_begins_alike(const struct jit_code *, const struct jit_image *image);
/* No wave may run the code or come to it any more. */
void jit_code_free(struct jit_code *);

#endif
