/* jit_code.h: compiled code in executable memory. Needs no LLVM. */
#ifndef SHOAL_ENGINE_JIT_CODE_H
#define SHOAL_ENGINE_JIT_CODE_H

#include "base/diag.h"
#include "jit/jit.h"

/* Owned by the region whose code it is (code_map.h). */
struct jit_code {
    struct jit_code *next;
    void *memory;
    size_t bytes;
    op_exec_fn start;                      /* runs new waves of the kernel, see struct turns */
    struct preload preloads[MAX_PRELOADS]; /* what it finds in launch_state.start */
    uint32_t preload_count;
    uint32_t op_count; /* instructions: no more run between two backward branches */
};

/* Whether it is compiled code from here. */
static inline bool jit_code_has(const struct jit_code *c, op_exec_fn exec)
{
    return (uintptr_t)exec - (uintptr_t)c->memory < c->bytes;
}

/* Whether an image of [size] bytes is one inside: no offset leads out of it. */
bool jit_image_is_sound(const struct jit_image *image, uint64_t size);

/* Places the image, decodes the ops it stands for, and makes those at its labels run it.
 * wave_bytes: size of a wave that `code` is decoded for. Ops that other threads are about to
 * run may change to compiled code at any time. SHOAL_E_FORMAT: the image does not fit `code`;
 * SHOAL_E_UNSUPPORTED: a function is missing here; SHOAL_E_NOMEM. */
shoal_status jit_code_install(const struct jit_image *image, const struct isa_exec *isa,
                              struct machine *machine, struct code *code, size_t wave_bytes,
                              struct diag *diag, struct jit_code **out);
/* The code must not be entered any more. */
void jit_code_free(struct jit_code *);

#endif
