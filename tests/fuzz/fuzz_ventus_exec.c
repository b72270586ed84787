/* fuzz_ventus_exec.c: libFuzzer target: runs arbitrary machine code of Ventus on a bare warp for
 * a bounded number of instructions. Whatever the code does, the state of the process outside the
 * warp, its local memory and the memory window must stay untouched: ASan and UBSan watch.
 *
 * Input: byte 0: bits 1:0 threads (4, 8, 16, 32), bit 2 the toolchain's dialect; then code. */
#include <stdlib.h>

#include "../ventus/harness.h"

enum { STEPS = 400, MAX_CODE = 4096 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct harness warps[8];

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 5 || size > MAX_CODE)
        return 0;
    struct harness *h = &warps[data[0] & 7];
    if (!h->w && !harness_open(h, NULL, 4u << (data[0] & 3),
                               data[0] & 4 ? HARNESS_TOOLCHAIN : HARNESS_MANUAL))
        abort();
    struct ventus_wave *w = h->w;
    uint8_t *memory = h->memory;
    memset((char *)w + sizeof w->base, 0, sizeof *w - sizeof w->base);
    memset(&w->base.fault, 0, sizeof w->base.fault);
    w->all = w->mask = h->lanes == 32 ? UINT32_MAX : (1u << h->lanes) - 1;
    w->env.lanes = w->vl = h->lanes;
    w->sew = W32;
    w->lmul = 1;
    update_on(w);
    for (unsigned i = 2; i < 16; i += 2) /* pointers, as kernels have; pairs, too */
        w->x[i] = i & 2 ? HARNESS_BASE + 1024 * i : 0x70000000 + 64 * i;
    for (unsigned l = 0; l < 32; l++)
        for (unsigned i = 0; i < 8; i += 2)
            w->v[i].u[l] = i & 2 ? HARNESS_BASE + 1024 * i + 4 * l : 0x70000000 + 4 * l;
    size_t bytes = (size - 1) & ~(size_t)3;
    uint8_t *code = malloc(bytes); /* its own allocation: reading past it is seen */
    memcpy(code, data + 1, bytes);
    struct code *c = h->isa->code_create(HARNESS_BASE + HARNESS_CODE, code, bytes,
                                         h->isa->code_variant(h->kernel));
    w->base.code = c;
    w->base.budget = STEPS;
    w->base.stop = STOP_NONE;
    const struct op *op = &((struct ventus_code *)c)->ops[0].base;
    for (int i = 0; i < STEPS && op; i++) {
        op_exec_fn exec = atomic_load_explicit(&op->exec, memory_order_acquire);
        if (!exec)
            exec = h->isa->decode(&w->base, op);
        struct access_info info;
        h->isa->access(&w->base, op, -1, &info); /* as observers ask */
        op = exec(&w->base, op);
        if (w->mask == 0 || (w->mask & ~w->all) != 0 || w->x[0] != 0 || h->memory != memory)
            abort();
    }
    h->isa->code_destroy(c);
    free(code);
    return 0;
}
