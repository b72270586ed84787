/* jit.c: what compiled code calls by name (jit/jit.h). */
#include <string.h>

#include "isa/rdna3/exec/layer.h"

void *FN(jit_function)(const char *name);

/* Executes the ops from `op` to before `to`, whatever their exec is by now. false: the wave does
 * not go on at `to`; compiled code returns left_to. It runs with faulting_access set, which
 * executors clear. */
static bool call(struct wave *wave, const struct op *op, const struct op *to)
{
    struct rdna3_wave *w = (struct rdna3_wave *)wave;
    w->row_slot = 0;
    while (op != to) {
        const struct op *next = &op_next((const struct rdna3_op *)op)->base;
        op = ((const struct rdna3_op *)op)->interp(wave, op);
        if (__builtin_expect(op != next, 0)) {
            w->left_to = op;
            return false;
        }
    }
    wave->faulting_access = true;
    return true;
}

/* Sets a VGPR (of one half of the wave) to half of an address (jit/address.h) by w->root. */
static void store_address(struct wave *wave, uint32_t v, uint32_t by, uint64_t plus, uint32_t form)
{
    struct rdna3_wave *w = (struct rdna3_wave *)wave;
    u32x32 x = w->root.u + by;
    u64x32 at = (form & FORM_SIGNED ? (u64x32)sext32(x) : zext32(x)) << (form & FORM_SHIFT);
    at += plus;
    w->v[v].u = trunc32(form & FORM_HIGH ? at >> 32 : at);
}

void *FN(jit_function)(const char *name)
{
    static const struct {
        const char *name;
        void *function;
    } functions[] = {{"shoal_call", (void *)(uintptr_t)&call},
                     {"shoal_store_address", (void *)(uintptr_t)&store_address}};
    for (unsigned i = 0; i < sizeof functions / sizeof *functions; i++)
        if (!strcmp(functions[i].name, name))
            return functions[i].function;
    return NULL;
}
